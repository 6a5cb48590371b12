package main

// vec is a vector and quat a quaternion xyzw, in 8 lanes.
type (
	vec  [3]value
	quat [4]value
)

// tiny is the squared length below which a vector has no direction.
const tiny = 1e-30

// parallel is the square of the sine of the angle below which vectors are parallel: some times what rounding makes of 0.
const parallel = 1e-12

func (p *program) loadVec(param string, row int) vec {
	return vec{p.load(param, row), p.load(param, row+1), p.load(param, row+2)}
}

func (p *program) loadQuat(param string, row int) quat {
	return quat{p.load(param, row), p.load(param, row+1), p.load(param, row+2), p.load(param, row+3)}
}

// origin returns the translation of a 3x4 matrix.
func (p *program) origin(matrix string) vec {
	return vec{p.load(matrix, 3), p.load(matrix, 7), p.load(matrix, 11)}
}

// column returns column c of a 3x4 matrix.
func (p *program) column(matrix string, c int) vec {
	return vec{p.load(matrix, c), p.load(matrix, 4+c), p.load(matrix, 8+c)}
}

// direction returns a 3x4 matrix times a vector, without the translation.
func (p *program) direction(matrix string, v vec) vec {
	var out vec
	for r := range out {
		out[r] = p.dot(vec{p.load(matrix, 4*r), p.load(matrix, 4*r+1), p.load(matrix, 4*r+2)}, v)
	}
	return out
}

// point returns a 3x4 matrix times a point.
func (p *program) point(matrix string, v vec) vec {
	return p.addVec(p.direction(matrix, v), p.origin(matrix))
}

func (p *program) storeVec(row int, v vec) {
	for i, x := range v {
		p.store(row+i, x)
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

// perpendicular returns the part of a vector that is perpendicular to a unit vector, at length 1. Where there is none but for rounding
// it is the fallback, at length 1. What rounding leaves along the unit vector is large where the part is small, so it is taken off again.
func (p *program) perpendicular(v, to, fallback vec) vec {
	least := p.add(p.mul(p.dot(v, v), p.constant(parallel)), p.constant(tiny))
	v = p.subVec(v, p.scale(to, p.dot(v, to)))
	v = p.chooseVec(p.less(least, p.dot(v, v)), v, fallback)
	v = p.scale(v, p.div(p.constant(1), p.sqrt(p.dot(v, v))))
	return p.subVec(v, p.scale(to, p.dot(v, to)))
}

// anyPerpendicular returns a vector that is perpendicular to a unit vector, of a length from 0.7 to 1.
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

// arc returns the shortest rotation from one unit vector to another: two reflections, at the first vector and at the one half way
// between. Where the vectors are opposite, half is the one between; it must be perpendicular to the first, and of a length
// that is not 0.
func (p *program) arc(from, to, half vec) quat {
	sum, difference := p.addVec(from, to), p.subVec(from, to)
	// Both are perpendicular but for rounding, which would turn a small sum.
	sum = p.subVec(sum, p.scale(difference, p.mul(p.dot(sum, difference), p.constant(0.25))))
	half = p.chooseVec(p.less(p.dot(sum, sum), p.constant(opposite)), half, sum)
	half = p.scale(half, p.div(p.constant(1), p.sqrt(p.dot(half, half))))
	v := p.cross(from, half)
	return quat{v[0], v[1], v[2], p.dot(from, half)}
}

// arcAbout returns the rotation about an axis from one unit vector to another. All three have length 1, and the axis is perpendicular to
// both of the others.
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

// blendQuat returns the normalized linear interpolation from one rotation to another, along the shorter arc.
func (p *program) blendQuat(from, to quat, weight value) quat {
	w := p.choose(p.less(p.dotQuat(from, to), p.constant(0)), p.neg(weight), weight)
	rest := p.sub(p.constant(1), weight)
	var q quat
	for i := range q {
		q[i] = p.add(p.mul(from[i], rest), p.mul(to[i], w))
	}
	return p.unitQuat(q)
}

// toLocal takes a rotation in model space into the space of a model matrix without shear: it returns M⁻¹·q·M. The axis is
// multiplied by the adjugate of the matrix, whose sign is right for mirrored matrices too, because an axis is a
// pseudovector; its length stays.
func (p *program) toLocal(matrix string, q quat) quat {
	c := [3]vec{p.column(matrix, 0), p.column(matrix, 1), p.column(matrix, 2)}
	u := vec{q[0], q[1], q[2]}
	v := vec{p.dot(p.cross(c[1], c[2]), u), p.dot(p.cross(c[2], c[0]), u), p.dot(p.cross(c[0], c[1]), u)}
	was, is := p.dot(u, u), p.dot(v, v)
	s := p.choose(p.less(p.constant(tiny), is), p.sqrt(p.div(was, is)), p.constant(0))
	v = p.scale(v, s)
	return quat{v[0], v[1], v[2], q[3]}
}

// quatOf returns the rotation of a 3x4 matrix without shear. The one of a mirrored matrix is what remains when its first column is
// reversed.
func (p *program) quatOf(matrix string) quat {
	zero, one := p.constant(0), p.constant(1)
	x := p.unit(p.column(matrix, 0), vec{one, zero, zero})
	y := p.unit(p.column(matrix, 1), vec{zero, one, zero})
	z := p.unit(p.column(matrix, 2), vec{zero, zero, one})
	mirrored := p.less(p.dot(p.cross(x, y), z), zero)
	for i := range x {
		x[i] = p.choose(mirrored, p.neg(x[i]), x[i])
	}
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
	sum := p.mul(numbers[0], p.constant(0))
	for _, x := range numbers[1:] {
		sum = p.add(sum, p.mul(x, p.constant(0)))
	}
	return p.less(sum, p.constant(1))
}
