package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func palette() {
	eachEntry("paletteAsm", "[Palette]", func(model Mem, bind reg.Register, to func(lane int) Mem) {
		paletteRows(model, bind, 0, 2, to)
		paletteRows(model, bind, 2, 3, to)
	})
}

// paletteWide is [palette] for processors with AVX-512: its instructions multiply by a number in
// memory for all lanes, so that the inverse bind matrix needs no loads of its own, and its
// registers hold all rows at once.
func paletteWide() {
	eachEntry("Palette", "kernel.Palette", func(model Mem, bind reg.Register, to func(lane int) Mem) {
		var rows [3][4]reg.VecVirtual
		for r := range rows {
			var m [3]reg.VecVirtual
			for k := range m {
				m[k] = YMM()
				VMOVUPS(model.Offset((4*r+k)*row), m[k])
			}
			for c := range 4 {
				sum := YMM()
				VMULPS_BCST(Mem{Base: bind, Disp: 4 * c}, m[0], sum)
				for k := 1; k < 3; k++ {
					product := YMM()
					VMULPS_BCST(Mem{Base: bind, Disp: 4 * (4*k + c)}, m[k], product)
					VADDPS(product, sum, sum)
				}
				rows[r][c] = sum
			}
			VADDPS(model.Offset((4*r+3)*row), rows[r][3], rows[r][3])
			rows[r] = turn4(rows[r])
		}
		for k := range 4 {
			for half := range 2 { // of lanes k and k+4
				v, at := YMM(), to(k+4*half)
				VSHUFF32X4(Imm(uint64(3*half)), rows[1][k], rows[0][k], v)
				VMOVUPS(v, at)
				if half == 0 {
					VMOVUPS(rows[2][k].AsX(), at.Offset(32))
				} else {
					VEXTRACTF32X4(Imm(1), rows[2][k], at.Offset(32))
				}
			}
		}
	})
}

// eachEntry is a kernel that calls write for each entry, with the model matrices of its joint, its
// inverse bind matrix and the place of each lane's result.
func eachEntry(name, is string, write func(model Mem, bind reg.Register, to func(lane int) Mem)) {
	TEXT(name, NOSPLIT,
		"func(dst *float32, offsets *[8]int, model *float32, joints *int16, indices int, inverseBind *float32)")
	Pragma("noescape")
	Doc(name + " is " + is + ": for each palette index the model matrices of its joint times its inverse bind " +
		"matrix, transposed to 8 contiguous matrices.")
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
		write(Mem{Base: joint}, bind, func(lane int) Mem { return Mem{Base: dst[lane]} })
		ADDQ(Imm(2), joints)
		ADDQ(U32(matrixSize), bind)
		for _, to := range dst {
			ADDQ(U32(matrixSize), to)
		}
	})
	finish()
}

// paletteRows writes the given rows of 8 lanes' model matrices times an inverse bind matrix. With
// two rows at once each number of the inverse bind matrix is loaded once; three rows do not fit the
// registers.
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
