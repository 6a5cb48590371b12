package main

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// vec is a vector and quat a quaternion xyzw, in 8 lanes.
type (
	vec  [3]value
	quat [4]value
)

// tiny is the squared length below which a vector has no direction.
const tiny = 1e-30

// huge is about the largest number.
const huge = 3e38

// parallel is the square of the sine of the angle below which vectors are parallel: some times what
// rounding makes of 0.
const parallel = 1e-12

func (p *program) loadVec(param string, row int) vec {
	return vec{p.load(param, row), p.load(param, row+1), p.load(param, row+2)}
}

func (p *program) loadQuat(param string, row int) quat {
	return quat{p.load(param, row), p.load(param, row+1), p.load(param, row+2), p.load(param, row+3)}
}

// origin returns the translation of a 3x4 matrix.
func (p *program) origin(matrix string) vec { return p.column(matrix, layout.OriginColumn) }

// column returns column c of a 3x4 matrix.
func (p *program) column(matrix string, c int) vec {
	return vec{
		p.load(matrix, layout.Element(0, c)), p.load(matrix, layout.Element(1, c)),
		p.load(matrix, layout.Element(2, c)),
	}
}

// axes returns row r of a 3x4 matrix without the translation.
func (p *program) axes(matrix string, r int) vec { return p.loadVec(matrix, layout.Element(r, 0)) }

// direction returns a 3x4 matrix times a vector, without the translation.
func (p *program) direction(matrix string, v vec) vec {
	var out vec
	for r := range out {
		out[r] = p.dot(p.axes(matrix, r), v)
	}
	return out
}

// point returns a 3x4 matrix times a point.
func (p *program) point(matrix string, v vec) vec {
	return p.addVec(p.direction(matrix, v), p.origin(matrix))
}

func (p *program) storeVec(row int, v vec) { p.storeVecTo(p.params[0], row, v) }

func (p *program) storeVecTo(param string, row int, v vec) {
	for i, x := range v {
		p.storeTo(param, row+i, x)
	}
}

func (p *program) storeQuat(row int, q quat) {
	for i, x := range q {
		p.store(row+i, x)
	}
}

func (p *program) addVec(a, b vec) vec {
	return vec{p.add(a[0], b[0]), p.add(a[1], b[1]), p.add(a[2], b[2])}
}

func (p *program) subVec(a, b vec) vec {
	return vec{p.sub(a[0], b[0]), p.sub(a[1], b[1]), p.sub(a[2], b[2])}
}

func (p *program) scale(v vec, s value) vec {
	return vec{p.mul(v[0], s), p.mul(v[1], s), p.mul(v[2], s)}
}

// dot returns (a0·b0 + a1·b1) + a2·b2.
func (p *program) dot(a, b vec) value {
	return p.add(p.add(p.mul(a[0], b[0]), p.mul(a[1], b[1])), p.mul(a[2], b[2]))
}

func (p *program) cross(a, b vec) vec {
	return vec{
		p.sub(p.mul(a[1], b[2]), p.mul(a[2], b[1])),
		p.sub(p.mul(a[2], b[0]), p.mul(a[0], b[2])),
		p.sub(p.mul(a[0], b[1]), p.mul(a[1], b[0])),
	}
}

func (p *program) chooseVec(mask value, yes, no vec) vec {
	return vec{p.choose(mask, yes[0], no[0]), p.choose(mask, yes[1], no[1]), p.choose(mask, yes[2], no[2])}
}

func (p *program) chooseQuat(mask value, yes, no quat) quat {
	var q quat
	for i := range q {
		q[i] = p.choose(mask, yes[i], no[i])
	}
	return q
}

// unit returns a vector at length 1, or the fallback where it has no direction.
func (p *program) unit(v, fallback vec) vec {
	square := p.dot(v, v)
	inverse := p.div(p.constant(1), p.sqrt(square))
	return p.chooseVec(p.less(p.constant(tiny), square), p.scale(v, inverse), fallback)
}

