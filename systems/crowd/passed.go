package crowd

import (
	"iter"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/motion"
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
			c := m.crowd
			played := c.played(motion.Clip)
			if played == nil || !(weight > 0) || played.Skeleton != c.library.Skeleton(c.skeletonOf(m.entity)) {
				continue
			}
			if played.Single == motion.Clip {
				if !passed(motion.Clip, played.Clip, between(p, motion, played, from, to), weight, yield) {
					return
				}
				continue
			}
			for _, fired := range c.fired(p, motion, played, from, to) {
				if clip := c.library.Clip(fired.clip); clip != nil && !passed(fired.clip, clip, fired.step, weight, yield) {
					return
				}
			}
		}
	}
}

// passed yields the markers that a clip passes in a step. It reports whether to go on.
func passed(id assets.ClipID, c *assets.Clip, step playback.Step, weight float32, yield func(Passed) bool) bool {
	crossings := playback.Cross(step, c.Markers(), playback.Span{Start: c.Start(), End: c.End()})
	for k, ok := crossings.Next(); ok; k, ok = crossings.Next() {
		if marker := c.Markers()[k]; weight >= marker.MinWeight && !yield(Passed{id, k, marker, weight}) {
			return false
		}
	}
	return true
}

// firedStep is a step of a clip of a blend space whose markers fire.
type firedStep struct {
	clip assets.ClipID
	step playback.Step
}

// fired returns the steps whose markers a blend space fires between two times of the crowd: those of
// the clip with the largest weight. They are not in memory that yield may reach.
func (c *Crowd) fired(p *components.CrowdPlayer, m *components.CrowdMotion, played *motion.Asset, from,
	to float64,
) (steps []firedStep) {
	c.frame.WantsSteps = false
	c.mix(m, played, between(p, m, played, from, to))
	for _, fired := range c.frame.Fired {
		if fired.Times == 0 {
			steps = append(steps, firedStep{c.frame.Inputs[fired.Input].Clip, fired.Step})
		}
	}
	return steps
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
func between(p *components.CrowdPlayer, m *components.CrowdMotion, played *motion.Asset, from,
	to float64,
) playback.Step {
	a, b := crowdstore.Advance(m, played, max(0, from-p.Since)), crowdstore.Advance(m, played, to-p.Since)
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
	if played, _ := m.crowd.shownMotion(&l.Motion, to-p.Since, skeleton); played == nil {
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
	c := m.crowd
	played := c.played(motion.Clip)
	if played == nil {
		return clip.Motion{}
	}
	step := between(p, motion, played, from, to)
	if played.Single == motion.Clip {
		return traveled(played.Clip, &step)
	}
	c.frame.WantsSteps = true
	c.mix(motion, played, step)
	var sum clip.Motion
	for i := range c.frame.Inputs {
		input := &c.frame.Inputs[i]
		sum = sum.AddScaled(traveled(c.library.Clip(input.Clip), &input.Step), float64(input.Weight))
	}
	return sum
}

// traveled returns the root motion of a clip, which may be nil, in a step.
func traveled(c *assets.Clip, step *playback.Step) clip.Motion {
	switch {
	case c == nil || c.RootMotion() == nil:
		return clip.Motion{}
	case step.PingPong:
		return c.RootMotion().Delta(step.From, step.To)
	}
	wraps := step.LoopsDone
	if step.Finished && wraps > 0 {
		wraps-- // the last loop ends without a wrap
	}
	return c.RootMotion().Travel(step.From, step.To, int(min(wraps, 1<<30)), step.Backward)
}
