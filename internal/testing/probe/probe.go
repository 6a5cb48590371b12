package probe

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"testing"
	"time"
)

// hangTime returns how long one seed may take before its test counts as hanging: on a machine that
// does other work too it takes many times as long as on one that does not.
func hangTime() time.Duration {
	if Long() {
		return 40 * time.Minute
	}
	return Patience(4 * time.Minute)
}

// Patience returns how long something may take that takes at most limit on a machine that does
// nothing else: ten times as long under the race detector.
func Patience(limit time.Duration) time.Duration {
	if Race {
		return 10 * limit
	}
	return limit
}

// Serial skips a test under the race detector, unless SINEW_RACE=all is set, as make race-long does:
// the test is much arithmetic in one goroutine, in which the detector finds nothing, and takes ten
// times as long with it.
func Serial(t *testing.T) {
	t.Helper()
	if Race && os.Getenv("SINEW_RACE") != "all" {
		t.Skip("a test of one goroutine, which runs with -race only if SINEW_RACE=all is set")
	}
}

// Long reports whether the environment asks for tests that take minutes, with SINEW_LONG.
func Long() bool { return os.Getenv("SINEW_LONG") != "" }

// Seeds calls f with the seeds from 1 to short, or to long if [Long] is set, each in a subtest. If
// SINEW_SEED is set to a number, that is the only seed. The race detector sees a race with any seed:
// with it on, and without Long, there are a third of them. It stops after the first seed that fails,
// and prints how to replay it.
func Seeds(t *testing.T, short, long uint64, f func(t *testing.T, seed uint64)) {
	t.Helper()
	first, last := uint64(1), short
	if Long() {
		last = long
	} else if Race {
		last = (short + 2) / 3
	}
	if text := os.Getenv("SINEW_SEED"); text != "" {
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatalf("SINEW_SEED is %q, must be a number", text)
		}
		first, last = seed, seed
	}
	start := time.Now()
	for seed := first; ; seed++ {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) { runSeed(t, seed, f) })
		if t.Failed() || seed >= last {
			t.Logf("seeds %d to %d took %v", first, seed, time.Since(start).Round(time.Millisecond))
			return
		}
	}
}

// runSeed calls f with a seed and reports the seed whatever happens.
func runSeed(t *testing.T, seed uint64, f func(t *testing.T, seed uint64)) {
	replay := fmt.Sprintf("SINEW_SEED=%d", seed)
	limit := hangTime()
	hang := time.AfterFunc(limit, func() {
		debug.SetTraceback("all")
		panic(fmt.Sprintf("%s: no end after %v; replay with %s", t.Name(), limit, replay))
	})
	defer hang.Stop()
	defer func() {
		if value := recover(); value != nil {
			t.Errorf("panic: %v\n%s", value, debug.Stack())
		}
		if t.Failed() {
			t.Logf("replay with %s", replay)
		}
	}()
	f(t, seed)
}

// Measure calls f and returns the processor time that passes meanwhile and the bytes that are
// allocated, on all goroutines of the process together. Memory that was freed meanwhile counts too.
// It is a measure for what must not take forever: a busy machine hardly lengthens it.
func Measure(f func()) (took time.Duration, allocated uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := ProcessTime()
	f()
	took = ProcessTime() - start
	runtime.ReadMemStats(&after)
	return took, after.TotalAlloc - before.TotalAlloc
}

// Within calls f, and fails if that takes longer than [Patience] allows, or allocates more than a
// number of bytes, as [Measure] measures them. The text names what is measured.
func Within(t testing.TB, limit time.Duration, bytes uint64, text string, f func()) {
	t.Helper()
	limit = Patience(limit)
	if took, allocated := Measure(f); took > limit || allocated > bytes {
		t.Errorf("%s took %v and allocated %d bytes, want at most %v and %d", text, took, allocated, limit, bytes)
	}
}

// Known lists cases that fail today: the name of a case and the reason. Remove a case when it is
// repaired.
type Known map[string]string

// Skip skips a test of a known failure. With SINEW_KNOWN set it does not, so that a repair can be
// tried.
func (k Known) Skip(t testing.TB, name string) {
	t.Helper()
	if k.Has(name) {
		t.Skipf("known failure %q: %s", name, k[name])
	}
}

// Has reports whether a case is a known failure that is left out. With SINEW_KNOWN set there is
// none.
func (k Known) Has(name string) bool {
	_, known := k[name]
	return known && os.Getenv("SINEW_KNOWN") == ""
}
