//go:build !linux

package bench

import "time"

var threadStart = time.Now()

// threadTime returns the time that has passed: this system has no clock of a thread that is known
// here.
func threadTime() time.Duration { return time.Since(threadStart) }
