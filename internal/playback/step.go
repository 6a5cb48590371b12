package playback

// Span is the time over which a clip goes, in seconds, or 0 to 1 for a phase. Its ends are finite and Start <= End.
type Span struct {
	Start, End float64
}

// Duration returns how long the span is.
func (s Span) Duration() float64 { return s.End - s.Start }

// Glide returns where a way leads from a time, and whether that is a plain move: from within the span, or the end where the way begins, and reaching no end.
// Then [Once] and [Loop] make that step, too, as long as there are passes left.
func (s Span) Glide(from, way float64, backward bool) (to float64, plain bool) {
	if backward {
		to = from - way
		return to, from <= s.End && to > s.Start && way > 0 && from > s.Start
	}
	to = from + way
	return to, from >= s.Start && to < s.End && way > 0 && from < s.End
}

// clamp brings a time into the span; NaN becomes the start.
func (s Span) clamp(time float64) float64 {
	if !(time > s.Start) {
		return s.Start
	}
	return min(time, s.End)
}

// Step is how a playback moves in a frame. The zero value stands still.
type Step struct {
	// From and To are times within the span. Where a step begins or ends at a wrap they are those of the pass that begins there.
	From, To float64
	// Passes is how many times an end of the span was reached, the last time included if the playback finishes there.
	LoopsDone uint64
	// Backward says that time falls at first.
	Backward bool
	// PingPong says that time turns at the ends of the span; otherwise it goes on from the other one.
	PingPong bool
	// Finished says that the last pass was completed; To is where.
	Finished bool
}

// EndsBackward says whether time falls at last, or would if it went on: in a ping-pong it may have turned.
func (s Step) EndsBackward() bool {
	turns := s.LoopsDone
	if s.Finished && turns > 0 {
		turns-- // where it finishes it does not turn
	}
	return s.Backward != (s.PingPong && turns%2 == 1)
}

// Onto returns the step as it is on another span that is passed through at the same time, such as that of a clip of which the step
// moves the phase. What is at an end stays at that end.
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
	part := (time - s.Start) / s.Duration()
	return other.clamp(other.Start + float64(part*other.Duration()))
}
