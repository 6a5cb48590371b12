//go:build !unix

package main

import "time"

var begun = time.Now()

// processorTime returns the time that has passed, where the system does not tell more.
func processorTime() time.Duration { return time.Since(begun) }
