//go:build unix

package main

import (
	"syscall"
	"time"
)

// processorTime returns the time that the processors have worked for this program, which other work
// on the machine lengthens less than it does the time that passes.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // there is no other reason than wrong arguments
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
