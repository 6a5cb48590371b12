package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
)

// Playback plays a clip, or a blend space whose clips share a phase.
type Playback struct {
	Clip      *assets.Clip // nil for nothing
	Space     *blendspace.Space
	Find      func(assets.ClipID) *assets.Clip // finds the clips of a blend space
	X, Y      float64                          // position in the blend space
	Time      float64                          // seconds in the clip, or the phase from 0 to 1
	Speed     float64
	Mode      assets.PlayMode
	LoopLimit int // 0 for no limit
	LoopsDone int
	Backward  bool // moves opposite to its speed: a ping-pong that turned around, or one that follows a leader
	Finished  bool
}

// Interval is a range of a playback's time that is played in one direction: backward if To < From.
// It contains From, and To only if it is Closed.
type Interval struct {
	From, To float64
	Closed   bool
	AtEnd    bool // it reaches an end of the span
}

func (i Interval) backward() bool { return i.To < i.From }

// Span returns the range of the playback's time.
func (p *Playback) Span() (start, end float64) {
	switch {
	case p.Space != nil:
		return 0, 1
	case p.Clip != nil:
		return p.Clip.Start(), p.Clip.End()
	}
	return 0, 0
}

// visible reports whether the playback poses the character.
func (p *Playback) visible() bool {
	return (p.Clip != nil || p.Space != nil) && !(p.Finished && p.Mode == assets.Once)
}

// advance plays for a number of seconds, from one end of the span to the next. It returns the
// intervals that it played, and reports whether it finished.
func (p *Playback) advance(seconds float64) (intervals []Interval, finished bool) {
	start, end := p.Span()
	if !(end > start) {
		return nil, false
	}
	distance := math.Abs(p.Speed * seconds)
	if math.IsNaN(distance) || math.IsInf(distance, 0) {
		distance = 0
	}
	if p.Space != nil {
		distance /= p.Space.CycleDuration(p.weights())
	}
	if p.Mode != assets.PingPong && !p.Finished {
		p.Backward = false
	}
	backward := (p.Speed < 0) != p.Backward
	loops := p.Mode == assets.Loop || p.Mode == assets.PingPong
	if math.IsNaN(p.Time) || math.IsInf(p.Time, 0) {
		p.Time = start
	}
	if !loops || p.Finished {
		p.Time = Clamp(p.Time, start, end)
	}
	if p.Finished {
		return nil, false
	}
	near, far := start, end
	if backward {
		near, far = end, start
	}
	switch {
	case p.Mode == assets.Loop && p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit:
		p.Time, p.Finished = far, true
		return nil, true
	case p.Mode == assets.Loop:
		if p.Time < start || p.Time > end {
			p.Time = Loop(p.Time, start, end)
		}
		if p.Time == far {
			p.Time = near
		}
	case p.Mode == assets.PingPong:
		if p.Time < start || p.Time > end {
			p.Time = Loop(p.Time, start, start+2*(end-start))
			if p.Time > end {
				p.Time, p.Backward, backward = 2*end-p.Time, !p.Backward, !backward
				near, far = far, near
			}
		}
		if p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit {
			p.Finished = true
			return nil, true
		}
	}
	for distance > 0 {
		left := math.Abs(far - p.Time)
		if next := p.Time + distance; !backward && next < end {
			return append(intervals, Interval{p.Time, next, false, false}), p.stop(next)
		} else if next := p.Time - distance; backward && next > start {
			return append(intervals, Interval{p.Time, next, false, false}), p.stop(next)
		}
		distance -= left
		p.LoopsDone++
		last := !loops || p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit
		intervals = append(intervals, Interval{p.Time, far, last || p.Mode == assets.Loop, true})
		switch {
		case last:
			if !loops {
				p.LoopsDone-- // a playback that does not loop completes no loop
			}
			p.Time, p.Finished = far, true
			return intervals, true
		case p.Mode == assets.PingPong:
			p.Time, p.Backward, backward = far, !p.Backward, !backward
			near, far = far, near
		default:
			p.Time = near
		}
	}
	return intervals, false
}

