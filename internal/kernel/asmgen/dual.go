package main

// duals are the programs of package skinning.
func duals() []*program { return []*program{split(), join()} }

// newtonSteps is the number of steps of Newton's iteration in [program.polar]: enough for matrices of which one axis is 1e5 times as
// long as another.
const newtonSteps = 7

// flat is the determinant, of a matrix whose squares sum up to 3, that rounding may give to a flat one.
const flat = 1e-6

// split takes a matrix apart: the rotation as a quaternion in rows 0 to 3, rotation and translation as the dual part of a dual
// quaternion in rows 4 to 7, and the scale that comes before the rotation, a 3x3 matrix, in rows 8 to 16.
func split() *program {
	p := newProgram("split", "is [Split] for 8 matrices.", "rows", "matrixRows")
	var a [3]vec
	for r := range a {
		a[r] = p.loadVec("matrixRows", 4*r)
	}
	q := p.polar(a)
	p.storeQuat(0, q)
	half := p.constant(0.5)
	t := p.scale(vec{p.load("matrixRows", 3), p.load("matrixRows", 7), p.load("matrixRows", 11)}, half)
	v := vec{q[0], q[1], q[2]}
	p.storeVec(4, p.addVec(p.scale(t, q[3]), p.cross(t, v)))
	p.store(7, p.neg(p.dot(t, v)))
	r := p.rotationRows(q, p.constant(2))
	for i := range 3 {
		for c := range 3 {
			p.store(8+3*i+c, p.dot(vec{r[0][i], r[1][i], r[2][i]}, vec{a[0][c], a[1][c], a[2][c]}))
		}
	}
	return p
}

// join is the reverse, for sums of what split returned: the dual quaternion has any length.
func join() *program {
	p := newProgram("join", "makes 8 matrices of the sums of their parts.", "matrixRows", "rows")
	q, dual := p.loadQuat("rows", 0), p.loadQuat("rows", 4)
	zero := p.constant(0)
	square := p.dotQuat(q, q)
	s := p.choose(p.less(zero, square), p.div(p.constant(2), square), zero)
	r := p.rotationRows(q, s)
	v, d := vec{q[0], q[1], q[2]}, vec{dual[0], dual[1], dual[2]}
	t := p.scale(p.addVec(p.subVec(p.scale(d, q[3]), p.scale(v, dual[3])), p.cross(v, d)), s)
	for i := range r {
		for c := range 3 {
			p.store(4*i+c, p.dot(r[i], vec{p.load("rows", 8+c), p.load("rows", 11+c), p.load("rows", 14+c)}))
		}
		p.store(4*i+3, t[i])
	}
	return p
}

// rotationRows returns the rows of the matrix of a quaternion times s, which is 2 for one of length 1.
func (p *program) rotationRows(q quat, s value) [3]vec {
	v := p.scale(vec{q[0], q[1], q[2]}, s)
	w := p.scale(v, q[3])
	xx, yy, zz := p.mul(q[0], v[0]), p.mul(q[1], v[1]), p.mul(q[2], v[2])
	xy, xz, yz := p.mul(q[0], v[1]), p.mul(q[0], v[2]), p.mul(q[1], v[2])
	one := p.constant(1)
	return [3]vec{
		{p.sub(one, p.add(yy, zz)), p.sub(xy, w[2]), p.add(xz, w[1])},
		{p.add(xy, w[2]), p.sub(one, p.add(xx, zz)), p.sub(yz, w[0])},
		{p.sub(xz, w[1]), p.add(yz, w[0]), p.sub(one, p.add(xx, yy))},
	}
}

// cofactors returns the cofactor matrix of three rows.
func (p *program) cofactors(a [3]vec) [3]vec {
	return [3]vec{p.cross(a[1], a[2]), p.cross(a[2], a[0]), p.cross(a[0], a[1])}
}

// squares returns the sum of the squares of a matrix.
func (p *program) squares(a [3]vec) value {
	return p.add(p.add(p.dot(a[0], a[0]), p.dot(a[1], a[1])), p.dot(a[2], a[2]))
}

// polar returns the rotation that is nearest to a matrix, its polar factor, by Newton's iteration (N. J. Higham, "Computing the
// polar decomposition - with applications", 1986). That of a mirroring matrix is the rotation of the opposite matrix; that of
// a matrix that maps all of space to a line or a point, or that is not finite, is none. A matrix has the same polar factor as its sum
// with its cofactors, which only such a matrix leaves singular.
func (p *program) polar(a [3]vec) quat {
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	square := p.squares(a)
	size := p.sqrt(p.div(p.constant(3), square))
	for r := range a {
		a[r] = p.scale(a[r], size)
	}
	c := p.cofactors(a) // the opposite matrix has the same ones
	mirrored := p.less(p.dot(a[0], c[0]), p.constant(-flat))
	for r := range a {
		for i := range a[r] {
			a[r][i] = p.add(p.choose(mirrored, p.neg(a[r][i]), a[r][i]), c[r][i])
		}
	}
	valid := p.and(p.less(p.constant(1e-30), square), p.less(square, p.constant(1e30)))
	for i := range newtonSteps {
		c = p.cofactors(a)
		determinant := p.dot(a[0], c[0])
		if i == 0 {
			valid = p.and(valid, p.less(p.constant(1e-10), determinant))
		}
		factor := p.sqrt(p.div(p.sqrt(p.div(p.squares(c), p.squares(a))), determinant))
		inverse := p.div(half, p.mul(factor, determinant))
		factor = p.mul(factor, half)
		for r := range a {
			a[r] = p.addVec(p.scale(a[r], factor), p.scale(c[r], inverse))
		}
	}
	q := p.quatOfAxes(vec{a[0][0], a[1][0], a[2][0]}, vec{a[0][1], a[1][1], a[2][1]}, vec{a[0][2], a[1][2], a[2][2]})
	return p.chooseQuat(p.and(valid, p.finite(q[:]...)), q, quat{zero, zero, zero, one})
}
