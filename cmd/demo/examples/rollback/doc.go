// Command rollback is a game for two players over a network, without the network: two worlds run
// the same frames, and the input of the other player arrives some frames late. Until it arrives, a
// peer assumes that the other player continues as before. If that was wrong, it returns to the
// frame and repeats what has run since. In the end both worlds are equal to the last bit, which the
// program shows by hashes.
//
// Each player has a walker; a button makes it run, and another one spawns a flag that lives for two
// seconds. Walkers and flags are entities, so the session restores births and deaths as well.
//
// Run it with
//
//	go run ./cmd/demo/examples/rollback
package main
