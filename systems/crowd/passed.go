package crowd

import (
	"iter"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/playback"
	"github.com/sinew-go/sinew/systems/internal/crowdstore"
)

// Passed is a marker that a member passed.
type Passed struct {
	Clip   assets.ClipID
	Index  int // of the marker in [clip.Clip.Markers]
	Marker clip.Marker
	Weight float32 // of the clip, at the later of the two times
}

// Markers returns the markers that a member passes between two times of the crowd, in seconds:
// those that a character would fire as events. The first time counts, the second does not, so that
// calls for consecutive stretches return each marker once. It counts from the time of the member's
// last change: before it there are none. Markers whose MinWeight is above the weight are left out.
// Markers that Motions[0] passes come before markers that Motions[1] passes.
func (m Member) Markers(from, to float64) iter.Seq[Passed] {
	return func(yield func(Passed) bool) {
		p, err := m.crowd.player(m.entity)
		if err != nil {
			return
		}
		for i := range p.Motions {
			motion := &p.Motions[i]
			c, weight := m.crowd.library.Clip(motion.Clip), weightOf(p, i, to)
			if c == nil || !(weight > 0) || c.Skeleton() != m.crowd.library.Skeleton(m.crowd.skeletonOf(m.entity)) {
				continue
			}
			crossings := playback.Cross(between(p, motion, c, from, to), c.Markers(), playback.Span{Start: c.Start(), End: c.End()})
			for k, ok := crossings.Next(); ok; k, ok = crossings.Next() {
				if marker := c.Markers()[k]; weight >= marker.MinWeight &&
					!yield(Passed{motion.Clip, k, marker, weight}) {
					return
				}
			}
		}
	}
}

// weightOf returns the weight of a motion at a time of the crowd.
func weightOf(p *components.CrowdPlayer, motion int, time float64) float32 {
	weight := crowdstore.Weight(p, time-p.Since)
	if motion == 0 {
		return 1 - weight
	}
	return weight
}

// between returns the step that a motion makes from one time of the crowd to another.
func between(p *components.CrowdPlayer, motion *components.CrowdMotion, c *assets.Clip, from,
	to float64,
) playback.Step {
	a, b := crowdstore.Advance(motion, c, max(0, from-p.Since)), crowdstore.Advance(motion, c, to-p.Since)
	if a.Finished || !(to > from) {
		return playback.Step{From: a.To, To: a.To}
	}
	return playback.Step{
		From: a.To, To: b.To, LoopsDone: b.LoopsDone - a.LoopsDone, Backward: a.EndsBackward(), PingPong: b.PingPong,
		Finished: b.Finished,
	}
}

// RootMotion returns the root motion of a member's clips between two times of the crowd, in
// seconds: the mean by the weights at the later one, in the space of the member at the earlier one.
// It does not move the member: a program does that by [Member.Move].
func (m Member) RootMotion(from, to float64) clip.Motion {
	var sum clip.Motion
	p, err := m.crowd.player(m.entity)
	if err != nil {
		return sum
	}
	for i := range p.Motions {
		motion := &p.Motions[i]
		c, weight := m.crowd.library.Clip(motion.Clip), weightOf(p, i, to)
		if c == nil || !(weight > 0) || c.RootMotion() == nil {
			continue
		}
		step := between(p, motion, c, from, to)
		wraps := 0
		if motion.Mode == assets.Loop {
			wraps = int(min(step.LoopsDone, 1<<31))
		}
		sum = sum.AddScaled(c.RootMotion().Travel(step.From, step.To, wraps, step.Backward), float64(weight))
	}
	return sum
}
