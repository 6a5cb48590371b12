package avx512

import (
	"fmt"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// words are the constants of 4 bytes that were written.
var words = map[uint32]Mem{}

// word returns memory with a bit pattern.
func word(bits uint32) Mem {
	data, known := words[bits]
	if !known {
		data = GLOBL(fmt.Sprintf("word%08x", bits), attr.RODATA|attr.NOPTR)
		DATA(0, U32(bits))
		words[bits] = data
	}
	return data
}

// tables is the number of constants with 16 lanes that were written.
var tables int

// pick returns number index[lane] of a and b, one after the other, in each lane. The index is
// written as a constant.
func pick(a, b vector, index func(lane int) int) vector {
	data := GLOBL(fmt.Sprint("table", tables), attr.RODATA|attr.NOPTR)
	tables++
	for l := range lanes {
		DATA(4*l, U32(uint32(index(l))))
	}
	v := ZMM()
	VMOVDQU32(data, v)
	VPERMI2PS(b, a, v)
	return v
}

// load3 returns 16 vectors of a stream of 3 numbers each, a register for each component.
func load3(from Mem) (v [3]vector) {
	var in [3]vector
	for i := range in {
		in[i] = ZMM()
		VMOVUPS(from.Offset(row*i), in[i])
	}
	for c := range v {
		at := func(lane int) int { return 3*lane + c } // in the stream
		v[c] = pick(in[0], in[1], func(lane int) int { return at(lane) % (2 * lanes) })
		v[c] = pick(v[c], in[2], func(lane int) int {
			if n := at(lane); n >= 2*lanes {
				return n - lanes
			}
			return lane
		})
	}
	return v
}

// store3 is the reverse of [load3].
func store3(v [3]vector, to Mem) {
	for i := range 3 {
		at := func(lane int) (vertex, component int) { return (lanes*i + lane) / 3, (lanes*i + lane) % 3 }
		out := pick(v[0], v[1], func(lane int) int {
			vertex, component := at(lane)
			return vertex + component%2*lanes
		})
		out = pick(out, v[2], func(lane int) int {
			if vertex, component := at(lane); component == 2 {
				return vertex + lanes
			}
			return lane
		})
		VMOVUPS(out, to.Offset(row*i))
	}
}

// turn4 transposes the 4x4 numbers of each quarter of four registers.
func turn4(v [4]vector) [4]vector {
	a, b, c, d := ZMM(), ZMM(), ZMM(), ZMM()
	VUNPCKLPS(v[1], v[0], a)
	VUNPCKHPS(v[1], v[0], b)
	VUNPCKLPS(v[3], v[2], c)
	VUNPCKHPS(v[3], v[2], d)
	out := [4]vector{ZMM(), ZMM(), ZMM(), ZMM()}
	VUNPCKLPD(c, a, out[0])
	VUNPCKHPD(c, a, out[1])
	VUNPCKLPD(d, b, out[2])
	VUNPCKHPD(d, b, out[3])
	return out
}

// quarters returns quarters i and j of a, and k and l of b.
func quarters(a, b vector, i, j, k, l uint8) vector {
	v := ZMM()
	quartersInto(v, a, b, i, j, k, l)
	return v
}

func quartersInto(v, a, b vector, i, j, k, l uint8) {
	VSHUFF32X4(Imm(uint64(i|j<<2|k<<4|l<<6)), b, a, v)
}

// turnQuarters transposes the 4x4 quarters of four registers.
func turnQuarters(v [4]vector) [4]vector {
	a, b := quarters(v[0], v[1], 0, 1, 0, 1), quarters(v[2], v[3], 0, 1, 0, 1)
	c, d := quarters(v[0], v[1], 2, 3, 2, 3), quarters(v[2], v[3], 2, 3, 2, 3)
	return [4]vector{
		quarters(a, b, 0, 2, 0, 2), quarters(a, b, 1, 3, 1, 3), quarters(c, d, 0, 2, 0, 2), quarters(c, d, 1, 3, 1, 3),
	}
}
