package main

import (
	"math"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// broadcast loads a float32 parameter into all lanes.
func broadcast(name string) reg.VecVirtual {
	v := YMM()
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	VBROADCASTSS(p.Addr, v)
	return v
}

// constants are the data sections that were written.
var constants = map[uint32]Mem{}

// constant returns a register with a bit pattern in all lanes.
func constant(name string, bits uint32) reg.VecVirtual {
	data, known := constants[bits]
	if !known {
		data = ConstData(name, U32(bits))
		constants[bits] = data
	}
	v := YMM()
	VBROADCASTSS(data, v)
	return v
}

// loop repeats body while the count is above 0. It decrements the count by one each time.
func loop(label string, count reg.Register, body func()) {
	Label(label)
	TESTQ(count, count)
	JZ(LabelRef(label + "_done"))
	body()
	DECQ(count)
	JMP(LabelRef(label))
	Label(label + "_done")
}

func scale() {
	TEXT("scaleAsm", NOSPLIT, "func(dst, src *float32, rows int, weight float32)")
	Pragma("noescape")
	Doc("scaleAsm is [Scale] for a number of rows of 8: dst[i] = src[i] * weight.")
	dst, src, rows := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("rows"), GP64())
	weight := broadcast("weight")
	loop("weigh", rows, func() {
		v := YMM()
		VMULPS(Mem{Base: src}, weight, v)
		VMOVUPS(v, Mem{Base: dst})
		ADDQ(U32(row), src)
		ADDQ(U32(row), dst)
	})
	finish()
}

// dot4 returns ((a0·b0 + a1·b1) + a2·b2) + a3·b3.
func dot4(a, b [4]reg.VecVirtual) reg.VecVirtual {
	sum := YMM()
	VMULPS(a[0], b[0], sum)
	for i := 1; i < 4; i++ {
		product := YMM()
		VMULPS(a[i], b[i], product)
		VADDPS(product, sum, sum)
	}
	return sum
}

func accumulate() {
	TEXT("accumulateAsm", NOSPLIT, "func(dst, src *float32, groups int, weight float32)")
	Pragma("noescape")
	Doc("accumulateAsm is [Accumulate] for a number of groups: with the rotation negated if its dot product with dst " +
		"is negative, dst += src * weight.")
	dst, src, groups := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("groups"), GP64())
	weight := broadcast("weight")
	sign := constant("signBit", 0x80000000)
	zero := YMM()
	VXORPS(zero, zero, zero)
	loop("accumulate", groups, func() {
		var d, s [4]reg.VecVirtual
		for r := range d {
			d[r], s[r] = YMM(), YMM()
			VMOVUPS(Mem{Base: dst, Disp: r * row}, d[r])
			VMOVUPS(Mem{Base: src, Disp: r * row}, s[r])
		}
		turned := dot4(d, s)
		VCMPPS(U8(1), zero, turned, turned) // turned < 0, false for NaN
		VANDPS(sign, turned, turned)
		VXORPS(turned, weight, turned)
		for r := range d {
			VMULPS(s[r], turned, s[r])
			VADDPS(s[r], d[r], d[r])
			VMOVUPS(d[r], Mem{Base: dst, Disp: r * row})
		}
		for r := 4; r < 10; r++ {
			v := YMM()
			VMULPS(Mem{Base: src, Disp: r * row}, weight, v)
			VADDPS(Mem{Base: dst, Disp: r * row}, v, v)
			VMOVUPS(v, Mem{Base: dst, Disp: r * row})
		}
		ADDQ(U32(groupSize), src)
		ADDQ(U32(groupSize), dst)
	})
	finish()
}

func normalize() {
	TEXT("normalizeAsm", NOSPLIT, "func(pose *float32, groups int)")
	Pragma("noescape")
	Doc("normalizeAsm is [Normalize] for a number of groups: rotation * (1 / sqrt(rotation · rotation)), the " +
		"identity where that root is 0.")
	pose, groups := Load(Param("pose"), GP64()), Load(Param("groups"), GP64())
	one := constant("one", 0x3f800000)
	zero := YMM()
	VXORPS(zero, zero, zero)
	loop("normalize", groups, func() {
		normalizeGroup(pose, zero, one)
		ADDQ(U32(groupSize), pose)
	})
	finish()
}

