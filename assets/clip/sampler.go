package clip

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Sampler samples clips exactly into the caller's memory. It remembers the last key of each
// timeline, which makes sampling in order cheap and changes no result. It allocates only for a clip
// with more timelines than any before. The zero Sampler is ready for use; it must not be used by
// two goroutines at once.
type Sampler struct {
	clip      *Clip
	positions []keyPosition // by timeline
}

// keyPosition is a time between two keys of a timeline.
type keyPosition struct {
	key int
	u   float64 // fraction of the time to the next key
}

// Sample writes the clip's pose at a time in seconds: locals in the layout of [rig.Pose.Locals],
// morphs in the layout of [rig.Pose.Morphs], both as long as the clip's skeleton needs. Of a clip
// without keys (see [Clip.CheckKeys]) it samples the tracks that are left.
func (s *Sampler) Sample(c *Clip, time float64, locals, morphs []float32) {
	s.SampleMasked(c, nil, time, locals, morphs)
}

// SampleMasked is [Sampler.Sample] for the joints with a weight above 0 in a mask of the clip's
// skeleton, or for all joints if the mask is nil. The other joints get the value of joints without
// tracks. Masks do not affect morph weights.
func (s *Sampler) SampleMasked(c *Clip, mask *rig.Mask, time float64, locals, morphs []float32) {
	if s == nil || c.Skeleton() == nil {
		return
	}
	if s.clip != c {
		s.clip = c
		if cap(s.positions) < len(c.timelines) {
			s.positions = make([]keyPosition, len(c.timelines))
		}
		s.positions = s.positions[:len(c.timelines)]
		clear(s.positions)
	}
	for i, times := range c.timelines { // one search for all tracks that share their key times
		p := &s.positions[i]
		p.key, p.u = findKey(times, time, p.key)
	}
	c.writeBase(locals, morphs)
	if keys := c.prepared(); mask == nil {
		for i := range keys.timelines {
			keys.timelines[i].sample(s.positions[i], locals)
		}
		for _, i := range keys.single {
			s.sampleTrack(c, i, locals)
		}
	} else {
		for i := range c.tracks {
			if t := &c.tracks[i]; t.Property < MorphWeights && mask.Rows()[t.Joint] > 0 {
				s.sampleTrack(c, i, locals)
			}
		}
	}
	for i := range c.morphs {
		m := &c.morphs[i]
		p := s.positions[c.timelineOf[m.track]]
		c.tracks[m.track].Track.evaluate(p.key, p.u, m.weightsIn(morphs))
	}
}

// sampleTrack writes the value of one track of a transform.
func (s *Sampler) sampleTrack(c *Clip, track int, locals []float32) {
	const stride = kernel.Lanes // from a joint's number in one row to its number in the next
	target, p := &c.tracks[track], s.positions[c.timelineOf[track]]
	var value [4]float32
	target.Track.evaluate(p.key, p.u, value[:])
	at := kernel.JointOffset(target.Joint)
	switch target.Property {
	case Rotation:
		at += kernel.RowRotation * stride
		locals[at+3*stride] = value[3]
	case Scale:
		at += kernel.RowScale * stride
	default:
		at += kernel.RowTranslation * stride
	}
	locals[at], locals[at+stride], locals[at+2*stride] = value[0], value[1], value[2]
}

// Sample writes the clip's pose at a time in seconds to a pose of the same skeleton. Before its
// first key a track has the value of that key, and after its last key the value of that one; see
// [Clip.Loop] for times outside the clip. It returns the error of [Clip.CheckKeys] for a clip
// without keys, which its baked form samples, and an error for a nil pose, or one that has no room
// for the joints and morph weights of the clip's skeleton. Nothing is written then.
func (c *Clip) Sample(time float64, pose *rig.Pose) error {
	if err := c.CheckKeys(); err != nil {
		return err
	}
	if pose == nil {
		return fmt.Errorf("clip %q: expected a pose, found nil", c.Name())
	}
	if len(pose.Locals) < len(c.skeleton.RestLocals()) || len(pose.Morphs) < c.skeleton.MorphCount() {
		return fmt.Errorf("clip %q: expected a pose of skeleton %q, found one without room for its %d joints and %d "+
			"morph weights", c.Name(), c.skeleton.Name(), c.skeleton.Len(), c.skeleton.MorphCount())
	}
	var s Sampler
	s.Sample(c, time, pose.Locals, pose.Morphs)
	return nil
}

// SampleMorphs writes the clip's morph weights at a time in seconds, in the layout of
// [rig.Pose.Morphs]. Weights without a track have their base value: rest, or 0 in an additive clip.
func (c *Clip) SampleMorphs(time float64, morphs []float32) {
	if len(morphs) == 0 || c.Skeleton() == nil {
		return
	}
	c.writeBase(nil, morphs)
	for i := range c.morphs {
		m := &c.morphs[i]
		c.tracks[m.track].Track.Sample(time, nil, m.weightsIn(morphs))
	}
}
