//go:build !race

package probe

// Race reports whether the race detector is on. It slows a test down some ten times and allocates
// memory of its own.
const Race = false
