package main

func neonAccumulateMasked() {
	e := arm.function("accumulateMaskedAsm")
	dst, src, mask, step, groups := e.param("dst"), e.param("src"), e.param("mask"), e.param("step"), e.param("groups")
	attenuation, weight := e.broadcast("attenuation"), e.broadcast("weight")
	sign, one := e.constant(bitsSign), e.constant(bitsOne)
	e.repeat("accumulateMasked", groups, func() {
		eachHalf(func(half int) {
			m := e.load(mask, half)
			k, w := e.sub(one, e.mul(m, attenuation)), e.mul(m, weight)
			d, s := e.loadQuad(dst, half), e.loadQuad(src, half)
			turned := e.signed(w, e.dot4(d, s), sign)
			for r := range d {
				d[r] = e.add(e.mul(d[r], k), e.mul(s[r], turned))
			}
			e.storeQuad(d, dst, half)
			for r := 4; r < 10; r++ {
				v := e.mul(e.load(dst, r*row+half), k)
				e.store(e.add(v, e.mul(e.load(src, r*row+half), w)), dst, r*row+half)
			}
		})
		e.nextMasked(dst, src, mask, step)
	})
	e.finish()
}

// nextMasked moves to the next group; step is the number of float32 from one row of the mask to the next.
func (e *neon) nextMasked(dst, src, mask, step xreg) {
	e.addTo(dst, groupSize)
	e.addTo(src, groupSize)
	e.do("ADD %s<<2, %s, %s", useX(step), useX(mask), defX(mask))
}

// neonAdd writes a kernel that adds differences, or subtracts them.
func neonAdd(name string, subtract bool) {
	e := arm.function(name)
	dst, delta, mask, step, groups := e.param("dst"), e.param("delta"), e.param("mask"), e.param("step"), e.param("groups")
	weight, sign, one := e.broadcast("weight"), e.constant(bitsSign), e.constant(bitsOne)
	e.repeat("add", groups, func() {
		eachHalf(func(half int) {
			at, from := func(r int) vreg { return e.load(dst, r*row+half) }, func(r int) vreg { return e.load(delta, r*row+half) }
			w := e.mul(e.load(mask, half), weight)
			k := e.sub(one, w)
			e.storeQuad(e.times(e.fraction(e.loadQuad(delta, half), w, k, sign, one, subtract), e.loadQuad(dst, half)), dst, half)
			for r := 4; r < 7; r++ {
				moved := e.mul(from(r), w)
				if subtract {
					e.store(e.sub(at(r), moved), dst, r*row+half)
				} else {
					e.store(e.add(at(r), moved), dst, r*row+half)
				}
			}
			for r := 7; r < 10; r++ {
				factor, v := e.add(k, e.mul(from(r), w)), at(r)
				if !subtract {
					e.store(e.mul(v, factor), dst, r*row+half)
					continue
				}
				none := e.isZero(factor)
				e.store(e.choose(none, v, e.div(v, factor)), dst, r*row+half)
			}
		})
		e.nextMasked(dst, delta, mask, step)
	})
	e.finish()
}

// fraction returns the unit quaternions of the fraction w of differences, where k is 1 - w.
func (e *neon) fraction(delta quad, w, k, sign, one vreg, subtract bool) (q quad) {
	f := e.signed(w, delta[3], sign)
	for r := range q {
		q[r] = e.mul(delta[r], f)
	}
	q[3] = e.add(k, q[3])
	n := e.sqrt(e.dot4(q, q))
	inverse, none := e.div(one, n), e.isZero(n)
	for r := range 3 {
		if subtract {
			q[r] = e.neg(q[r])
		}
		q[r] = e.andNot(e.mul(q[r], inverse), none)
	}
	q[3] = e.mul(q[3], inverse)
	e.putWhere(q[3], one, none)
	return q
}

// times returns the product of rotations q·p.
func (e *neon) times(q, p quad) (out quad) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3 // the next two axes
		sum := e.add(e.mul(q[3], p[i]), e.mul(q[i], p[3]))
		out[i] = e.sub(e.add(sum, e.mul(q[j], p[k])), e.mul(q[k], p[j]))
	}
	out[3] = e.mul(q[3], p[3])
	for i := range 3 {
		out[3] = e.sub(out[3], e.mul(q[i], p[i]))
	}
	return out
}

func neonApplyInertia() {
	e := arm.function("applyInertiaAsm")
	pose, inertia, groups, seconds := e.param("pose"), e.param("inertia"), e.param("groups"), e.broadcast("seconds")
	one, quarter := e.constant(bitsOne), e.constant(bitsQuarter)
	e.repeat("decay", groups, func() {
		eachHalf(func(half int) {
			from := func(r int) vreg { return e.load(inertia, r*row+half) }
			for part := range 3 {
				s := e.min(e.mul(from(inertiaRates+part), seconds), one)
				u := e.sub(one, s)
				w := e.mul(e.mul(u, u), u)
				var left [3]vreg
				for i := range left {
					n := 3*part + i
					v := e.add(from(inertiaNumbers+n), e.mul(s, from(2*inertiaNumbers+n)))
					left[i] = e.mul(w, e.add(from(n), e.mul(s, v)))
				}
				if part == 0 {
					q := e.rotation(left, quarter, one)
					e.storeQuad(e.times(q, e.loadQuad(pose, half)), pose, half)
					continue
				}
				for i, v := range left {
					at := (1+3*part+i)*row + half
					e.store(e.add(e.load(pose, at), v), pose, at)
				}
			}
		})
		e.addTo(pose, groupSize)
		e.addTo(inertia, inertiaRows*row)
	})
	e.finish()
}

// rotation converts Rodrigues parameters, multiplied by a quarter, to unit quaternions.
func (e *neon) rotation(parameters [3]vreg, quarter, one vreg) (q quad) {
	for i, v := range parameters {
		q[i] = e.mul(v, quarter)
	}
	n := e.add(e.add(e.mul(q[0], q[0]), e.mul(q[1], q[1])), e.mul(q[2], q[2]))
	inverse := e.div(one, e.add(one, n))
	double := e.add(inverse, inverse)
	for i := range 3 {
		q[i] = e.mul(q[i], double)
	}
	q[3] = e.mul(e.sub(one, n), inverse)
	return q
}
