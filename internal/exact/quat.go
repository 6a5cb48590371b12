package exact

import "math"

// Quat is a quaternion x, y, z, w in float64; of length 1 it is a rotation.
type Quat [4]float64

// IdentityQuat is the rotation that changes nothing.
var IdentityQuat = Quat{3: 1}

// AxisAngle returns the rotation by an angle in radians about a unit axis, counter-clockwise as seen against the axis.
func AxisAngle(axis Vec3, angle float64) Quat {
	s, c := SinCos(float64(angle * 0.5))
	return Quat{float64(axis[0] * s), float64(axis[1] * s), float64(axis[2] * s), c}
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

// Conjugate returns the quaternion with x, y and z negated: of a rotation the inverse.
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

// Rotate returns the vector turned by a unit quaternion: v + 2·(w·(q×v) + q×(q×v)).
func (a Quat) Rotate(v Vec3) Vec3 {
	axis := Vec3{a[0], a[1], a[2]}
	once := axis.Cross(v)
	twice := axis.Cross(once)
	for c := range v {
		v[c] += float64(2 * (float64(a[3]*once[c]) + twice[c]))
	}
	return v
}
