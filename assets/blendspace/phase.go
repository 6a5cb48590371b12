package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// phaseMap is the common phase of several clips. A cycle is the phase from 0 to 1, divided into
// intervals between sync markers. In each interval the time of every clip is proportional to the
// phase.
type phaseMap struct {
	bounds []float64 // the phases at which the intervals begin and end: 0, ..., 1
	tracks []phaseTrack
}

// phaseTrack maps the common phase to the time of one clip.
type phaseTrack struct {
	markers       syncTrack
	first         int     // the index of the marker at phase 0
	markerRepeats int     // how many times the sequence of marker names repeats in the clip
	loops         int     // how many times the clip plays in one cycle of the phase
	start, end    float64 // of the clip, in seconds
	speed         float64
	// times are the unwrapped clip times at the bounds in seconds: they continue beyond the clip's
	// end when it loops. They increase, or are all equal for a clip without a duration.
	times           []float64
	secondsPerCycle float64 // the duration of one cycle for this clip at its speed

	hasMarkers, hasRootMotion bool // of the clip
}

// newPhaseMap returns the common phase of tracks. The sequence of marker names has the given number
// of markers, and repeats the given number of times in a cycle, after which all clips are back
// where they began. The width of an interval is the mean of its fractions of the clips with
// markers.
func newPhaseMap(tracks []phaseTrack, repeats, markers int) phaseMap {
	m := phaseMap{bounds: make([]float64, repeats*markers+1), tracks: tracks}
	n := len(m.bounds) - 1
	withMarkers := 0
	for i := range tracks {
		t := &tracks[i]
		t.loops = 1
		if len(t.markers) == 0 {
			continue
		}
		withMarkers++
		t.loops = repeats / t.markerRepeats
		t.times = make([]float64, n+1)
		for k := range t.times {
			i := t.first + k
			t.times[k] = t.markers[i%len(t.markers)].Time + float64(float64(i/len(t.markers))*(t.end-t.start))
		}
		whole := t.times[n] - t.times[0]
		for k := 1; k < n; k++ {
			m.bounds[k] += (t.times[k] - t.times[0]) / whole
		}
	}
	for k := 1; k < n; k++ {
		m.bounds[k] /= float64(withMarkers)
	}
	m.bounds[n] = 1
	for i := range tracks {
		t := &tracks[i]
		if t.times == nil {
			t.times = make([]float64, n+1)
			for k, bound := range m.bounds {
				t.times[k] = t.start + float64(bound*(t.end-t.start))
			}
			t.times[n] = t.end
		}
		t.secondsPerCycle = float64((t.end-t.start)*float64(t.loops)) / t.speed
	}
	return m
}

// findInterval returns the index i of the interval with bounds[i] <= x < bounds[i+1]. Numbers
// outside the bounds are in the first or last interval.
func findInterval(bounds []float64, x float64) int {
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

// interpolate returns the value at x of the line from (x0, y0) to (x1, y1), at most y1, for x0 <= x
// <= x1.
func interpolate(x, x0, x1, y0, y1 float64) float64 {
	if !(x1 > x0) {
		return y0
	}
	if y := y0 + float64((x-x0)/(x1-x0)*(y1-y0)); !(y > y1) {
		return y
	}
	return y1
}

// wrapPhase returns the fraction of a phase in [0, 1) and the completed cycles. A phase that is not
// finite becomes 0.
func wrapPhase(phase float64) (fraction, cycles float64) {
	if !(phase >= 0 && phase < 1) {
		phase, cycles = wrapFarPhase(phase)
	}
	return phase, cycles
}

// wrapFarPhase is [wrapPhase] for any phase. It is apart so that wrapPhase is inlined.
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

// unwrappedTime returns the time of the clip in seconds at a phase in [0, 1). It continues beyond
// the clip's end when the clip loops.
func (t *phaseTrack) unwrappedTime(bounds []float64, phase float64) float64 {
	if len(t.times) == 2 { // without sync markers: the phase is the fraction of the duration
		if time := t.times[0] + float64(phase*(t.times[1]-t.times[0])); !(time > t.times[1]) {
			return time
		}
		return t.times[1]
	}
	k := findInterval(bounds, phase)
	return interpolate(phase, bounds[k], bounds[k+1], t.times[k], t.times[k+1])
}

// time returns the time of the clip in seconds at any phase, in [start, end).
func (t *phaseTrack) time(bounds []float64, phase float64) float64 {
	phase, _ = wrapPhase(phase)
	return t.wrap(t.unwrappedTime(bounds, phase))
}

// wrap wraps an unwrapped time into the clip, to [start, end).
func (t *phaseTrack) wrap(seconds float64) float64 {
	if seconds >= t.start && seconds < t.end { // as mostly, without a call
		return seconds
	}
	return exact.Wrap(seconds, t.start, t.end)
}
