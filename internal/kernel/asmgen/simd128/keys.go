package simd128

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// polynomial returns a polynomial of z: ((t0*z + t1)*z + t2)...
func (e function) polynomial(z double, terms []float64) double {
	p := e.ConstantDouble(terms[0])
	for _, term := range terms[1:] {
		p = e.AddDouble(e.MulDouble(p, z), e.ConstantDouble(term))
	}
	return p
}

// sine returns the sines of angles from 0 to pi, in radians, with the operations of exact.Sin.
func (e function) sine(x double) double {
	half := e.ConstantDouble(0.5)
	quadrant := e.FloorDouble(e.AddDouble(e.MulDouble(x, e.ConstantDouble(2/math.Pi)), half))
	r := e.SubDouble(x, e.MulDouble(quadrant, e.ConstantDouble(shared.HalfPiHigh)))
	r = e.SubDouble(r, e.MulDouble(quadrant, e.ConstantDouble(shared.HalfPiLow)))
	z := e.MulDouble(r, r)
	s := e.polynomial(z, shared.SineTerms)
	s = e.AddDouble(r, e.MulDouble(e.MulDouble(r, z), s))
	c := e.polynomial(z, shared.CosineTerms)
	c = e.MulDouble(e.MulDouble(z, z), c)
	one := e.ConstantDouble(1)
	c = e.AddDouble(e.SubDouble(one, e.MulDouble(z, half)), c)
	// Quadrant 0 has the sine, 1 the cosine, 2 the negated sine.
	sign := e.And(e.EqualDouble(quadrant, e.ConstantDouble(2)), vector(e.ConstantDouble(math.Copysign(0, -1))))
	s = double(e.Xor(vector(s), sign))
	e.PutWhere(vector(s), vector(c), e.EqualDouble(quadrant, one))
	return s
}

// targets returns the addresses of the next 4 targets in dst.
func (e function) targets(dst, targets number) (at [4]number) {
	for k := range at {
		at[k] = e.Sum(dst, e.Next32(targets), 2)
	}
	return at
}

func (g Generator) slerpKeys() {
	e := g.begin("slerpKeysAsm")
	dst, from, to, arcs := e.Param("dst"), e.Param("from"), e.Param("to"), e.Param("arcs")
	targets, groups := e.Param("targets"), e.Param("groups")
	w := e.ToDouble(e.Broadcast("u"))[0]
	rest := e.SubDouble(e.ConstantDouble(1), w)
	e.Repeat("slerp", groups, func() {
		var a, b [2]double
		for k := range a {
			angle, sines := double(e.Load(arcs, 8*layout.ArcAngles+16*k)), double(e.Load(arcs, 8*layout.ArcSines+16*k))
			a[k] = e.DivDouble(e.sine(e.MulDouble(angle, rest)), sines)
			b[k] = e.DivDouble(e.sine(e.MulDouble(angle, w)), sines)
			curved := e.And(e.GreaterDouble(angle, e.ConstantDouble(1e-6)),
				e.GreaterDouble(sines, e.ConstantDouble(1e-9)))
			e.PutUnless(vector(a[k]), vector(rest), curved)
			e.PutUnless(vector(b[k]), vector(w), curved)
		}
		var q [4][2]double
		var length [2]double
		for c := range q {
			x, y := e.ToDouble(e.Load(from, 16*c)), e.ToDouble(e.Load(to, 16*c))
			for k := range x {
				q[c][k] = e.AddDouble(e.MulDouble(x[k], a[k]), e.MulDouble(y[k], b[k]))
				square := e.MulDouble(q[c][k], q[c][k])
				if c == 0 {
					length[k] = square
				} else {
					length[k] = e.AddDouble(length[k], square)
				}
			}
		}
		var none [2]vector
		for k := range length {
			length[k] = e.SqrtDouble(length[k])
			none[k] = e.IsZeroDouble(length[k])
		}
		at := e.targets(dst, targets)
		for c := range q {
			x := e.ToDouble(e.Load(from, 16*c))
			for k := range x {
				q[c][k] = e.DivDouble(q[c][k], length[k])
				e.PutWhere(vector(q[c][k]), vector(x[k]), none[k])
			}
			v := e.ToSingle(q[c])
			for lane := range at {
				e.StoreLane(v, lane, at[lane])
				e.AddTo(at[lane], shared.Row)
			}
		}
		for _, r := range []number{from, to, arcs} {
			e.AddTo(r, 64)
		}
	})
	e.Finish()
}

