package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func palette() {
	TEXT("paletteAVX2", NOSPLIT, "func(dst *float32, offsets *[8]int, model *float32, joints *int16, entries int, inverseBind *float32)")
	Pragma("noescape")
	Doc("paletteAVX2 is [Palette]: for each entry the model matrices of its joint times its inverse bind matrix, turned back to 8 contiguous matrices.")
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
	entries, bind := Load(Param("entries"), GP64()), Load(Param("inverseBind"), GP64())
	joint := GP64()
	loop("entry", entries, func() {
		MOVWQSX(Mem{Base: joints}, joint)
		IMUL3Q(U32(blockMatrix), joint, joint)
		ADDQ(model, joint)
		for r := range 3 {
			var m [3]reg.VecVirtual
			for k := range m {
				m[k] = YMM()
				VMOVUPS(Mem{Base: joint, Disp: (4*r + k) * row}, m[k])
			}
			var out [4]reg.VecVirtual
			for c := range out {
				out[c] = YMM()
				for k := range m {
					b := YMM()
					VBROADCASTSS(Mem{Base: bind, Disp: 4 * (4*k + c)}, b)
					if k == 0 {
						VMULPS(b, m[k], out[c])
						continue
					}
					VMULPS(b, m[k], b)
					VADDPS(b, out[c], out[c])
				}
			}
			VADDPS(Mem{Base: joint, Disp: (4*r + 3) * row}, out[3], out[3])
			storeRows(out, r, &dst)
		}
		ADDQ(Imm(2), joints)
		ADDQ(U32(matrixSize), bind)
		for _, to := range dst {
			ADDQ(U32(matrixSize), to)
		}
	})
	finish()
}

// storeRows writes row r of the matrices of 8 lanes, whose four columns come a register each.
func storeRows(c [4]reg.VecVirtual, r int, dst *[lanes]reg.Register) {
	a0, a1, b0, b1 := YMM(), YMM(), YMM(), YMM()
	VUNPCKLPS(c[1], c[0], a0) // lanes 0 1 | 4 5
	VUNPCKHPS(c[1], c[0], a1) // lanes 2 3 | 6 7
	VUNPCKLPS(c[3], c[2], b0)
	VUNPCKHPS(c[3], c[2], b1)
	for lane, pair := range [4][2]reg.VecVirtual{{a0, b0}, {a0, b0}, {a1, b1}, {a1, b1}} {
		o := YMM()
		if lane%2 == 0 {
			VUNPCKLPD(pair[1], pair[0], o)
		} else {
			VUNPCKHPD(pair[1], pair[0], o)
		}
		VMOVUPS(o.AsX(), Mem{Base: dst[lane], Disp: 16 * r})
		VEXTRACTF128(Imm(1), o, Mem{Base: dst[lane+4], Disp: 16 * r})
	}
}
