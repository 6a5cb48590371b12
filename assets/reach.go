package assets

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// Sphere is a ball in space; one with a negative radius is empty.
type Sphere struct {
	Center mgl32.Vec3
	Radius float32
}

// Reach returns a sphere in model space that contains the skinned model in every pose that the
// library's clips of its skeleton can produce, at all their times and blended, and in the rest
// pose. It allows every rotation of a joint that any clip rotates, so the sphere also holds if a
// user's system rotates such joints. It is empty for a model without vertices.
//
// Reach assumes that additive clips are added one at a time with weights from 0 to 1, and that
// morph weights are from 0 to 1. It does not know of joints that a user's system moves to other
// positions.
//
// With wearers it contains the model as a garment of characters of these skeletons, which its own
// extends ([rig.Skeleton.JointsOf]): also in the poses of their clips, and however the joints turn
// that they lack, as springs turn them. A skeleton that it does not extend changes nothing.
func (m *Model) Reach(l *Library, wearers ...*Skeleton) Sphere {
	m = m.orNone()
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return Sphere{Radius: -1}
	}
	ranges := newJointRanges(skeleton)
	for clip := range l.Clips {
		if skeleton.Equal(clip.Skeleton()) {
			ranges.add(clip, nil)
		}
	}
	ranges.addWearers(l, skeleton, wearers)
	// For each joint, in its own space: a sphere around the vertices of the joint and of all joints
	// below it, and the distance from the joint within which they stay.
	spheres, distances := make([]boundingSphere, skeleton.Len()), make([]float64, skeleton.Len())
	for j := range spheres {
		spheres[j] = emptyBoundingSphere()
	}
	bounds := m.JointBounds(l)
	for i, joint := range bounds.Joints {
		b := bounds.Boxes[6*i:]
		half := exact.Vec3{float64(b[3]), float64(b[4]), float64(b[5])}
		s := boundingSphere{exact.Vec3{float64(b[0]), float64(b[1]), float64(b[2])}, half.Length()}
		spheres[joint] = s
		if !s.empty() {
			distances[joint] = s.farthest()
		}
	}
	model := emptyBoundingSphere()
	for j := len(spheres) - 1; j >= 0; j-- { // children before their parents
		if spheres[j].empty() {
			continue
		}
		inParent := ranges[j].toParent(spheres[j], distances[j])
		parent := skeleton.Parents()[j]
		if parent < 0 {
			model = model.union(inParent)
			continue
		}
		spheres[parent] = spheres[parent].union(inParent)
		distances[parent] = max(distances[parent], inParent.farthest())
	}
	return model.rounded()
}

// boundingSphere is a [Sphere] in float64.
type boundingSphere struct {
	center exact.Vec3
	radius float64
}

func emptyBoundingSphere() boundingSphere { return boundingSphere{radius: -1} }

func (s boundingSphere) empty() bool { return s.radius < 0 }

// farthest returns the distance from the origin to the farthest point of the sphere.
func (s boundingSphere) farthest() float64 { return s.center.Length() + s.radius }

// union returns the smallest sphere that contains both.
func (s boundingSphere) union(other boundingSphere) boundingSphere {
	if s.empty() {
		return other
	}
	if other.empty() {
		return s
	}
	offset := other.center.Sub(s.center)
	distance := offset.Length()
	if distance+other.radius <= s.radius {
		return s
	}
	if distance+s.radius <= other.radius {
		return other
	}
	radius := float64((distance + s.radius + other.radius) / 2)
	return boundingSphere{s.center.AddScaled((radius-s.radius)/distance, offset), radius}
}

// reachMargin is the fraction of the distance from the origin that is added to the radius, for
// rounding and the error of baking.
const reachMargin = 1.0 / 256

// rounded returns the sphere in float32, slightly enlarged.
func (s boundingSphere) rounded() Sphere {
	if s.empty() {
		return Sphere{Radius: -1}
	}
	rounded := Sphere{Radius: float32(s.radius + float64(s.farthest()*reachMargin))}
	for i, c := range s.center {
		rounded.Center[i] = float32(c)
	}
	return rounded
}
