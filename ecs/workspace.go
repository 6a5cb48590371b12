package ecs

import "time"

// workspace is what one worker of a schedule has for itself.
type workspace struct {
	frame    Frame
	block    Block
	counters Counters
	shares   []time.Duration // for each system of a fused run, the time it took on the blocks that were timed
	_        [128]byte       // no cache line, nor the neighbor that is fetched with it, is another worker's too
}

// prepare makes a workspace for every worker and gives the frame the counters of the first.
func (s *Schedule) prepare(frame *Frame) {
	if n := frame.Workers.Len(); len(s.workspaces) < n {
		s.workspaces = append(s.workspaces, make([]workspace, n-len(s.workspaces))...)
	}
	frame.Counters = &s.workspaces[0].counters
	s.counters.Busy -= frame.Workers.busy() // until count adds what it is at the frame's end
}
