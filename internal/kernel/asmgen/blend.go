package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
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
	Doc("accumulateAsm is [Accumulate] for a number of groups: with the rotation negated if its dot product with dst is negative, dst += src * weight.")
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
	Doc("normalizeAsm is [Normalize] for a number of groups: rotation * (1 / sqrt(rotation · rotation)), the identity where that root is 0.")
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

// listed calls body for each entry of a list of indices in two local poses, with pointers to both. It leaves the parameters as they are.
func listed(label, list string, body func(dst, src reg.Register)) {
	dst, src, indices := Load(Param("dst"), GP64()), Load(Param("src"), GP64()), Load(Param(list), GP64())
	repeat(label, Load(Param("count"), GP64()), func() {
		index, to, from := GP64(), GP64(), GP64()
		MOVLQSX(Mem{Base: indices}, index)
		LEAQ(Mem{Base: dst, Index: index, Scale: 4}, to)
		LEAQ(Mem{Base: src, Index: index, Scale: 4}, from)
		body(to, from)
		ADDQ(Imm(4), indices)
	})
}

func lerpRows() {
	TEXT("lerpRowsAsm", NOSPLIT, "func(dst, src *float32, rows *int32, count int, u float32)")
	Pragma("noescape")
	Doc("lerpRowsAsm is [LerpRows]: for each row dst += (src - dst) * u.")
	u := broadcast("u")
	listed("row", "rows", func(dst, src reg.Register) {
		d, v := YMM(), YMM()
		VMOVUPS(Mem{Base: dst}, d)
		VMOVUPS(Mem{Base: src}, v)
		VSUBPS(d, v, v)
		VMULPS(u, v, v)
		VADDPS(v, d, d)
		VMOVUPS(d, Mem{Base: dst})
	})
	finish()
}

func lerpRotations() {
	TEXT("lerpRotationsAsm", NOSPLIT, "func(dst, src *float32, groups *int32, count int, rest, u float32)")
	Pragma("noescape")
	Doc("lerpRotationsAsm is [LerpRotations]: for each group dst * rest + src * u, with u negated where the dot product is negative.")
	addRotations("rotation", func(q [4]reg.VecVirtual, dst reg.Register) {
		for r := range q {
			VMOVUPS(q[r], Mem{Base: dst, Disp: r * row})
		}
	})
}

func nlerpRotations() {
	TEXT("nlerpRotationsAsm", NOSPLIT, "func(dst, src *float32, groups *int32, count int, rest, u float32)")
	Pragma("noescape")
	Doc("nlerpRotationsAsm is [NlerpRotations]: lerpRotationsAsm, then rotation * (1 / sqrt(rotation · rotation)), the identity where that root is 0.")
	one, zero := constant("one", 0x3f800000), zeros()
	addRotations("unit", func(q [4]reg.VecVirtual, dst reg.Register) { storeUnit(q, dst, zero, one) })
}

// addRotations computes, for the listed groups, the sums of the rotations of dst and of src, each times a weight.
func addRotations(label string, store func(q [4]reg.VecVirtual, dst reg.Register)) {
	rest, u := broadcast("rest"), broadcast("u")
	sign, zero := constant("signBit", 0x80000000), zeros()
	listed(label, "groups", func(dst, src reg.Register) {
		q, dot := loadDot(dst, src)
		w := signedBy(dot, u, sign, zero)
		for r := range q {
			VMULPS(rest, q[r], q[r])
			VADDPS(times(Mem{Base: src, Disp: r * row}, w), q[r], q[r])
		}
		store(q, dst)
	})
	finish()
}

// loadDot loads the rotations of a group of dst, and returns them and their dot products with the rotations of src.
func loadDot(dst, src reg.Register) (d [4]reg.VecVirtual, dot reg.VecVirtual) {
	for r := range d {
		d[r] = YMM()
		VMOVUPS(Mem{Base: dst, Disp: r * row}, d[r])
		dot = plus(dot, times(Mem{Base: src, Disp: r * row}, d[r]))
	}
	return d, dot
}

// signedBy returns a weight, negated where a dot product is below 0, which is not so for NaN. The dot product is lost.
func signedBy(dot, weight, sign, zero reg.VecVirtual) reg.VecVirtual {
	VCMPPS(U8(1), zero, dot, dot)
	VANDPS(sign, dot, dot)
	VXORPS(dot, weight, dot)
	return dot
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
	Doc("finiteAsm reports whether a number of rows of 8 have neither infinities nor NaN: whether all src[i] * 0 are 0.")
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
