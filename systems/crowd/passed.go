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
// Markers that Motions[0] passes come before markers that Motions[1] passes, and those of
// [Member.Overlay] last.
func (m Member) Markers(from, to float64) iter.Seq[Passed] {
	return func(yield func(Passed) bool) {
		p, err := m.crowd.player(m.entity)
		if err != nil {
			return
		}
		for i := range len(p.Motions) + 1 {
			motion, weight := m.motionAt(p, i, to)
			if motion == nil {
				return
			}
			c := m.crowd.library.Clip(motion.Clip)
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

// motionAt returns one of a player's motions, or with the next index that of the layer, or nil if
// there is none, and its weight at a time of the crowd.
func (m Member) motionAt(p *components.CrowdPlayer, i int, time float64) (*components.CrowdMotion, float32) {
	if i < len(p.Motions) {
		return &p.Motions[i], weightOf(p, i, time)
	}
	if l, _, weight := m.layerAt(p, time); l != nil {
		return &l.Motion, weight
	}
	return nil, 0
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
// What is played over counts as much as it weighs on the first joint. It does not move the member:
// a program does that by [Member.Move].
func (m Member) RootMotion(from, to float64) clip.Motion {
	var sum clip.Motion
	p, err := m.crowd.player(m.entity)
	if err != nil {
		return sum
	}
	for i := range p.Motions {
		motion := &p.Motions[i]
		if weight := weightOf(p, i, to); weight > 0 {
			sum = sum.AddScaled(m.travel(p, motion, from, to), float64(weight))
		}
	}
	l, mask, weight := m.layerAt(p, to)
	if !(weight > 0) {
		return sum
	}
	skeleton := m.crowd.library.Skeleton(m.crowd.skeletonOf(m.entity))
	if c, _ := m.crowd.shownClip(&l.Motion, to-p.Since, skeleton); c == nil {
		return sum
	}
	part := float64(weight)
	if mask != nil {
		part *= float64(mask.Weight(0))
	}
	return clip.Motion{}.AddScaled(sum, 1-part).AddScaled(m.travel(p, &l.Motion, from, to), part)
}

// travel returns the root motion of a motion between two times of the crowd.
func (m Member) travel(p *components.CrowdPlayer, motion *components.CrowdMotion, from, to float64) clip.Motion {
	c := m.crowd.library.Clip(motion.Clip)
	if c == nil || c.RootMotion() == nil {
		return clip.Motion{}
	}
	step := between(p, motion, c, from, to)
	wraps := 0
	if motion.Mode == assets.Loop {
		wraps = int(min(step.LoopsDone, 1<<31))
	}
	return c.RootMotion().Travel(step.From, step.To, wraps, step.Backward)
}
