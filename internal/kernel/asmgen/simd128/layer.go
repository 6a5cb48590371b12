package simd128

import "github.com/sinew-go/sinew/internal/kernel/asmgen/shared"

func (g Generator) accumulateMasked() {
	e := g.begin("accumulateMaskedAsm")
	dst, src, mask, step, groups := e.Param("dst"), e.Param("src"), e.Param("mask"), e.Param("step"), e.Param("groups")
	attenuation, weight := e.Broadcast("attenuation"), e.Broadcast("weight")
	sign, one := e.Constant(bitsSign), e.Constant(bitsOne)
	e.eachMasked(dst, src, mask, step, groups, func() {
		eachHalf(func(half int) {
			m := e.Load(mask, half)
			k, w := e.Sub(one, e.Mul(m, attenuation)), e.Mul(m, weight)
			d, s := e.loadQuad(dst, half), e.loadQuad(src, half)
			turned := e.signed(w, e.dot4(d, s), sign)
			for r := range d {
				d[r] = e.Add(e.Mul(d[r], k), e.Mul(s[r], turned))
			}
			e.storeQuad(d, dst, half)
			for r := 4; r < 10; r++ {
				v := e.Mul(e.Load(dst, r*shared.Row+half), k)
				e.Store(e.Add(v, e.Mul(e.Load(src, r*shared.Row+half), w)), dst, r*shared.Row+half)
			}
		})
	})
	e.Finish()
}

// eachMasked repeats body for all groups but those whose mask is 0 everywhere, and moves the
// pointers from group to group; step is the number of float32 from one shared.Row of the mask to
// the next.
func (e function) eachMasked(dst, src, mask, step, groups number, body func()) {
	e.Repeat("masked", groups, func() {
		m := e.LoadPair(mask, 0)
		e.IfZero("skipped", e.AllTrue(e.And(e.IsZero(m[0]), e.IsZero(m[1]))), body, func() {})
		e.AddTo(dst, shared.GroupSize)
		e.AddTo(src, shared.GroupSize)
		e.AddShifted(mask, step, 2)
	})
}

// add writes a kernel that adds differences, or subtracts them.
func (g Generator) add(name string, subtract bool) {
	e := g.begin(name)
	dst, delta, mask, step, groups := e.Param("dst"), e.Param("delta"), e.Param("mask"), e.Param("step"),
		e.Param("groups")
	weight, sign, one := e.Broadcast("weight"), e.Constant(bitsSign), e.Constant(bitsOne)
	e.eachMasked(dst, delta, mask, step, groups, func() {
		eachHalf(func(half int) {
			at, from := func(r int) vector {
				return e.Load(dst, r*shared.Row+half)
			}, func(r int) vector { return e.Load(delta, r*shared.Row+half) }
			w := e.Mul(e.Load(mask, half), weight)
			k := e.Sub(one, w)
			e.storeQuad(e.times(e.fraction(e.loadQuad(delta, half), w, k, sign, one, subtract), e.loadQuad(dst, half)),
				dst, half)
			for r := 4; r < 7; r++ {
				moved := e.Mul(from(r), w)
				if subtract {
					e.Store(e.Sub(at(r), moved), dst, r*shared.Row+half)
				} else {
					e.Store(e.Add(at(r), moved), dst, r*shared.Row+half)
				}
			}
			for r := 7; r < 10; r++ {
				factor, v := e.Add(k, e.Mul(from(r), w)), at(r)
				if !subtract {
					e.Store(e.Mul(v, factor), dst, r*shared.Row+half)
					continue
				}
				none := e.IsZero(factor)
				e.Store(e.Choose(none, v, e.Div(v, factor)), dst, r*shared.Row+half)
			}
		})
	})
	e.Finish()
}

// fraction returns the unit quaternions of the fraction w of differences, where k is 1 - w.
func (e function) fraction(delta quad, w, k, sign, one vector, subtract bool) (q quad) {
	f := e.signed(w, delta[3], sign)
	for r := range q {
		q[r] = e.Mul(delta[r], f)
	}
	q[3] = e.Add(k, q[3])
	n := e.Sqrt(e.dot4(q, q))
	inverse, none := e.Div(one, n), e.IsZero(n)
	for r := range 3 {
		if subtract {
			q[r] = e.Neg(q[r])
		}
		q[r] = e.AndNot(e.Mul(q[r], inverse), none)
	}
	q[3] = e.Mul(q[3], inverse)
	e.PutWhere(q[3], one, none)
	return q
}

// times returns the product of rotations q·p.
func (e function) times(q, p quad) (out quad) {
	for i := range 3 {
		j, k := (i+1)%3, (i+2)%3 // the next two axes
		sum := e.Add(e.Mul(q[3], p[i]), e.Mul(q[i], p[3]))
		out[i] = e.Sub(e.Add(sum, e.Mul(q[j], p[k])), e.Mul(q[k], p[j]))
	}
	out[3] = e.Mul(q[3], p[3])
	for i := range 3 {
		out[3] = e.Sub(out[3], e.Mul(q[i], p[i]))
	}
	return out
}
