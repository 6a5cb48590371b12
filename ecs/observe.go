package ecs

import "fmt"

// observer is told what a worker's goroutine does from now on.
type observer func(worker int, system string)

// Observe makes the schedule tell a function which system a goroutine runs, so that a profiler can
// know it: the function is called on the goroutine before it runs a system, with the number of the
// worker and the system's name, for block systems in every block. A worker's tasks of a system have
// its name, and before its blocks it has sinew.Blocks. The name is empty when a goroutine is done:
// worker 0, which calls Run, with the frame, and the others with each task. Nil ends that.
//
// The function is called on several goroutines at once. It must not panic, and takes time of the
// frame: up to that of a call for each block and block system. Without one a frame loses nothing.
//
// The error wraps [ErrBusy] while the schedule runs.
func (s *Schedule) Observe(f func(worker int, system string)) error {
	switch {
	case s == nil:
		return errNilSchedule
	case s.running:
		return fmt.Errorf("schedule: it cannot be observed from now on: %w", ErrBusy)
	}
	s.observe = f
	return nil
}

// mark tells the observer what the goroutine that calls Run does.
func (s *Schedule) mark(system string) {
	if s.observe != nil {
		s.observe(0, system)
	}
}