// perpendicular returns the part of a vector that is perpendicular to a unit vector, at length 1.
// Where there is none but for rounding it is the fallback, at length 1. What rounding leaves along
// the unit vector is large where the part is small, so it is taken off again.
func (p *program) perpendicular(v, to, fallback vec) vec {
	has := p.hasPerpendicular(v, to)
	v = p.without(v, to)
	square := p.dot(v, v)
	inverse := p.div(p.constant(1), p.sqrt(p.choose(has, square, p.dot(fallback, fallback))))
	return p.without(p.scale(p.chooseVec(has, v, fallback), inverse), to)
}

// perpendicularOr is [program.perpendicular] with a fallback that is perpendicular and of length 1,
// for which nothing else waits.
func (p *program) perpendicularOr(v, to, fallback vec) vec {
	has := p.hasPerpendicular(v, to)
	v = p.without(v, to)
	v = p.without(p.scale(v, p.div(p.constant(1), p.sqrt(p.dot(v, v)))), to)
	return p.chooseVec(has, v, fallback)
}

// hasPerpendicular returns a mask of where a vector has a part that is perpendicular to a unit
// vector, but for rounding.
func (p *program) hasPerpendicular(v, to vec) value {
	least := p.add(p.mul(p.dot(v, v), p.constant(parallel)), p.constant(tiny))
	rest := p.without(v, to)
	return p.less(least, p.dot(rest, rest))
}

// without returns a vector without its part along a unit vector.
func (p *program) without(v, along vec) vec { return p.subVec(v, p.scale(along, p.dot(v, along))) }

// anyPerpendicular returns a vector that is perpendicular to a unit vector, of a length from 0.7 to
// 1.
func (p *program) anyPerpendicular(v vec) vec {
	zero := p.constant(0)
	alongZ := p.less(p.constant(0.5), p.mul(v[2], v[2]))
	return vec{p.choose(alongZ, zero, p.neg(v[1])), p.choose(alongZ, p.neg(v[2]), v[0]), p.choose(alongZ, v[1], zero)}
}

func (p *program) dotQuat(a, b quat) value {
	return p.add(p.add(p.add(p.mul(a[0], b[0]), p.mul(a[1], b[1])), p.mul(a[2], b[2])), p.mul(a[3], b[3]))
}

// multiply returns the rotation that rotates by b first and then by a.
func (p *program) multiply(a, b quat) quat {
	sum := func(w, x, y, z value) value { return p.sub(p.add(p.add(w, x), y), z) }
	return quat{
		sum(p.mul(a[3], b[0]), p.mul(a[0], b[3]), p.mul(a[1], b[2]), p.mul(a[2], b[1])),
		sum(p.mul(a[3], b[1]), p.mul(a[1], b[3]), p.mul(a[2], b[0]), p.mul(a[0], b[2])),
		sum(p.mul(a[3], b[2]), p.mul(a[2], b[3]), p.mul(a[0], b[1]), p.mul(a[1], b[0])),
		p.sub(p.sub(p.sub(p.mul(a[3], b[3]), p.mul(a[0], b[0])), p.mul(a[1], b[1])), p.mul(a[2], b[2])),
	}
}

func (p *program) conjugate(q quat) quat {
	return quat{p.neg(q[0]), p.neg(q[1]), p.neg(q[2]), q[3]}
}

// rotate returns a vector rotated by a unit quaternion: v + w·t + u×t with t = 2·u×v.
func (p *program) rotate(q quat, v vec) vec {
	u := vec{q[0], q[1], q[2]}
	t := p.cross(u, v)
	t = p.addVec(t, t)
	return p.addVec(p.addVec(v, p.scale(t, q[3])), p.cross(u, t))
}

// unitQuat returns a quaternion at length 1, or the identity where it has no length.
func (p *program) unitQuat(q quat) quat {
	square := p.dotQuat(q, q)
	inverse := p.div(p.constant(1), p.sqrt(square))
	zero := p.constant(0)
	for i := range q {
		q[i] = p.mul(q[i], inverse)
	}
	return p.chooseQuat(p.less(p.constant(tiny), square), q, quat{zero, zero, zero, p.constant(1)})
}

// opposite is the squared length of the sum of two unit vectors below which they are opposite.
const opposite = 1e-12

// arc returns the shortest rotation from one unit vector to another: two reflections, at the first
// vector and at the one half way between. Where the vectors are opposite, half is the one between;
// it must be perpendicular to the first, and of a length that is not 0.
func (p *program) arc(from, to, half vec) quat {
	q, square := p.longArc(from, to, half)
	inverse := p.div(p.constant(1), p.sqrt(square))
	for i := range q {
		q[i] = p.mul(q[i], inverse)
	}
	return q
}

