package decimate

import "math"

// vector is a position or direction in the space of the mesh.
type vector [3]float64

func (a vector) sub(b vector) vector    { return vector{a[0] - b[0], a[1] - b[1], a[2] - b[2]} }
func (a vector) dot(b vector) float64   { return a[0]*b[0] + a[1]*b[1] + a[2]*b[2] }
func (a vector) length() float64        { return math.Sqrt(a.dot(a)) }
func (a vector) scale(s float64) vector { return vector{a[0] * s, a[1] * s, a[2] * s} }

func (a vector) cross(b vector) vector {
	return vector{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// quadric sums squared distances from planes, each times a weight.
type quadric struct {
	xx, yy, zz, xy, xz, yz float64
	x, y, z, constant      float64
	weight                 float64
}

func (q *quadric) add(other *quadric) {
	q.xx += other.xx
	q.yy += other.yy
	q.zz += other.zz
	q.xy += other.xy
	q.xz += other.xz
	q.yz += other.yz
	q.x += other.x
	q.y += other.y
	q.z += other.z
	q.constant += other.constant
	q.weight += other.weight
}

// addPlane adds the plane through a point with a unit normal.
func (q *quadric) addPlane(normal, through vector, weight float64) {
	d := -normal.dot(through)
	q.add(&quadric{
		weight * normal[0] * normal[0], weight * normal[1] * normal[1], weight * normal[2] * normal[2],
		weight * normal[0] * normal[1], weight * normal[0] * normal[2], weight * normal[1] * normal[2],
		weight * normal[0] * d, weight * normal[1] * d, weight * normal[2] * d, weight * d * d, weight,
	})
}

// distance returns the mean distance of a point from the planes: the root of the mean square.
func (q *quadric) distance(at vector) float64 {
	x, y, z := at[0], at[1], at[2]
	sum := q.xx*x*x + q.yy*y*y + q.zz*z*z + 2*(q.xy*x*y+q.xz*x*z+q.yz*y*z) + 2*(q.x*x+q.y*y+q.z*z) + q.constant
	if !(q.weight > 0) {
		return 0
	}
	return math.Sqrt(max(0, sum) / q.weight)
}
