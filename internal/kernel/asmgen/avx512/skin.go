package avx512

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// Offsets in the scratch memory of [Skin] on the stack, in bytes: two areas, for the group that is
// blended and the group that is applied.
const (
	lanes      = 16
	row        = 4 * lanes
	influences = 4

	offsets     = 12 * row // after the matrices, of each influence's matrix from the palette's start
	areaSize    = offsets + influences*row
	scratchSize = 2 * areaSize
)

type vector = reg.VecVirtual

// skinner holds the registers that the stages of [Skin] share.
type skinner struct {
	palette, weights, joints reg.Register
	written, read            reg.GPVirtual // the areas
	// in bytes, of the group that is applied in streams of 3 and of 4 numbers a vertex
	stream, tangent reg.GPVirtual
	last, size      vector // the last palette index, the size of a matrix
	zero            vector
	groups          Mem
}

// Skin writes the kernel that blends and applies the matrices of 16 vertices at a time, of 4
// influences each.
//
// Matrices are blended as in the kernel for AVX2, since only 12 of 16 lanes would be of use. They
// are read in larger pieces than they were written in, which is only fast once the writes have
// reached the cache: so each group is applied after the next one is blended.
func Skin() {
	TEXT("Skin", 0, "func(groups int, positions, outPositions, normals, outNormals, tangents, outTangents *float32, "+
		"joints *uint16, weights, palette *float32, last uint32)")
	Pragma("noescape")
	Doc("Skin is kernel.Skin for a number of groups of 16 vertices with 4 influences. nil streams are left out; last " +
		"is the palette's last entry.")
	s := &skinner{
		palette: Load(Param("palette"), GP64()), weights: Load(Param("weights"), GP64()),
		joints:  Load(Param("joints"), GP64()),
		written: GP64(), read: GP64(), stream: GP64(), tangent: GP64(), last: ZMM(), size: ZMM(), zero: ZMM(),
		groups: parameter("groups"),
	}
	local := AllocLocal(scratchSize + row)
	LEAQ(local.Offset(row-1), s.written)
	ANDQ(I32(-row), s.written)
	LEAQ(Mem{Base: s.written, Disp: areaSize}, s.read)
	MOVQ(I32(-3*row), s.stream)
	MOVQ(I32(-4*row), s.tangent)
	VBROADCASTSS(parameter("last"), s.last)
	VBROADCASTSS(word(shared.MatrixSize), s.size)
	VPXORD(s.zero, s.zero, s.zero)
	s.find(s.written)

	Label("group")
	CMPQ(s.groups, Imm(1))
	JL(LabelRef("apply"))
	JE(LabelRef("count"))
	s.find(s.read)
	Label("count")
	s.count()
	for c := influences; c >= 1; c-- {
		Label(fmt.Sprint("blend", c))
		s.apply(fmt.Sprint(c), func(v int) { s.blend(v, c) })
		JMP(LabelRef("done"))
	}
	Label("apply")
	s.apply("", func(int) {})
	Label("done")
	ADDQ(U32(lanes*4*influences), s.weights)
	ADDQ(U32(3*row), s.stream)
	ADDQ(U32(4*row), s.tangent)
	XCHGQ(s.written, s.read)
	DECQ(s.groups)
	JGE(LabelRef("group"))
	VZEROUPPER()
	RET()
}

// parameter returns the memory of a parameter.
func parameter(name string) Mem {
	p, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	return p.Addr
}

// find writes the offsets of the next group's matrices to an area. Indices beyond the palette get
// its last matrix.
func (s *skinner) find(area reg.Register) {
	for i := range influences {
		v := ZMM()
		VPMOVZXWD(Mem{Base: s.joints, Disp: 2 * lanes * i}, v)
		VPMINUD(s.last, v, v)
		VPMULLD(s.size, v, v)
		VMOVDQA32(v, Mem{Base: area, Disp: offsets + row*i})
	}
	ADDQ(U32(2*lanes*influences), s.joints)
}

