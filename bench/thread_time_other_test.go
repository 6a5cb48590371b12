//go:build !linux

package bench

import "time"

var threadStart = time.Now()

// threadTime returns the time that has passed: this system has no clock of a thread that is known
// here.
func threadTime() time.Duration { return time.Since(threadStart) }

// threadSwitches returns nothing: it is not known here.
func threadSwitches() (switches, faults int64) { return 0, 0 }