// normalizeGroup normalizes the rotations of one group.
func normalizeGroup(group reg.Register, zero, one reg.VecVirtual) {
	var q [4]reg.VecVirtual
	for r := range q {
		q[r] = YMM()
		VMOVUPS(Mem{Base: group, Disp: r * row}, q[r])
	}
	storeUnit(q, group, zero, one)
}

// storeUnit stores normalized rotations. A rotation of length 0 becomes the identity.
func storeUnit(q [4]reg.VecVirtual, group reg.Register, zero, one reg.VecVirtual) {
	inverse, none := dot4(q, q), YMM()
	VSQRTPS(inverse, inverse)
	VCMPPS(U8(0), zero, inverse, none)
	VDIVPS(inverse, one, inverse)
	for r := range q {
		VMULPS(inverse, q[r], q[r])
		if r < 3 {
			VANDNPS(q[r], none, q[r])
		} else {
			VBLENDVPS(none, one, q[r], q[r])
		}
		VMOVUPS(q[r], Mem{Base: group, Disp: r * row})
	}
}

func lerpRows() {
	TEXT("lerpRowsAsm", NOSPLIT, "func(dst, src *float32, rows *int32, count int, u float32)")
	Pragma("noescape")
	Doc("lerpRowsAsm is [LerpRows]: for each row dst += (src - dst) * u.")
	u := broadcast("u")
	dst, src, rows, count := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("rows"), GP64()),
		Load(Param("count"), GP64())
	lerp := func(n int) {
		target := GP64()
		MOVLQSX(Mem{Base: rows, Disp: 4 * n}, target)
		lerpRow(Mem{Base: dst, Index: target, Scale: 4}, Mem{Base: src, Index: target, Scale: 4}, u)
	}
	const atOnce = 4
	some := GP64()
	MOVQ(count, some)
	SHRQ(Imm(2), some)
	repeat("rows", some, func() {
		for n := range atOnce {
			lerp(n)
		}
		ADDQ(Imm(4*atOnce), rows)
	})
	ANDQ(Imm(atOnce-1), count.(reg.GPVirtual))
	repeat("row", count, func() {
		lerp(0)
		ADDQ(Imm(4), rows)
	})
	finish()
}

// lerpRow interpolates a row.
func lerpRow(dst, src Mem, u reg.VecVirtual) {
	d, v := YMM(), YMM()
	VMOVUPS(dst, d)
	VMOVUPS(src, v)
	VSUBPS(d, v, v)
	VMULPS(u, v, v)
	VADDPS(v, d, d)
	VMOVUPS(d, dst)
}

func lerpRotations() {
	TEXT("lerpRotationsAsm", NOSPLIT, "func(dst, src *float32, groups *int32, count, others int, rest, u float32)")
	Pragma("noescape")
	Doc("lerpRotationsAsm is [LerpRotations]: for each group dst * rest + src * u, with u negated where the dot " +
		"product is negative. Unless others is 0, it interpolates the group's other rows too.")
	rest, u := broadcast("rest"), broadcast("u")
	sign, zero := constant("signBit", 0x80000000), zeros()
	interpolate("rotation", u, func(dst, src reg.Register) {
		q, dot := loadDot(dst, src)
		addRotations(q, src, rest, signedBy(dot, u, sign, zero))
		storeRotations(q, dst)
	})
}

func nlerpRotations() {
	TEXT("nlerpRotationsAsm", NOSPLIT, "func(dst, src *float32, groups *int32, count, others int, rest, u float32)")
	Pragma("noescape")
	Doc("nlerpRotationsAsm is [NlerpRotations] without areUnit: lerpRotationsAsm, then rotation * (1 / sqrt(rotation " +
		"· rotation)), the identity where that root is 0.")
	rest, u := broadcast("rest"), broadcast("u")
	sign, one, zero := constant("signBit", 0x80000000), constant("one", 0x3f800000), zeros()
	interpolate("normal", u, func(dst, src reg.Register) {
		q, dot := loadDot(dst, src)
		addRotations(q, src, rest, signedBy(dot, u, sign, zero))
		storeUnit(q, dst, zero, one)
	})
}

