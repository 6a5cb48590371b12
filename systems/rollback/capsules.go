package rollback

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/exact"
)

// Capsule is a body part that can be hit: all points within a radius of a line segment that moves
// with a joint.
type Capsule struct {
	// Skeleton is the skeleton of the characters that have the capsule.
	Skeleton assets.SkeletonID
	// Joint is the index of the joint in the skeleton.
	Joint int32
	// A and B are the ends of the segment, in the joint's space. They may be equal, for a sphere.
	A, B mgl32.Vec3
	// Radius is in units of model space, at a scale of the joint of 1. A joint or a character that
	// is scaled scales it, by the largest of the three scales if they differ.
	Radius float32
}

// ErrCapsule means that a capsule is of no skeleton or joint of the library, or not finite, or has
// no positive radius.
var ErrCapsule = errors.New("the capsule is not possible")

// check returns the error of a capsule.
func (c *Capsule) check(library *assets.Library) error {
	skeleton := library.Skeleton(c.Skeleton)
	switch {
	case skeleton == nil:
		return fmt.Errorf("%w: expected a skeleton of the library, found %v", ErrCapsule, c.Skeleton)
	case c.Joint < 0 || int(c.Joint) >= skeleton.Len():
		return fmt.Errorf("%w: expected an index from 0 to %d of a joint of skeleton %q, found %d", ErrCapsule,
			skeleton.Len()-1, skeleton.Name(), c.Joint)
	case !exact.ToVec3(c.A).IsFinite() || !exact.ToVec3(c.B).IsFinite():
		return fmt.Errorf("%w: joint %q: expected finite ends, found %v and %v", ErrCapsule,
			skeleton.JointName(int(c.Joint)), c.A, c.B)
	case !(c.Radius > 0) || !exact.IsFinite(c.Radius):
		return fmt.Errorf("%w: joint %q: expected a positive radius, found %v", ErrCapsule,
			skeleton.JointName(int(c.Joint)), c.Radius)
	}
	return nil
}

// CapsulesOf proposes capsules for a model: one for each joint that moves vertices, along the
// longest side of the box around them ([assets.Model.JointBounds]), with the cross section of the
// box's other two sides. It leaves out the ones with a radius below minRadius, such as fingers. It
// is in meters of model space (MetersPerUnit of [assets.Skeleton]): for a model in centimeters 0.04
// is 4 units. The boxes hold the vertices of models that characters wear with it too
// ([components.Worn]), if these are given. The result is empty if the model's skeleton is not in
// the library, if a worn model is for another one, or if the library or a model is nil.
func CapsulesOf(library *assets.Library, model *assets.Model, minRadius float32, worn ...*assets.Model) []Capsule {
	if library == nil || model == nil {
		return nil
	}
	bounds, skeleton := model.JointBounds(library), library.Skeleton(model.Skeleton)
	if skeleton != nil {
		minRadius = float32(float64(minRadius) / skeleton.MetersPerUnit())
	}
	for _, other := range worn {
		if other == nil || !skeleton.Equal(library.Skeleton(other.Skeleton)) {
			return nil
		}
		bounds = joined(bounds, other.JointBounds(library))
	}
	var capsules []Capsule
	for i, joint := range bounds.Joints {
		center, half := mgl32.Vec3(bounds.Boxes[6*i:6*i+3]), bounds.Boxes[6*i+3:6*i+6]
		longest := 0
		for axis := range 3 {
			if half[axis] > half[longest] {
				longest = axis
			}
		}
		across := float64(half[(longest+1)%3]) * float64(half[(longest+2)%3])
		radius := float32(math.Sqrt(across))
		if !(radius > 0) || radius < minRadius {
			continue
		}
		var along mgl32.Vec3
		along[longest] = max(0, half[longest]-radius)
		capsules = append(capsules, Capsule{
			Skeleton: model.Skeleton, Joint: int32(joint), A: center.Sub(along), B: center.Add(along), Radius: radius,
		})
	}
	return capsules
}

// joined returns the boxes around the boxes of two models with the same joints.
func joined(a, b assets.JointBounds) assets.JointBounds {
	all := assets.JointBounds{Joints: slices.Clone(a.Joints), Boxes: slices.Clone(a.Boxes)}
	for i, joint := range b.Joints {
		box := b.Boxes[6*i : 6*i+6]
		at := slices.Index(all.Joints, joint)
		if at < 0 {
			all.Joints, all.Boxes = append(all.Joints, joint), append(all.Boxes, box...)
			continue
		}
		own := all.Boxes[6*at : 6*at+6]
		for c := range 3 {
			low, high := min(own[c]-own[3+c], box[c]-box[3+c]), max(own[c]+own[3+c], box[c]+box[3+c])
			own[c] = low + float32((high-low)/2)
			own[3+c] = max(high-own[c], own[c]-low)
		}
	}
	return all
}
