package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// boxRows is how many rows of 8 lanes the square distances on a grid are in that package nearest
// works on together.
const boxRows = 8

// nearest writes the kernels of package nearest. The sums stay in registers.
func nearest() {
	distances()
	grid("boxesAsm", "boxesAsm is [ToBoxes] for so many pairs of coordinates.", 2,
		func(rows reg.Register, r int, query, zero reg.VecVirtual) reg.VecVirtual {
			e, above := YMM(), YMM()
			VMOVDQU(Mem{Base: rows, Disp: r * row}, e)
			VPSUBW(query, e, e)
			VPSUBW(Mem{Base: rows, Disp: (boxRows + r) * row}, query, above)
			VPMAXSW(above, e, e)
			VPMAXSW(zero, e, e)
			return e
		})
	grid("pointsAsm", "pointsAsm is [ToPoints] for so many pairs of coordinates.", 1,
		func(rows reg.Register, r int, query, zero reg.VecVirtual) reg.VecVirtual {
			e := YMM()
			VPSUBW(Mem{Base: rows, Disp: r * row}, query, e) // the square has no sign
			return e
		})
}

// grid writes a kernel that sums squares of pairs of int16 for 64 lanes, and compares the sums with a
// limit. difference returns what is squared for a row, and each pair has so many times the rows of
// the sums.
func grid(name, doc string, times int,
	difference func(rows reg.Register, r int, query, zero reg.VecVirtual) reg.VecVirtual,
) {
	TEXT(name, NOSPLIT, "func(squares *int32, query, rows *int16, pairs int, limits *int32)")
	Pragma("noescape")
	Doc(doc)
	out, query, rows := Load(Param("squares"), GP64()), Load(Param("query"), GP64()), Load(Param("rows"), GP64())
	pairs, limits := Load(Param("pairs"), GP64()), Load(Param("limits"), GP64())
	zero := YMM()
	VPXOR(zero, zero, zero)
	sums := make([]reg.VecVirtual, boxRows)
	for r := range sums {
		sums[r] = YMM()
		VPXOR(sums[r], sums[r], sums[r])
	}
	loop(name+"_pair", pairs, func() {
		q := YMM()
		VMOVDQU(Mem{Base: query}, q)
		for r, sum := range sums {
			e := difference(rows, r, q, zero)
			VPMADDWD(e, e, e)
			VPADDD(e, sum, sum)
		}
		ADDQ(Imm(row), query)
		ADDQ(U32(uint32(times*boxRows*row)), rows)
	})
	limit, bits, above := YMM(), YMM(), YMM()
	VMOVDQU(Mem{Base: limits}, limit)
	VPXOR(bits, bits, bits)
	for r := boxRows - 1; r >= 0; r-- {
		VMOVDQU(sums[r], Mem{Base: out, Disp: r * row})
		VPCMPGTD(limit, sums[r], above)
		VPADDD(bits, bits, bits)
		VPSUBD(above, bits, bits) // a mask is -1
	}
	VMOVDQU(bits, Mem{Base: out, Disp: boxRows * row})
	finish()
}

// distances writes a kernel that sums weighted squares for a row of 8 lanes, and stops where they are
// all above a limit after each 8 numbers of the query.
func distances() {
	const name = "distancesAsm"
	TEXT(name, NOSPLIT, "func(distances, query, weights, rows *float32, numbers int, limit float32) bool")
	Pragma("noescape")
	Doc("distancesAsm is [Distances] for a query of so many numbers.")
	out, query, weights := Load(Param("distances"), GP64()), Load(Param("query"), GP64()), Load(Param("weights"), GP64())
	rows, numbers, limit := Load(Param("rows"), GP64()), Load(Param("numbers"), GP64()), broadcast("limit")
	sum := YMM()
	VXORPS(sum, sum, sum)
	part, lanes, result := GP64(), GP32(), GP8()
	Label(name + "_part")
	MOVQ(U32(shared.NearestStep), part)
	CMPQ(numbers, part)
	CMOVQLT(numbers, part)
	SUBQ(part, numbers)
	loop(name+"_number", part, func() {
		e, weight := YMM(), YMM()
		VBROADCASTSS(Mem{Base: query}, e)
		VBROADCASTSS(Mem{Base: weights}, weight)
		VSUBPS(Mem{Base: rows}, e, e) // the square has no sign
		VMULPS(e, e, e)
		VMULPS(weight, e, e)
		VADDPS(e, sum, sum)
		ADDQ(Imm(4), query)
		ADDQ(Imm(4), weights)
		ADDQ(U32(row), rows)
	})
	above := YMM()
	VCMPPS(U8(1), sum, limit, above) // below, false for NaN
	VMOVMSKPS(above, lanes)
	CMPL(lanes, Imm(0xff))
	JEQ(LabelRef(name + "_done"))
	TESTQ(numbers, numbers)
	JNZ(LabelRef(name + "_part"))
	Label(name + "_done")
	CMPL(lanes, Imm(0xff))
	SETEQ(result)
	Store(result, ReturnIndex(0))
	VMOVUPS(sum, Mem{Base: out})
	finish()
}
