package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// duals are the programs of package skinning.
func duals() []*program { return []*program{split(), join()} }

// newtonSteps is the number of steps of Newton's iteration in [program.polar]: enough for matrices
// of which one axis is 1e5 times as long as another.
const newtonSteps = 7

// flat is the determinant, of a matrix whose squares sum up to 3, that rounding may give to a flat
// one.
const flat = 1e-6

// split takes a matrix apart: the rotation as a quaternion in rows 0 to 3, rotation and translation
// as the dual part of a dual quaternion in rows 4 to 7, and the scale that comes before the
// rotation, a 3x3 matrix, in rows 8 to 16.
func split() *program {
	p := newProgram("split", "is [Split] for 8 matrices.", "rows", "matrixRows")
	var a [3]vec
	for r := range a {
		a[r] = p.axes("matrixRows", r)
	}
	q := p.polar(a)
	p.storeQuat(layout.DualRotation, q)
	half := p.constant(0.5)
	t := p.scale(p.origin("matrixRows"), half)
	v := vec{q[0], q[1], q[2]}
	p.storeVec(layout.DualPart, p.addVec(p.scale(t, q[3]), p.cross(t, v)))
	p.store(layout.DualPart+3, p.neg(p.dot(t, v)))
	r := p.rotationRows(q, p.constant(2))
	for i := range 3 {
		for c := range 3 {
			p.store(layout.DualScale+3*i+c, p.dot(vec{r[0][i], r[1][i], r[2][i]}, vec{a[0][c], a[1][c], a[2][c]}))
		}
	}
	return p
}

// join is the reverse, for sums of what split returned: the dual quaternion has any length.
func join() *program {
	p := newProgram("join", "makes 8 matrices of the sums of their parts.", "matrixRows", "rows")
	p.repeated = true
	q, dual := p.loadQuat("rows", layout.DualRotation), p.loadQuat("rows", layout.DualPart)
	zero := p.constant(0)
	square := p.dotQuat(q, q)
	s := p.choose(p.less(zero, square), p.div(p.constant(2), square), zero)
	r := p.rotationRows(q, s)
	v, d := vec{q[0], q[1], q[2]}, vec{dual[0], dual[1], dual[2]}
	t := p.scale(p.addVec(p.subVec(p.scale(d, q[3]), p.scale(v, dual[3])), p.cross(v, d)), s)
	for i := range r {
		for c := range 3 {
			p.store(layout.Element(i, c),
				p.dot(r[i], vec{
					p.load("rows", layout.DualScale+c), p.load("rows", layout.DualScale+3+c),
					p.load("rows", layout.DualScale+6+c),
				}))
		}
		p.store(layout.Element(i, layout.OriginColumn), t[i])
	}
	return p
}

// rotationRows returns the rows of the matrix of a quaternion times s, which is 2 for one of length
// 1.
func (p *program) rotationRows(q quat, s value) [3]vec {
	v := p.scale(vec{q[0], q[1], q[2]}, s)
	w := p.scale(v, q[3])
	xx, yy, zz := p.mul(q[0], v[0]), p.mul(q[1], v[1]), p.mul(q[2], v[2])
	xy, xz, yz := p.mul(q[0], v[1]), p.mul(q[0], v[2]), p.mul(q[1], v[2])
	one := p.constant(1)
	return [3]vec{
		{p.sub(one, p.add(yy, zz)), p.sub(xy, w[2]), p.add(xz, w[1])},
		{p.add(xy, w[2]), p.sub(one, p.add(xx, zz)), p.sub(yz, w[0])},
		{p.sub(xz, w[1]), p.add(yz, w[0]), p.sub(one, p.add(xx, yy))},
	}
}

// cofactors returns the cofactor matrix of three rows.
func (p *program) cofactors(a [3]vec) [3]vec {
	return [3]vec{p.cross(a[1], a[2]), p.cross(a[2], a[0]), p.cross(a[0], a[1])}
}

