//go:build !unix

package probe

import "time"

var processStart = time.Now()

// processTime returns the time that has passed: no clock of the process is known here.
func processTime() time.Duration { return time.Since(processStart) }
