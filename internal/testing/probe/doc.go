// Package probe runs randomized tests that can be replayed.
//
//   - [Seeds] runs a test once for each of a number of seeds: a few in an ordinary run, many with
//     SINEW_LONG=1 in the environment ([Long]), and only one with SINEW_SEED set to its number.
//   - [Within] runs a function and fails if it takes too long or allocates too much, as [Measure]
//     measures; [ProcessTime] is the clock of both.
//   - [Methods] calls the methods of what holds nothing, [Calls] those of an empty thing that works.
//   - [Goroutines] counts the goroutines that a function started.
//   - [Known] lists cases that fail today, each with the reason. They are skipped unless
//     SINEW_KNOWN=1 is set.
//   - [Serial] leaves a test of much arithmetic in one goroutine out under the race detector.
//   - [Race] reports whether the race detector is on, and [Patience] how long something may take with
//     it.
//
// A failure names the seed, and so does a panic. A call that never returns ends the test with the
// stacks of all goroutines and the seed, long before the timeout of the whole test.
//
//	func TestGarbage(t *testing.T) {
//		probe.Seeds(t, 4, 1000, func(t *testing.T, seed uint64) {
//			random := rand.New(rand.NewPCG(seed, 0))
//			...
//		})
//	}
package probe
