package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// vectors are 8 vectors, a register for each component.
type vectors [3]reg.VecVirtual

// times returns the product, lane by lane.
func times(a, b Op) reg.VecVirtual {
	v := YMM()
	VMULPS(a, b, v)
	return v
}

// dot returns (a0·b0 + a1·b1) + a2·b2.
func dot(a [3]Op, b vectors) reg.VecVirtual {
	sum := times(a[0], b[0])
	VADDPS(times(a[1], b[1]), sum, sum)
	VADDPS(times(a[2], b[2]), sum, sum)
	return sum
}

// movePositions moves the group's positions and returns the 3x3 matrices of all vertices.
func (s *skinner) movePositions(blend func(v int)) (m [3]vectors) {
	blend(0)
	position, zero := load3(s.stream("positions")), zeros()
	var out reg.VecVirtual
	for r := range m {
		blend(r + 1)
		c := s.turnedRow(r)
		out = dot([3]Op{c[0], c[1], c[2]}, position)
		VADDPS(c[3], out, out)
		VADDPS(zero, out, out) // turns -0 into 0
		if r < 2 {
			VMOVAPS(out, s.at(moved+r*row))
		}
		m[r] = vectors{c[0], c[1], c[2]}
	}
	x, y := YMM(), YMM()
	VMOVAPS(s.at(moved), x)
	VMOVAPS(s.at(moved+row), y)
	store3(vectors{x, y, out}, s.stream("outPositions"))
	blend(4)
	return m
}

// turnedRow returns row r of the blended matrices: four registers, each with one number of 8
// vertices.
func (s *skinner) turnedRow(r int) [4]reg.VecVirtual {
	var v [4]reg.VecVirtual
	for k := range v {
		v[k] = YMM()
		VMOVUPS(Mem{Base: s.read, Disp: (4*r + k) * row}, v[k])
	}
	if s.turned {
		return v
	}
	return turn4(v)
}

// pair returns 4 numbers in the lower half, and the 4 numbers at a distance in bytes in the upper
// half.
func pair(low Mem, distance int) reg.VecVirtual {
	v := YMM()
	VBROADCASTF128(low, v) // as fast as a plain load, and defines the upper half too
	VINSERTF128(Imm(1), low.Offset(distance), v, v)
	return v
}

// turn4 transposes the 4x4 numbers of each half of four registers.
func turn4(v [4]reg.VecVirtual) (out [4]reg.VecVirtual) {
	a, b, c, d := YMM(), YMM(), YMM(), YMM()
	VUNPCKLPS(v[1], v[0], a) // 0 0' 1 1'
	VUNPCKHPS(v[1], v[0], b)
	VUNPCKLPS(v[3], v[2], c)
	VUNPCKHPS(v[3], v[2], d)
	for i, p := range [4][2]reg.VecVirtual{{a, c}, {a, c}, {b, d}, {b, d}} {
		out[i] = YMM()
		if i%2 == 0 {
			VUNPCKLPD(p[1], p[0], out[i])
		} else {
			VUNPCKHPD(p[1], p[0], out[i])
		}
	}
	return out
}

// load3 returns 8 vectors of a stream of 3 numbers each.
func load3(from Mem) vectors {
	// x0 y0 z0 x1, y1 z1 x2 y2, z2 x3 y3 z3
	a, b, c := pair(from, 48), pair(from.Offset(16), 48), pair(from.Offset(32), 48)
	xy, yz := shuffle(b, c, 2, 3, 1, 2), shuffle(a, b, 1, 2, 0, 1) // x2 y2 x3 y3, y0 z0 y1 z1
	return vectors{shuffle(a, xy, 0, 3, 0, 2), shuffle(yz, xy, 0, 2, 1, 3), shuffle(yz, c, 1, 3, 0, 3)}
}

// store3 is the reverse of [load3].
func store3(v vectors, to Mem) {
	xy, yz, zx := shuffle(v[0], v[1], 0, 2, 0, 2), shuffle(v[1], v[2], 1, 3, 1, 3), shuffle(v[2], v[0], 0, 2, 1, 3)
	for i, o := range []reg.VecVirtual{
		shuffle(xy, zx, 0, 2, 0, 2), shuffle(yz, xy, 0, 2, 1, 3),
		shuffle(zx, yz, 1, 3, 1, 3),
	} {
		VMOVUPS(o.AsX(), to.Offset(16*i))
		VEXTRACTF128(Imm(1), o, to.Offset(16*i+48))
	}
}

