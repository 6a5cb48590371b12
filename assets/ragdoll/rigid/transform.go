package rigid

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
)

// Transform is where a rigid body is, in world space and meters. The rotation need not have length
// 1, but must not be 0.
type Transform struct {
	Position mgl32.Vec3
	Rotation mgl32.Quat
}

// Motion is where a body is and how it moves.
type Motion struct {
	Transform
	Linear  mgl32.Vec3 // velocity of the body's origin, which is its joint, in meters per second
	Angular mgl32.Vec3 // the rotation vector per second in radians, in world space
}

// Velocity returns the velocity of a point in the world that moves with the body, such as its
// center of mass.
func (m *Motion) Velocity(point mgl32.Vec3) mgl32.Vec3 {
	arm := exact.ToVec3(point).Sub(exact.ToVec3(m.Position))
	return mgl32.Vec3(exact.ToVec3(m.Linear).Add(exact.ToVec3(m.Angular).Cross(arm)).Float32())
}

// Point returns a point of the body's space in the world.
func (t *Transform) Point(p mgl32.Vec3) mgl32.Vec3 {
	q := exact.ToQuat(exact.XYZW(t.Rotation))
	return mgl32.Vec3(exact.ToVec3(t.Position).Add(q.Rotate(exact.ToVec3(p))).Float32())
}

// TransformOf returns the transform of the body of a joint from the matrix of the joint in the
// world, as JointWorld of package systems returns it: without scale, shear and mirroring. It returns
// false if the matrix is singular or not finite.
func TransformOf(joint mgl32.Mat4) (Transform, bool) {
	position, rotation, _, ok := split(joint)
	if !ok {
		return Transform{Rotation: mgl32.QuatIdent()}, false
	}
	return Transform{Position: position.Float32(), Rotation: exact.QuatFromXYZW(rotation.Float32())}, true
}

func split(joint mgl32.Mat4) (position exact.Vec3, rotation exact.Quat, stretch bodies.Stretch, ok bool) {
	m := [rig.MatrixSize]float32(rig.MatrixFromMat4(joint))
	affine := exact.ToAffine(&m)
	return bodies.Split(&affine)
}

// Capsule returns the capsule of a body in the body's own space, in meters, for a character whose
// joint has a matrix in the world, as JointWorld of package systems returns it. The scale of the
// joint and of the character is in it. It returns false if the matrix is singular or not finite, or
// there is no body i.
func (d *Definition) Capsule(i int, joint mgl32.Mat4) (a, b mgl32.Vec3, radius float32, ok bool) {
	d = d.orNone()
	if i < 0 || i >= len(d.Bodies) {
		return a, b, 0, false
	}
	body := &d.Bodies[i]
	_, _, stretch, ok := split(joint)
	if !ok {
		return a, b, 0, false
	}
	a, b = stretch.Apply(exact.ToVec3(body.A)).Float32(), stretch.Apply(exact.ToVec3(body.B)).Float32()
	return a, b, float32(float64(body.Radius) * stretch.Largest()), true
}

// Frames returns the frames of the connection of a body to the body above, as rotations in the
// spaces of both bodies, for a character whose joints have these matrices in the world. The x axis
// is the twist's, y is [Limit.Side]. Where the frames agree in the world the body is in the middle
// of its limits. It returns false if a matrix is singular or not finite, or there is no body i.
//
// The place of the connection is the origin of the body; in the space of the body above it is where
// the origin lies in the pose.
func (d *Definition) Frames(i int, joint, above mgl32.Mat4) (inAbove, inBody mgl32.Quat, ok bool) {
	d = d.orNone()
	if i < 0 || i >= len(d.Bodies) {
		return mgl32.QuatIdent(), mgl32.QuatIdent(), false
	}
	limit := &d.Bodies[i].Limit
	_, _, own, ok := split(joint)
	_, _, parent, up := split(above)
	if !ok || !up {
		return mgl32.QuatIdent(), mgl32.QuatIdent(), false
	}
	return frame(&parent, limit.Center, limit.CenterSide), frame(&own, limit.Axis, limit.Side), true
}

// frame returns the rotation to the axes x, y and the axis across both, stretched.
func frame(stretch *bodies.Stretch, x, y mgl32.Vec3) mgl32.Quat {
	a, b := stretch.Apply(exact.ToVec3(x)), stretch.Apply(exact.ToVec3(y))
	c := a.Cross(b)
	_, rotation, _, ok := bodies.Split(&exact.Affine{a[0], b[0], c[0], 0, a[1], b[1], c[1], 0, a[2], b[2], c[2], 0})
	if !ok {
		return mgl32.QuatIdent()
	}
	return exact.QuatFromXYZW(rotation.Float32())
}