// squares returns the sum of the squares of a matrix.
func (p *program) squares(a [3]vec) value {
	return p.add(p.add(p.dot(a[0], a[0]), p.dot(a[1], a[1])), p.dot(a[2], a[2]))
}

// polar returns the rotation that is nearest to a matrix, its polar factor, by Newton's iteration
// (N. J. Higham, "Computing the polar decomposition - with applications", 1986). That of a
// mirroring matrix is the rotation of the opposite matrix; that of a matrix that maps all of space
// to a line or a point, or that is not finite, is none. A matrix has the same polar factor as its
// sum with its cofactors, which only such a matrix leaves singular.
func (p *program) polar(a [3]vec) quat {
	zero, one, half := p.constant(0), p.constant(1), p.constant(0.5)
	square := p.squares(a)
	size := p.sqrt(p.div(p.constant(3), square))
	for r := range a {
		a[r] = p.scale(a[r], size)
	}
	c := p.cofactors(a) // the opposite matrix has the same ones
	mirrored := p.less(p.dot(a[0], c[0]), p.constant(-flat))
	for r := range a {
		for i := range a[r] {
			a[r][i] = p.add(p.choose(mirrored, p.neg(a[r][i]), a[r][i]), c[r][i])
		}
	}
	valid := p.and(p.less(p.constant(1e-30), square), p.less(square, p.constant(1e30)))
	for i := range newtonSteps {
		c = p.cofactors(a)
		determinant := p.dot(a[0], c[0])
		if i == 0 {
			valid = p.and(valid, p.less(p.constant(1e-10), determinant))
		}
		factor := p.sqrt(p.div(p.sqrt(p.div(p.squares(c), p.squares(a))), determinant))
		inverse := p.div(half, p.mul(factor, determinant))
		factor = p.mul(factor, half)
		for r := range a {
			a[r] = p.addVec(p.scale(a[r], factor), p.scale(c[r], inverse))
		}
	}
	q := p.quatOfAxes(vec{a[0][0], a[1][0], a[2][0]}, vec{a[0][1], a[1][1], a[2][1]}, vec{a[0][2], a[1][2], a[2][2]})
	return p.chooseQuat(p.and(valid, p.finite(q[:]...)), q, quat{zero, zero, zero, one})
}

// Offsets in the scratch memory of [sum] on the stack, in bytes: rows for up to 8 influences.
const (
	found      = 0                   // of each influence's entry, by vertex
	kept       = found + 8*row       // the same, of the zeros after the entries where the weight is 0
	signs      = kept + 8*row        // the sign bit of each influence's rotation, by influence
	sumScratch = signs + 8*row + row // the last for alignment
)

// sum adds up what [split] made of the influences' matrices.
func sum() {
	TEXT("sumAsm", 0,
		"func(rows *float32, joints *uint16, weights *float32, influences, groups int, duals *float32, last uint32)")
	Pragma("noescape")
	Doc("sumAsm writes the sums of [Dual] for a number of groups of 8 vertices: for each group the rows that joinAsm "+
		"reads. last is the last",
		"entry of duals before the zeros.")
	s := &summer{step: GP64(), triple: GP64(), scratch: GP64(), duals: Load(Param("duals"), GP64()), used: GP64()}
	rows, weights := Load(Param("rows"), GP64()), Load(Param("weights"), GP64())
	local := AllocLocal(sumScratch)
	LEAQ(local.Offset(row-1), s.scratch)
	ANDQ(I32(-row), s.scratch)
	Load(Param("influences"), s.step)
	SHLQ(Imm(2), s.step)
	LEAQ(Mem{Base: s.step, Index: s.step, Scale: 2}, s.triple)
	VMOVAPS(zeros(), Mem{Base: s.scratch, Disp: signs}) // a rotation is on its own side
	Label("group")
	s.find(weights)
	s.findSigns()
	for half := range 2 {
		s.addUp(half, weights, rows)
	}
	LEAQ(Mem{Base: weights, Index: s.step, Scale: 8}, weights)
	ADDQ(U32(layout.DualRows*row), rows)
	DECQ(parameter("groups"))
	JNZ(LabelRef("group"))
	finish()
}

