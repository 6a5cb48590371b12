package posing

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// RotationX returns the rotation by an angle in radians about the x axis.
//
//go:noinline // at its many calls it would be larger
func RotationX(angle float64) exact.Quat { return exact.AxisAngle(exact.Vec3{1, 0, 0}, angle) }

// RotationY returns the rotation by an angle in radians about the y axis.
//
//go:noinline // at its many calls it would be larger
func RotationY(angle float64) exact.Quat { return exact.AxisAngle(exact.Vec3{0, 1, 0}, angle) }

// RotationZ returns the rotation by an angle in radians about the z axis.
//
//go:noinline // at its many calls it would be larger
func RotationZ(angle float64) exact.Quat { return exact.AxisAngle(exact.Vec3{0, 0, 1}, angle) }

// Compose returns the product of rotations: the last one is applied first.
//
// It and [Rotate] do what the methods of [exact.Quat] do, but add the products in another order,
// which changes the last bits. The mannequin's mesh and clips must keep their bits.
func Compose(first exact.Quat, others ...exact.Quat) exact.Quat {
	a := first
	for _, b := range others {
		a = exact.Quat{
			float64(a[3]*b[0]) + float64(a[0]*b[3]) + float64(a[1]*b[2]) - float64(a[2]*b[1]),
			float64(a[3]*b[1]) - float64(a[0]*b[2]) + float64(a[1]*b[3]) + float64(a[2]*b[0]),
			float64(a[3]*b[2]) + float64(a[0]*b[1]) - float64(a[1]*b[0]) + float64(a[2]*b[3]),
			float64(a[3]*b[3]) - float64(a[0]*b[0]) - float64(a[1]*b[1]) - float64(a[2]*b[2]),
		}
	}
	return a
}

// Rotate returns the vector v rotated by the unit quaternion q. For its order of sums see
// [Compose].
func Rotate(q exact.Quat, v exact.Vec3) exact.Vec3 {
	u := exact.Vec3{q[0], q[1], q[2]}
	t := u.Cross(v).Scale(2)
	return v.AddScaled(q[3], t).Add(u.Cross(t))
}

// TwistAngle returns the angle in radians, in (-π, π], by which q rotates about its own y axis, the
// direction of the bone. It is the twist of a swing-twist decomposition.
func TwistAngle(q exact.Quat) float64 {
	angle := float64(2 * exact.Atan2(q[1], q[3]))
	switch {
	case angle > math.Pi:
		return angle - 2*math.Pi
	case angle <= -math.Pi:
		return angle + 2*math.Pi
	}
	return angle
}

// Slerp returns the rotation at the fraction u of the shorter arc from a to b. Unlike [exact.Slerp]
// it works in float64.
func Slerp(a, b exact.Quat, u float64) exact.Quat {
	return Compose(a, PartialRotation(Compose(a.Conjugate(), b), u))
}

// PartialRotation returns the rotation about the axis of q by a fraction of its angle, along the
// shorter arc.
func PartialRotation(q exact.Quat, fraction float64) exact.Quat {
	if q[3] < 0 {
		q = exact.Quat{-q[0], -q[1], -q[2], -q[3]}
	}
	axis := exact.Vec3{q[0], q[1], q[2]}
	n := axis.Length()
	return exact.AxisAngle(axis.Normalized(), float64(2*fraction*exact.Atan2(n, q[3])))
}

// boneRotation returns the rotation whose y axis points along a bone and whose z axis is as close
// to front as possible.
func boneRotation(bone, front exact.Vec3) exact.Quat {
	y := bone.Normalized()
	x := y.Cross(front).Normalized()
	return exact.QuatFromAxes(x, y, x.Cross(y))
}

// hingeRotation returns the rotation whose y axis points along a bone and whose x axis is the axis
// about which the bone bends, a unit vector perpendicular to it.
func hingeRotation(axis, bone exact.Vec3) exact.Quat {
	y := bone.Normalized()
	return exact.QuatFromAxes(axis, y, axis.Cross(y))
}

// MirroredPoint returns the mirror image of a model-space point on the other side of the body.
func MirroredPoint(p exact.Vec3) exact.Vec3 { return exact.Vec3{-p[0], p[1], p[2]} }

// mirroredRotation returns the rotation that looks the same on the other side of the body.
func mirroredRotation(q exact.Quat) exact.Quat { return exact.Quat{q[0], -q[1], -q[2], q[3]} }

// Vec32 returns a vector as assets store it, in float32.
func Vec32(v exact.Vec3) mgl32.Vec3 { return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])} }

// Quat32 returns a rotation as assets store it, in float32.
func Quat32(q exact.Quat) mgl32.Quat {
	return mgl32.Quat{W: float32(q[3]), V: Vec32(exact.Vec3{q[0], q[1], q[2]})}
}
