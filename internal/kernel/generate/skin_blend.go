package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// countOf4 goes on where as many influences are blended as some vertex of the group uses, of 4.
func (s *skinner) countOf4() {
	used, upper, none, bits := YMM(), YMM(), XMM(), GP32()
	VMOVUPS(Mem{Base: s.weights[0]}, used)
	for v := 1; v < lanes/2; v++ { // two vertices a row
		VORPS(Mem{Base: s.weights[0], Disp: v * row}, used, used)
	}
	VEXTRACTF128(Imm(1), used, upper.AsX())
	VORPS(upper.AsX(), used.AsX(), used.AsX())
	VXORPS(none, none, none)
	VPCMPEQD(none, used.AsX(), used.AsX())
	VMOVMSKPS(used.AsX(), bits) // of slots that are not used
	CMPL(bits, Imm(0b0111))
	JLE(LabelRef("blend4"))
	CMPL(bits, Imm(0b1011))
	JLE(LabelRef("blend3"))
	CMPL(bits, Imm(0b1101))
	JLE(LabelRef("blend2"))
	JMP(LabelRef("blend1"))
}

// countOfAny does the same of 8 influences; of any other number all are blended.
func (s *skinner) countOfAny() {
	count, bits := GP64(), GP32()
	MOVQ(s.step, count)
	SHRQ(Imm(2), count)
	CMPQ(s.step, Imm(8*4))
	JNE(LabelRef("many"))
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
	for c := 1; c <= blends; c++ {
		CMPQ(count, Imm(uint64(c)))
		JE(LabelRef(fmt.Sprint("blend", c)))
	}
	Label("many")
	s.blendMany(count)
}

// vertex returns the place of number i of vertex v in weights or offsets, whose vertices 0 and 4 are at the bases.
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
	upper, lower := YMM(), XMM() // the first two rows, and the third
	// Of half the vertices the weights are loaded at once and shuffled apart, so that loads and shuffles take the same time.
	weights := YMM()
	shuffled := influences > 1 && v >= lanes/2
	if shuffled {
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
		if i == 0 {
			VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1}, weight, upper)
			VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1, Disp: row}, weight.AsX(), lower)
			continue
		}
		product := YMM()
		VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1}, weight, product)
		VADDPS(product, upper, upper)
		VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1, Disp: row}, weight.AsX(), weight.AsX())
		VADDPS(weight.AsX(), lower, lower)
	}
	VMOVAPS(upper, Mem{Base: s.written, Disp: v * blendedSize})
	VMOVAPS(lower, Mem{Base: s.written, Disp: v*blendedSize + row})
}

// blendMany writes the weighted sums of any number of influences of all vertices.
func (s *skinner) blendMany(influences reg.Register) {
	to, left, from, weights := GP64(), GP64(), s.from[0], s.weights[1]
	MOVQ(s.written, to)
	MOVQ(U32(lanes), left)
	MOVQ(s.weights[0], weights)
	Label("each")
	upper, lower, i := YMM(), XMM(), GP64()
	VXORPS(upper, upper, upper)
	VXORPS(lower, lower, lower)
	XORQ(i, i)
	Label("influence")
	matrix, weight, product := GP64(), YMM(), YMM()
	MOVL(Mem{Base: from, Index: i, Scale: 4}, matrix.As32())
	VBROADCASTSS(Mem{Base: weights, Index: i, Scale: 4}, weight)
	VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1}, weight, product)
	VADDPS(product, upper, upper)
	VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1, Disp: row}, weight.AsX(), weight.AsX())
	VADDPS(weight.AsX(), lower, lower)
	INCQ(i)
	CMPQ(i, influences)
	JL(LabelRef("influence"))
	VMOVAPS(upper, Mem{Base: to})
	VMOVAPS(lower, Mem{Base: to, Disp: row})
	ADDQ(s.step, from)
	ADDQ(s.step, weights)
	ADDQ(Imm(blendedSize), to)
	DECQ(left)
	JNZ(LabelRef("each"))
}
