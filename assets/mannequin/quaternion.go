package mannequin

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
)

// quaternion is a rotation in float64; see [vector] for why products are written as they are.
type quaternion struct{ x, y, z, w float64 }

var noTurn = quaternion{w: 1}

// turn returns the rotation by an angle in radians about a unit axis.
func turn(axis vector, angle float64) quaternion {
	s, c := exact.SinCos(float64(angle * 0.5))
	return quaternion{float64(axis.x * s), float64(axis.y * s), float64(axis.z * s), c}
}

func turnX(angle float64) quaternion { return turn(vector{x: 1}, angle) }
func turnY(angle float64) quaternion { return turn(vector{y: 1}, angle) }
func turnZ(angle float64) quaternion { return turn(vector{z: 1}, angle) }

// mul returns the rotation that turns by b first, then by a.
func (a quaternion) mul(b quaternion) quaternion {
	return quaternion{
		float64(a.w*b.x) + float64(a.x*b.w) + float64(a.y*b.z) - float64(a.z*b.y),
		float64(a.w*b.y) - float64(a.x*b.z) + float64(a.y*b.w) + float64(a.z*b.x),
		float64(a.w*b.z) + float64(a.x*b.y) - float64(a.y*b.x) + float64(a.z*b.w),
		float64(a.w*b.w) - float64(a.x*b.x) - float64(a.y*b.y) - float64(a.z*b.z),
	}
}

// inverse returns the rotation back.
func (a quaternion) inverse() quaternion { return quaternion{-a.x, -a.y, -a.z, a.w} }

// apply turns a vector.
func (a quaternion) apply(v vector) vector {
	u := vector{a.x, a.y, a.z}
	t := u.cross(v).scale(2)
	return v.plus(a.w, t).add(u.cross(t))
}

// mirrored returns the same rotation as the other side of the body makes it.
func (a quaternion) mirrored() quaternion { return quaternion{a.x, -a.y, -a.z, a.w} }

// twist returns the angle in radians, in (-pi, pi], by which the rotation turns about its own y axis, the bone's, apart
// from where it swings the bone.
func (a quaternion) twist() float64 {
	angle := float64(2 * exact.Atan2(a.y, a.w))
	switch {
	case angle > math.Pi:
		return angle - 2*math.Pi
	case angle <= -math.Pi:
		return angle + 2*math.Pi
	}
	return angle
}

// fraction returns the rotation by that part of the angle, along the shorter arc.
func (a quaternion) fraction(part float64) quaternion {
	if a.w < 0 {
		a = quaternion{-a.x, -a.y, -a.z, -a.w}
	}
	axis := vector{a.x, a.y, a.z}
	n := axis.length()
	return turn(axis.unit(), float64(2*part*exact.Atan2(n, a.w)))
}

// mix returns the rotation on the way from a to b.
func (a quaternion) mix(b quaternion, u float64) quaternion {
	return a.mul(a.inverse().mul(b).fraction(u))
}

// unit returns the quaternion at unit length.
func (a quaternion) unit() quaternion {
	n := math.Sqrt(float64(a.x*a.x) + float64(a.y*a.y) + float64(a.z*a.z) + float64(a.w*a.w))
	return quaternion{a.x / n, a.y / n, a.z / n, a.w / n}
}

// single returns the quaternion as assets have it, in float32.
func (a quaternion) single() mgl32.Quat {
	return mgl32.Quat{W: float32(a.w), V: mgl32.Vec3{float32(a.x), float32(a.y), float32(a.z)}}
}

func (a vector) single() mgl32.Vec3 { return mgl32.Vec3{float32(a.x), float32(a.y), float32(a.z)} }

// frame returns the rotation whose columns are three axes at right angles (Shepperd's method, 1978).
func frame(x, y, z vector) quaternion {
	var q quaternion
	switch trace := x.x + y.y + z.z; {
	case trace >= x.x && trace >= y.y && trace >= z.z:
		q = quaternion{y.z - z.y, z.x - x.z, x.y - y.x, 1 + trace}
	case x.x >= y.y && x.x >= z.z:
		q = quaternion{1 + x.x - y.y - z.z, x.y + y.x, z.x + x.z, y.z - z.y}
	case y.y >= z.z:
		q = quaternion{x.y + y.x, 1 + y.y - x.x - z.z, y.z + z.y, z.x - x.z}
	default:
		q = quaternion{z.x + x.z, y.z + z.y, 1 + z.z - x.x - y.y, x.y - y.x}
	}
	return q.unit()
}

// aim returns the frame whose y axis runs along a bone and whose z axis is as near to front as that allows.
func aim(bone, front vector) quaternion {
	y := bone.unit()
	x := y.cross(front).unit()
	return frame(x, y, x.cross(y))
}
