package kernel

import "math"

// transform is a joint's local transform in float64: an inertialization begins rarely, and its velocity is a small difference of
// large numbers.
type transform struct {
	rotation [4]float64
	other    [6]float64 // translation x, y, z, scale x, y, z
}

// difference is the difference of two transforms: rotation (4 tan(angle/4)·axis), translation, scale.
type difference [9]float64

// transformAt returns joint l of the first group of a local pose.
func transformAt(pose []float32, l int) transform {
	g := (*[GroupSize]float32)(pose)
	var j transform
	for i := range j.rotation {
		j.rotation[i] = float64(g[i*Lanes+l])
	}
	for i := range j.other {
		j.other[i] = float64(g[translation+i*Lanes+l])
	}
	return j
}

func (j transform) put(pose []float32, l int) {
	g := (*[GroupSize]float32)(pose)
	for i, v := range j.rotation {
		g[i*Lanes+l] = float32(v)
	}
	for i, v := range j.other {
		g[translation+i*Lanes+l] = float32(v)
	}
}

func differenceAt(c *[InertiaSize]float32, at int) (v difference) {
	for i := range v {
		v[i] = float64(c[at+i*Lanes])
	}
	return v
}

func putDifference(c *[InertiaSize]float32, at int, v difference) {
	for i := range v {
		c[at+i*Lanes] = bounded(v[i])
	}
}

// plus returns the transform moved on for a number of seconds with a velocity per second.
func (j transform) plus(velocity *difference, seconds float64) transform {
	step := float64(0.25 * seconds)
	x, y, z := boundedMove(velocity[0]*step), boundedMove(velocity[1]*step), boundedMove(velocity[2]*step)
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
	for i := range 3 {
		j.other[i] += boundedMove(velocity[3+i] * seconds)
	}
	for i, scale := range j.other[3:] {
		j.other[3+i] += boundedBy(velocity[6+i]*seconds, maxScaleStep*max(math.Abs(scale), 1))
	}
	return j
}

// scaleSize returns the largest absolute value of the three scales, or 1 if that is larger.
func (j transform) scaleSize() float64 {
	return max(math.Abs(j.other[3]), math.Abs(j.other[4]), math.Abs(j.other[5]), 1)
}

// minus returns the difference that takes from to the transform. Of the two rotations that do, one each way around, it chooses
// the shorter one, or if near is given the one that is closer to it.
func (j transform) minus(from transform, near *difference) (v difference) {
	f := from.rotation
	q := product(j.rotation, [4]float64{-f[0], -f[1], -f[2], f[3]})
	side := q[3]
	if near != nil && math.Abs(q[3]) < 0.5 { // else one of the two is near a whole turn, where the parameters become infinite
		x, y, z := float64(0.25*near[0]), float64(0.25*near[1]), float64(0.25*near[2])
		n := float64(x*x) + float64(y*y) + float64(z*z)
		side = dot(q, [4]float64{float64(2 * x), float64(2 * y), float64(2 * z), 1 - n})
	}
	if side < 0 {
		q = [4]float64{-q[0], -q[1], -q[2], -q[3]}
	}
	for i := range 3 {
		v[i] = 4 * q[i] / (1 + q[3])
	}
	for i := range j.other {
		v[3+i] = j.other[i] - from.other[i]
	}
	return v
}

func dot(a, b [4]float64) float64 {
	return float64(a[0]*b[0]) + float64(a[1]*b[1]) + float64(a[2]*b[2]) + float64(a[3]*b[3])
}

// product returns the Hamilton product a·b.
func product(a, b [4]float64) [4]float64 {
	return [4]float64{
		float64(a[3]*b[0]) + float64(a[0]*b[3]) + float64(a[1]*b[2]) - float64(a[2]*b[1]),
		float64(a[3]*b[1]) + float64(a[1]*b[3]) + float64(a[2]*b[0]) - float64(a[0]*b[2]),
		float64(a[3]*b[2]) + float64(a[2]*b[3]) + float64(a[0]*b[1]) - float64(a[1]*b[0]),
		float64(a[3]*b[3]) - float64(a[0]*b[0]) - float64(a[1]*b[1]) - float64(a[2]*b[2]),
	}
}