// stop stays at a time inside the span, and returns false: the playback is not finished.
func (p *Playback) stop(time float64) bool {
	p.Time = time
	return false
}

// weights returns the weights of the blend space's clips.
func (p *Playback) weights() []blendspace.Weight {
	return p.Space.Weights(float32(p.X), float32(p.Y), nil)
}

// clipPart is a clip's part in a playback: its weight, its time in seconds, and the intervals that
// it played.
type clipPart struct {
	clip        *assets.Clip
	id          assets.ClipID
	weight      float64
	time        float64
	intervals   []Interval
	firesEvents bool
}

// clipParts returns the clips of a playback that played the intervals. In a blend space only the
// heaviest clip fires events.
func (p *Playback) clipParts(intervals []Interval) []clipPart {
	if p.Space == nil {
		return []clipPart{{clip: p.Clip, weight: 1, time: p.Time, intervals: intervals, firesEvents: true}}
	}
	var all []clipPart
	heaviest := 0
	for i, weight := range p.weights() {
		id := p.Space.Samples()[weight.Index].Clip
		one := clipPart{clip: p.Find(id), id: id, weight: float64(weight.Weight)}
		if one.clip != nil {
			at := func(phase float64) float64 {
				return one.clip.Start() + (p.Space.UnwrappedTime(weight.Index, phase) - one.clip.Start())
			}
			one.time = at(p.Time)
			if beyond := one.time - one.clip.End(); beyond > 1e-9 {
				one.time = Loop(one.time, one.clip.Start(), one.clip.End())
			}
			for _, interval := range intervals {
				one.intervals = append(one.intervals,
					unrolledIntervals(one.clip, at(interval.From), at(interval.To), interval)...)
			}
		}
		all = append(all, one)
		if all[heaviest].weight < one.weight {
			heaviest = i
		}
	}
	all[heaviest].firesEvents = true
	return all
}

// unrolledIntervals splits a range of seconds, which may extend beyond the clip, into intervals in
// the clip. The range belongs to an interval of the phase.
func unrolledIntervals(c *assets.Clip, from, to float64, phase Interval) []Interval {
	d := c.Duration()
	if !(d > 0) {
		return nil
	}
	const near = 1e-12              // fraction of the clip's duration
	if from == to && phase.Closed { // it was at the end before
		if phase.To == 0 {
			return []Interval{{From: c.Start(), To: c.Start(), Closed: true}}
		}
		return []Interval{{From: c.End(), To: c.End(), Closed: true}}
	}
	var intervals []Interval
	bound := c.Start() + d*math.Floor((from-c.Start())/d+near) // where the loop that contains from begins
	if phase.backward() {
		bound = c.End() - d*math.Floor((c.End()-from)/d+near)
		for ; to < bound-d-near*d; bound -= d {
			intervals = append(intervals, Interval{From: from - bound + c.End(), To: c.Start(), Closed: true})
			from = bound - d
		}
		return append(intervals,
			Interval{From: from - bound + c.End(), To: to - bound + c.End(), Closed: phase.Closed && phase.To == 0})
	}
	for ; to > bound+d+near*d; bound += d {
		intervals = append(intervals, Interval{From: from - bound + c.Start(), To: c.End(), Closed: true})
		from = bound + d
	}
	return append(intervals, Interval{
		From: from - bound + c.Start(), To: to - bound + c.Start(),
		Closed: phase.Closed && phase.To == 1,
	})
}

// crossedMarkers returns the indices of the markers in the intervals, in the order of play.
func crossedMarkers(c *assets.Clip, intervals []Interval) []int {
	var all []int
	markers := c.Markers()
	for _, interval := range intervals {
		for k := range markers {
			i := k
			var inside bool
			if interval.backward() {
				i = len(markers) - 1 - k
				inside = markers[i].Time <= interval.From &&
					(markers[i].Time > interval.To || interval.Closed && markers[i].Time == interval.To)
			} else {
				inside = markers[i].Time >= interval.From &&
					(markers[i].Time < interval.To || interval.Closed && markers[i].Time == interval.To)
			}
			if inside {
				all = append(all, i)
			}
		}
	}
	return all
}