func nlerpUnit() {
	TEXT("nlerpUnitAsm", NOSPLIT, "func(dst, src *float32, groups *int32, count, others int, rest, u float32)")
	Pragma("noescape")
	Doc("nlerpUnitAsm is [NlerpRotations] with areUnit: for each group dst * (rest * factor) + src * (u * factor), " +
		"the latter with the sign of the dot product, where the factor follows from the dot product. Unless others " +
		"is 0, it interpolates the group's other rows too.")
	rest, u := broadcast("rest"), broadcast("u")
	least, slope := single("lengthScale", shared.LengthScale), YMM()
	VADDPS(u, u, slope)
	VMULPS(rest, slope, slope)
	VMULPS(least, slope, slope)
	VSUBPS(slope, least, least)
	sign, nearest := constant("signBit", 0x80000000), YMM()
	VSUBPS(single("seedCenter", shared.SeedCenter), least, nearest)
	seedLeast := single("seedLeast", shared.SeedLeast)
	factorCenter, factorLeast := single("factorCenter", shared.FactorCenter), single("factorLeast", shared.FactorLeast)
	interpolate("unit", u, func(dst, src reg.Register) {
		q, m := loadDot(dst, src)
		added, factor := YMM(), YMM()
		VANDPS(sign, m, added)
		VXORPS(u, added, added)
		VANDNPS(m, sign, m)
		VMULPS(slope, m, m)
		VADDPS(nearest, m, factor)
		VADDPS(least, m, m)
		VMULPS(factor, factor, factor)
		VADDPS(seedLeast, factor, factor)
		VMULPS(factor, m, m)
		VMULPS(factor, m, m)
		VSUBPS(factorCenter, m, m)
		VMULPS(m, m, m)
		VADDPS(factorLeast, m, m)
		VMULPS(m, factor, factor)
		VMULPS(factor, added, added)
		VMULPS(rest, factor, factor)
		addRotations(q, src, factor, added)
		storeRotations(q, dst)
	})
}

// single returns a register with a number in all lanes.
func single(name string, x float32) reg.VecVirtual { return constant(name, math.Float32bits(x)) }

// interpolate calls rotations for each listed group of two local poses, with pointers to both, and
// interpolates the group's other rows unless the parameter others is 0.
func interpolate(label string, u reg.VecVirtual, rotations func(dst, src reg.Register)) {
	dst, src, groups, others := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param("groups"), GP64()),
		Load(Param("others"), GP64())
	repeat(label, Load(Param("count"), GP64()), func() {
		group, to, from := GP64(), GP64(), GP64()
		MOVLQSX(Mem{Base: groups}, group)
		LEAQ(Mem{Base: dst, Index: group, Scale: 4}, to)
		LEAQ(Mem{Base: src, Index: group, Scale: 4}, from)
		rotations(to, from)
		lerpOthers(label, others, to, from, u)
		ADDQ(Imm(4), groups)
	})
	finish()
}

// lerpOthers interpolates the rows of a group after the rotations unless others is 0.
func lerpOthers(label string, others, dst, src reg.Register, u reg.VecVirtual) {
	TESTQ(others, others)
	JZ(LabelRef(label + "_alone"))
	for r := 4; r < 10; r++ {
		lerpRow(Mem{Base: dst, Disp: r * row}, Mem{Base: src, Disp: r * row}, u)
	}
	Label(label + "_alone")
}

// addRotations multiplies rotations by a weight and adds the rotations of a group of src, times
// another weight.
func addRotations(q [4]reg.VecVirtual, src reg.Register, weight, added reg.VecVirtual) {
	for r := range q {
		VMULPS(weight, q[r], q[r])
		VADDPS(times(Mem{Base: src, Disp: r * row}, added), q[r], q[r])
	}
}

