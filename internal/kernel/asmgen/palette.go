package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func palette() {
	TEXT("paletteAsm", NOSPLIT, "func(dst *float32, offsets *[8]int, model *float32, joints *int16, indices int, inverseBind *float32)")
	Pragma("noescape")
	Doc("paletteAsm is [Palette]: for each palette index the model matrices of its joint times its inverse bind matrix, transposed to 8 contiguous matrices.")
	offsets := Load(Param("offsets"), GP64())
	var dst [lanes]reg.Register
	for l := range dst {
		at := GP64()
		MOVQ(Mem{Base: offsets, Disp: 8 * l}, at)
		dst[l] = at
	}
	base := Load(Param("dst"), GP64())
	for l := range dst {
		LEAQ(Mem{Base: base, Index: dst[l], Scale: 4}, dst[l])
	}
	model, joints := Load(Param("model"), GP64()), Load(Param("joints"), GP64())
	indices, bind := Load(Param("indices"), GP64()), Load(Param("inverseBind"), GP64())
	joint := GP64()
	loop("entry", indices, func() {
		MOVWQSX(Mem{Base: joints}, joint)
		IMUL3Q(U32(blockMatrix), joint, joint)
		ADDQ(model, joint)
		to := func(lane int) Mem { return Mem{Base: dst[lane]} }
		paletteRows(Mem{Base: joint}, bind, 0, 2, to)
		paletteRows(Mem{Base: joint}, bind, 2, 3, to)
		ADDQ(Imm(2), joints)
		ADDQ(U32(matrixSize), bind)
		for _, to := range dst {
			ADDQ(U32(matrixSize), to)
		}
	})
	finish()
}

// paletteRows writes the given rows of 8 lanes' model matrices times an inverse bind matrix. With two rows at once each
// number of the inverse bind matrix is loaded once; three rows do not fit the registers.
func paletteRows(model Mem, bind reg.Register, first, end int, to func(lane int) Mem) {
	var m [3][3]reg.VecVirtual
	var out [3][4]reg.VecVirtual
	for k := range 3 {
		for r := first; r < end; r++ {
			m[r][k] = YMM()
			VMOVUPS(model.Offset((4*r+k)*row), m[r][k])
		}
	}
	for c := range 4 {
		for k := range 3 {
			b := YMM()
			VBROADCASTSS(Mem{Base: bind, Disp: 4 * (4*k + c)}, b)
			for r := first; r < end; r++ {
				if k == 0 {
					out[r][c] = times(m[r][k], b)
					continue
				}
				product := b
				if r+1 < end {
					product = YMM()
				}
				VMULPS(b, m[r][k], product)
				VADDPS(product, out[r][c], out[r][c])
			}
		}
	}
	var turned [3][4]reg.VecVirtual
	for r := first; r < end; r++ {
		VADDPS(model.Offset((4*r+3)*row), out[r][3], out[r][3])
		turned[r] = turn4(out[r]) // row r of lanes k and k+4
	}
	for k := range 4 {
		low, high := to(k).Offset(16*first), to(k+4).Offset(16*first)
		v := turned[first][k]
		if end-first == 1 {
			VMOVUPS(v.AsX(), low)
			VEXTRACTF128(Imm(1), v, high)
			continue
		}
		both := YMM()
		VINSERTF128(Imm(1), turned[first+1][k].AsX(), v, both)
		VMOVUPS(both, low)
		VPERM2F128(Imm(0x31), turned[first+1][k], v, v)
		VMOVUPS(v, high)
	}
}
