package kernel

import "math"

// joint is a joint's local transform, in the numbers that an inertialization begins with, once and with care.
type joint struct {
	rotation [4]float64
	rest     [6]float64 // translation, scale
}

// nine is a difference of two joints: rotation, translation, scale.
type nine [9]float64

// jointAt returns the joint in lane l of the first group of a local pose.
func jointAt(pose []float32, l int) joint {
	g := (*[GroupSize]float32)(pose)
	var j joint
	for i := range j.rotation {
		j.rotation[i] = float64(g[i*Lanes+l])
	}
	for i := range j.rest {
		j.rest[i] = float64(g[translation+i*Lanes+l])
	}
	return j
}

func (j joint) put(pose []float32, l int) {
	g := (*[GroupSize]float32)(pose)
	for i, v := range j.rotation {
		g[i*Lanes+l] = float32(v)
	}
	for i, v := range j.rest {
		g[translation+i*Lanes+l] = float32(v)
	}
}

func nineAt(c *[InertiaSize]float32, at int) (v nine) {
	for i := range v {
		v[i] = float64(c[at+i*Lanes])
	}
	return v
}

func putNine(c *[InertiaSize]float32, at int, v nine) {
	for i := range v {
		c[at+i*Lanes] = narrow(v[i])
	}
}

// plus returns the joint after it has moved with a velocity for so many seconds.
func (j joint) plus(velocity *nine, seconds float64) joint {
	step := float64(0.25 * seconds)
	x, y, z := float64(velocity[0]*step), float64(velocity[1]*step), float64(velocity[2]*step)
	n := float64(x*x) + float64(y*y) + float64(z*z)
	inverse := 1 / (1 + n)
	q := product([4]float64{
		float64(2 * x * inverse), float64(2 * y * inverse), float64(2 * z * inverse), float64((1 - n) * inverse),
	}, j.rotation)
	if length := math.Sqrt(dot(q, q)); length > 0 {
		for i := range q {
			q[i] /= length
		}
	}
	j.rotation = q
	for i := range j.rest {
		j.rest[i] += float64(velocity[3+i] * seconds)
	}
	return j
}

// minus returns the difference that, applied after from, gives the joint: of its two rotations, one each way round, the shorter or, where a difference
// is given, the one that is nearer to that.
func (j joint) minus(from joint, near *nine) (v nine) {
	f := from.rotation
	q := product(j.rotation, [4]float64{-f[0], -f[1], -f[2], f[3]})
	way := q[3]
	if near != nil && math.Abs(q[3]) < 0.5 { // beyond that one of the two is near a whole turn, where the parameters end
		x, y, z := float64(0.25*near[0]), float64(0.25*near[1]), float64(0.25*near[2])
		n := float64(x*x) + float64(y*y) + float64(z*z)
		way = dot(q, [4]float64{float64(2 * x), float64(2 * y), float64(2 * z), 1 - n})
	}
	if way < 0 {
		q = [4]float64{-q[0], -q[1], -q[2], -q[3]}
	}
	for i := range 3 {
		v[i] = 4 * q[i] / (1 + q[3])
	}
	for i := range j.rest {
		v[3+i] = j.rest[i] - from.rest[i]
	}
	return v
}

func dot(a, b [4]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2]) + float64(a[3]*b[3])
}

// product returns Hamilton's product a·b.
func product(a, b [4]float64) [4]float64 {
	return [4]float64{
		float64(a[3]*b[0]) + float64(a[0]*b[3]) + float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[3]*b[1]) + float64(a[1]*b[3]) + float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[3]*b[2]) + float64(a[2]*b[3]) + float64(a[0]*b[1]) - float64(a[1]*b[0]),
		float64(a[3]*b[3]) - float64(a[0]*b[0]) - float64(a[1]*b[1]) - float64(a[2]*b[2]),
	}
}
