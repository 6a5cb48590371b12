package clip

import "github.com/sinew-go/sinew/assets/rig"

// Sampler samples clips exactly, into memory of the caller's, and allocates nothing once it has met the clip with the most
// timelines. It remembers where each timeline was last, which makes playing on cheap and changes no result. It must not be
// used by two goroutines at once; the zero Sampler is ready for use.
type Sampler struct {
	clip      *Clip
	positions []position
}

// position is where a timeline is: at a key, and a fraction on to the next.
type position struct {
	key int
	u   float64
}

// Sample writes the clip's pose at a time in seconds: locals in the layout of [Pose.Locals], morphs in that of
// [Pose.Morphs], both with room for the clip's skeleton. All tracks that share their key times share one search.
func (s *Sampler) Sample(c *Clip, time float64, locals, morphs []float32) {
	s.SampleMasked(c, nil, time, locals, morphs)
}

// SampleMasked is [Sampler.Sample] with only those joints moving that weigh anything in a mask, which is for the clip's skeleton; nil
// is all of them. The others are at rest. Morph weights move as ever.
func (s *Sampler) SampleMasked(c *Clip, mask *rig.Mask, time float64, locals, morphs []float32) {
	if s.clip != c {
		s.clip = c
		if cap(s.positions) < len(c.timelines) {
			s.positions = make([]position, len(c.timelines))
		}
		s.positions = s.positions[:len(c.timelines)]
		clear(s.positions)
	}
	for i, times := range c.timelines {
		p := &s.positions[i]
		p.key, p.u = findKey(times, time, p.key)
	}
	c.writeBase(locals, morphs)
	var value [4]float32
	for i := range c.tracks {
		target, p := &c.tracks[i], s.positions[c.timelineOf[i]]
		if mask != nil && !(mask.Rows()[target.Joint] > 0) {
			continue
		}
		switch target.Property {
		case MorphWeights: // below
		case Rotation:
			target.Track.evaluate(p.key, p.u, value[:])
			at := rig.JointOffset(target.Joint) + rig.RowRotation*rig.GroupJoints
			locals[at], locals[at+8], locals[at+16], locals[at+24] = value[0], value[1], value[2], value[3]
		default:
			target.Track.evaluate(p.key, p.u, value[:])
			row := rig.RowTranslation
			if target.Property == Scale {
				row = rig.RowScale
			}
			at := rig.JointOffset(target.Joint) + row*rig.GroupJoints
			locals[at], locals[at+8], locals[at+16] = value[0], value[1], value[2]
		}
	}
	for i := range c.morphs {
		m := &c.morphs[i]
		p := s.positions[c.timelineOf[m.track]]
		c.tracks[m.track].Track.evaluate(p.key, p.u, m.weightsIn(morphs))
	}
}

// SampleMorphs writes the morph weights at a time, with those of the rest pose where nothing moves them, in the layout of [Pose.Morphs].
func (c *Clip) SampleMorphs(time float64, morphs []float32) {
	c.writeBase(nil, morphs)
	for i := range c.morphs {
		m := &c.morphs[i]
		c.tracks[m.track].Track.Sample(time, nil, m.weightsIn(morphs))
	}
}
