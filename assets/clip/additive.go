package clip

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Additive reports whether the clip holds differences, to be added to other poses, rather than
// poses.
func (c *Clip) Additive() bool { return c.orNone().additiveBase != nil }

// PoseAt returns the clip's pose at a time in seconds; see [Clip.Sample]. It returns nil for a clip
// without keys ([Clip.CheckKeys]).
func (c *Clip) PoseAt(time float64) *rig.Pose {
	p := rig.NewPose(c.Skeleton())
	if c.Sample(time, p) != nil {
		return nil
	}
	return p
}

// FirstPose returns the pose at the clip's start, or nil for a clip without keys.
func (c *Clip) FirstPose() *rig.Pose { return c.PoseAt(c.Start()) }

// BaseLocals returns the local transforms of joints without tracks, in the layout of
// [rig.Pose.Locals]: the rest pose, or the identity in an additive clip. The slice is the clip's or
// the skeleton's own: read only.
func (c *Clip) BaseLocals() []float32 {
	if c.Additive() {
		return c.additiveBase.Locals
	}
	return c.Skeleton().RestLocals()
}

// writeBase writes the values of properties without tracks: the rest pose, or no difference in an
// additive clip. A nil slice is left out.
func (c *Clip) writeBase(locals, morphs []float32) {
	copy(locals, c.BaseLocals())
	if c.additiveBase != nil {
		copy(morphs, c.additiveBase.Morphs)
		return
	}
	copy(morphs, c.skeleton.RestMorphs())
}

// describeSkeleton names a skeleton for errors. The number of joints tells skeletons of one name
// apart, mostly.
func describeSkeleton(s *rig.Skeleton) string {
	return fmt.Sprintf("skeleton %q with %d joints", s.Name(), s.Len())
}

// identityPose returns the pose of differences that change nothing.
func identityPose(s *rig.Skeleton) *rig.Pose {
	p := rig.NewPose(s)
	clear(p.Morphs)
	for j := range len(p.Locals) / kernel.Rows {
		p.SetJoint(j, rig.IdentityTRS())
	}
	return p
}

// MakeAdditive returns the clip as differences from a reference pose of the same skeleton, such as
// [Clip.FirstPose], the rest pose ([rig.NewPose]) or a pose of another clip ([Clip.PoseAt]). Added
// to the reference with weight 1, the differences give the clip's poses back:
//
//	rotation = value · conjugate(reference), to be applied after the rotation that it is added to
//	translation = value - reference
//	scale = value / reference, component by component, to be multiplied
//	morph weight = value - reference
//
// MakeAdditive converts the keys one by one, with their tangents and control points. The result is
// exact between keys too: multiplication by a constant rotation commutes with slerp and with sums
// of quaternions, and addition and scaling commute with the interpolation of translations and
// scales. A property without a track has its rest value in the clip; if the reference has another
// value there, the property gets a track of one key.
//
// The error reports a clip that is additive already, a pose of another skeleton, or a joint whose
// reference cannot be subtracted: a rotation or scale of 0, or a number that is not finite. A scale
// of 0 is no error for a joint without a scale track whose rest scale is the same.
func MakeAdditive(clip *Clip, reference *rig.Pose) (*Clip, error) {
	switch {
	case clip == nil:
		return nil, errors.New("make additive: expected a clip, found nil")
	case clip.remains != nil:
		return nil, fmt.Errorf("make additive: %w", clip.CheckKeys())
	case clip.Additive():
		return nil, fmt.Errorf("clip %q: expected a clip that is not additive, found one that is", clip.name)
	case reference == nil || reference.Skeleton() == nil:
		return nil, fmt.Errorf("clip %q: expected a reference pose of a skeleton, found none", clip.name)
	case reference.Skeleton() != clip.skeleton:
		found := describeSkeleton(reference.Skeleton())
		if reference.Skeleton().Name() == clip.skeleton.Name() {
			found = fmt.Sprintf("another skeleton of that name with %d joints", reference.Skeleton().Len())
		}
		return nil, fmt.Errorf("clip %q: expected a reference pose for %s, found one for %s", clip.name,
			describeSkeleton(clip.skeleton), found)
	}
	builder := NewBuilder(clip.name, clip.skeleton).Range(clip.start, clip.end).Additive()
	d := additiveConversion{clip: clip, reference: reference, builder: builder}
	d.convertTracks()
	d.addMissingTracks()
	built, err := d.builder.Build()
	if err != nil {
		return nil, err
	}
	return clip.withTracksOf(built), nil
}
