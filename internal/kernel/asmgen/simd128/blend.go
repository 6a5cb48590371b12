package simd128

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// The bit patterns of constants.
const (
	bitsOne            = 0x3f800000
	bitsHalf           = 0x3f000000
	bitsThreeEighths   = 0x3ec00000
	bitsFiveSixteenths = 0x3ea00000
	bitsSign           = 0x80000000
	bitsInfinity       = 0x7f800000
	bitsBoundsMargin   = 0x36800000
	bitsMagic          = 0x4b000000 // 2^23
)

// function is a function of a machine, with the arithmetic that the kernels share.
type function struct{ Machine }

// Generator writes the kernels of package kernel.
type Generator struct {
	// Function begins a function.
	Function func(name string) Machine
}

func (g Generator) begin(name string) function { return function{g.Function(name)} }

// Kernels writes all of them.
func (g Generator) Kernels() {
	g.scale()
	g.accumulate()
	g.normalize()
	g.lerpRows()
	g.lerpRotations()
	g.nlerpRotations()
	g.nlerpUnit()
	g.haveUnitLength()
	g.addScaled()
	g.finite()
	g.accumulateMasked()
	g.add("addAsm", false)
	g.add("subtractAsm", true)
	g.transpose()
	g.transposeBack()
	g.localToModel()
	g.poseToModel()
	g.poseToPalette()
	g.palette()
	g.paletteEach()
	g.poseToModelOne()
	g.paletteOne()
	g.sample("sampleAsm")
	g.sample("sampleDifferencesAsm")
	g.skin()
	g.move()
	g.bounds()
	g.slerpKeys()
	g.lerpKeys()
	g.vertices()
	g.vertexDistances()
}

// quad are the components of 4 rotations.
type quad [4]vector

// eachHalf calls body with the offset of each half of a shared.Row.
func eachHalf(body func(half int)) {
	body(0)
	body(shared.HalfRow)
}

// dot4 returns ((a0·b0 + a1·b1) + a2·b2) + a3·b3.
func (e function) dot4(a, b quad) vector {
	sum := e.Mul(a[0], b[0])
	for i := 1; i < 4; i++ {
		sum = e.Add(sum, e.Mul(a[i], b[i]))
	}
	return sum
}

// loadQuad returns rows 0 to 3 of a group.
func (e function) loadQuad(group number, half int) (q quad) {
	for r := range q {
		q[r] = e.Load(group, r*shared.Row+half)
	}
	return q
}

// signed returns weight with its sign changed where d is negative.
func (e function) signed(weight, d, sign vector) vector {
	return e.Xor(e.And(e.Negative(d), sign), weight)
}

// unit returns normalized rotations. A rotation of length 0 becomes the identity.
func (e function) unit(q quad, one vector) quad {
	n := e.Sqrt(e.dot4(q, q))
	inverse, none := e.Div(one, n), e.IsZero(n)
	for r := range 3 {
		q[r] = e.AndNot(e.Mul(q[r], inverse), none)
	}
	q[3] = e.Mul(q[3], inverse)
	e.PutWhere(q[3], one, none)
	return q
}

func (e function) storeQuad(q quad, group number, half int) {
	for r := range q {
		e.Store(q[r], group, r*shared.Row+half)
	}
}

func (g Generator) scale() {
	e := g.begin("scaleAsm")
	dst, src, rows, weight := e.Param("dst"), e.Param("src"), e.Param("rows"), e.Broadcast("weight")
	e.Repeat("weigh", rows, func() {
		v := e.LoadPair(src, 0)
		e.StorePair([2]vector{e.Mul(v[0], weight), e.Mul(v[1], weight)}, dst, 0)
		e.AddTo(src, shared.Row)
		e.AddTo(dst, shared.Row)
	})
	e.Finish()
}

func (g Generator) addScaled() {
	e := g.begin("addScaledAsm")
	dst, delta, rows, weight := e.Param("dst"), e.Param("delta"), e.Param("rows"), e.Broadcast("weight")
	e.Repeat("morph", rows, func() {
		d, v := e.LoadPair(dst, 0), e.LoadPair(delta, 0)
		e.StorePair([2]vector{e.Add(d[0], e.Mul(v[0], weight)), e.Add(d[1], e.Mul(v[1], weight))}, dst, 0)
		e.AddTo(delta, shared.Row)
		e.AddTo(dst, shared.Row)
	})
	e.Finish()
}

func (g Generator) finite() {
	e := g.begin("finiteAsm")
	src, rows := e.Param("src"), e.Param("rows")
	zero, bits := e.Zero(), e.Zero()
	e.Repeat("finite", rows, func() {
		for _, v := range e.LoadPair(src, 0) {
			e.AccumulateBits(bits, e.Mul(v, zero))
		}
		e.AddTo(src, shared.Row)
	})
	e.Return(e.AllTrue(e.Equal(bits, bits))) // a lane equals itself if it is not NaN
	e.Finish()
}

func (g Generator) accumulate() {
	e := g.begin("accumulateAsm")
	dst, src, groups, weight := e.Param("dst"), e.Param("src"), e.Param("groups"), e.Broadcast("weight")
	sign := e.Constant(bitsSign)
	e.Repeat("accumulate", groups, func() {
		eachHalf(func(half int) {
			d, s := e.loadQuad(dst, half), e.loadQuad(src, half)
			w := e.signed(weight, e.dot4(d, s), sign)
			for r := range 10 {
				if r < 4 {
					e.Store(e.Add(d[r], e.Mul(s[r], w)), dst, r*shared.Row+half)
					continue
				}
				v := e.Mul(e.Load(src, r*shared.Row+half), weight)
				e.Store(e.Add(e.Load(dst, r*shared.Row+half), v), dst, r*shared.Row+half)
			}
		})
		e.AddTo(src, shared.GroupSize)
		e.AddTo(dst, shared.GroupSize)
	})
	e.Finish()
}

