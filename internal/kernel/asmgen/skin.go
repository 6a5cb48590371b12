package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/avx512"
)

// Offsets in the scratch memory of [skin] on the stack, in bytes. It begins with three areas: for
// the group whose matrices are blended, and for each of the two groups before it. Everything is
// aligned, because numbers that cross a cache line are slow to read back.
const (
	blended      = 0                // the matrices of 8 vertices, see [store]
	offsets      = blended + 12*row // of each influence's matrix from the palette's start, up to 8 per vertex
	areaSize     = offsets + 8*row
	moved        = 3 * areaSize   // two rows of positions
	mirrored     = moved + 2*row  // a sign bit for each vertex whose matrix mirrors
	columns      = mirrored + row // nine rows: number e of the 3x3 matrix of all 8 vertices
	scratchSize  = columns + 9*row
	scratchAlign = 64
)

// blends is the largest number of influences that has its own code for blending.
const blends = 4

// skinner holds the registers that the stages of [skin] share.
type skinner struct {
	palette       reg.GPVirtual
	step, triple  reg.GPVirtual    // bytes of weights per vertex, equal to the bytes of offsets, and three times that
	weights, from [2]reg.GPVirtual // the weights and offsets of the group's vertices 0 and 4
	offset        reg.GPVirtual    // in bytes, of the group that is applied, in streams of 3 numbers a vertex
	scratch       reg.GPVirtual
	// The areas of the group that is blended, of the group before it, which waits, and of the group
	// before that, which is applied.
	written, waiting, read reg.GPVirtual
	turned                 bool // whether the area that is read holds rows of 8 vertices
}

// at returns the scratch memory at an offset.
func (s *skinner) at(offset int) Mem { return Mem{Base: s.scratch, Disp: offset} }

// stream returns the applied group's numbers in a stream of 3 numbers per vertex, given by the name
// of the parameter.
func (s *skinner) stream(name string) Mem {
	return Mem{Base: Load(Param(name), GP64()), Index: s.offset, Scale: 1}
}

