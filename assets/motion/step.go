package motion

import "math"

// Span is the range of a playback's time: seconds for a clip, 0 to 1 for a phase. Its ends are
// finite, and Start <= End.
type Span struct {
	Start, End float64
}

// Duration returns End - Start.
func (s Span) Duration() float64 { return s.End - s.Start }

// Clamp returns the nearest time in the span; NaN becomes the start.
func (s Span) Clamp(time float64) float64 {
	if !(time > s.Start) {
		return s.Start
	}
	return min(time, s.End)
}

// Step is the move of a playback in one frame. The zero value does not move.
type Step struct {
	// From and To are times in the span. A step that begins or ends at a wrap has the time at the
	// beginning of the new loop.
	From, To float64
	// LoopsDone is the number of times that the playback reached an end of the span, including the
	// end where it finishes.
	LoopsDone uint64
	// Backward reports whether time decreases at the beginning of the step.
	Backward bool
	// PingPong reports whether time turns around at the ends of the span; otherwise it continues
	// from the other end.
	PingPong bool
	// Finished reports whether the playback completed its last loop; it stops at To.
	Finished bool
}

// EndsBackward reports whether time decreases at the end of the step: a ping-pong may have turned
// around.
func (s Step) EndsBackward() bool {
	turns := s.LoopsDone
	if s.Finished && turns > 0 {
		turns-- // it does not turn around where it finishes
	}
	return s.Backward != (s.PingPong && turns%2 == 1)
}

// Onto maps a step on one span linearly to another one, such as from the phase of a motion to the
// time of one of its clips. The ends of own map exactly to the ends of other, and no other time
// does: a time next to an end, before or after a turn, stays beside it.
func (s Step) Onto(own, other Span) Step {
	s.From, s.To = own.onto(other, s.From), own.onto(other, s.To)
	return s
}

func (s Span) onto(other Span, time float64) float64 {
	switch time {
	case s.Start:
		return other.Start
	case s.End:
		return other.End
	}
	fraction := (time - s.Start) / s.Duration()
	mapped := other.Clamp(other.Start + float64(fraction*other.Duration()))
	// Rounding may put a time inside on an end, where a playback turns or begins anew.
	switch first, last := math.Nextafter(other.Start, other.End), math.Nextafter(other.End, other.Start); {
	case !(first <= last) || !(time > s.Start && time < s.End):
		return mapped
	default:
		return max(first, min(mapped, last))
	}
}