// longArc returns the rotation of [program.arc] times a number, and the square of that number.
func (p *program) longArc(from, to, half vec) (q quat, square value) {
	sum, difference := p.addVec(from, to), p.subVec(from, to)
	// Both are perpendicular but for rounding, which would turn a small sum.
	sum = p.subVec(sum, p.scale(p.scale(difference, p.constant(0.25)), p.dot(sum, difference)))
	square = p.dot(sum, sum)
	isOpposite := p.less(square, p.constant(opposite))
	// Neither the square of the other vector nor the products below wait for this choice and for
	// the length.
	square = p.choose(isOpposite, p.dot(half, half), square)
	half = p.chooseVec(isOpposite, half, sum)
	v := p.cross(from, half)
	return quat{v[0], v[1], v[2], p.dot(from, half)}, square
}

// arcAbout returns the rotation about an axis from one unit vector to another. All three have
// length 1, and the axis is perpendicular to both of the others.
func (p *program) arcAbout(from, to, axis vec) quat {
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	sin, cos := p.dot(p.cross(from, to), axis), p.dot(from, to)
	// The larger one of the sine and the cosine of half the angle comes from a square root.
	isWide := p.less(cos, zero)
	large := p.sqrt(p.mul(p.add(one, p.choose(isWide, p.neg(cos), cos)), half))
	small := p.div(p.mul(sin, half), large)
	negative := p.less(sin, zero)
	largeSin := p.choose(negative, p.neg(large), large)
	v := p.scale(axis, p.choose(isWide, largeSin, small))
	return quat{v[0], v[1], v[2], p.choose(isWide, p.choose(negative, p.neg(small), small), large)}
}

// blendQuat returns the normalized linear interpolation from one rotation to another, along the
// shorter arc.
func (p *program) blendQuat(from, to quat, weight value) quat {
	w := p.choose(p.less(p.dotQuat(from, to), p.constant(0)), p.neg(weight), weight)
	rest := p.sub(p.constant(1), weight)
	var q quat
	for i := range q {
		q[i] = p.add(p.mul(from[i], rest), p.mul(to[i], w))
	}
	return p.unitQuat(q)
}

// toLocal takes a rotation in model space into the space of a model matrix without shear: it
// returns M⁻¹·q·M. The axis is multiplied by the adjugate of the matrix, whose sign is right for
// mirrored matrices too, because an axis is a pseudovector; its length stays.
func (p *program) toLocal(matrix string, q quat) quat {
	u := vec{q[0], q[1], q[2]}
	v := p.adjugated(matrix, u)
	was, is := p.dot(u, u), p.dot(v, v)
	s := p.choose(p.less(p.constant(tiny), is), p.sqrt(p.div(was, is)), p.constant(0))
	v = p.scale(v, s)
	return quat{v[0], v[1], v[2], q[3]}
}

// adjugated returns the adjugate of a matrix times a vector.
func (p *program) adjugated(matrix string, u vec) vec {
	c := [3]vec{p.column(matrix, 0), p.column(matrix, 1), p.column(matrix, 2)}
	return vec{p.dot(p.cross(c[1], c[2]), u), p.dot(p.cross(c[2], c[0]), u), p.dot(p.cross(c[0], c[1]), u)}
}

// turned returns the local rotation q of a joint after a rotation in model space, blended with q by
// a weight. The parent's matrix has no shear. Where the weight is not above 0, or the result not
// finite, it is q itself.
func (p *program) turned(q, turn quat, parent string, weight value) quat {
	zero, one := p.constant(0), p.constant(1)
	u := vec{turn[0], turn[1], turn[2]}
	v := p.adjugated(parent, u)
	// [program.toLocal] times the length of v: roots that do not wait for each other replace a
	// quotient, and the rotation is normalized once, at the end.
	square := p.dot(v, v)
	hasAxis := p.less(p.constant(tiny), square)
	was, length := p.choose(hasAxis, p.sqrt(p.dot(u, u)), zero), p.choose(hasAxis, p.sqrt(square), one)
	v = p.scale(v, was)
	n := p.multiply(quat{v[0], v[1], v[2], p.mul(turn[3], length)}, q)
	active := p.less(zero, weight)
	weight = p.min(weight, one)
	rest := p.mul(p.sub(one, weight), length)
	weight = p.choose(p.less(p.dotQuat(q, n), zero), p.neg(weight), weight)
	for i := range n {
		n[i] = p.add(p.mul(q[i], rest), p.mul(n[i], weight))
	}
	square = p.dotQuat(n, n)
	valid := p.and(active, p.and(p.less(zero, square), p.less(square, p.constant(huge))))
	inverse := p.div(one, p.sqrt(square))
	for i := range n {
		n[i] = p.mul(n[i], inverse)
	}
	return p.chooseQuat(valid, n, q)
}

