package rollback

import (
	"errors"
	"fmt"
	"math"

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
// is 4 units. The result is empty if the model's skeleton is not in the library, or one of the two
// is nil.
func CapsulesOf(library *assets.Library, model *assets.Model, minRadius float32) []Capsule {
	if library == nil || model == nil {
		return nil
	}
	bounds := model.JointBounds(library)
	if skeleton := library.Skeleton(model.Skeleton); skeleton != nil {
		minRadius = float32(float64(minRadius) / skeleton.MetersPerUnit())
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
