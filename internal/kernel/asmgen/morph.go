package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

func addScaled() {
	TEXT("addScaledAVX2", NOSPLIT, "func(dst, delta *float32, rows int, weight float32)")
	Pragma("noescape")
	Doc("addScaledAVX2 is [AddScaled] for a number of rows of 8: dst[i] += delta[i] * weight.")
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
	TEXT("finiteAVX2", NOSPLIT, "func(src *float32, rows int) bool")
	Pragma("noescape")
	Doc("finiteAVX2 reports whether a number of rows of 8 have neither infinities nor NaN: whether all src[i] * 0 are 0.")
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