// storeRotations stores the rotations of a group.
func storeRotations(q [4]reg.VecVirtual, group reg.Register) {
	for r := range q {
		VMOVUPS(q[r], Mem{Base: group, Disp: r * row})
	}
}

// loadDot loads the rotations of a group of dst, and returns them and their dot products with the
// rotations of src.
func loadDot(dst, src reg.Register) (d [4]reg.VecVirtual, dot reg.VecVirtual) {
	for r := range d {
		d[r] = YMM()
		VMOVUPS(Mem{Base: dst, Disp: r * row}, d[r])
		dot = plus(dot, times(Mem{Base: src, Disp: r * row}, d[r]))
	}
	return d, dot
}

// signedBy returns a weight, negated where a dot product is below 0, which is not so for NaN. The
// dot product is lost.
func signedBy(dot, weight, sign, zero reg.VecVirtual) reg.VecVirtual {
	VCMPPS(U8(1), zero, dot, dot)
	VANDPS(sign, dot, dot)
	VXORPS(dot, weight, dot)
	return dot
}

func haveUnitLength() {
	TEXT("haveUnitLengthAsm", NOSPLIT, "func(pose *float32, groups int, tolerance float32) bool")
	Pragma("noescape")
	Doc("haveUnitLengthAsm is [HaveUnitLength] for a number of groups: whether |1 - rotation · rotation| < tolerance.")
	pose, groups := Load(Param("pose"), GP64()), Load(Param("groups"), GP64())
	magnitude, one, tolerance := constant("magnitude", 0x7fffffff), constant("one", 0x3f800000), broadcast("tolerance")
	all, lanes, result := YMM(), GP32(), GP8()
	VPCMPEQD(all, all, all)
	loop("lengths", groups, func() {
		var q [4]reg.VecVirtual
		for r := range q {
			q[r] = YMM()
			VMOVUPS(Mem{Base: pose, Disp: r * row}, q[r])
		}
		off := dot4(q, q)
		VSUBPS(off, one, off)
		VANDPS(magnitude, off, off)
		VCMPPS(U8(1), tolerance, off, off) // below, false for NaN
		VANDPS(off, all, all)
		ADDQ(U32(groupSize), pose)
	})
	VMOVMSKPS(all, lanes)
	CMPL(lanes, Imm(0xff))
	SETEQ(result)
	Store(result, ReturnIndex(0))
	finish()
}

func addScaled() {
	TEXT("addScaledAsm", NOSPLIT, "func(dst, delta *float32, rows int, weight float32)")
	Pragma("noescape")
	Doc("addScaledAsm is [AddScaled] for a number of rows of 8: dst[i] += delta[i] * weight.")
	dst, delta, rows := Load(Param("dst"), GP64()), Load(Param("delta"), GP64()), Load(Param("rows"), GP64())
	weight := broadcast("weight")
	loop("morph", rows, func() {
		v := times(Mem{Base: delta}, weight)
		VADDPS(Mem{Base: dst}, v, v)
		VMOVUPS(v, Mem{Base: dst})
		ADDQ(U32(row), delta)
		ADDQ(U32(row), dst)
	})
	finish()
}

func finite() {
	TEXT("finiteAsm", NOSPLIT, "func(src *float32, rows int) bool")
	Pragma("noescape")
	Doc(
		"finiteAsm reports whether a number of rows of 8 have neither infinities nor NaN: whether all src[i] * 0 are 0.")
	src, rows := Load(Param("src"), GP64()), Load(Param("rows"), GP64())
	zero, bits, nans, result := YMM(), YMM(), GP32(), GP8()
	VXORPS(zero, zero, zero)
	VXORPS(bits, bits, bits)
	loop("finite", rows, func() {
		VORPS(times(Mem{Base: src}, zero), bits, bits)
		ADDQ(U32(row), src)
	})
	VCMPPS(U8(3), bits, bits, bits) // NaN
	VMOVMSKPS(bits, nans)
	TESTL(nans, nans)
	SETEQ(result)
	Store(result, ReturnIndex(0))
	finish()
}
