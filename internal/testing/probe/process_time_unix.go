//go:build unix

package probe

import (
	"syscall"
	"time"
)

// ProcessTime returns how long the threads of this process have been running, all together, which
// other programs of the machine hardly lengthen.
func ProcessTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
