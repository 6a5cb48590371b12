package ecs

import "time"

// What the tests of this package call, and no program.

func (of *Workers) Busy(worker int) time.Duration { return of.busy(worker) }