// quatOf returns the rotation of a 3x4 matrix without shear. That of a mirrored matrix is what
// remains when its first column is reversed.
func (p *program) quatOf(matrix string) quat {
	zero, one := p.constant(0), p.constant(1)
	x := p.unit(p.column(matrix, 0), vec{one, zero, zero})
	y := p.unit(p.column(matrix, 1), vec{zero, one, zero})
	z := p.unit(p.column(matrix, 2), vec{zero, zero, one})
	mirrored := p.less(p.dot(p.cross(x, y), z), zero)
	for i := range x {
		x[i] = p.choose(mirrored, p.neg(x[i]), x[i])
	}
	return p.quatOfAxes(x, y, z)
}

// betweenFrames returns the rotation that takes two perpendicular unit vectors to two others.
func (p *program) betweenFrames(a, b, newA, newB vec) quat {
	c, newC := p.cross(a, b), p.cross(newA, newB)
	var columns [3]vec
	for i := range columns {
		for r := range 3 {
			columns[i][r] = p.add(p.add(p.mul(newA[r], a[i]), p.mul(newB[r], b[i])), p.mul(newC[r], c[i]))
		}
	}
	return p.quatOfAxes(columns[0], columns[1], columns[2])
}

// quatOfAxes returns the rotation that takes the axes to three perpendicular unit vectors.
func (p *program) quatOfAxes(x, y, z vec) quat {
	zero, one := p.constant(0), p.constant(1)
	trace := p.add(p.add(x[0], y[1]), z[2])
	diagonal := func(a, b, c value) value { return p.sub(p.sub(p.add(one, a), b), c) }
	a, b, c := p.sub(y[2], z[1]), p.sub(z[0], x[2]), p.sub(x[1], y[0])
	d, e, f := p.add(x[1], y[0]), p.add(z[0], x[2]), p.add(y[2], z[1])
	// The largest of four candidates (S. W. Shepperd, "Quaternion from rotation matrix", 1978).
	q := quat{e, f, diagonal(z[2], x[0], y[1]), c}
	q = p.chooseQuat(p.less(z[2], y[1]), quat{d, diagonal(y[1], x[0], z[2]), f, b}, q)
	q = p.chooseQuat(p.less(p.max(y[1], z[2]), x[0]), quat{diagonal(x[0], y[1], z[2]), d, e, a}, q)
	q = p.chooseQuat(p.less(zero, trace), quat{a, b, c, p.add(one, trace)}, q)
	return p.unitQuat(q)
}

// finite returns a mask of the lanes in which all numbers are finite.
func (p *program) finite(numbers ...value) value {
	return p.less(p.zeroed(numbers...), p.constant(1))
}

// zeroed returns 0 where all numbers are finite, and NaN elsewhere. It adds in pairs, so that few
// operations wait for each other.
func (p *program) zeroed(numbers ...value) value {
	sums := make([]value, len(numbers))
	for i, x := range numbers {
		sums[i] = p.mul(x, p.constant(0))
	}
	return p.sum(sums)
}

// sum adds numbers in pairs, and then pairs of sums.
func (p *program) sum(numbers []value) value {
	sums := slices.Clone(numbers)
	for len(sums) > 1 {
		n := len(sums) / 2
		for i := range n {
			sums[i] = p.add(sums[2*i], sums[2*i+1])
		}
		if len(sums)%2 > 0 {
			sums[n] = sums[2*n]
			n++
		}
		sums = sums[:n]
	}
	return sums[0]
}