// summer holds the registers that the stages of [sum] share.
type summer struct {
	duals, scratch reg.Register
	step, triple   reg.GPVirtual // bytes of weights per vertex, and three times that
	used           reg.GPVirtual // the largest number of influences that a vertex of the group uses
}

// vertex returns the number of vertex 0 to 3 at a base with the numbers of all influences of a
// vertex in a row.
func (s *summer) vertex(base reg.Register, v int) Mem {
	return [4]Mem{
		{Base: base},
		{Base: base, Index: s.step, Scale: 1},
		{Base: base, Index: s.step, Scale: 2},
		{Base: base, Index: s.triple, Scale: 1},
	}[v]
}

// find writes where the entries of a group's influences are, and counts the influences that are
// used.
func (s *summer) find(weights reg.Register) {
	joints, from, to, left, bits := Load(Param("joints"), GP64()), GP64(), GP64(), GP64(), GP32()
	last, size, none, any, zero := YMM(), constant("dualSize", shared.DualSize), YMM(), YMM(), zeros()
	VBROADCASTSS(parameter("last"), last)
	VPMULLD(size, last, none)
	VPADDD(size, none, none)
	VXORPS(any, any, any)
	MOVQ(weights, from)
	MOVQ(s.scratch, to)
	MOVQ(s.step, left)
	Label("find")
	v, weight, unused := YMM(), YMM(), YMM()
	VPMOVZXWD(Mem{Base: joints}, v)
	VPMINUD(last, v, v)
	VPMULLD(size, v, v)
	VMOVDQA(v, Mem{Base: to, Disp: found})
	VMOVUPS(Mem{Base: from}, weight)
	VORPS(weight, any, any)
	VCMPPS(U8(0), zero, weight, unused) // equal, false for NaN
	VBLENDVPS(unused, none, v, v)
	VMOVDQA(v, Mem{Base: to, Disp: kept})
	ADDQ(Imm(2*lanes), joints)
	ADDQ(Imm(row), from)
	ADDQ(Imm(row), to)
	SUBQ(Imm(4), left)
	JNZ(LabelRef("find"))
	MOVQ(joints, parameter("joints"))
	// Of 4 and of 8 influences a row of weights has whole vertices. Other numbers are added in
	// full.
	MOVQ(s.step, s.used)
	SHRQ(Imm(2), s.used)
	VPCMPEQD(zero, any, any)
	VMOVMSKPS(any, bits)
	XORL(U32(0xff), bits)
	CMPQ(s.step, Imm(8*4))
	JE(LabelRef("eight"))
	CMPQ(s.step, Imm(4*4))
	JNE(LabelRef("counted"))
	upper := GP32()
	MOVL(bits, upper)
	SHRL(Imm(4), upper)
	ORL(upper, bits)
	ANDL(Imm(0xf), bits)
	Label("eight")
	ORL(Imm(1), bits)
	BSRL(bits, s.used.As32())
	INCQ(s.used)
	Label("counted")
}

