package main

import "fmt"

// neonSkinner holds the registers that the stages of [neonSkin] share. It works on 4 vertices at a time.
type neonSkinner struct {
	*neon
	joints, weights, influences, palette, last, size xreg
	matrices                                         [4][3]vreg // the rows of each vertex's blended matrix
}

func neonSkin() {
	e := arm.function("skinAsm")
	quads, positions, outPositions := e.param("groups"), e.param("positions"), e.param("outPositions")
	normals, outNormals := e.param("normals"), e.param("outNormals")
	tangents, outTangents := e.param("tangents"), e.param("outTangents")
	s := &neonSkinner{
		neon: e, joints: e.param("joints"), weights: e.param("weights"), influences: e.param("influences"),
		palette: e.param("palette"), last: e.x(), size: e.number(matrixSize),
	}
	e.do("MOVWU "+e.memory("last")+", %s", defX(s.last))
	e.do("LSL $1, %s, %s", useX(quads), defX(quads))
	for v := range s.matrices {
		for r := range s.matrices[v] {
			s.matrices[v][r] = e.v()
		}
	}
	e.repeat("quad", quads, func() {
		s.blend()
		var m [3][4]vreg
		for r := range m {
			m[r] = e.turn4([4]vreg{s.matrices[0][r], s.matrices[1][r], s.matrices[2][r], s.matrices[3][r]})
		}
		s.move(m, positions, outPositions)
		e.jump("CBZ %s,", "moved", useX(normals))
		mirrored := s.turnNormals(m, normals, outNormals)
		e.jump("CBZ %s,", "moved", useX(tangents))
		s.turnTangents(m, mirrored, tangents, outTangents)
		e.label("moved")
	})
	e.finish()
}

// blend blends the matrices of the next 4 vertices.
func (s *neonSkinner) blend() {
	e := s.neon
	e.jump("CBZ %s,", "repeat", useX(s.influences))
	e.do("CMP $4, %s", useX(s.influences))
	e.jump("BNE", "many")
	// The largest number of influences that one of the vertices uses has its own code.
	var weights [4]vreg
	for v := range weights {
		weights[v] = e.load(s.weights, 16*v)
	}
	used := e.or(e.or(weights[0], weights[1]), e.or(weights[2], weights[3]))
	used = e.binary(0x4ea08c00, "CMTST", "4S", used, used)
	narrow, unused := e.v(), e.x()
	e.word(0x0e612800, "XTN V%d.4H, V%d.4S", defV(narrow, 0), useV(used, 5))
	e.word(0x9e660000, "FMOV X%d, D%d", operand{class: general, id: int(unused), def: true}, useV(narrow, 5))
	e.do("CLZ %s, %s", useX(unused), defX(unused))
	e.jump("CBZ %s,", "blend4", useX(unused))
	for n := 3; n > 1; n-- {
		e.do(fmt.Sprintf("CMP $%d, %%s", 16*(4-n)), useX(unused))
		e.jump("BEQ", fmt.Sprint("blend", n))
	}
	for n := 1; n <= 4; n++ {
		e.label(fmt.Sprint("blend", n))
		for v := range weights {
			for i := range n {
				joint := e.x()
				e.do(fmt.Sprintf("MOVHU %d(%%s), %%s", 2*(4*v+i)), useX(s.joints), defX(joint))
				s.add(v, i == 0, joint, weights[v], i)
			}
		}
		e.addTo(s.joints, 2*4*4)
		e.addTo(s.weights, 4*4*4)
		e.jump("B", "blended")
	}
	s.blendMany()
	e.jump("B", "blended")
	e.label("repeat")
	for v := range s.matrices {
		for r := range s.matrices[v] {
			e.loadInto(s.matrices[v][r], s.palette, 16*r)
		}
	}
	e.label("blended")
}

// blendMany blends any number of influences.
func (s *neonSkinner) blendMany() {
	e := s.neon
	e.label("many")
	for v := range s.matrices {
		left, each, summed := e.x(), fmt.Sprint("each", v), fmt.Sprint("summed", v)
		next := func(first bool) {
			joint := e.x()
			e.do("MOVHU.P 2(%s), %s", useX(s.joints).updated(), defX(joint))
			weight := e.loadNumber(s.weights, 0)
			e.addTo(s.weights, 4)
			s.add(v, first, joint, weight, 0)
		}
		next(true)
		e.do("SUB $1, %s, %s", useX(s.influences), defX(left))
		e.jump("CBZ %s,", summed, useX(left))
		e.label(each)
		next(false)
		e.addTo(left, -1)
		e.jump("CBNZ %s,", each, useX(left))
		e.label(summed)
	}
}

// add adds the weighted matrix of a joint to that of a vertex, or begins it. A joint beyond the palette gets its last matrix.
func (s *neonSkinner) add(v int, first bool, joint xreg, weights vreg, lane int) {
	e := s.neon
	e.do("CMP %s, %s", useX(s.last), useX(joint))
	e.do("CSEL HI, %s, %s, %s", useX(s.last), useX(joint), defX(joint))
	from := e.sumOf(s.palette, joint, s.size)
	for r, sum := range s.matrices[v] {
		product := e.mulBy(e.load(from, 16*r), weights, lane)
		if first {
			e.into(sum, product)
		} else {
			e.into(sum, e.add(sum, product))
		}
	}
}

