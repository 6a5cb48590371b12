package playback

// Legs returns the number of ways that a ping-pong goes in a step: one more than it turns around.
// It is 1 for other steps.
func Legs(s Step) uint64 {
	switch {
	case !s.PingPong || s.LoopsDone == 0:
		return 1
	case s.Finished:
		return s.LoopsDone // it does not turn around where it finishes
	}
	return s.LoopsDone + 1
}

// Leg returns the way k of [Legs], counted from 0, as a step that does not turn around: from the
// step's From or the end of the span where it turned, to the end where it turns or stops. A step
// that is no ping-pong is its own only leg.
//
// It is for callers that cannot map a whole step to a clip with [motion.Step.Onto], because the
// ends of the phase lie inside the clip.
func Leg(s Step, k uint64, span Span) Step {
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

// LegsFrom calls each with the legs of a step from leg first on, and how many times each of them
// comes; the order is not that of play. It calls it at most four times, however often the step
// turns around: all legs between the first and the last are whole, and every second one is the
// same.
func LegsFrom(s Step, first uint64, span Span, each func(leg Step, times uint64)) {
	legs := Legs(s)
	if first >= legs {
		return
	}
	if each(Leg(s, legs-1, span), 1); first == 0 && legs > 1 {
		each(Leg(s, 0, span), 1)
		first = 1
	}
	if first >= legs-1 {
		return
	}
	whole := legs - 1 - first // legs first, ..., legs - 2
	each(Leg(s, first, span), whole-whole/2)
	if whole > 1 {
		each(Leg(s, first+1, span), whole/2)
	}
}
