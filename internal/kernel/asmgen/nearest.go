package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// boxRows is how many rows of 8 lanes the boxes are in that package nearest works on together. Points
// are in one.
const boxRows = 8

// nearest writes the kernels of package nearest. The sums stay in registers.
func nearest() {
	nearestKernel("distancesAsm", "distances", "distancesAsm is [Distances] for a query of so many numbers.", 1, 1,
		func(rows reg.Register, r int, query, zero reg.VecVirtual) reg.VecVirtual {
			e := YMM()
			VSUBPS(Mem{Base: rows, Disp: r * row}, query, e) // the square has no sign
			return e
		})
	nearestKernel("boundsAsm", "bounds", "boundsAsm is [Bounds] for a query of so many numbers.", boxRows, 2,
		func(rows reg.Register, r int, query, zero reg.VecVirtual) reg.VecVirtual {
			e, above := YMM(), YMM()
			VMOVUPS(Mem{Base: rows, Disp: r * row}, e)
			VSUBPS(query, e, e)
			VSUBPS(Mem{Base: rows, Disp: (boxRows + r) * row}, query, above)
			VMAXPS(e, above, e) // the second source, where they are equal or one is NaN
			VMAXPS(zero, e, e)
			return e
		})
}

// nearestKernel writes a kernel that sums weighted squares, and stops where they are all above a
// limit after each 8 numbers of the query. It has so many sums, of 8 lanes. difference returns what is
// squared for a row, and each number has so many times the rows of the sums.
func nearestKernel(name, to, doc string, count, times int,
	difference func(rows reg.Register, r int, query, zero reg.VecVirtual) reg.VecVirtual,
) {
	TEXT(name, NOSPLIT, "func("+to+", query, weights, rows *float32, numbers int, limit float32) bool")
	Pragma("noescape")
	Doc(doc)
	out, query, weights := Load(Param(to), GP64()), Load(Param("query"), GP64()), Load(Param("weights"), GP64())
	rows, numbers, limit := Load(Param("rows"), GP64()), Load(Param("numbers"), GP64()), broadcast("limit")
	zero := YMM()
	VXORPS(zero, zero, zero)
	sums := make([]reg.VecVirtual, count)
	for r := range sums {
		sums[r] = YMM()
		VXORPS(sums[r], sums[r], sums[r])
	}
	part, lanes, result := GP64(), GP32(), GP8()
	Label(name + "_part")
	MOVQ(U32(shared.NearestStep), part)
	CMPQ(numbers, part)
	CMOVQLT(numbers, part)
	SUBQ(part, numbers)
	loop(name+"_number", part, func() {
		q, weight := YMM(), YMM()
		VBROADCASTSS(Mem{Base: query}, q)
		VBROADCASTSS(Mem{Base: weights}, weight)
		for r, sum := range sums {
			e := difference(rows, r, q, zero)
			VMULPS(e, e, e)
			VMULPS(weight, e, e)
			VADDPS(e, sum, sum)
		}
		ADDQ(Imm(4), query)
		ADDQ(Imm(4), weights)
		ADDQ(U32(uint32(times*count*row)), rows)
	})
	all := YMM()
	VCMPPS(U8(1), sums[0], limit, all) // below, false for NaN
	for _, sum := range sums[1:] {
		above := YMM()
		VCMPPS(U8(1), sum, limit, above)
		VANDPS(above, all, all)
	}
	VMOVMSKPS(all, lanes)
	CMPL(lanes, Imm(0xff))
	JEQ(LabelRef(name + "_done"))
	TESTQ(numbers, numbers)
	JNZ(LabelRef(name + "_part"))
	Label(name + "_done")
	CMPL(lanes, Imm(0xff))
	SETEQ(result)
	Store(result, ReturnIndex(0))
	for r, sum := range sums {
		VMOVUPS(sum, Mem{Base: out, Disp: r * row})
	}
	finish()
}
