package playback

// Legs returns the number of ways that a ping-pong goes in a step: one more than it turns around. It is 1 for other steps.
func (s Step) Legs() uint64 {
	switch {
	case !s.PingPong || s.LoopsDone == 0:
		return 1
	case s.Finished:
		return s.LoopsDone // it does not turn around where it finishes
	}
	return s.LoopsDone + 1
}

// Leg returns the way k of [Step.Legs], counted from 0, as a step that does not turn around: from the step's From or the
// end of the span where it turned, to the end where it turns or stops. A step that is no ping-pong is its own only leg.
//
// It is for callers that cannot map a whole step to a clip with [Step.Onto], because the ends of the phase lie inside the
// clip.
func (s Step) Leg(k uint64, span Span) Step {
	if !s.PingPong {
		return s
	}
	leg := Step{From: s.From, To: s.To, Backward: s.Backward != (k%2 == 1)}
	near, far := span.Start, span.End
	if leg.Backward {
		near, far = far, near
	}
	if k > 0 {
		leg.From = near
	}
	if k < s.LoopsDone {
		leg.To = far
	}
	return leg
}

// SumOverLegs returns the sum of a count over the legs of a step from leg first on, at most 1<<64 - 1. It calls count at
// most four times, however often the step turns around: all legs between the first and the last are whole, and every
// second one is the same.
func (s Step) SumOverLegs(first uint64, span Span, count func(leg Step) uint64) uint64 {
	legs := s.Legs()
	if first >= legs {
		return 0
	}
	total := count(s.Leg(legs-1, span))
	if first == 0 && legs > 1 {
		total = addSaturating(total, count(s.Leg(0, span)))
		first = 1
	}
	if first >= legs-1 {
		return total
	}
	whole := legs - 1 - first // legs first, ..., legs - 2
	total = addSaturating(total, multiplySaturating(count(s.Leg(first, span)), whole-whole/2))
	if whole > 1 {
		total = addSaturating(total, multiplySaturating(count(s.Leg(first+1, span)), whole/2))
	}
	return total
}
