package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The scratch area of [skin] on the stack, in bytes. It is aligned, so that no row in it crosses a cache line.
const (
	blended      = 0                          // the matrices of 8 vertices, one after the other
	offsets      = blended + lanes*matrixSize // how far from the palette's start each influence's matrix is, up to 8 a vertex
	moved        = offsets + 8*row            // two rows of positions
	mirrored     = moved + 2*row              // a sign bit for each vertex that is mirrored
	columns      = mirrored + row             // nine rows: number e of the 3x3 matrix of all 8 vertices
	scratchSize  = columns + 9*row
	scratchAlign = 64
)

// skinner holds what the stages of [skin] share.
type skinner struct {
	joints, weights, palette reg.GPVirtual // joints and weights of the group, moved on as they are read
	step                     reg.GPVirtual // bytes of weights a vertex, which are the bytes of offsets too
	offset                   reg.GPVirtual // of the group in streams of 3 numbers a vertex, in bytes
	scratch                  reg.GPVirtual
}

// at returns a place in the scratch area.
func (s *skinner) at(place int) Mem { return Mem{Base: s.scratch, Disp: place} }

// stream returns the group's place in a stream of 3 numbers a vertex, given as a parameter.
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
	Doc("skinAVX2 is [Skin] for so many groups of 8 vertices: blends each group's matrices, turns them so that a register holds one",
		"number of all 8, and moves positions, normals and tangents. nil streams are left out; last is the palette's last entry.")
	s := &skinner{joints: GP64(), weights: GP64(), palette: GP64(), step: GP64(), offset: GP64(), scratch: GP64()}
	area := AllocLocal(scratchSize + scratchAlign)
	LEAQ(area.Offset(scratchAlign-1), s.scratch)
	ANDQ(I32(-scratchAlign), s.scratch)
	Load(Param("joints"), s.joints)
	Load(Param("weights"), s.weights)
	Load(Param("palette"), s.palette)
	Load(Param("influences"), s.step)
	SHLQ(Imm(2), s.step)
	XORQ(s.offset, s.offset)
	TESTQ(s.step, s.step)
	JNZ(LabelRef("group"))
	s.repeatMatrix()

	Label("group")
	CMPQ(parameter("groups"), Imm(0))
	JE(LabelRef("done"))
	TESTQ(s.step, s.step)
	JZ(LabelRef("apply"))
	s.findMatrices()
	s.blendMatrices()
	Label("apply")
	m := s.movePositions()
	CMPQ(parameter("normals"), Imm(0))
	JE(LabelRef("next"))
	CMPQ(parameter("tangents"), Imm(0))
	JE(LabelRef("turn"))
	for r := range m {
		for c := range m[r] {
			VMOVAPS(m[r][c], s.at(columns+(3*r+c)*row))
		}
	}
	Label("turn")
	s.turnNormals(m)
	CMPQ(parameter("tangents"), Imm(0))
	JE(LabelRef("next"))
	s.turnTangents()
	Label("next")
	ADDQ(U32(3*row), s.offset)
	DECQ(parameter("groups"))
	JMP(LabelRef("group"))
	Label("done")
	VZEROUPPER()
	RET()
}

// repeatMatrix gives all vertices the palette's first matrix.
func (s *skinner) repeatMatrix() {
	upper, lower := YMM(), XMM()
	VMOVUPS(Mem{Base: s.palette}, upper)
	VMOVUPS(Mem{Base: s.palette, Disp: row}, lower)
	for v := range lanes {
		VMOVUPS(upper, s.at(blended+v*matrixSize))
		VMOVUPS(lower, s.at(blended+v*matrixSize+row))
	}
}

// findMatrices writes the offsets of the group's matrices, of joints beyond the palette that of its last.
func (s *skinner) findMatrices() {
	last, to, n := YMM(), GP64(), GP64()
	VBROADCASTSS(parameter("last"), last)
	size := constant("matrixSize", matrixSize)
	LEAQ(s.at(offsets), to)
	MOVQ(s.step, n)
	Label("find")
	v := YMM()
	VPMOVZXWD(Mem{Base: s.joints}, v)
	VPMINUD(last, v, v)
	VPMULLD(size, v, v)
	VMOVDQA(v, Mem{Base: to})
	ADDQ(Imm(2*lanes), s.joints)
	ADDQ(Imm(row), to)
	SUBQ(Imm(4), n)
	JNZ(LabelRef("find"))
}

