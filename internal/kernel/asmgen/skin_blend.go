package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// countOf4 jumps to the code for the largest number of influences, of 4, that a vertex of the group uses.
func (s *skinner) countOf4() {
	used, upper, none, bits := YMM(), YMM(), XMM(), GP32()
	VMOVUPS(Mem{Base: s.weights[0]}, used)
	for v := 1; v < lanes/2; v++ { // two vertices per row
		VORPS(Mem{Base: s.weights[0], Disp: v * row}, used, used)
	}
	VEXTRACTF128(Imm(1), used, upper.AsX())
	VORPS(upper.AsX(), used.AsX(), used.AsX())
	VXORPS(none, none, none)
	VPCMPEQD(none, used.AsX(), used.AsX())
	VMOVMSKPS(used.AsX(), bits) // of influences that are not used
	CMPL(bits, Imm(0b0111))
	JLE(LabelRef("blend4"))
	CMPL(bits, Imm(0b1011))
	JLE(LabelRef("blend3"))
	CMPL(bits, Imm(0b1101))
	JLE(LabelRef("blend2"))
	JMP(LabelRef("blend1"))
}

// countOfAny is countOf4 for 8 influences. Any other number is blended in full, which is faster than counting.
func (s *skinner) countOfAny() {
	count, bits := GP64(), GP32()
	MOVQ(s.step, count)
	SHRQ(Imm(2), count)
	CMPQ(s.step, Imm(8*4))
	JNE(LabelRef("counted"))
	used, none := YMM(), YMM()
	VMOVUPS(Mem{Base: s.weights[0]}, used)
	for v := 1; v < lanes; v++ {
		VORPS(Mem{Base: s.weights[0], Disp: v * row}, used, used)
	}
	VXORPS(none, none, none)
	VPCMPEQD(none, used, used)
	VMOVMSKPS(used, bits)
	XORL(U32(0xff), bits)
	ORL(Imm(1), bits)
	BSRL(bits, count.As32())
	INCQ(count)
	Label("counted")
	for c := 1; c <= blends; c++ {
		CMPQ(count, Imm(uint64(c)))
		JE(LabelRef(fmt.Sprint("blend", c)))
	}
	s.blendMany(count)
}

// vertex returns number i of vertex v in weights or offsets, whose vertices 0 and 4 are at the bases.
func (s *skinner) vertex(bases [2]reg.GPVirtual, v, i int) Mem {
	m := Mem{Base: bases[v/4], Disp: 4 * i}
	switch v % 4 {
	case 1:
		m.Index, m.Scale = s.step, 1
	case 2:
		m.Index, m.Scale = s.step, 2
	case 3:
		m.Index, m.Scale = s.triple, 1
	}
	return m
}

// blend writes the weighted sum of the first influences of vertex v.
func (s *skinner) blend(v, influences int) {
	var upper, lower reg.VecVirtual // the first two rows, and the third
	// For half of the vertices all weights are loaded at once and then shuffled, so that loads and shuffles are
	// balanced. With 3 influences the last vertex is not one of them, because the memory after its weights may not be
	// readable.
	weights := YMM()
	shuffled := influences > 1 && v >= lanes/2 && (influences != 3 || v < lanes-1)
	switch {
	case shuffled && influences == 2:
		VBROADCASTSD(s.vertex(s.weights, v, 0), weights)
	case shuffled:
		VBROADCASTF128(s.vertex(s.weights, v, 0), weights)
	}
	for i := range influences {
		matrix, weight := GP64(), YMM()
		MOVL(s.vertex(s.from, v, i), matrix.As32())
		if shuffled {
			VPERMILPS(Imm(uint64(i*0x55)), weights, weight)
		} else {
			VBROADCASTSS(s.vertex(s.weights, v, i), weight)
		}
		upper, lower = s.add(upper, lower, matrix, weight)
	}
	store(upper, lower, Mem{Base: s.written}, v)
}

// store writes the matrix of vertex v to an area; upper holds its first two rows, lower the third. Row 4·r + k of the
// area holds row r of vertex k's matrix and of vertex k+4's, as [skinner.turnedRow] needs them.
func store(upper, lower reg.VecVirtual, area Mem, v int) {
	area = area.Offset(v%4*row + v/4*row/2)
	VMOVAPS(upper.AsX(), area)
	VEXTRACTF128(Imm(1), upper, area.Offset(4*row))
	VMOVAPS(lower.AsX(), area.Offset(8*row))
}

// blendMany writes the weighted sums of more than [blends] influences of all vertices.
func (s *skinner) blendMany(influences reg.Register) {
	to, left, from, weights := GP64(), GP64(), s.from[0], s.weights[1]
	MOVQ(s.weights[0], weights)
	for half := range 2 {
		each, summed := fmt.Sprint("each", half), fmt.Sprint("summed", half)
		LEAQ(Mem{Base: s.written, Disp: half * row / 2}, to)
		MOVQ(U32(lanes/2), left)
		Label(each)
		var upper, lower reg.VecVirtual
		for i := range 8 {
			if i > blends {
				CMPQ(influences, Imm(uint64(i)))
				JE(LabelRef(summed))
			}
			matrix, weight := GP64(), YMM()
			MOVL(Mem{Base: from, Disp: 4 * i}, matrix.As32())
			VBROADCASTSS(Mem{Base: weights, Disp: 4 * i}, weight)
			upper, lower = s.add(upper, lower, matrix, weight)
		}
		Label(summed)
		store(upper, lower, Mem{Base: to}, 0)
		ADDQ(s.step, from)
		ADDQ(s.step, weights)
		ADDQ(Imm(row), to)
		DECQ(left)
		JNZ(LabelRef(each))
	}
}

// add adds a weighted matrix to the first two rows of a sum and to its third, or begins the sum.
func (s *skinner) add(upper, lower reg.VecVirtual, matrix reg.GPVirtual, weight reg.VecVirtual) (reg.VecVirtual, reg.VecVirtual) {
	product := YMM()
	VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1}, weight, product)
	VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1, Disp: row}, weight.AsX(), weight.AsX())
	if upper == nil {
		return product, weight
	}
	VADDPS(product, upper, upper)
	VADDPS(weight.AsX(), lower.AsX(), lower.AsX())
	return upper, lower
}
