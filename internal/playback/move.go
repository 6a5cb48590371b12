package playback

import "math"

// Endless is how many passes are left in a loop or ping-pong without end.
const Endless uint64 = math.MaxUint64

// maxPasses is what a step's passes are cut to; a whole float64, and far below Endless.
const maxPasses = 1 << 62

// Once moves on from a time by a way, both in the span's unit, and stops at the end of the span. A way that is not positive and
// finite moves nothing; a time outside the span is clamped, one that is not finite is the start.
func Once(span Span, from, way float64, backward bool) Step {
	from = span.clamp(finite(span, from))
	s := Step{From: from, To: from, Backward: backward}
	if !moves(from, way) {
		return s
	}
	end := span.End
	if backward {
		end, way = span.Start, -way
	}
	s.To = span.clamp(from + way)
	if s.To == end {
		s.LoopsDone, s.Finished = 1, true
	}
	return s
}

// Loop moves on from a time by a way and goes on from the other end of the span where it reaches one, so often as there are passes
// left; then it stops at the end. With none left it is there at once, without passing anything. A time outside the span is brought into it
// by whole durations; else all is as with [Once]. Through a span of no duration nothing moves and no pass is ever made.
func Loop(span Span, from, way float64, backward bool, left uint64) Step {
	from = finite(span, from)
	near, far := span.Start, span.End
	if backward {
		near, far = far, near
	}
	s := Step{From: span.Start, To: span.Start, Backward: backward}
	duration := span.Duration()
	if !(duration > 0) {
		return s
	}
	switch {
	case left == 0:
		s.From, s.To, s.Finished = far, far, true
		return s
	case from < span.Start || from > span.End:
		from = span.clamp(span.Start + modulo(from-span.Start, duration))
	}
	if from == far {
		from = near
	}
	s.From, s.To = from, from
	if !moves(from, way) {
		return s
	}
	if to, inside := inside(span, from, way, backward); inside {
		s.To = to
		return s
	}
	passes, rest := divide(math.Abs(from-near)+way, duration)
	if s.LoopsDone = passes; s.LoopsDone >= left {
		s.LoopsDone, s.To, s.Finished = left, far, true
		return s
	}
	if s.To = onward(near, rest, backward); !within(span, s.To, backward) {
		s.To = near // by rounding it is at the far end
		s.LoopsDone++
		if s.LoopsDone >= left {
			s.To, s.Finished = far, true
		}
	}
	return s
}

// PingPong moves on from a time by a way and turns where it reaches an end of the span, so often as there are passes left; then it
// stops at the end. With none left it has stopped where it is. A time outside the span is folded back into it, which may turn the
// direction: see [Step.Backward]. Else all is as with [Loop].
func PingPong(span Span, from, way float64, backward bool, left uint64) Step {
	from = finite(span, from)
	s := Step{From: span.Start, To: span.Start, Backward: backward, PingPong: true}
	duration := span.Duration()
	if !(duration > 0) {
		return s
	}
	if from < span.Start || from > span.End {
		x := modulo(from-span.Start, duration+duration)
		if x > duration {
			x = duration + duration - x
			s.Backward = !s.Backward
		}
		from = span.clamp(span.Start + x)
	}
	s.From, s.To = from, from
	if left == 0 {
		s.Finished = true
		return s
	}
	if !moves(from, way) {
		return s
	}
	if to, inside := inside(span, from, way, s.Backward); inside {
		s.To = to
		return s
	}
	near, far := span.Start, span.End
	if s.Backward {
		near, far = far, near
	}
	passes, rest := divide(math.Abs(from-near)+way, duration)
	if s.LoopsDone = passes; s.LoopsDone >= left {
		s.LoopsDone, s.Finished = left, true
	}
	falling := s.EndsBackward()
	if falling != s.Backward {
		near, far = far, near
	}
	if s.To = far; !s.Finished {
		s.To = span.clamp(onward(near, rest, falling))
	}
	return s
}

// finite returns the time, or the start for one that is not finite.
func finite(span Span, time float64) float64 {
	if time-time != 0 {
		return span.Start
	}
	return time
}

// moves says whether the way is one that can be gone.
func moves(from, way float64) bool {
	end := math.Abs(from) + way
	return way > 0 && end-end == 0
}

// onward returns the time that is so far ahead of a time.
func onward(time, way float64, backward bool) float64 {
	if backward {
		return time - way
	}
	return time + way
}

// within says whether the time has not reached the end of the span that it moves to.
func within(span Span, time float64, backward bool) bool {
	if backward {
		return time > span.Start
	}
	return time < span.End
}

// inside returns where a step ends that reaches no end of the span, and whether it is such a one. It is found by one addition, so
// that it is never behind where the step began.
func inside(span Span, from, way float64, backward bool) (float64, bool) {
	to := onward(from, way, backward)
	return to, within(span, to, backward)
}

// divide returns how many whole durations are in a way that is known to have reached the first, and the rest.
func divide(way, duration float64) (passes uint64, rest float64) {
	rest = math.Mod(way, duration)
	// The quotient of the two may round up to a whole that the rest does not bear out; what is left without the rest is whole.
	whole := math.Floor((way-rest)/duration + 0.5)
	if whole < 1 { // by rounding the way ends below one duration
		return 1, 0
	}
	return uint64(min(whole, maxPasses)), rest
}

// modulo returns x in [0, m) by whole m.
func modulo(x, m float64) float64 {
	if x >= 0 && x < m {
		return x
	}
	x = math.Mod(x, m)
	if x < 0 {
		x += m
	}
	if x >= m { // a tiny negative rest rounds up to m
		return 0
	}
	return x
}
