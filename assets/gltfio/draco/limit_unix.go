//go:build linux || darwin

package draco

import (
	"syscall"
	"time"
)

// limitProcess limits what the process may take from now on. The second limit ends a process whose
// parent was ended.
func limitProcess(memory uint64, compute time.Duration) error {
	if err := syscall.Setrlimit(syscall.RLIMIT_DATA, &syscall.Rlimit{Cur: memory, Max: memory}); err != nil {
		return err
	}
	seconds := uint64(compute/time.Second) + 2
	return syscall.Setrlimit(syscall.RLIMIT_CPU, &syscall.Rlimit{Cur: seconds, Max: seconds})
}
