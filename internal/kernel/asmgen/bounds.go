package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func bounds() {
	TEXT("boundsAsm", NOSPLIT, "func(bounds, model *float32, joints *int16, indices int, boxes *float32)")
	Pragma("noescape")
	Doc("boundsAsm is [Bounds]: for each entry the box around its joint's box in 8 lanes; least and greatest stay in " +
		"registers.")
	to, model, joints := Load(Param("bounds"), GP64()), Load(Param("model"), GP64()), Load(Param("joints"), GP64())
	indices, boxes, joint := Load(Param("indices"), GP64()), Load(Param("boxes"), GP64()), GP64()
	var sums [6]reg.VecVirtual
	for i := range sums {
		sums[i] = YMM()
		VMOVUPS(Mem{Base: to, Disp: i * row}, sums[i])
	}
	magnitude := constant("magnitude", 0x7fffffff)
	loop("bound", indices, func() {
		MOVWQSX(Mem{Base: joints}, joint)
		IMUL3Q(U32(blockMatrix), joint, joint)
		ADDQ(model, joint)
		var box [6]reg.VecVirtual
		for i := range box {
			box[i] = YMM()
			VBROADCASTSS(Mem{Base: boxes, Disp: 4 * i}, box[i])
		}
		for r := range 3 {
			at := func(c int) Mem { return Mem{Base: joint, Disp: (4*r + c) * row} }
			var center, half reg.VecVirtual
			for c := range 3 { // before the center, or 16 registers would not be enough
				a := YMM()
				VANDPS(at(c), magnitude, a)
				VMULPS(box[3+c], a, a)
				half = plus(half, a)
			}
			a := YMM()
			VANDPS(at(3), magnitude, a)
			VMULPS(constant("boundsMargin", 0x36800000), a, a)
			VADDPS(a, half, half)
			for c := range 3 {
				center = plus(center, times(at(c), box[c]))
			}
			VADDPS(at(3), center, center)
			low := YMM()
			VSUBPS(half, center, low)
			VADDPS(half, center, half)
			VMINPS(sums[r], low, sums[r]) // keeps the sum if the other is NaN
			VMAXPS(sums[3+r], half, sums[3+r])
		}
		ADDQ(Imm(2), joints)
		ADDQ(Imm(4*6), boxes)
	})
	for i := range sums {
		VMOVUPS(sums[i], Mem{Base: to, Disp: i * row})
	}
	finish()
}

// plus adds v to a sum, or begins a sum with it.
func plus(sum, v reg.VecVirtual) reg.VecVirtual {
	if sum == nil {
		return v
	}
	VADDPS(v, sum, sum)
	return sum
}