// count jumps to the code for the largest number of influences that a vertex of the group uses.
func (s *skinner) count() {
	used, upper, none, bits := ZMM(), YMM(), XMM(), GP32()
	VMOVDQU32(Mem{Base: s.weights}, used)
	for i := 1; i < influences; i++ { // four vertices per row
		VPORD(Mem{Base: s.weights, Disp: row * i}, used, used)
	}
	VEXTRACTI64X4(Imm(1), used, upper)
	VPORD(upper, used.AsY(), upper)
	half := XMM()
	VEXTRACTI128(Imm(1), upper, half)
	VPOR(upper.AsX(), half, half)
	VPXOR(none, none, none)
	VPCMPEQD(none, half, half)
	VMOVMSKPS(half, bits) // of influences that are not used
	JumpToBlend(bits)
}

// JumpToBlend jumps to the code for the largest number of influences that is used, given a bit for
// each of 4 that is not.
func JumpToBlend(unused reg.Register) {
	for used := influences; used > 1; used-- {
		CMPL(unused, Imm(1<<influences-1-1<<(used-1)))
		JLE(LabelRef(fmt.Sprint("blend", used)))
	}
	JMP(LabelRef("blend1"))
}

// blend writes the weighted sum of the first influences of vertex v. Row 4·r + k of the area holds
// row r of the matrices of vertices k, k+4, k+8 and k+12.
func (s *skinner) blend(v, used int) {
	var upper, lower vector // the first two rows, and the third
	for i := range used {
		from, weight, product := GP64(), YMM(), YMM()
		MOVL(Mem{Base: s.written, Disp: offsets + 4*(influences*v+i)}, from.As32())
		VBROADCASTSS(Mem{Base: s.weights, Disp: 4 * (influences*v + i)}, weight)
		VMULPS(Mem{Base: s.palette, Index: from, Scale: 1}, weight, product)
		VMULPS(Mem{Base: s.palette, Index: from, Scale: 1, Disp: 32}, weight.AsX(), weight.AsX())
		if i == 0 {
			upper, lower = product, weight
			continue
		}
		VADDPS(product, upper, upper)
		VADDPS(weight.AsX(), lower.AsX(), lower.AsX())
	}
	to := Mem{Base: s.written, Disp: v%4*row + v/4*16}
	VMOVAPS(upper.AsX(), to)
	VEXTRACTF32X4(Imm(1), upper, to.Offset(4*row))
	VMOVAPS(lower.AsX(), to.Offset(8*row))
}

// apply moves the vertices of the group before that which is blended, if there is any. In between
// it calls blend for each vertex of the group that is blended, so that the processor always has
// instructions of every kind to execute.
func (s *skinner) apply(suffix string, blend func(v int)) {
	const inPositions = 8
	blended := 0
	some := func(n int) {
		for range n {
			blend(blended)
			blended++
		}
	}
	CMPQ(s.stream, Imm(0))
	JL(LabelRef("all" + suffix))
	some(1)
	var m [3][4]vector
	position, moved := load3(s.at("positions", s.stream)), [3]vector{}
	for r := range moved {
		some(2)
		for k := range m[r] {
			m[r][k] = ZMM()
			VMOVAPS(Mem{Base: s.read, Disp: (4*r + k) * row}, m[r][k])
		}
		m[r] = turn4(m[r])
		moved[r] = dot([3]vector(m[r][:3]), position)
		VADDPS(m[r][3], moved[r], moved[r])
		VADDPS(s.zero, moved[r], moved[r]) // turns -0 into 0
	}
	some(1)
	store3(moved, s.at("outPositions", s.stream))
	s.skip("normals", "rest"+suffix)
	mirrored := s.turnNormals(m, some)
	s.skip("tangents", "done")
	s.turnTangents(m, mirrored)
	JMP(LabelRef("done"))
	Label("all" + suffix)
	for v := range inPositions {
		blend(v)
	}
	Label("rest" + suffix)
	for v := inPositions; v < lanes; v++ {
		blend(v)
	}
}