// parameter returns the memory of a parameter that is modified in place.
func parameter(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

func skin() {
	TEXT("skinAsm", 0, "func(groups int, positions, outPositions, normals, outNormals, tangents, outTangents "+
		"*float32, joints *uint16, weights *float32, influences int, palette *float32, last uint32)")
	Pragma("noescape")
	Doc("skinAsm is [Skin] for a number of groups of 8 vertices: blends each group's matrices, turns them so that a "+
		"register holds one",
		"number of all 8, and moves positions, normals and tangents. nil streams are left out; last is the palette's "+
			"last entry.")
	s := &skinner{
		palette: GP64(), step: GP64(), triple: GP64(), weights: [2]reg.GPVirtual{GP64(), GP64()},
		from: [2]reg.GPVirtual{GP64(), GP64()}, offset: GP64(), scratch: GP64(), written: GP64(), waiting: GP64(),
		read: GP64(),
	}
	local := AllocLocal(scratchSize + scratchAlign)
	LEAQ(local.Offset(scratchAlign-1), s.scratch)
	ANDQ(I32(-scratchAlign), s.scratch)
	MOVQ(s.scratch, s.written)
	LEAQ(s.at(areaSize), s.waiting)
	LEAQ(s.at(2*areaSize), s.read)
	Load(Param("weights"), s.weights[0])
	Load(Param("palette"), s.palette)
	Load(Param("influences"), s.step)
	SHLQ(Imm(2), s.step)
	MOVQ(I32(-2*3*row), s.offset)
	groups := parameter("groups")
	TESTQ(s.step, s.step)
	JNZ(LabelRef("some"))
	s.repeatMatrix()
	JMP(LabelRef("next"))
	Label("some")
	s.findMatrices("first", s.written)

	// Each iteration finds the matrices of one group, blends the matrices of the group before it,
	// and applies the matrices of the group before that, so that no stage waits for the result of
	// another one. Matrices are read in larger pieces than they were written in, which is only fast
	// once the writes have reached the cache: hence the group in between. Up to 4 influences are
	// blended between the steps of applying, so that the processor always has instructions of every
	// kind to execute.
	Label("group")
	CMPQ(groups, Imm(1))
	JL(LabelRef("apply"))
	LEAQ(Mem{Base: s.step, Index: s.step, Scale: 2}, s.triple)
	LEAQ(Mem{Base: s.written, Disp: offsets}, s.from[0])
	LEAQ(Mem{Base: s.from[0], Index: s.step, Scale: 4}, s.from[1])
	LEAQ(Mem{Base: s.weights[0], Index: s.step, Scale: 4}, s.weights[1])
	CMPQ(s.step, Imm(4*4))
	JNE(LabelRef("other"))
	CMPQ(groups, Imm(1))
	JE(LabelRef("found4"))
	s.find4()
	Label("found4")
	s.countOf4()
	Label("other")
	TESTQ(s.step, s.step)
	JZ(LabelRef("apply"))
	CMPQ(groups, Imm(1))
	JE(LabelRef("found"))
	s.findMatrices("find", s.read)
	Label("found")
	s.countOfAny()
	Label("apply")
	s.apply("", func(int) {})
	JMP(LabelRef("next"))
	for c := 1; c <= blends; c++ {
		Label(fmt.Sprint("blend", c))
		s.apply(fmt.Sprint(c), func(v int) { s.blend(v, c) })
		if c < blends {
			JMP(LabelRef("next"))
		}
	}
	Label("next")
	LEAQ(Mem{Base: s.weights[0], Index: s.step, Scale: 8}, s.weights[0])
	XCHGQ(s.written, s.read) // the applied group's area is free
	XCHGQ(s.waiting, s.read)
	ADDQ(U32(3*row), s.offset)
	DECQ(groups)
	CMPQ(groups, I8(-1))
	JGE(LabelRef("group"))
	finish()
}

// move moves vertices by matrices that are blended already.
func move() {
	TEXT("moveAsm", 0,
		"func(groups int, positions, outPositions, normals, outNormals, tangents, outTangents, matrixRows *float32)")
	Pragma("noescape")
	Doc("moveAsm is [Skin] for a number of groups of 8 vertices whose matrices are given. nil streams are left out.")
	s := &skinner{offset: GP64(), scratch: GP64(), read: GP64(), turned: true}
	Load(Param("matrixRows"), s.read)
	local := AllocLocal(scratchSize + scratchAlign)
	LEAQ(local.Offset(scratchAlign-1), s.scratch)
	ANDQ(I32(-scratchAlign), s.scratch)
	XORQ(s.offset, s.offset)
	Label("group")
	s.apply("", func(int) {})
	Label("next")
	ADDQ(U32(12*row), s.read)
	ADDQ(U32(3*row), s.offset)
	DECQ(parameter("groups"))
	JNZ(LabelRef("group"))
	finish()
}

// apply moves the vertices of the group two before that which is blended, if there is any. In
// between it calls blend for each vertex of the group that is blended.
func (s *skinner) apply(suffix string, blend func(v int)) {
	CMPQ(s.offset, Imm(0))
	JL(LabelRef("all" + suffix))
	m := s.movePositions(blend)
	CMPQ(parameter("normals"), Imm(0))
	JE(LabelRef("rest" + suffix))
	CMPQ(parameter("tangents"), Imm(0))
	JE(LabelRef("turn" + suffix))
	for r := range m {
		for c := range m[r] {
			VMOVAPS(m[r][c], s.at(columns+(3*r+c)*row))
		}
	}
	Label("turn" + suffix)
	s.turnNormals(m, blend)
	CMPQ(parameter("tangents"), Imm(0))
	JE(LabelRef("next"))
	s.turnTangents()
	JMP(LabelRef("next"))
	Label("all" + suffix)
	for v := range 5 {
		blend(v)
	}
	Label("rest" + suffix)
	for v := 5; v < lanes; v++ {
		blend(v)
	}
}

// repeatMatrix selects the palette's first matrix for all vertices.
func (s *skinner) repeatMatrix() {
	upper, lower := YMM(), XMM()
	VMOVUPS(Mem{Base: s.palette}, upper)
	VMOVUPS(Mem{Base: s.palette, Disp: row}, lower)
	for v := range lanes {
		for area := range 3 {
			store(upper, lower, s.at(area*areaSize), v)
		}
	}
}

// findMatrices writes the offsets of a group's matrices to an area. Indices beyond the palette get
// its last matrix.
func (s *skinner) findMatrices(label string, area reg.Register) {
	joints, to, left := Load(Param("joints"), GP64()), GP64(), GP64()
	last, size := s.limits()
	LEAQ(Mem{Base: area, Disp: offsets}, to)
	MOVQ(s.step, left)
	Label(label)
	find(Mem{Base: joints}, Mem{Base: to}, last, size)
	ADDQ(Imm(2*lanes), joints)
	ADDQ(Imm(row), to)
	SUBQ(Imm(4), left)
	JNZ(LabelRef(label))
	MOVQ(joints, parameter("joints"))
}

// find4 is findMatrices for the group that is blended next, with 4 influences.
func (s *skinner) find4() {
	joints := Load(Param("joints"), GP64())
	last, size := s.limits()
	for i := range 4 {
		find(Mem{Base: joints, Disp: 2 * lanes * i}, Mem{Base: s.read, Disp: offsets + row*i}, last, size)
	}
	ADDQ(Imm(4*2*lanes), parameter("joints"))
}

// limits returns the last palette index, and the size of a matrix in bytes.
func (s *skinner) limits() (last, size reg.VecVirtual) {
	last = YMM()
	VBROADCASTSS(parameter("last"), last)
	return last, constant("matrixSize", matrixSize)
}

// find writes the offsets of 8 joints' matrices.
func find(joints, to Mem, last, size reg.VecVirtual) {
	v := YMM()
	VPMOVZXWD(joints, v)
	VPMINUD(last, v, v)
	VPMULLD(size, v, v)
	VMOVDQA(v, to)
}

// countOf4 jumps to the code for the largest number of influences, of 4, that a vertex of the group
// uses.
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
	avx512.JumpToBlend(bits)
}

// countOfAny is countOf4 for 8 influences. Any other number is blended in full, which is faster
// than counting.
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

// vertex returns number i of vertex v in weights or offsets, whose vertices 0 and 4 are at the
// bases.
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
	// For half of the vertices all weights are loaded at once and then shuffled, so that loads and
	// shuffles are balanced. With 3 influences the last vertex is not one of them, because the
	// memory after its weights may not be readable.
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

// store writes the matrix of vertex v to an area; upper holds its first two rows, lower the third.
// Row 4·r + k of the area holds row r of vertex k's matrix and of vertex k+4's, as
// [skinner.turnedRow] needs them.
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
func (s *skinner) add(upper, lower reg.VecVirtual, matrix reg.GPVirtual,
	weight reg.VecVirtual,
) (reg.VecVirtual, reg.VecVirtual) {
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