func (g Generator) lerpKeys() {
	e := g.begin("lerpKeysAsm")
	dst, from, to, targets, groups := e.Param("dst"), e.Param("from"), e.Param("to"), e.Param("targets"),
		e.Param("groups")
	u := e.BroadcastDouble("u")
	e.Repeat("lerp", groups, func() {
		x, y := e.ToDouble(e.Load(from, 0)), e.ToDouble(e.Load(to, 0))
		for k := range x {
			x[k] = e.AddDouble(x[k], e.MulDouble(u, e.SubDouble(y[k], x[k])))
		}
		v := e.ToSingle(x)
		for lane, at := range e.targets(dst, targets) {
			e.StoreLane(v, lane, at)
		}
		e.AddTo(from, 16)
		e.AddTo(to, 16)
	})
	e.Finish()
}

// vertex returns x, y and z of half of the lanes' vertices along an axis: the column times its
// offset, plus the translation.
func (e function) vertex(model, offsets number, axis, half int) (v [3]vector) {
	offset := e.LoadNumber(offsets, 4*axis)
	for r := range v {
		at := func(c int) vector { return e.Load(model, (4*r+c)*shared.Row+half) }
		v[r] = e.Add(e.MulBy(at(axis), offset, 0), at(3))
	}
	return v
}

func (g Generator) vertices() {
	e := g.begin("verticesAsm")
	dst, model, offsets, joints := e.Param("dst"), e.Param("model"), e.Param("offsets"), e.Param("joints")
	e.Repeat("vertex", joints, func() {
		for axis := range 3 {
			eachHalf(func(half int) {
				for r, v := range e.vertex(model, offsets, axis, half) {
					e.Store(v, dst, (axis*3+r)*shared.Row+half)
				}
			})
		}
		e.AddTo(dst, 9*shared.Row)
		e.AddTo(model, shared.BlockMatrix)
		e.AddTo(offsets, 12)
	})
	e.Finish()
}

func (g Generator) vertexDistances() {
	e := g.begin("vertexDistancesAsm")
	squares, model, offsets := e.Param("squares"), e.Param("model"), e.Param("offsets")
	expected, joints := e.Param("expected"), e.Param("joints")
	// Bits of invalid are set in lanes with a distance that is NaN, as in NaN itself.
	largest, invalid := e.LoadPair(squares, 0), [2]vector{e.Zero(), e.Zero()}
	e.Repeat("distance", joints, func() {
		for axis := range 3 {
			eachHalf(func(half int) {
				var d vector
				for r, v := range e.vertex(model, offsets, axis, half) {
					v = e.Sub(v, e.Load(expected, (axis*3+r)*shared.Row+half))
					v = e.Mul(v, v)
					if r == 0 {
						d = v
					} else {
						d = e.Add(d, v)
					}
				}
				k := half / shared.HalfRow
				e.PutWhere(largest[k], d, e.Greater(d, largest[k]))
				e.PutUnless(invalid[k], d, e.Equal(d, d))
			})
		}
		e.AddTo(model, shared.BlockMatrix)
		e.AddTo(offsets, 12)
		e.AddTo(expected, 9*shared.Row)
	})
	for k := range largest {
		e.AccumulateBits(largest[k], invalid[k])
	}
	e.StorePair(largest, squares, 0)
	e.Finish()
}
