package playback

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Endless is the number of loops left to a playback without a loop limit.
const Endless uint64 = math.MaxUint64

// maxLoops is the largest number of loops in a step: a whole float64, far below Endless.
const maxLoops = 1 << 62

// Once moves from a time by a distance, both in the unit of the span, and stops at the end of the
// span. A distance that is not positive and finite moves nothing. A time outside the span is
// clamped; a time that is not finite becomes the start.
func Once(span Span, from, distance float64, backward bool) Step {
	from = span.Clamp(finiteOrStart(span, from))
	s := Step{From: from, To: from, Backward: backward}
	if !isDistance(from, distance) {
		return s
	}
	end := span.End
	if backward {
		end, distance = span.Start, -distance
	}
	s.To = span.Clamp(from + distance)
	if s.To == end {
		s.LoopsDone, s.Finished = 1, true
	}
	return s
}

// Loop moves from a time by a distance. When it reaches an end of the span it continues from the
// other one, until no loops are left; then it stops at the end. If none are left to begin with it
// is at the end at once and crosses nothing. A time outside the span is brought into it by whole
// durations; everything else is as for [Once]. A span of no duration allows no move and no loop.
func Loop(span Span, from, distance float64, backward bool, loopsLeft uint64) Step {
	from = finiteOrStart(span, from)
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
	case loopsLeft == 0:
		s.From, s.To, s.Finished = far, far, true
		return s
	case from < span.Start || from > span.End:
		from = span.Clamp(span.Start + modulo(from-span.Start, duration))
	}
	if from == far {
		from = near
	}
	s.From, s.To = from, from
	if !isDistance(from, distance) {
		return s
	}
	if to, inside := moveInside(span, from, distance, backward); inside {
		s.To = to
		return s
	}
	loops, rest := divide(math.Abs(from-near)+distance, duration)
	if s.LoopsDone = loops; s.LoopsDone >= loopsLeft {
		s.LoopsDone, s.To, s.Finished = loopsLeft, far, true
		return s
	}
	if s.To = moved(near, rest, backward); !beforeEnd(span, s.To, backward) {
		s.To = near // rounding put it at the far end
		s.LoopsDone++
		if s.LoopsDone >= loopsLeft {
			s.To, s.Finished = far, true
		}
	}
	return s
}

// PingPong moves from a time by a distance. When it reaches an end of the span it turns around,
// until no loops are left; then it stops at the end. Each way counts as a loop. If none are left to
// begin with it stays where it is. A time outside the span is reflected into it, which may change
// the direction: see [Step.Backward]. Everything else is as for [Loop].
func PingPong(span Span, from, distance float64, backward bool, loopsLeft uint64) Step {
	from = finiteOrStart(span, from)
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
		from = span.Clamp(span.Start + x)
	}
	s.From, s.To = from, from
	if loopsLeft == 0 {
		s.Finished = true
		return s
	}
	if !isDistance(from, distance) {
		return s
	}
	if to, inside := moveInside(span, from, distance, s.Backward); inside {
		s.To = to
		return s
	}
	near, far := span.Start, span.End
	if s.Backward {
		near, far = far, near
	}
	loops, rest := divide(math.Abs(from-near)+distance, duration)
	if s.LoopsDone = loops; s.LoopsDone >= loopsLeft {
		s.LoopsDone, s.Finished = loopsLeft, true
	}
	backwardNow := s.EndsBackward()
	if backwardNow != s.Backward {
		near, far = far, near
	}
	if s.To = far; !s.Finished {
		s.To = span.Clamp(moved(near, rest, backwardNow))
	}
	return s
}

// finiteOrStart returns the time, or the start of the span if it is not finite.
func finiteOrStart(span Span, time float64) float64 {
	if !exact.IsFinite(time) {
		return span.Start
	}
	return time
}

// isDistance reports whether a distance is positive and finite, also when added to a time.
func isDistance(from, distance float64) bool {
	end := math.Abs(from) + distance
	return distance > 0 && exact.IsFinite(end)
}

// moved returns the time at a distance in the direction of play.
func moved(time, distance float64, backward bool) float64 {
	if backward {
		return time - distance
	}
	return time + distance
}

// beforeEnd reports whether a time has not reached the end of the span that it moves toward.
func beforeEnd(span Span, time float64, backward bool) bool {
	if backward {
		return time > span.Start
	}
	return time < span.End
}

// moveInside returns the time at a distance, and reports whether it lies before the end of the
// span. One addition computes it, so that rounding never puts it after from.
func moveInside(span Span, from, distance float64, backward bool) (float64, bool) {
	to := moved(from, distance, backward)
	return to, beforeEnd(span, to, backward)
}

// divide returns the number of whole durations in a distance of at least one, and the remainder.
func divide(distance, duration float64) (loops uint64, rest float64) {
	rest = math.Mod(distance, duration)
	// distance / duration may round up to a whole number that contradicts the remainder; without
	// the remainder it is exact.
	whole := math.Floor((distance-rest)/duration + 0.5)
	if whole < 1 { // rounding put the distance below one duration
		return 1, 0
	}
	return uint64(min(whole, maxLoops)), rest
}

// modulo returns x reduced to [0, m) by a multiple of m.
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
