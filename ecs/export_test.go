package ecs

import "time"

// What the tests of this package call, and no program.

func (w *Workers) Busy(worker int) time.Duration { return w.busy(worker) }
