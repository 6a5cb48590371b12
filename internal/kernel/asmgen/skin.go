package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The scratch area of [skin] on the stack, in bytes. It begins with three areas, one for the group whose matrices are blended,
// and one for each of the two before it. All is aligned, so that nothing crosses a cache line: what does is slow to read back.
const (
	blended      = 0                // the matrices of 8 vertices, see [store]
	offsets      = blended + 12*row // how far from the palette's start each influence's matrix is, up to 8 a vertex
	areaSize     = offsets + 8*row
	moved        = 3 * areaSize   // two rows of positions
	mirrored     = moved + 2*row  // a sign bit for each vertex that is mirrored
	columns      = mirrored + row // nine rows: number e of the 3x3 matrix of all 8 vertices
	scratchSize  = columns + 9*row
	scratchAlign = 64
)

// blends is up to how many influences are blended in a piece of code that is written for so many.
const blends = 4

// skinner holds what the stages of [skin] share.
type skinner struct {
	palette       reg.GPVirtual
	step, triple  reg.GPVirtual    // bytes of weights a vertex, which are the bytes of offsets too, and three times that
	weights, from [2]reg.GPVirtual // the weights and offsets of the group's vertices 0 and 4
	offset        reg.GPVirtual    // in bytes, of the group that is applied, in streams of 3 numbers a vertex
	scratch       reg.GPVirtual
	// The areas of the group that is blended, of the one before it, which waits, and of the one before that, which is applied.
	written, waiting, read reg.GPVirtual
}

// at returns a place in the scratch area.
func (s *skinner) at(place int) Mem { return Mem{Base: s.scratch, Disp: place} }

// stream returns the applied group's place in a stream of 3 numbers a vertex, given as a parameter.
func (s *skinner) stream(name string) Mem {
	return Mem{Base: Load(Param(name), GP64()), Index: s.offset, Scale: 1}
}

// parameter returns the place of a parameter that is changed where it is.
func parameter(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

func skin() {
	TEXT("skinAVX2", 0, "func(groups int, positions, outPositions, normals, outNormals, tangents, outTangents *float32, joints *uint16, weights *float32, influences int, palette *float32, last uint32)")
	Pragma("noescape")
	Doc("skinAVX2 is [Skin] for a number of groups of 8 vertices: blends each group's matrices, turns them so that a register holds one",
		"number of all 8, and moves positions, normals and tangents. nil streams are left out; last is the palette's last entry.")
	s := &skinner{
		palette: GP64(), step: GP64(), triple: GP64(), weights: [2]reg.GPVirtual{GP64(), GP64()},
		from: [2]reg.GPVirtual{GP64(), GP64()}, offset: GP64(), scratch: GP64(), written: GP64(), waiting: GP64(), read: GP64(),
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

	// Each turn of the loop finds the matrices of one group, blends those of the group before it and applies those of the
	// group two before that, so that no step waits for the one that it needs. What is applied is read in larger pieces than it
	// was written in, which only goes well once these have reached the cache: hence the group between. Up to 4 influences are
	// blended between the steps of applying, so that the processor finds work of every kind at any time.
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

// apply moves the vertices of the group two before the one that is blended, if there is one. Meanwhile it calls blend for each
// of the other's vertices.
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

// repeatMatrix gives all vertices the palette's first matrix.
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

// findMatrices writes to an area the offsets of a group's matrices, of joints beyond the palette that of its last.
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

// find4 is findMatrices for 4 influences, of the group that is blended next.
func (s *skinner) find4() {
	joints := Load(Param("joints"), GP64())
	last, size := s.limits()
	for i := range 4 {
		find(Mem{Base: joints, Disp: 2 * lanes * i}, Mem{Base: s.read, Disp: offsets + row*i}, last, size)
	}
	ADDQ(Imm(4*2*lanes), parameter("joints"))
}

// limits returns the palette's last entry, and the bytes of a matrix.
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
