package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

func palette() {
	eachEntry("paletteAsm", "[Palette]", func(model Mem, bind reg.Register, to func(lane int) Mem) {
		paletteRows(model, alike(bind), 0, 2, to)
		paletteRows(model, alike(bind), 2, 3, to)
	})
}

// paletteEach is [palette] for lanes with inverse bind matrices of their own, which it turns entry
// by entry: a register then holds one number of all 8 lanes.
func paletteEach() {
	var turned Mem
	number := func(e int) Mem { return turned.Offset(e * row) }
	eachEntryOfEach("paletteEachAsm", "[PaletteEach]", func(model Mem, from, to func(lane int) Mem) {
		if turned == (Mem{}) {
			turned = AllocLocal(matrixSize * lanes)
		}
		turnBinds(from, func(low, high Mem, v reg.VecVirtual) {
			VBROADCASTF128(low, v) // as in [transposeRowTo]
			VINSERTF128(Imm(1), high, v, v)
		}, func(e int, v reg.VecVirtual) { VMOVUPS(v, number(e)) })
		bind := func(e int) reg.VecVirtual {
			b := YMM()
			VMOVUPS(number(e), b)
			return b
		}
		paletteRows(model, bind, 0, 2, to)
		paletteRows(model, bind, 2, 3, to)
	})
}

// eachEntryOfEach is [eachEntry] for lanes with inverse bind matrices of their own, which from
// tells.
func eachEntryOfEach(name, is string, write func(model Mem, from, to func(lane int) Mem)) {
	TEXT(name, NOSPLIT, "func(dst *float32, offsets *[8]int, model *float32, joints *int16, indices int, "+
		"inverseBind *float32, bindOffsets *[8]int)")
	Pragma("noescape")
	Doc(name + " is " + is + ": for each palette index the model matrices of its joint times the inverse bind " +
		"matrix of each lane, transposed to 8 contiguous matrices.")
	offsets, dst := Load(Param("offsets"), GP64()), Load(Param("dst"), GP64())
	bindOffsets, bind := Load(Param("bindOffsets"), GP64()), Load(Param("inverseBind"), GP64())
	model, joints := Load(Param("model"), GP64()), Load(Param("joints"), GP64())
	indices, joint := Load(Param("indices"), GP64()), GP64()
	lane := func(base, offsets reg.Register) func(l int) Mem {
		return func(l int) Mem {
			at := GP64()
			MOVQ(Mem{Base: offsets, Disp: 8 * l}, at)
			return Mem{Base: base, Index: at, Scale: 4}
		}
	}
	loop("entry", indices, func() {
		MOVWQSX(Mem{Base: joints}, joint)
		IMUL3Q(U32(blockMatrix), joint, joint)
		ADDQ(model, joint)
		write(Mem{Base: joint}, lane(bind, bindOffsets), lane(dst, offsets))
		ADDQ(Imm(2), joints)
		ADDQ(U32(matrixSize), bind)
		ADDQ(U32(matrixSize), dst)
	})
	finish()
}

// turnBinds calls put with a register for each element of the 3x4 matrices of 8 lanes. load loads
// the halves of a register.
func turnBinds(from func(lane int) Mem, load func(low, high Mem, v reg.VecVirtual), put func(e int, v reg.VecVirtual)) {
	var rows [3][4]reg.VecVirtual
	for k := range 4 {
		low, high := from(k), from(k+4)
		for r := range rows {
			rows[r][k] = YMM()
			load(low.Offset(16*r), high.Offset(16*r), rows[r][k])
		}
	}
	for r := range rows {
		for c, v := range turn4(rows[r]) {
			put(4*r+c, v)
		}
	}
}

// alike returns a function that loads element e of an inverse bind matrix for all lanes.
func alike(bind reg.Register) func(e int) reg.VecVirtual {
	return func(e int) reg.VecVirtual {
		b := YMM()
		VBROADCASTSS(Mem{Base: bind, Disp: 4 * e}, b)
		return b
	}
}

// paletteWide is [palette] for processors with AVX-512: its instructions multiply by a number in
// memory for all lanes, so that the inverse bind matrix needs no loads of its own, and its
// registers hold all rows at once.
func paletteWide() {
	eachEntry("Palette", "kernel.Palette", func(model Mem, bind reg.Register, to func(lane int) Mem) {
		matrixWide(model, func(e int, m, product reg.VecVirtual) {
			VMULPS_BCST(Mem{Base: bind, Disp: 4 * e}, m, product)
		}, to)
	})
}

// paletteEachWide is [paletteEach] for processors with AVX-512, whose registers hold the turned
// inverse bind matrices too.
func paletteEachWide() {
	eachEntryOfEach("PaletteEach", "kernel.PaletteEach", func(model Mem, from, to func(lane int) Mem) {
		var binds [matrixSize / 4]reg.VecVirtual
		turnBinds(from, func(low, high Mem, v reg.VecVirtual) {
			VBROADCASTF32X4(low, v)
			VINSERTF32X4(Imm(1), high, v, v)
		}, func(e int, v reg.VecVirtual) { binds[e] = v })
		matrixWide(model, func(e int, m, product reg.VecVirtual) { VMULPS(binds[e], m, product) }, to)
	})
}

// matrixWide writes 8 lanes' model matrices times their inverse bind matrices, by whose element e
// times multiplies.
func matrixWide(model Mem, times func(e int, m, product reg.VecVirtual), to func(lane int) Mem) {
	var rows [3][4]reg.VecVirtual
	for r := range rows {
		var m [3]reg.VecVirtual
		for k := range m {
			m[k] = YMM()
			VMOVUPS(model.Offset((4*r+k)*row), m[k])
		}
		for c := range 4 {
			sum := YMM()
			times(c, m[0], sum)
			for k := 1; k < 3; k++ {
				product := YMM()
				times(4*k+c, m[k], product)
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

// paletteRows writes the given rows of 8 lanes' model matrices times their inverse bind matrices, of
// which bind loads element e. With two rows at once each of these is loaded once; three rows do not
// fit the registers.
func paletteRows(model Mem, bind func(e int) reg.VecVirtual, first, end int, to func(lane int) Mem) {
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
			b := bind(4*k + c)
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
