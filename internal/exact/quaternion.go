package exact

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Quat is a quaternion x, y, z, w in float64. At length 1 it is a rotation.
type Quat [4]float64

// IdentityQuat is the rotation that changes nothing.
var IdentityQuat = Quat{3: 1}

// ToQuat returns a float32 quaternion x, y, z, w in float64.
func ToQuat(q [4]float32) Quat {
	return Quat{float64(q[0]), float64(q[1]), float64(q[2]), float64(q[3])}
}

// Float32 returns the quaternion x, y, z, w rounded to float32.
func (a Quat) Float32() [4]float32 {
	return [4]float32{float32(a[0]), float32(a[1]), float32(a[2]), float32(a[3])}
}

// AxisAngle returns the rotation about an axis of length 1 by an angle in radians,
// counter-clockwise when the axis points at the viewer.
func AxisAngle(axis Vec3, angle float64) Quat {
	s, c := SinCos(float64(angle * 0.5))
	return Quat{float64(axis[0] * s), float64(axis[1] * s), float64(axis[2] * s), c}
}

// QuatFromAxes returns the rotation that turns the axes of space to three others, which have length
// 1 and are at right angles and right-handed: the columns of its matrix. It divides by the largest
// of four candidates.
//
// Method: S. W. Shepperd, "Quaternion from rotation matrix", Journal of Guidance and Control 1
// (1978).
func QuatFromAxes(x, y, z Vec3) Quat {
	trace := x[0] + y[1] + z[2]
	var q Quat
	switch {
	case trace >= x[0] && trace >= y[1] && trace >= z[2]:
		q = Quat{y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + trace}
	case x[0] >= y[1] && x[0] >= z[2]:
		q = Quat{1 + x[0] - y[1] - z[2], x[1] + y[0], z[0] + x[2], y[2] - z[1]}
	case y[1] >= z[2]:
		q = Quat{x[1] + y[0], 1 + y[1] - x[0] - z[2], y[2] + z[1], z[0] - x[2]}
	default:
		q = Quat{z[0] + x[2], y[2] + z[1], 1 + z[2] - x[0] - y[1], x[1] - y[0]}
	}
	return q.Normalized()
}

// Mul returns the product a·b: the rotation by b, then by a.
func (a Quat) Mul(b Quat) Quat {
	return Quat{
		float64(a[3]*b[0]) + float64(a[0]*b[3]) + float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[3]*b[1]) + float64(a[1]*b[3]) + float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[3]*b[2]) + float64(a[2]*b[3]) + float64(a[0]*b[1]) - float64(a[1]*b[0]),
		float64(a[3]*b[3]) - float64(a[0]*b[0]) - float64(a[1]*b[1]) - float64(a[2]*b[2]),
	}
}

// Conjugate returns the quaternion with x, y and z negated, which is the inverse of a rotation.
func (a Quat) Conjugate() Quat { return Quat{-a[0], -a[1], -a[2], a[3]} }

// Dot returns the dot product of the four components.
func (a Quat) Dot(b Quat) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2]) + float64(a[3]*b[3])
}

// Normalized returns the quaternion at length 1. Its length must not be 0.
func (a Quat) Normalized() Quat {
	n := math.Sqrt(a.Dot(a))
	return Quat{a[0] / n, a[1] / n, a[2] / n, a[3] / n}
}

// Rotate returns the vector rotated by a quaternion of length 1: v + 2·(w·(q×v) + q×(q×v)).
func (a Quat) Rotate(v Vec3) Vec3 {
	x, y, z, w := a[0], a[1], a[2], a[3]
	onceX := float64(y*v[2]) - float64(z*v[1])
	onceY := float64(z*v[0]) - float64(x*v[2])
	onceZ := float64(x*v[1]) - float64(y*v[0])
	return Vec3{
		v[0] + float64(2*(float64(w*onceX)+(float64(y*onceZ)-float64(z*onceY)))),
		v[1] + float64(2*(float64(w*onceY)+(float64(z*onceX)-float64(x*onceZ)))),
		v[2] + float64(2*(float64(w*onceZ)+(float64(x*onceY)-float64(y*onceX)))),
	}
}

// XYZW returns the components of a quaternion in the order of flat data: x, y, z, w.
func XYZW(q mgl32.Quat) [4]float32 { return [4]float32{q.V[0], q.V[1], q.V[2], q.W} }

// QuatFromXYZW is the inverse of [XYZW].
func QuatFromXYZW(q [4]float32) mgl32.Quat {
	return mgl32.Quat{V: mgl32.Vec3{q[0], q[1], q[2]}, W: q[3]}
}

// Normalized32 returns the quaternion x, y, z, w at length 1, computed in float64. Its length must
// not be 0.
func Normalized32(q [4]float32) [4]float32 { return ToQuat(q).Normalized().Float32() }

// Dot32 returns the dot product of the four components.
func Dot32(a, b [4]float32) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2]) + float32(a[3]*b[3])
}

// Slerp writes to dst the spherical linear interpolation from a, at u = 0, to b, at u = 1. All are
// quaternions x, y, z, w of length 1 to float32 precision. Slerp follows the arc from a to b as
// given: for the shorter arc the caller negates one of them where their dot product is negative.
//
// Method: K. Shoemake, "Animating rotation with quaternion curves", SIGGRAPH 1985.
func Slerp(dst *[4]float32, a, b *[4]float32, u float32) {
	angle, sine := Arc(a, b)
	SlerpArc(dst, a, b, u, angle, sine)
}

// Arc returns the angle in radians between two quaternions of length 1, and its sine. The angle
// comes from the half chord (W. Kahan), which is exact for small angles, where the arc cosine is
// not.
func Arc(a, b *[4]float32) (angle, sine float64) {
	var difference, sum float64
	for i := range a {
		d := float64(b[i]) - float64(a[i])
		s := float64(b[i]) + float64(a[i])
		difference += float64(d * d)
		sum += float64(s * s)
	}
	angle = 2 * Atan2(math.Sqrt(difference), math.Sqrt(sum))
	return angle, Sin(angle)
}

// The arcs along which [SlerpArc] interpolates. Below the least angle, in radians, slerp and lerp
// round to the same float32. Where the sine is below the least one, near pi, the arc is undefined
// and lerp passes near 0.
const (
	LeastArc     = 1e-6
	LeastArcSine = 1e-9
)

// SlerpArc is [Slerp] between quaternions whose [Arc] is known.
func SlerpArc(dst *[4]float32, a, b *[4]float32, u float32, angle, sine float64) {
	w := float64(u)
	wa, wb := 1-w, w
	if angle > LeastArc && sine > LeastArcSine {
		wa = Sin(float64(angle*(1-w))) / sine
		wb = Sin(float64(angle*w)) / sine
	}
	var q Quat
	var length float64 // in the same loop: the exact sampler calls this for every joint of a frame
	for i := range q {
		q[i] = float64(wa*float64(a[i])) + float64(wb*float64(b[i]))
		length += float64(q[i] * q[i])
	}
	length = math.Sqrt(length)
	if length == 0 {
		*dst = *a // halfway between opposite quaternions, where every rotation is equally right
		return
	}
	for i := range q {
		dst[i] = float32(q[i] / length)
	}
}