// shuffle returns, in each half, numbers i and j of a and k and l of b.
func shuffle(a, b reg.VecVirtual, i, j, k, l uint8) reg.VecVirtual {
	v := YMM()
	VSHUFPS(Imm(uint64(i|j<<2|k<<4|l<<6)), b, a, v)
	return v
}

// zeros returns a register of zeros.
func zeros() reg.VecVirtual {
	v := YMM()
	VXORPS(v, v, v)
	return v
}

// turnNormals multiplies the group's normals by the cofactors of the 3x3 matrices, and records
// which vertices are mirrored.
func (s *skinner) turnNormals(m [3]vectors, blend func(v int)) {
	blend(5) // before the normals, or 16 registers would not be enough
	in := load3(s.stream("normals"))
	var turned vectors
	for r := range turned {
		a, b := m[(r+1)%3], m[(r+2)%3]
		var determinant reg.VecVirtual
		for c := range 3 {
			cofactor, minus := times(a[(c+1)%3], b[(c+2)%3]), times(a[(c+2)%3], b[(c+1)%3])
			VSUBPS(minus, cofactor, cofactor)
			if c == 0 {
				turned[r] = times(cofactor, in[c])
			} else {
				VADDPS(times(cofactor, in[c]), turned[r], turned[r])
			}
			if r > 0 {
				continue
			}
			VMULPS(m[0][c], cofactor, cofactor)
			if c == 0 {
				determinant = cofactor
			} else {
				VADDPS(cofactor, determinant, determinant)
			}
		}
		if r == 0 {
			VCMPPS(U8(1), zeros(), determinant, determinant) // determinant < 0, false for NaN
			VANDPS(constant("signBit", 0x80000000), determinant, determinant)
			VMOVAPS(determinant, s.at(mirrored))
		}
	}
	blend(6)
	s.unit(turned, in, true)
	blend(7)
	store3(turned, s.stream("outNormals"))
}

// unit normalizes vectors. With mirror, it negates the vectors of mirrored vertices. A vector of
// length 0 becomes the fallback.
func (s *skinner) unit(v, fallback vectors, mirror bool) {
	square := dot([3]Op{v[0], v[1], v[2]}, v)
	inverse, valid, finite, zero := YMM(), YMM(), YMM(), zeros()
	VCMPPS(U8(1), square, zero, valid) // 0 < square
	VCMPPS(U8(1), constant("infinity", 0x7f800000), square, finite)
	VANDPS(finite, valid, valid)
	VSQRTPS(square, square)
	VDIVPS(square, constant("one", 0x3f800000), inverse)
	if mirror {
		VXORPS(s.at(mirrored), inverse, inverse)
	}
	for c := range v {
		VMULPS(inverse, v[c], v[c])
		VADDPS(zero, v[c], v[c]) // turns -0 into 0
		VBLENDVPS(valid, v[c], fallback[c], v[c])
	}
}

// turnTangents multiplies the group's tangents by the 3x3 matrices, and negates the handedness of
// mirrored vertices.
func (s *skinner) turnTangents() {
	from, to := Load(Param("tangents"), GP64()), Load(Param("outTangents"), GP64())
	var v [4]reg.VecVirtual
	for k := range v {
		v[k] = pair(Mem{Base: from, Disp: 16 * k}, 64)
	}
	v = turn4(v)
	in := vectors{v[0], v[1], v[2]}
	var turned vectors
	for r := range turned {
		var columnsOf [3]Op
		for c := range columnsOf {
			columnsOf[c] = s.at(columns + (3*r+c)*row)
		}
		turned[r] = dot(columnsOf, in)
	}
	s.unit(turned, in, false)
	VXORPS(s.at(mirrored), v[3], v[3])
	for k, o := range turn4([4]reg.VecVirtual{turned[0], turned[1], turned[2], v[3]}) {
		VMOVUPS(o.AsX(), Mem{Base: to, Disp: 16 * k})
		VEXTRACTF128(Imm(1), o, Mem{Base: to, Disp: 16*k + 64})
	}
	ADDQ(U32(4*row), parameter("tangents"))
	ADDQ(U32(4*row), parameter("outTangents"))
}