// findSigns writes the signs of rotations against that of the first influence, from the second
// influence on.
func (s *summer) findSigns() {
	at, left, to := [2]reg.GPVirtual{GP64(), GP64()}, GP64(), GP64()
	MOVQ(s.used, left)
	DECQ(left)
	JZ(LabelRef("signed"))
	MOVQ(s.scratch, at[0])
	LEAQ(Mem{Base: s.scratch, Disp: signs + row}, to)
	rotation := func(k int) reg.VecVirtual { // of vertex k, and of vertex k + 4
		low, high, v := GP64(), GP64(), YMM()
		MOVL(s.vertex(at[0], k), low.As32())
		MOVL(s.vertex(at[1], k), high.As32())
		VBROADCASTF128(Mem{Base: s.duals, Index: low, Scale: 1}, v)
		VINSERTF128(Imm(1), Mem{Base: s.duals, Index: high, Scale: 1}, v, v)
		return v
	}
	LEAQ(Mem{Base: at[0], Index: s.step, Scale: 4}, at[1])
	var pivots [4]reg.VecVirtual
	for k := range pivots {
		pivots[k] = rotation(k)
	}
	zero, sign := zeros(), constant("signBit", 0x80000000)
	Label("sign")
	ADDQ(Imm(4), at[0])
	ADDQ(Imm(4), at[1])
	var sums [2]reg.VecVirtual // x + z of two vertices, y + w of both
	for i := range sums {
		a, b := rotation(2*i), rotation(2*i+1)
		VMULPS(pivots[2*i], a, a)
		VMULPS(pivots[2*i+1], b, b)
		high := YMM()
		sums[i] = YMM()
		VUNPCKLPS(b, a, sums[i])
		VUNPCKHPS(b, a, high)
		VADDPS(high, sums[i], sums[i])
	}
	dot, other := YMM(), YMM()
	VUNPCKLPD(sums[1], sums[0], dot)
	VUNPCKHPD(sums[1], sums[0], other)
	VADDPS(other, dot, dot)
	VCMPPS(U8(1), zero, dot, dot) // below 0, false for NaN
	VANDPS(sign, dot, dot)
	VMOVAPS(dot, Mem{Base: to})
	ADDQ(Imm(row), to)
	DECQ(left)
	JNZ(LabelRef("sign"))
	Label("signed")
}

// addUp writes the rows of half of the vertices.
func (s *summer) addUp(half int, weights, rows reg.Register) {
	name := [2]string{"low", "high"}[half]
	at, from, sign, left := GP64(), GP64(), GP64(), GP64()
	LEAQ(Mem{Base: s.scratch, Disp: kept}, at)
	LEAQ(Mem{Base: s.scratch, Disp: signs + half*row/2}, sign)
	MOVQ(weights, from)
	if half == 1 {
		LEAQ(Mem{Base: at, Index: s.step, Scale: 4}, at)
		LEAQ(Mem{Base: from, Index: s.step, Scale: 4}, from)
	}
	// of each vertex: rotation and dual part, the first 8 of the scale, and its last
	var motion, scale, rest [4]reg.VecVirtual
	for v := range 4 {
		motion[v], scale[v], rest[v] = zeros(), zeros(), XMM()
		VXORPS(rest[v], rest[v], rest[v])
	}
	MOVQ(s.used, left)
	Label(name)
	for v := range 4 {
		entry, weight, signed, product := GP64(), YMM(), YMM(), YMM()
		MOVL(s.vertex(at, v), entry.As32())
		VBROADCASTSS(s.vertex(from, v), weight)
		VBROADCASTSS(Mem{Base: sign, Disp: 4 * v}, signed)
		VXORPS(weight, signed, signed)
		VMULPS(Mem{Base: s.duals, Index: entry, Scale: 1}, signed, signed)
		VADDPS(signed, motion[v], motion[v])
		VMULPS(Mem{Base: s.duals, Index: entry, Scale: 1, Disp: row}, weight, product)
		VADDPS(product, scale[v], scale[v])
		VMULSS(Mem{Base: s.duals, Index: entry, Scale: 1, Disp: 2 * row}, weight.AsX(), weight.AsX())
		VADDSS(weight.AsX(), rest[v], rest[v])
	}
	ADDQ(Imm(4), at)
	ADDQ(Imm(4), from)
	ADDQ(Imm(row), sign)
	DECQ(left)
	JNZ(LabelRef(name))
	for i, quads := range [2][4]reg.VecVirtual{motion, scale} {
		for c, v := range turn4(quads) {
			to := Mem{Base: rows, Disp: (8*i+c)*row + half*row/2}
			VMOVUPS(v.AsX(), to)
			VEXTRACTF128(Imm(1), v, to.Offset(4*row))
		}
	}
	VUNPCKLPS(rest[1], rest[0], rest[0])
	VUNPCKLPS(rest[3], rest[2], rest[2])
	VMOVLHPS(rest[2], rest[0], rest[0])
	VMOVUPS(rest[0], Mem{Base: rows, Disp: 16*row + half*row/2})
}
