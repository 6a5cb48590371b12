package main

import (
	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// turnedGroups is the number of groups whose normals have no length yet: while the processor finds
// roots and quotients, it begins the next groups. A power of 2.
const turnedGroups = 4

// Offsets in the scratch memory of [sorted] on the stack, in bytes: numbers of the run's matrix, or
// of the group's matrices if there are tangents, in rows; and after them the groups whose normals
// have no length yet.
const (
	runMatrix     = 0
	runCofactors  = runMatrix + 12*row
	runSide       = runCofactors + 9*row // 1, or -1 where the matrix mirrors
	turnedNormals = runSide + row
	sortedScratch = turnedNormals + turnedGroups*turnedSize

	inverseLength = 3 * row // in the memory of such a group, after the vectors
	hasLength     = inverseLength + row
	turnedSize    = 8 * row
)

// sorter holds the registers that the stages of [sorted] share.
type sorter struct {
	rows, normals, places, runs, palette reg.Register
	// how far after the outputs the next memory to fetch is, in bytes
	ahead    reg.Register
	groups   reg.GPVirtual // that are left in the run
	turned   reg.GPVirtual // where the group's normals wait, in bytes
	scratch  reg.GPVirtual
	rare     []func() // write the code that is seldom reached
	laneBits Mem      // a bit for each lane
}

func sorted() {
	laneBits := GLOBL("laneBits", attr.RODATA|attr.NOPTR)
	for l := range lanes {
		DATA(4*l, U32(1<<l))
	}
	TEXT("sortedAsm", 0, "func(rows, normals *float32, places, runs *uint32, count, ahead, begun int, palette, "+
		"outPositions, outNormals, outTangents *float32)")
	Pragma("noescape")
	Doc("sortedAsm moves the groups of a number of runs of [Vertices]. Positions and normals are fetched into the "+
		"cache ahead of those that are",
		"written, by a number of bytes. outTangents may be nil; begun is 0.")
	s := &sorter{
		rows: Load(Param("rows"), GP64()), normals: Load(Param("normals"), GP64()),
		places: Load(Param("places"), GP64()), runs: Load(Param("runs"), GP64()),
		palette: Load(Param("palette"), GP64()), groups: GP64(), scratch: GP64(), turned: GP64(),
		ahead: Load(Param("ahead"), GP64()), laneBits: laneBits,
	}
	local := AllocLocal(sortedScratch + row)
	LEAQ(local.Offset(row-1), s.scratch)
	ANDQ(I32(-row), s.scratch)
	XORQ(s.turned, s.turned)
	SUBQ(Imm(turnedGroups), parameter("begun"))

	Label("run")
	slots := GP64()
	MOVL(s.run(layout.RunGroups), s.groups.As32())
	MOVL(s.run(layout.RunMatrices), slots.As32())
	TESTQ(slots, slots)
	JZ(LabelRef("rigid"))
	s.blended(slots)
	Label("rigid")
	s.rigid()
	Label("next")
	DECQ(parameter("count"))
	JNZ(LabelRef("run"))

	MOVQ(U32(turnedGroups), s.groups)
	Label("last")
	s.finishNormals("Last")
	s.step("last")
	finish()
	for _, write := range s.rare {
		write()
	}
}

// at returns scratch memory.
func (s *sorter) at(offset int) Mem { return Mem{Base: s.scratch, Disp: offset} }

// run returns a number of the run.
func (s *sorter) run(number int) Mem { return Mem{Base: s.runs, Disp: 4 * number} }

// waiting returns memory of the group's turned normals.
func (s *sorter) waiting(offset int) Mem {
	return Mem{Base: s.scratch, Index: s.turned, Scale: 1, Disp: turnedNormals + offset}
}

// step goes to the next group of the run, if there is one.
func (s *sorter) step(label string) {
	for _, name := range []string{"outPositions", "outNormals"} {
		// two lines of 64 bytes touch every line of 96 bytes a group
		to := Load(Param(name), GP64())
		PREFETCHT0(Mem{Base: to, Index: s.ahead, Scale: 1})
		PREFETCHT0(Mem{Base: to, Index: s.ahead, Scale: 1, Disp: 64})
	}
	ADDQ(Imm(3*row), s.ahead)
	ADDQ(Imm(3*row), s.normals)
	ADDQ(Imm(row), s.places)
	ADDQ(U32(turnedSize), s.turned)
	ANDQ(U32(turnedSize*turnedGroups-1), s.turned)
	DECQ(s.groups)
	JNZ(LabelRef(label))
}

// blended moves the groups of a run with several matrices.
func (s *sorter) blended(slots reg.GPVirtual) {
	Label("group")
	m := s.blend(slots)
	x, y := YMM(), YMM()
	VMOVUPS(Mem{Base: s.rows}, x)
	VMOVUPS(Mem{Base: s.rows, Disp: row}, y)
	var moved vectors
	for r := range moved {
		moved[r] = dot([3]Op{x, y, Mem{Base: s.rows, Disp: 2 * row}}, vectors{m[4*r], m[4*r+1], m[4*r+2]})
		VADDPS(m[4*r+3], moved[r], moved[r])
		VADDPS(zeros(), moved[r], moved[r]) // turns -0 into 0
	}
	s.put(moved, "outPositions", 0)
	s.finishNormals("")
	CMPQ(parameter("outTangents"), Imm(0))
	JE(LabelRef("kept"))
	for e := range m {
		if e%4 < 3 {
			VMOVAPS(m[e], s.at(runMatrix+e*row))
		}
	}
	Label("kept")
	normal := loadVectors(Mem{Base: s.normals})
	var turned vectors
	side := cofactors(m, func(r, c int, cofactor reg.VecVirtual) {
		if c == 0 {
			turned[r] = times(cofactor, normal[c])
		} else {
			VADDPS(times(cofactor, normal[c]), turned[r], turned[r])
		}
	})
	s.beginNormals(turned, side)
	s.turnTangents("tangents", side)
	s.step("group")
	LEAQ(s.run(layout.RunFirst).Idx(slots, 4), s.runs)
	JMP(LabelRef("next"))
}

// blend returns the weighted sums of the run's matrices, a register for each number.
func (s *sorter) blend(slots reg.GPVirtual) (m [12]reg.VecVirtual) {
	slot, left, from, weight := GP64(), GP64(), GP64(), YMM()
	LEAQ(s.run(layout.RunFirst), slot)
	MOVQ(slots, left)
	number := func(e int) reg.VecVirtual {
		v := YMM()
		VBROADCASTSS(Mem{Base: s.palette, Index: from, Scale: 1, Disp: 4 * e}, v)
		VMULPS(weight, v, v)
		return v
	}
	next := func() {
		MOVL(Mem{Base: slot}, from.As32())
		VMOVUPS(Mem{Base: s.rows}, weight)
	}
	next()
	for e := range m {
		m[e] = number(e)
	}
	JMP(LabelRef("added"))
	Label("add")
	next()
	for e := range m {
		VADDPS(number(e), m[e], m[e])
	}
	Label("added")
	ADDQ(Imm(4), slot)
	ADDQ(Imm(row), s.rows)
	DECQ(left)
	JNZ(LabelRef("add"))
	return m
}

// cofactors calls use for every cofactor of matrices, and returns 1, or -1 where a matrix mirrors.
func cofactors(m [12]reg.VecVirtual, use func(r, c int, cofactor reg.VecVirtual)) (side reg.VecVirtual) {
	for r := range 3 {
		a, b := (r+1)%3*4, (r+2)%3*4
		for c := range 3 {
			cofactor := times(m[a+(c+1)%3], m[b+(c+2)%3])
			VSUBPS(times(m[a+(c+2)%3], m[b+(c+1)%3]), cofactor, cofactor)
			use(r, c, cofactor)
			switch {
			case r > 0:
			case c == 0:
				side = times(m[c], cofactor)
			default:
				VADDPS(times(m[c], cofactor), side, side)
			}
		}
		if r == 0 {
			VCMPPS(U8(1), zeros(), side, side) // the determinant < 0, false for NaN
			VANDPS(constant("signBit", 0x80000000), side, side)
			VORPS(constant("one", 0x3f800000), side, side)
		}
	}
	return side
}

// rigid moves the groups of a run with one matrix, at weight 1: its cofactors are the same for all
// of them.
func (s *sorter) rigid() {
	from := GP64()
	MOVL(s.run(layout.RunFirst), from.As32())
	ADDQ(Imm(4*(layout.RunFirst+1)), s.runs)
	var m [12]reg.VecVirtual
	for e := range m {
		m[e] = YMM()
		VBROADCASTSS(Mem{Base: s.palette, Index: from, Scale: 1, Disp: 4 * e}, m[e])
		if e%4 == 3 {
			VADDPS(zeros(), m[e], m[e]) // turns -0 into 0, and so no position becomes -0
		}
		VMOVAPS(m[e], s.at(runMatrix+e*row))
	}
	VMOVAPS(cofactors(m, func(r, c int, cofactor reg.VecVirtual) {
		VMOVAPS(cofactor, s.at(runCofactors+(3*r+c)*row))
	}), s.at(runSide))
	Label("rigidGroup")
	position := loadVectors(Mem{Base: s.rows})
	var moved, turned vectors
	for r := range moved {
		moved[r] = dot(three(s.at(runMatrix+4*r*row)), position)
		VADDPS(s.at(runMatrix+(4*r+3)*row), moved[r], moved[r])
	}
	s.put(moved, "outPositions", 0)
	s.finishNormals("Rigid")
	normal, side := loadVectors(Mem{Base: s.normals}), YMM()
	for r := range turned {
		turned[r] = dot(three(s.at(runCofactors+3*r*row)), normal)
	}
	VMOVAPS(s.at(runSide), side)
	s.beginNormals(turned, side)
	s.turnTangents("rigidTangents", side)
	s.step("rigidGroup")
}

// three returns three rows of memory.
func three(from Mem) [3]Op { return [3]Op{from, from.Offset(row), from.Offset(2 * row)} }

// loadVectors returns three rows.
func loadVectors(from Mem) (v vectors) {
	for i := range v {
		v[i] = YMM()
		VMOVUPS(from.Offset(i*row), v[i])
	}
	return v
}

// inverse returns the side divided by the length of vectors, and which of them have a length.
func inverse(v vectors, side reg.VecVirtual) (scale, valid reg.VecVirtual) {
	scale, valid = dot([3]Op{v[0], v[1], v[2]}, v), YMM()
	finite := YMM()
	VCMPPS(U8(1), scale, zeros(), valid) // 0 < square
	VCMPPS(U8(1), constant("infinity", 0x7f800000), scale, finite)
	VANDPS(finite, valid, valid)
	VSQRTPS(scale, scale)
	VDIVPS(scale, side, scale)
	return scale, valid
}

// beginNormals keeps the group's turned normals, and begins to find what brings them to length 1.
func (s *sorter) beginNormals(v vectors, side reg.VecVirtual) {
	scale, valid := inverse(v, side)
	bits := GP32()
	VMOVMSKPS(valid, bits)
	MOVL(bits, s.waiting(hasLength))
	for c := range v {
		VMOVAPS(v[c], s.waiting(c*row))
	}
	VMOVAPS(scale, s.waiting(inverseLength))
}

// finishNormals writes the normals of the group that is [turnedGroups] before this one, if there is
// one. A normal without a length stays as it was.
func (s *sorter) finishNormals(suffix string) {
	INCQ(parameter("begun"))
	JLE(LabelRef("finished" + suffix))
	scale := YMM()
	VMOVAPS(s.waiting(inverseLength), scale)
	var v vectors
	for c := range v {
		v[c] = times(s.waiting(c*row), scale)
		VADDPS(zeros(), v[c], v[c]) // turns -0 into 0
	}
	CMPL(s.waiting(hasLength), U32(1<<lanes-1))
	JNE(LabelRef("collapsed" + suffix))
	Label("put" + suffix)
	s.put(v, "outNormals", -turnedGroups*row)
	Label("finished" + suffix)
	s.rare = append(s.rare, func() {
		Label("collapsed" + suffix)
		bits, valid := YMM(), YMM()
		VBROADCASTSS(s.waiting(hasLength), valid)
		VMOVUPS(s.laneBits, bits)
		VPAND(bits, valid, valid)
		VPCMPEQD(bits, valid, valid)
		for c, before := range loadVectors(Mem{Base: s.normals, Disp: -3 * turnedGroups * row}) {
			VBLENDVPS(valid, v[c], before, v[c])
		}
		JMP(LabelRef("put" + suffix))
	})
}

// turnTangents goes to the rows of the next group, and writes the group's tangents if there are
// any. A tangent without a length stays as it was.
func (s *sorter) turnTangents(label string, side reg.VecVirtual) {
	ADDQ(Imm(3*row), s.rows)
	CMPQ(parameter("outTangents"), Imm(0))
	JE(LabelRef(label))
	in := loadVectors(Mem{Base: s.rows})
	var turned vectors
	for r := range turned {
		turned[r] = dot(three(s.at(runMatrix+4*r*row)), in)
	}
	scale, valid := inverse(turned, constant("one", 0x3f800000))
	for c := range turned {
		VMULPS(scale, turned[c], turned[c])
		VADDPS(zeros(), turned[c], turned[c]) // turns -0 into 0
		VBLENDVPS(valid, turned[c], in[c], turned[c])
	}
	to, third := Load(Param("outTangents"), GP64()), GP32()
	MOVL(U32(0xaaaaaaab), third) // of a multiple of 3, modulo 2^32
	for l, v := range turn4([4]reg.VecVirtual{
		turned[0], turned[1], turned[2],
		times(Mem{Base: s.rows, Disp: 3 * row}, side),
	}) {
		for half := range 2 {
			place := GP64()
			MOVL(Mem{Base: s.places, Disp: 4 * (4*half + l)}, place.As32())
			IMULL(third, place.As32())
			at := Mem{Base: to, Index: place, Scale: 4}
			if half == 0 {
				VMOVUPS(v.AsX(), at)
			} else {
				VEXTRACTF128(Imm(1), v, at)
			}
		}
	}
	ADDQ(U32(4*row), s.rows)
	Label(label)
}

// put writes 8 vectors to their places in a stream of 3 numbers per vertex. The places begin that
// many bytes after the places of this group.
func (s *sorter) put(v vectors, name string, from int) {
	to, low, high, z := Load(Param(name), GP64()), YMM(), YMM(), v[2]
	VUNPCKLPS(v[1], v[0], low) // x0 y0 x1 y1
	VUNPCKHPS(v[1], v[0], high)
	for l := range lanes {
		if l == lanes/2 {
			for _, r := range []reg.VecVirtual{low, high, z} {
				VEXTRACTF128(Imm(1), r, r.AsX())
			}
		}
		place, xy := GP64(), [2]reg.VecVirtual{low, high}[l/2%2].AsX()
		MOVL(Mem{Base: s.places, Disp: from + 4*l}, place.As32())
		at := Mem{Base: to, Index: place, Scale: 1}
		if l%2 == 0 {
			VMOVLPS(xy, at)
		} else {
			VMOVHPS(xy, at)
		}
		if l%4 == 0 {
			VMOVSS(z.AsX(), at.Offset(8))
		} else {
			VEXTRACTPS(Imm(uint64(l%4)), z.AsX(), at.Offset(8))
		}
	}
}
