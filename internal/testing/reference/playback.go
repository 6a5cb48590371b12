package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
)

// Playing is a motion that is played: a clip, or a blend space whose clips share a phase.
type Playback struct {
	Clip      *assets.Clip // nil plays nothing
	Space     *assets.BlendSpace
	Find      func(assets.ClipID) *assets.Clip // the clips of a blend space
	X, Y      float64
	Time      float64 // seconds of the clip, or the phase
	Speed     float64
	Mode      assets.PlayMode
	LoopLimit int
	LoopsDone int
	Backward  bool // a ping-pong on its way back
	Finished  bool
}

// Leg is a stretch of time that a motion passes in one direction. It has its beginning, and its end only where that is Whole.
type Interval struct {
	From, To float64
	Closed   bool
}

func (l Interval) backward() bool { return l.To < l.From }

// Span returns where a motion begins and ends.
func (p *Playback) Span() (start, end float64) {
	switch {
	case p.Space != nil:
		return 0, 1
	case p.Clip != nil:
		return p.Clip.Start(), p.Clip.End()
	}
	return 0, 0
}

// shown says whether there is anything to see.
func (p *Playback) visible() bool {
	return (p.Clip != nil || p.Space != nil) && !(p.Finished && p.Mode == assets.Once)
}

// advance moves a motion on by seconds, end by end, and returns the legs and whether it has come to its end for good.
func (p *Playback) advance(seconds float64) (legs []Interval, finished bool) {
	start, end := p.Span()
	if !(end > start) {
		return nil, false
	}
	way := math.Abs(p.Speed * seconds)
	if math.IsNaN(way) || math.IsInf(way, 0) {
		way = 0
	}
	if p.Space != nil {
		way /= p.Space.Duration(p.weights())
	}
	falling := p.Speed < 0
	if p.Mode == assets.PingPong {
		falling = falling != p.Backward
	}
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
	if falling {
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
				p.Time, p.Backward, falling = 2*end-p.Time, !p.Backward, !falling
				near, far = far, near
			}
		}
		if p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit {
			p.Finished = true
			return nil, true
		}
	}
	for way > 0 {
		left := math.Abs(far - p.Time)
		if next := p.Time + way; !falling && next < end {
			return append(legs, Interval{p.Time, next, false}), p.stop(next)
		} else if next := p.Time - way; falling && next > start {
			return append(legs, Interval{p.Time, next, false}), p.stop(next)
		}
		way -= left
		p.LoopsDone++
		last := !loops || p.LoopLimit > 0 && p.LoopsDone >= p.LoopLimit
		legs = append(legs, Interval{p.Time, far, last || p.Mode == assets.Loop})
		switch {
		case last:
			if !loops {
				p.LoopsDone-- // only loops count
			}
			p.Time, p.Finished = far, true
			return legs, true
		case p.Mode == assets.PingPong:
			p.Time, p.Backward, falling = far, !p.Backward, !falling
			near, far = far, near
		default:
			p.Time = near
		}
	}
	return legs, false
}

func (p *Playback) stop(time float64) bool {
	p.Time = time
	return false
}

func (p *Playback) weights() []blendspace.Weight {
	return p.Space.Weights(float32(p.X), float32(p.Y), nil)
}

// part is a clip that a motion plays, with its share, its time and the legs that it passed.
type clipPart struct {
	clip        *assets.Clip
	id          assets.ClipID
	weight      float64
	time        float64
	intervals   []Interval
	firesEvents bool
}

// parts returns the clips of a motion that passed legs.
func (p *Playback) clipParts(legs []Interval) []clipPart {
	if p.Space == nil {
		return []clipPart{{clip: p.Clip, weight: 1, time: p.Time, intervals: legs, firesEvents: true}}
	}
	var all []clipPart
	heaviest := 0
	for i, share := range p.weights() {
		id := p.Space.Samples()[share.Index].Clip
		one := clipPart{clip: p.Find(id), id: id, weight: float64(share.Weight)}
		if one.clip != nil {
			at := func(phase float64) float64 {
				return one.clip.Start() + (p.Space.Unrolled(share.Index, phase) - one.clip.Start())
			}
			one.time = at(p.Time)
			if over := one.time - one.clip.End(); over > 1e-9 {
				one.time = Loop(one.time, one.clip.Start(), one.clip.End())
			}
			for _, leg := range legs {
				one.intervals = append(one.intervals, unrolledIntervals(one.clip, at(leg.From), at(leg.To), leg)...)
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

// unrolledLegs brings a leg over seconds that go on beyond the clip into it.
func unrolledIntervals(c *assets.Clip, from, to float64, phase Interval) []Interval {
	d := c.Duration()
	if !(d > 0) {
		return nil
	}
	const near = 1e-12              // parts of the clip
	if from == to && phase.Closed { // it was at the end already
		if phase.To == 0 {
			return []Interval{{c.Start(), c.Start(), true}}
		}
		return []Interval{{c.End(), c.End(), true}}
	}
	var legs []Interval
	turn := c.Start() + d*math.Floor((from-c.Start())/d+near) // where the run began that holds the beginning
	if phase.backward() {
		turn = c.End() - d*math.Floor((c.End()-from)/d+near)
		for ; to < turn-d-near*d; turn -= d {
			legs = append(legs, Interval{from - turn + c.End(), c.Start(), true})
			from = turn - d
		}
		return append(legs, Interval{from - turn + c.End(), to - turn + c.End(), phase.Closed && phase.To == 0})
	}
	for ; to > turn+d+near*d; turn += d {
		legs = append(legs, Interval{from - turn + c.Start(), c.End(), true})
		from = turn + d
	}
	return append(legs, Interval{from - turn + c.Start(), to - turn + c.Start(), phase.Closed && phase.To == 1})
}

// passed returns the indices of the markers that legs pass, in order.
func crossedMarkers(c *assets.Clip, legs []Interval) []int {
	var all []int
	markers := c.Markers()
	for _, leg := range legs {
		for k := range markers {
			i := k
			var inside bool
			if leg.backward() {
				i = len(markers) - 1 - k
				inside = markers[i].Time <= leg.From && (markers[i].Time > leg.To || leg.Closed && markers[i].Time == leg.To)
			} else {
				inside = markers[i].Time >= leg.From && (markers[i].Time < leg.To || leg.Closed && markers[i].Time == leg.To)
			}
			if inside {
				all = append(all, i)
			}
		}
	}
	return all
}
