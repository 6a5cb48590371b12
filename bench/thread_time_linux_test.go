package bench

import (
	"time"

	"golang.org/x/sys/unix"
)

// threadTime returns how long the operating system's thread has been running, which other programs
// of the machine do not lengthen. The goroutine must be locked to its thread.
func threadTime() time.Duration {
	var now unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &now); err != nil {
		panic(err)
	}
	return time.Duration(now.Nano())
}

// threadSwitches returns how often the operating system took the processor from the thread, and how
// many faults of pages it had.
func threadSwitches() (switches, faults int64) {
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_THREAD, &usage); err != nil {
		panic(err)
	}
	return int64(usage.Nivcsw), int64(usage.Minflt + usage.Majflt)
}
