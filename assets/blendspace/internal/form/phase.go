package form

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Phase is the common phase of several clips. A cycle is the phase from 0 to 1, divided into
// intervals between sync markers. In each interval the time of every clip is proportional to the
// phase.
type Phase struct {
	Bounds []float64 // the phases at which the intervals begin and end: 0, ..., 1
	Tracks []Track
}

// Track maps the common phase to the time of one clip.
type Track struct {
	Loops      int     // how many times the clip plays in one cycle of the phase
	Start, End float64 // of the clip, in seconds
	Speed      float64
	// Times are the unwrapped clip times at the bounds in seconds: they continue beyond the clip's
	// end when it loops. They increase, or are all equal for a clip without a duration.
	Times           []float64
	SecondsPerCycle float64 // the duration of one cycle for this clip at its speed

	HasMarkers, HasRootMotion bool // of the clip
}

// FindInterval returns the index i of the interval with bounds[i] <= x < bounds[i+1]. Numbers
// outside the bounds are in the first or last interval.
func FindInterval(bounds []float64, x float64) int {
	low, high := 0, len(bounds)-1
	for high-low > 1 {
		if middle := int(uint(low+high) / 2); bounds[middle] <= x {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// Interpolate returns the value at x of the line from (x0, y0) to (x1, y1), at most y1, for x0 <= x
// <= x1.
func Interpolate(x, x0, x1, y0, y1 float64) float64 {
	if !(x1 > x0) {
		return y0
	}
	if y := y0 + float64((x-x0)/(x1-x0)*(y1-y0)); !(y > y1) {
		return y
	}
	return y1
}

// WrapPhase returns the fraction of a phase in [0, 1) and the completed cycles. A phase that is not
// finite becomes 0.
func WrapPhase(phase float64) (fraction, cycles float64) {
	if !(phase >= 0 && phase < 1) {
		phase, cycles = wrapFarPhase(phase)
	}
	return phase, cycles
}

// wrapFarPhase is [WrapPhase] for any phase. It is apart so that WrapPhase is inlined.
//
//go:noinline
func wrapFarPhase(phase float64) (fraction, cycles float64) {
	if !exact.IsFinite(phase) {
		return 0, 0
	}
	cycles = math.Floor(phase)
	if fraction = phase - cycles; fraction < 1 {
		return fraction, cycles
	}
	return 0, cycles + 1 // a phase just below an integer
}

// UnwrappedTime returns the time of the clip in seconds at a phase in [0, 1). It continues beyond
// the clip's end when the clip loops.
func (t *Track) UnwrappedTime(bounds []float64, phase float64) float64 {
	if len(t.Times) == 2 { // without sync markers: the phase is the fraction of the duration
		if time := t.Times[0] + float64(phase*(t.Times[1]-t.Times[0])); !(time > t.Times[1]) {
			return time
		}
		return t.Times[1]
	}
	k := FindInterval(bounds, phase)
	return Interpolate(phase, bounds[k], bounds[k+1], t.Times[k], t.Times[k+1])
}

// Time returns the time of the clip in seconds at any phase, in [start, end).
func (t *Track) Time(bounds []float64, phase float64) float64 {
	phase, _ = WrapPhase(phase)
	return t.Wrap(t.UnwrappedTime(bounds, phase))
}

// Wrap wraps an unwrapped time into the clip, to [start, end).
func (t *Track) Wrap(seconds float64) float64 {
	if seconds >= t.Start && seconds < t.End { // as mostly, without a call
		return seconds
	}
	return exact.Wrap(seconds, t.Start, t.End)
}

// OrEnd returns the clip's time at a phase, or the clip's end in place of its start at phase 1.
func (t *Track) OrEnd(time, phase float64) float64 {
	if phase >= 1 && time == t.Start {
		return t.End
	}
	return time
}

// WrapWithLoops wraps a time in seconds, which may lie beyond the clip, into the clip. It returns
// the wrapped time and the number of loops before it in the direction of play. A time at an end
// belongs to the next loop.
func (t *Track) WrapWithLoops(seconds float64, backward bool) (time float64, loops int64) {
	duration := t.End - t.Start
	normalized := (seconds - t.Start) / duration
	whole := math.Floor(normalized + 0.5)
	if math.Abs(normalized-whole) > 1e-12 { // otherwise it is an end, apart from rounding
		whole = math.Floor(normalized)
		time = seconds - float64(whole*duration)
		if backward {
			return time, -int64(whole)
		}
		return time, int64(whole)
	}
	if backward {
		return t.End, 1 - int64(whole)
	}
	return t.Start, int64(whole)
}
