package exact

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// XYZW returns the components of a quaternion in the order of flat data: x, y, z, w.
func XYZW(q mgl32.Quat) [4]float32 { return [4]float32{q.V[0], q.V[1], q.V[2], q.W} }

// QuatFromXYZW is the inverse of [XYZW].
func QuatFromXYZW(q [4]float32) mgl32.Quat {
	return mgl32.Quat{V: mgl32.Vec3{q[0], q[1], q[2]}, W: q[3]}
}

// Normalized32 returns the quaternion x, y, z, w at unit length, worked out in float64. Its length must not be 0.
func Normalized32(q [4]float32) [4]float32 {
	var n float64
	for _, v := range q {
		n += float64(float64(v) * float64(v))
	}
	n = math.Sqrt(n)
	for i, v := range q {
		q[i] = float32(float64(v) / n)
	}
	return q
}

// Dot32 returns the dot product of two quaternions.
func Dot32(a, b [4]float32) float32 {
	return float32(a[0]*b[0]) + float32(a[1]*b[1]) + float32(a[2]*b[2]) + float32(a[3]*b[3])
}
