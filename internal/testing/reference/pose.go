package reference

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// Models returns the model matrix of every joint: the product of the local matrices from its root
// down to the joint.
func Models(s *assets.Skeleton, p Pose) []Matrix {
	models := make([]Matrix, s.Len())
	for j := range models {
		models[j] = p.Locals[j].Matrix()
		if parent := s.Parent(j); parent >= 0 {
			models[j] = models[parent].Mul(models[j])
		}
	}
	return models
}

// Palette returns model(joint) · inverse bind matrix for every palette index of the skin.
func Palette(s *rig.Skin, models []Matrix) []Matrix {
	palette := make([]Matrix, s.Len())
	for i, joint := range s.Joints() {
		palette[i] = models[joint].Mul(MatrixOf(rig.MatrixAt(s.InverseBinds(), i)))
	}
	return palette
}

// Pose holds the local transform of every joint of a skeleton, and the morph weights in the order
// of [rig.Pose.Morphs].
type Pose struct {
	Locals []TRS
	Morphs []float64
}

// Rest returns the rest pose.
func Rest(s *assets.Skeleton) Pose {
	p := Pose{Morphs: widen(s.RestMorphs())}
	for j := range s.Len() {
		p.Locals = append(p.Locals, TRSOf(s.Rest(j)))
	}
	return p
}

// PoseOf converts an asset's pose.
func PoseOf(a *rig.Pose) Pose {
	p := Pose{Morphs: widen(a.Morphs)}
	for j := range a.Skeleton().Len() {
		p.Locals = append(p.Locals, TRSOf(a.Joint(j)))
	}
	return p
}

// Sample returns the pose of a clip at a time in seconds. A property without a track has its value
// in the rest pose, or in an additive clip no difference ([Neutral]).
func Sample(c *assets.Clip, time float64) Pose {
	p := Rest(c.Skeleton())
	if c.Additive() {
		p = Neutral(c.Skeleton())
	}
	for _, t := range c.Tracks() {
		p.apply(c.Skeleton(), t, TrackOf(t.Track).Sample(time))
	}
	return p
}

// apply sets the property that a track animates.
func (p Pose) apply(s *assets.Skeleton, t clip.JointTrack, value []float64) {
	joint := t.Joint
	switch t.Property {
	case clip.Material:
		copy(p.Morphs[s.MaterialChannels()[t.Channel].Offset:], value)
	case clip.Translation:
		p.Locals[joint].Translation = Vector(value)
	case clip.Rotation:
		p.Locals[joint].Rotation = Quaternion(value)
	case clip.Scale:
		p.Locals[joint].Scale = Vector(value)
	case clip.MorphWeights:
		for _, channel := range s.MorphChannels() {
			if channel.Joint == joint {
				copy(p.Morphs[channel.Offset:channel.Offset+channel.Count], value)
			}
		}
	case clip.Visibility:
		for _, channel := range s.VisibilityChannels() {
			if channel.Joint == joint {
				p.Morphs[channel.Offset] = value[0]
			}
		}
	}
}
