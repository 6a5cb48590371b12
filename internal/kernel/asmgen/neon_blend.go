package main

// The bit patterns of constants.
const (
	bitsOne            = 0x3f800000
	bitsHalf           = 0x3f000000
	bitsQuarter        = 0x3e800000
	bitsThreeEighths   = 0x3ec00000
	bitsFiveSixteenths = 0x3ea00000
	bitsSign           = 0x80000000
	bitsInfinity       = 0x7f800000
	bitsBoundsMargin   = 0x36800000
	bitsMagic          = 0x4b000000 // 2^23
)

// halfRow is half of a row of 8 numbers, in bytes: one register.
const halfRow = row / 2

// neonKernels writes the NEON versions of the kernels of package kernel.
func neonKernels() {
	neonScale()
	neonAccumulate()
	neonNormalize()
	neonBlend()
	neonAddScaled()
	neonFinite()
	neonAccumulateMasked()
	neonAdd("addAsm", false)
	neonAdd("subtractAsm", true)
	neonApplyInertia()
	neonTranspose()
	neonLocalToModel()
	neonPoseToModel()
	neonPoseToPalette()
	neonPalette()
	neonPoseToModelOne()
	neonPaletteOne()
	neonSample()
	neonSkin()
	neonBounds()
}

// quad are the components of 4 rotations.
type quad [4]vreg

// eachHalf calls body with the offset of each half of a row.
func eachHalf(body func(half int)) {
	body(0)
	body(halfRow)
}

// dot4 returns ((a0·b0 + a1·b1) + a2·b2) + a3·b3.
func (e *neon) dot4(a, b quad) vreg {
	sum := e.mul(a[0], b[0])
	for i := 1; i < 4; i++ {
		sum = e.add(sum, e.mul(a[i], b[i]))
	}
	return sum
}

// loadQuad returns rows 0 to 3 of a group.
func (e *neon) loadQuad(group xreg, half int) (q quad) {
	for r := range q {
		q[r] = e.load(group, r*row+half)
	}
	return q
}

// signed returns weight with its sign changed where d is negative.
func (e *neon) signed(weight, d, sign vreg) vreg { return e.xor(e.and(e.negative(d), sign), weight) }

// unit returns normalized rotations. A rotation of length 0 becomes the identity.
func (e *neon) unit(q quad, one vreg) quad {
	n := e.sqrt(e.dot4(q, q))
	inverse, none := e.div(one, n), e.isZero(n)
	for r := range 3 {
		q[r] = e.andNot(e.mul(q[r], inverse), none)
	}
	q[3] = e.mul(q[3], inverse)
	e.putWhere(q[3], one, none)
	return q
}

func (e *neon) storeQuad(q quad, group xreg, half int) {
	for r := range q {
		e.store(q[r], group, r*row+half)
	}
}

func neonScale() {
	e := arm.function("scaleAsm")
	dst, src, rows, weight := e.param("dst"), e.param("src"), e.param("rows"), e.broadcast("weight")
	e.repeat("weigh", rows, func() {
		v := e.loadPair(src, 0)
		e.storePair([2]vreg{e.mul(v[0], weight), e.mul(v[1], weight)}, dst, 0)
		e.addTo(src, row)
		e.addTo(dst, row)
	})
	e.finish()
}

func neonAddScaled() {
	e := arm.function("addScaledAsm")
	dst, delta, rows, weight := e.param("dst"), e.param("delta"), e.param("rows"), e.broadcast("weight")
	e.repeat("morph", rows, func() {
		d, v := e.loadPair(dst, 0), e.loadPair(delta, 0)
		e.storePair([2]vreg{e.add(d[0], e.mul(v[0], weight)), e.add(d[1], e.mul(v[1], weight))}, dst, 0)
		e.addTo(delta, row)
		e.addTo(dst, row)
	})
	e.finish()
}

func neonFinite() {
	e := arm.function("finiteAsm")
	src, rows := e.param("src"), e.param("rows")
	zero, bits := e.zero(), e.zero()
	e.repeat("finite", rows, func() {
		for _, v := range e.loadPair(src, 0) {
			e.accumulateBits(bits, e.mul(v, zero))
		}
		e.addTo(src, row)
	})
	// All bits of a lane are set if it is not NaN.
	least, result := e.v(), e.x()
	ordered := e.binary(0x4e20e400, "FCMEQ", "4S", bits, bits)
	e.word(0x6eb1a800, "UMINV S%d, V%d.4S", defV(least, 0), useV(ordered, 5))
	e.word(0x1e260000, "FMOV W%d, S%d", operand{class: general, id: int(result), def: true}, useV(least, 5))
	e.do("AND $1, %s, %s", useX(result), defX(result))
	e.do("MOVB %s, "+e.memory("ret"), useX(result))
	e.finish()
}

// accumulateBits sets the bits of v in d too.
func (e *neon) accumulateBits(d, v vreg) {
	e.word(0x4ea01c00, "ORR V%d.16B, V%d.16B, V%d.16B", defV(d, 0), useV(d, 5), useV(v, 16))
}

func neonAccumulate() {
	e := arm.function("accumulateAsm")
	dst, src, groups, weight := e.param("dst"), e.param("src"), e.param("groups"), e.broadcast("weight")
	sign := e.constant(bitsSign)
	e.repeat("accumulate", groups, func() {
		eachHalf(func(half int) {
			d, s := e.loadQuad(dst, half), e.loadQuad(src, half)
			w := e.signed(weight, e.dot4(d, s), sign)
			for r := range 10 {
				if r < 4 {
					e.store(e.add(d[r], e.mul(s[r], w)), dst, r*row+half)
					continue
				}
				v := e.mul(e.load(src, r*row+half), weight)
				e.store(e.add(e.load(dst, r*row+half), v), dst, r*row+half)
			}
		})
		e.addTo(src, groupSize)
		e.addTo(dst, groupSize)
	})
	e.finish()
}

func neonNormalize() {
	e := arm.function("normalizeAsm")
	pose, groups, one := e.param("pose"), e.param("groups"), e.constant(bitsOne)
	e.repeat("normalize", groups, func() {
		eachHalf(func(half int) { e.storeQuad(e.unit(e.loadQuad(pose, half), one), pose, half) })
		e.addTo(pose, groupSize)
	})
	e.finish()
}

func neonBlend() {
	e := arm.function("blendAsm")
	dst, src, groups := e.param("dst"), e.param("src"), e.param("groups")
	weight, srcWeight := e.broadcast("weight"), e.broadcast("srcWeight")
	sign, one := e.constant(bitsSign), e.constant(bitsOne)
	e.repeat("blend", groups, func() {
		eachHalf(func(half int) {
			d, s := e.loadQuad(dst, half), e.loadQuad(src, half)
			for r := range d {
				d[r] = e.mul(d[r], weight)
			}
			w := e.signed(srcWeight, e.dot4(d, s), sign)
			for r := range d {
				d[r] = e.add(d[r], e.mul(s[r], w))
			}
			d = e.unit(d, one)
			for r := 4; r < 10; r++ {
				v := e.mul(e.load(dst, r*row+half), weight)
				e.store(e.add(v, e.mul(e.load(src, r*row+half), srcWeight)), dst, r*row+half)
			}
			e.storeQuad(d, dst, half)
		})
		e.addTo(src, groupSize)
		e.addTo(dst, groupSize)
	})
	e.finish()
}