// into makes the last instruction write its result v to d.
func (e *neon) into(d, v vreg) {
	for i, o := range e.code[len(e.code)-1].operands {
		if o.class == vector && o.def && o.id == int(v) {
			e.code[len(e.code)-1].operands[i].id = int(d)
			return
		}
	}
	panic("the last instruction does not write the value")
}

// The registers for streams of vectors, before and after: their instructions need consecutive ones.
const (
	streamIn  = 28
	streamOut = 24
)

// loadStream returns 4 vectors of n numbers each, a register for each number, and moves on.
func (e *neon) loadStream(from xreg, n int) []vreg {
	v := e.fixed(streamIn, n)
	word := map[int]uint32{3: 0x4c404800, 4: 0x4c400800}[n]
	e.word(word|streamIn, fmt.Sprintf("LD%d {V%d.4S-V%d.4S}, [X%%d]", n, streamIn, streamIn+n-1), streamOperands(v, from, true)...)
	e.addTo(from, 4*4*n)
	return v
}

// storeStream is the reverse of [neon.loadStream].
func (e *neon) storeStream(v []vreg, to xreg) {
	n := len(v)
	word := map[int]uint32{3: 0x4c004800, 4: 0x4c000800}[n]
	e.word(word|streamOut, fmt.Sprintf("ST%d {V%d.4S-V%d.4S}, [X%%d]", n, streamOut, streamOut+n-1), streamOperands(v, to, false)...)
	e.addTo(to, 4*4*n)
}

func streamOperands(v []vreg, base xreg, def bool) []operand {
	operands := []operand{baseX(base, 5)}
	for _, r := range v {
		operands = append(operands, operand{class: vector, id: int(r), shift: hidden, use: !def, def: def})
	}
	return operands
}

// dot3 returns (a0·b0 + a1·b1) + a2·b2.
func (e *neon) dot3(a, b []vreg) vreg {
	return e.add(e.add(e.mul(a[0], b[0]), e.mul(a[1], b[1])), e.mul(a[2], b[2]))
}

// move moves positions.
func (s *neonSkinner) move(m [3][4]vreg, positions, outPositions xreg) {
	e := s.neon
	zero, in, out := e.zero(), e.loadStream(positions, 3), e.fixed(streamOut, 3)
	for r := range out {
		moved := e.add(e.dot3(m[r][:3], in), m[r][3])
		e.into(out[r], e.add(moved, zero)) // turns -0 into 0
	}
	e.storeStream(out, outPositions)
}

// turnNormals multiplies normals by the cofactors of the matrices. It returns a sign bit where a matrix mirrors.
func (s *neonSkinner) turnNormals(m [3][4]vreg, normals, outNormals xreg) (mirrored vreg) {
	e := s.neon
	in := e.loadStream(normals, 3)
	var turned [3]vreg
	for r := range turned {
		a, b := m[(r+1)%3], m[(r+2)%3]
		var cofactors [3]vreg
		for c := range cofactors {
			cofactors[c] = e.sub(e.mul(a[(c+1)%3], b[(c+2)%3]), e.mul(a[(c+2)%3], b[(c+1)%3]))
		}
		turned[r] = e.dot3(cofactors[:], in)
		if r == 0 {
			determinant := e.dot3(m[0][:3], cofactors[:])
			mirrored = e.and(e.negative(determinant), e.constant(bitsSign))
		}
	}
	out := e.fixed(streamOut, 3)
	s.unitVectors(turned[:], in, out, mirrored)
	e.storeStream(out, outNormals)
	return mirrored
}

// turnTangents multiplies tangents by the 3x3 matrices, and negates the handedness where a matrix mirrors.
func (s *neonSkinner) turnTangents(m [3][4]vreg, mirrored vreg, tangents, outTangents xreg) {
	e := s.neon
	in, out := e.loadStream(tangents, 4), e.fixed(streamOut, 4)
	var turned [3]vreg
	for r := range turned {
		turned[r] = e.dot3(m[r][:3], in)
	}
	s.unitVectors(turned[:], in, out, -1)
	e.into(out[3], e.xor(in[3], mirrored))
	e.storeStream(out, outTangents)
}

// unitVectors normalizes vectors, with the sign of mirrored if there is one. A vector without a length becomes the fallback.
func (s *neonSkinner) unitVectors(v, fallback, out []vreg, mirrored vreg) {
	e := s.neon
	square, zero := e.dot3(v, v), e.zero()
	valid := e.and(e.positive(square), e.greater(e.constant(bitsInfinity), square))
	inverse := e.div(e.constant(bitsOne), e.sqrt(square))
	if mirrored >= 0 {
		inverse = e.xor(inverse, mirrored)
	}
	for c := range 3 {
		e.into(out[c], e.add(e.mul(v[c], inverse), zero)) // turns -0 into 0
		e.putUnless(out[c], fallback[c], valid)
	}
}
