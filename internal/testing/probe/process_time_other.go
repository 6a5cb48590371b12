//go:build !unix

package probe

import "time"

var processStart = time.Now()

// ProcessTime returns the time that has passed: no clock of the process is known here.
func ProcessTime() time.Duration { return time.Since(processStart) }
