package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
)

// phaseMap is the common phase of several clips: 0 to 1 is one time round for all, in intervals between sync markers. In each the
// time of every clip goes in proportion to the phase.
type phaseMap struct {
	bounds []float64 // of the intervals in phase: 0, ..., 1
	tracks []phaseTrack
}

// phaseTrack is one clip in the common phase.
type phaseTrack struct {
	markers      SyncTrack
	first        int // the marker at which the phase begins
	markerCycles int // how often the cycle of markers goes round in the clip
	loops        int // how often the clip is played through in one round of the phase
	start, end   float64
	speed        float64
	// times are those of the bounds in seconds of the clip, going on beyond its end as it loops; rising, or for a clip of no
	// duration all the same.
	times           []float64
	secondsPerCycle float64 // the seconds that one round of the phase takes this clip at its speed
}

// newPhaseMap lays out the phase for tracks whose cycle has that many markers and comes round that often until all are where they
// began. Each interval gets the mean of the shares that it has of the clips with markers.
func newPhaseMap(tracks []phaseTrack, rounds, markers int) phaseMap {
	m := phaseMap{bounds: make([]float64, rounds*markers+1), tracks: tracks}
	n := len(m.bounds) - 1
	marked := 0
	for i := range tracks {
		t := &tracks[i]
		t.loops = 1
		if len(t.markers) == 0 {
			continue
		}
		marked++
		t.loops = rounds / t.markerCycles
		t.times = make([]float64, n+1)
		for k := range t.times {
			at := t.first + k
			t.times[k] = t.markers[at%len(t.markers)].Time + float64(float64(at/len(t.markers))*(t.end-t.start))
		}
		whole := t.times[n] - t.times[0]
		for k := 1; k < n; k++ {
			m.bounds[k] += (t.times[k] - t.times[0]) / whole
		}
	}
	for k := 1; k < n; k++ {
		m.bounds[k] /= float64(marked)
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

// interval returns which interval holds the number; bounds are rising.
func findInterval(bounds []float64, x float64) int {
	low, high := 0, len(bounds)-1
	for high-low > 1 {
		if middle := (low + high) / 2; bounds[middle] <= x {
			low = middle
		} else {
			high = middle
		}
	}
	return low
}

// straight returns the value at x of the line from (x0, y0) to (x1, y1), x0 <= x <= x1, no further than its ends.
func interpolate(x, x0, x1, y0, y1 float64) float64 {
	if !(x1 > x0) {
		return y0
	}
	return min(y1, y0+float64((x-x0)/(x1-x0)*(y1-y0)))
}

// wrapPhase brings a phase into [0, 1) and returns it with the whole rounds taken off. A phase that is not finite becomes 0.
func wrapPhase(phase float64) (fraction, rounds float64) {
	if phase >= 0 && phase < 1 {
		return phase, 0
	}
	if math.IsNaN(phase) || math.IsInf(phase, 0) {
		return 0, 0
	}
	rounds = math.Floor(phase)
	if fraction = phase - rounds; fraction < 1 {
		return fraction, rounds
	}
	return 0, rounds + 1 // from just below 0
}

// unrolled returns the seconds of the clip for a phase in [0, 1), going on beyond its end as it loops.
func (t *phaseTrack) unwrappedTime(bounds []float64, phase float64) float64 {
	k := findInterval(bounds, phase)
	return interpolate(phase, bounds[k], bounds[k+1], t.times[k], t.times[k+1])
}

// wrap brings such seconds into the clip, [start, end).
func (t *phaseTrack) wrap(seconds float64) float64 {
	return clip.WrapTime(seconds, t.start, t.end)
}