// blendMatrices writes the weighted sums of the group's matrices. Of 4 or 8 influences it takes only as many as some vertex of
// the group uses.
func (s *skinner) blendMatrices() {
	count, zeros := GP64(), GP32()
	MOVQ(s.step, count)
	SHRQ(Imm(2), count)
	used, other, none := YMM(), YMM(), YMM()
	VXORPS(none, none, none)
	CMPQ(s.step, Imm(4*4))
	JE(LabelRef("used4"))
	CMPQ(s.step, Imm(8*4))
	JNE(LabelRef("counted"))
	VMOVUPS(Mem{Base: s.weights}, used)
	for v := 1; v < lanes; v++ {
		VORPS(Mem{Base: s.weights, Disp: v * row}, used, used)
	}
	VPCMPEQD(none, used, used)
	VMOVMSKPS(used, zeros)
	XORL(U32(0xff), zeros)
	JMP(LabelRef("used"))
	Label("used4")
	used = YMM()
	VMOVUPS(Mem{Base: s.weights}, used)
	for v := 1; v < lanes/2; v++ {
		VORPS(Mem{Base: s.weights, Disp: v * row}, used, used)
	}
	VEXTRACTF128(Imm(1), used, other.AsX())
	VORPS(other.AsX(), used.AsX(), used.AsX())
	VPCMPEQD(none.AsX(), used.AsX(), used.AsX())
	VMOVMSKPS(used.AsX(), zeros)
	XORL(U32(0xf), zeros)
	Label("used")
	ORL(Imm(1), zeros)
	BSRL(zeros, count.As32())
	INCQ(count)
	Label("counted")

	to, from, left := GP64(), GP64(), GP64()
	LEAQ(s.at(blended), to)
	LEAQ(s.at(offsets), from)
	MOVQ(U32(lanes/2), left)
	vertex := func(body func()) {
		body()
		ADDQ(s.step, from)
		ADDQ(s.step, s.weights)
	}
	for c, label := range []string{"one", "two", "three", "four"} {
		CMPQ(count, Imm(uint64(c+1)))
		JNE(LabelRef("more_than_" + label))
		Label(label)
		for v := range 2 {
			vertex(func() {
				sum := s.influence(from, nil, 0)
				for i := 1; i <= c; i++ {
					sum = sum.plus(s.influence(from, nil, i))
				}
				sum.store(Mem{Base: to, Disp: v * matrixSize})
			})
		}
		ADDQ(U32(2*matrixSize), to)
		DECQ(left)
		JNZ(LabelRef(label))
		JMP(LabelRef("apply"))
		Label("more_than_" + label)
	}
	ADDQ(left, left)
	Label("many")
	vertex(func() {
		i := GP64()
		MOVQ(U32(1), i)
		sum := s.influence(from, nil, 0)
		Label("influence")
		sum.plus(s.influence(from, i, 0))
		INCQ(i)
		CMPQ(i, count)
		JL(LabelRef("influence"))
		sum.store(Mem{Base: to})
	})
	ADDQ(U32(matrixSize), to)
	DECQ(left)
	JNZ(LabelRef("many"))
}

// weighted is a matrix: its first two rows, and its third.
type weighted struct{ upper, lower reg.VecVirtual }

// influence returns the weighted matrix of the influence i + index of the vertex whose offsets are at from.
func (s *skinner) influence(from, index reg.Register, i int) weighted {
	matrix, weight := GP64(), YMM()
	MOVL(Mem{Base: from, Index: index, Scale: 4, Disp: 4 * i}, matrix.As32())
	VBROADCASTSS(Mem{Base: s.weights, Index: index, Scale: 4, Disp: 4 * i}, weight)
	m := weighted{YMM(), XMM()}
	VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1}, weight, m.upper)
	VMULPS(Mem{Base: s.palette, Index: matrix, Scale: 1, Disp: row}, weight.AsX(), m.lower)
	return m
}

// plus adds another matrix, in place.
func (m weighted) plus(other weighted) weighted {
	VADDPS(other.upper, m.upper, m.upper)
	VADDPS(other.lower, m.lower, m.lower)
	return m
}

func (m weighted) store(to Mem) {
	VMOVUPS(m.upper, to)
	VMOVUPS(m.lower, to.Offset(row))
}

func morph() {
	TEXT("morphAVX2", NOSPLIT, "func(dst, delta *float32, rows int, weight float32)")
	Pragma("noescape")
	Doc("morphAVX2 is [Morph] for so many rows of 8 numbers: dst[i] += delta[i] * weight.")
	dst, delta, rows := Load(Param("dst"), GP64()), Load(Param("delta"), GP64()), Load(Param("rows"), GP64())
	weight := broadcast("weight")
	loop("morph", rows, func() {
		v := times(Mem{Base: delta}, weight)
		VADDPS(Mem{Base: dst}, v, v)
		VMOVUPS(v, Mem{Base: dst})
		ADDQ(U32(row), delta)
		ADDQ(U32(row), dst)
	})
	VZEROUPPER()
	RET()
}

func finite() {
	TEXT("finiteAVX2", NOSPLIT, "func(src *float32, rows int) bool")
	Pragma("noescape")
	Doc("finiteAVX2 says whether so many rows of 8 numbers have neither infinities nor NaN: whether all src[i] * 0 are 0.")
	src, rows := Load(Param("src"), GP64()), Load(Param("rows"), GP64())
	zero, bits, nans, result := YMM(), YMM(), GP32(), GP8()
	VXORPS(zero, zero, zero)
	VXORPS(bits, bits, bits)
	loop("finite", rows, func() {
		VORPS(times(Mem{Base: src}, zero), bits, bits)
		ADDQ(U32(row), src)
	})
	VCMPPS(U8(3), bits, bits, bits) // NaN
	VMOVMSKPS(bits, nans)
	TESTL(nans, nans)
	SETEQ(result)
	Store(result, ReturnIndex(0))
	VZEROUPPER()
	RET()
}