func (g Generator) normalize() {
	e := g.begin("normalizeAsm")
	pose, groups, one := e.Param("pose"), e.Param("groups"), e.Constant(bitsOne)
	e.Repeat("normalize", groups, func() {
		eachHalf(func(half int) { e.storeQuad(e.unit(e.loadQuad(pose, half), one), pose, half) })
		e.AddTo(pose, shared.GroupSize)
	})
	e.Finish()
}

func (g Generator) lerpRows() {
	e := g.begin("lerpRowsAsm")
	u := e.Broadcast("u")
	dst, src, rows, count := e.Param("dst"), e.Param("src"), e.Param("rows"), e.Param("count")
	e.Repeat("row", count, func() {
		target := e.Next32(rows)
		e.lerpRow(e.Sum(dst, target, 2), e.Sum(src, target, 2), 0, u)
	})
	e.Finish()
}

// lerpRow interpolates the row at an offset.
func (e function) lerpRow(dst, src number, offset int, u vector) {
	d, s := e.LoadPair(dst, offset), e.LoadPair(src, offset)
	for i := range d {
		d[i] = e.Add(d[i], e.Mul(e.Sub(s[i], d[i]), u))
	}
	e.StorePair(d, dst, offset)
}

func (g Generator) lerpRotations() {
	e := g.begin("lerpRotationsAsm")
	rest, u, sign := e.Broadcast("rest"), e.Broadcast("u"), e.Constant(bitsSign)
	e.interpolate(u, func(d, s quad) quad { return e.sumQuad(d, rest, s, e.signed(u, e.dot4(d, s), sign)) })
}

func (g Generator) nlerpRotations() {
	e := g.begin("nlerpRotationsAsm")
	rest, u, sign, one := e.Broadcast("rest"), e.Broadcast("u"), e.Constant(bitsSign), e.Constant(bitsOne)
	e.interpolate(u, func(d, s quad) quad {
		return e.unit(e.sumQuad(d, rest, s, e.signed(u, e.dot4(d, s), sign)), one)
	})
}

func (g Generator) nlerpUnit() {
	e := g.begin("nlerpUnitAsm")
	rest, u, scale := e.Broadcast("rest"), e.Broadcast("u"), e.single(shared.LengthScale)
	slope := e.Mul(e.Mul(e.Add(u, u), rest), scale)
	least := e.Sub(scale, slope)
	sign := e.Constant(bitsSign)
	nearest, seedLeast := e.Sub(least, e.single(shared.SeedCenter)), e.single(shared.SeedLeast)
	factorCenter, factorLeast := e.single(shared.FactorCenter), e.single(shared.FactorLeast)
	e.interpolate(u, func(d, s quad) quad {
		dot := e.dot4(d, s)
		grown := e.Mul(e.Abs(dot), slope)
		m, p := e.Add(grown, least), e.Add(grown, nearest)
		p = e.Add(e.Mul(p, p), seedLeast)
		factor := e.Sub(e.Mul(e.Mul(m, p), p), factorCenter)
		factor = e.Mul(p, e.Add(e.Mul(factor, factor), factorLeast))
		return e.sumQuad(d, e.Mul(rest, factor), s, e.Mul(e.Xor(e.And(dot, sign), u), factor))
	})
}

// single returns a number in all lanes.
func (e function) single(x float32) vector { return e.Constant(math.Float32bits(x)) }

// interpolate calls rotations with the rotations of dst and of src for each listed group and each
// half of a row, and stores the result in dst. It interpolates the group's other rows unless the
// parameter others is 0.
func (e function) interpolate(u vector, rotations func(d, s quad) quad) {
	dst, src, groups, count, others := e.Param("dst"), e.Param("src"), e.Param("groups"), e.Param("count"),
		e.Param("others")
	e.Repeat("group", count, func() {
		group := e.Next32(groups)
		to, from := e.Sum(dst, group, 2), e.Sum(src, group, 2)
		eachHalf(func(half int) { e.storeQuad(rotations(e.loadQuad(to, half), e.loadQuad(from, half)), to, half) })
		e.IfZero("others", others, func() {}, func() {
			for r := 4; r < 10; r++ {
				e.lerpRow(to, from, r*shared.Row, u)
			}
		})
	})
	e.Finish()
}

// sumQuad returns a times one weight plus b times another.
func (e function) sumQuad(a quad, weight vector, b quad, added vector) (sum quad) {
	for r := range sum {
		sum[r] = e.Add(e.Mul(a[r], weight), e.Mul(b[r], added))
	}
	return sum
}

func (g Generator) haveUnitLength() {
	e := g.begin("haveUnitLengthAsm")
	pose, groups, tolerance := e.Param("pose"), e.Param("groups"), e.Broadcast("tolerance")
	one := e.Constant(bitsOne)
	all := e.V()
	e.Into(all, e.Equal(one, one))
	e.Repeat("lengths", groups, func() {
		eachHalf(func(half int) {
			q := e.loadQuad(pose, half)
			e.Into(all, e.And(all, e.Greater(tolerance, e.Abs(e.Sub(one, e.dot4(q, q))))))
		})
		e.AddTo(pose, shared.GroupSize)
	})
	e.Return(e.AllTrue(all))
	e.Finish()
}