// skip jumps to a label if there is no such stream.
func (s *skinner) skip(name, label string) {
	CMPQ(parameter(name), Imm(0))
	JE(LabelRef(label))
}

// at returns the group's numbers in a stream.
func (s *skinner) at(name string, offset reg.Register) Mem {
	return Mem{Base: Load(Param(name), GP64()), Index: offset, Scale: 1}
}

// turnNormals multiplies the normals by the cofactors of the 3x3 matrices. It returns the mask of
// vertices whose matrix mirrors.
func (s *skinner) turnNormals(m [3][4]vector, blend func(n int)) (mirrored reg.Register) {
	blend(1)
	in := load3(s.at("normals", s.stream))
	var turned [3]vector
	for r := range turned {
		blend(1)
		a, b := m[(r+1)%3], m[(r+2)%3]
		var cofactors [3]vector
		for c := range cofactors {
			cofactors[c] = times(a[(c+1)%3], b[(c+2)%3])
			VSUBPS(times(a[(c+2)%3], b[(c+1)%3]), cofactors[c], cofactors[c])
		}
		turned[r] = dot(cofactors, in)
		if r == 0 {
			mirrored = K()
			VCMPPS(U8(1), s.zero, dot([3]vector(m[0][:3]), cofactors), mirrored) // below 0, false for NaN
		}
	}
	store3(s.unit(turned, in, mirrored, func() { blend(4) }), s.at("outNormals", s.stream))
	return mirrored
}

// turnTangents multiplies the tangents by the 3x3 matrices, and negates the handedness of mirrored
// vertices.
func (s *skinner) turnTangents(m [3][4]vector, mirrored reg.Register) {
	from, to := s.at("tangents", s.tangent), s.at("outTangents", s.tangent)
	var in [4]vector
	for i := range in {
		in[i] = ZMM()
		VMOVUPS(from.Offset(row*i), in[i])
	}
	in = turn4(turnQuarters(in))
	var turned [3]vector
	for r := range turned {
		turned[r] = dot([3]vector(m[r][:3]), [3]vector(in[:3]))
	}
	side := in[3]
	turned = s.unit(turned, [3]vector(in[:3]), nil, func() {})
	VPXORD(sign(), side, mirrored, side)
	for i, v := range turnQuarters(turn4([4]vector{turned[0], turned[1], turned[2], side})) {
		VMOVUPS(v, to.Offset(row*i))
	}
}

// unit returns normalized vectors, negated where the mask is set if there is one. A vector without
// a length becomes the fallback. It calls meanwhile while the processor computes the root and the
// quotient.
func (s *skinner) unit(v, fallback [3]vector, mirrored reg.Register, meanwhile func()) [3]vector {
	square, inverse := dot(v, v), ZMM()
	positive, valid := K(), K()
	VCMPPS(U8(1), square, s.zero, positive)
	VCMPPS(U8(1), everywhere(0x7f800000), square, positive, valid)
	VSQRTPS(square, square)
	VDIVPS(square, everywhere(0x3f800000), inverse)
	meanwhile()
	if mirrored != nil {
		VPXORD(sign(), inverse, mirrored, inverse)
	}
	for c := range v {
		VADDPS(s.zero, times(v[c], inverse), valid, fallback[c]) // turns -0 into 0
	}
	return fallback
}

// times returns the product, lane by lane.
func times(a, b vector) vector {
	v := ZMM()
	VMULPS(a, b, v)
	return v
}

// dot returns (a0·b0 + a1·b1) + a2·b2.
func dot(a, b [3]vector) vector {
	sum := times(a[0], b[0])
	VADDPS(times(a[1], b[1]), sum, sum)
	VADDPS(times(a[2], b[2]), sum, sum)
	return sum
}

// everywhere returns a bit pattern in all lanes.
func everywhere(bits uint32) vector {
	v := ZMM()
	VBROADCASTSS(word(bits), v)
	return v
}

func sign() vector { return everywhere(0x80000000) }
