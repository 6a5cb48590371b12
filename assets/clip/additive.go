package clip

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// Additive says whether the clip holds differences, to be added to other poses, rather than poses.
func (c *Clip) Additive() bool { return c.additiveBase != nil }

// PoseAt returns the pose that the clip has at a time in seconds; see [Clip.Sample].
func (c *Clip) PoseAt(time float64) *rig.Pose {
	p := rig.NewPose(c.skeleton)
	c.Sample(time, p)
	return p
}

// FirstPose returns the pose with which the clip begins.
func (c *Clip) FirstPose() *rig.Pose { return c.PoseAt(c.start) }

// still writes what is there where no track moves anything: the rest pose, or no difference. Locals may be nil.
func (c *Clip) writeBase(locals, morphs []float32) {
	if c.additiveBase != nil {
		copy(locals, c.additiveBase.Locals)
		copy(morphs, c.additiveBase.Morphs)
		return
	}
	copy(locals, c.skeleton.RestLocals())
	copy(morphs, c.skeleton.RestMorphs())
}

// BaseLocals returns what is there where no track moves a joint, in the layout of [Pose.Locals]: the rest pose, or no difference
// in an additive clip. The slice is the clip's or the skeleton's own: read only.
func (c *Clip) BaseLocals() []float32 {
	if c.additiveBase != nil {
		return c.additiveBase.Locals
	}
	return c.skeleton.RestLocals()
}

// neutralPose returns the differences that move nothing.
func identityPose(s *rig.Skeleton) *rig.Pose {
	p := rig.NewPose(s)
	clear(p.Morphs)
	for j := range len(p.Locals) / rig.GroupRows {
		p.SetJoint(j, rig.IdentityTRS())
	}
	return p
}

// MakeAdditive returns the clip as differences from a pose of the same skeleton, such as [Clip.FirstPose], the rest pose
// ([rig.NewPose]) or another clip's [Clip.PoseAt]. Added to that pose, by the weight 1, they give the clip's poses back:
//
//	rotation = value · conjugate(reference), which is applied after the rotation that it is added to
//	translation = value - reference
//	scale = value / reference, number by number, which multiplies
//	morph weight = value - reference
//
// Keys are changed one by one, with their tangents and control points; since a rotation that is applied first commutes with
// slerp and with every sum of quaternions, as translation and scaling do with theirs, the differences are right between the
// keys too. What has no track is at rest in the clip: where the reference is not, it gets a track of one key.
//
// The error says that the clip is additive already, that the pose is of another skeleton, or which joint has a reference that
// nothing can be told from: a scale of 0, unless nothing scales the joint and it is 0 at rest too, or a number that is not finite.
func MakeAdditive(clip *Clip, reference *rig.Pose) (*Clip, error) {
	switch {
	case clip == nil:
		return nil, fmt.Errorf("there is no clip to make additive")
	case clip.Additive():
		return nil, fmt.Errorf("clip %q: it is additive already", clip.name)
	case reference == nil || reference.Skeleton() == nil:
		return nil, fmt.Errorf("clip %q: there is no reference pose to make it additive with", clip.name)
	case reference.Skeleton() != clip.skeleton:
		return nil, fmt.Errorf("clip %q: the reference is of skeleton %q, not %q", clip.name, reference.Skeleton().Name(), clip.skeleton.Name())
	}
	d := additiveConversion{clip: clip, reference: reference, builder: NewBuilder(clip.name, clip.skeleton).Range(clip.start, clip.end).Additive()}
	d.convertTracks()
	d.addMissingTracks()
	built, err := d.builder.Build()
	if err != nil {
		return nil, err
	}
	out := *clip // with all else that a clip has
	out.tracks, out.timelines, out.timelineOf, out.morphs = built.tracks, built.timelines, built.timelineOf, built.morphs
	out.keys, out.additiveBase = built.keys, built.additiveBase
	return &out, nil
}
