//go:build !linux && !darwin

package draco

import "time"

// limitProcess does nothing where there are no limits of processes: the parent ends it.
func limitProcess(uint64, time.Duration) error { return nil }
