package isosurface

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// vector is an [exact.Vec3] as a struct, which compilers keep in registers; an array they keep in memory. Meshing
// spends most of its time on points and gradients, so distances and gradients are computed with this type. Its methods
// round in the same order as the methods of [exact.Vec3].
type vector struct{ x, y, z float64 }

// toVector returns the vector as a struct.
func toVector(v exact.Vec3) vector { return vector{v[0], v[1], v[2]} }

// array returns the vector as an array.
func (a vector) array() exact.Vec3 { return exact.Vec3{a.x, a.y, a.z} }

func (a vector) add(b vector) vector { return vector{a.x + b.x, a.y + b.y, a.z + b.z} }

func (a vector) sub(b vector) vector { return vector{a.x - b.x, a.y - b.y, a.z - b.z} }

func (a vector) scale(s float64) vector {
	return vector{float64(a.x * s), float64(a.y * s), float64(a.z * s)}
}

// addScaled returns a + s·b.
func (a vector) addScaled(s float64, b vector) vector { return a.add(b.scale(s)) }

// lerp returns the point at the fraction u of the way from a to b.
func (a vector) lerp(b vector, u float64) vector { return a.addScaled(u, b.sub(a)) }

func (a vector) dot(b vector) float64 {
	return float64(a.x*b.x) + float64(a.y*b.y) + float64(a.z*b.z)
}

func (a vector) length() float64 { return math.Sqrt(a.dot(a)) }

// rotated returns the vector rotated by the unit quaternion qx, qy, qz, qw. Unlike [exact.Quat.Rotate] it adds the
// vector before the second cross product, which changes the last bits; meshes must keep their bits.
func (a vector) rotated(qx, qy, qz, qw float64) vector {
	tx := float64(2 * (float64(qy*a.z) - float64(qz*a.y)))
	ty := float64(2 * (float64(qz*a.x) - float64(qx*a.z)))
	tz := float64(2 * (float64(qx*a.y) - float64(qy*a.x)))
	return vector{
		a.x + float64(qw*tx) + (float64(qy*tz) - float64(qz*ty)),
		a.y + float64(qw*ty) + (float64(qz*tx) - float64(qx*tz)),
		a.z + float64(qw*tz) + (float64(qx*ty) - float64(qy*tx)),
	}
}
