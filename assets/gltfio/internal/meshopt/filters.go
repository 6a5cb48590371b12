package meshopt

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// apply transforms elements of stride bytes in place. The extensions leave open what invalid
// elements become; here their numbers are limited to the range of the result, and 0 for what is no
// number.
func (f Filter) apply(elements []byte, stride int) {
	switch f {
	case Octahedral:
		for at := 0; at < len(elements); at += stride {
			decodeOctahedral(elements[at:][:stride])
		}
	case Quaternion:
		for at := 0; at < len(elements); at += stride {
			decodeQuaternion(elements[at:][:stride])
		}
	case Exponential:
		for at := 0; at < len(elements); at += 4 {
			v := int32(binary.LittleEndian.Uint32(elements[at:]))
			f := float32(math.Ldexp(float64(v<<8>>8), int(v>>24)))
			binary.LittleEndian.PutUint32(elements[at:], math.Float32bits(f))
		}
	case Color:
		for at := 0; at < len(elements); at += stride {
			decodeColor(elements[at:][:stride])
		}
	}
}

// number returns the i-th of the four numbers of an element, as a signed integer.
func number(element []byte, i int) int {
	if len(element) == 4 {
		return int(int8(element[i]))
	}
	return int(int16(binary.LittleEndian.Uint16(element[2*i:])))
}

// setNumber rounds a number, limits it to a range and sets it as the i-th of the four numbers of an
// element.
func setNumber(element []byte, i int, v, lowest, highest float64) {
	v = min(max(math.Round(v), lowest), highest)
	if v != v {
		v = 0
	}
	if n := int(v); len(element) == 4 {
		element[i] = byte(n)
	} else {
		binary.LittleEndian.PutUint16(element[2*i:], uint16(n))
	}
}

// decodeOctahedral decodes a unit vector: the octahedral coordinates x and y, and the integer that
// stands for 1.
func decodeOctahedral(element []byte) {
	largest := math.MaxInt8
	if len(element) == 8 {
		largest = math.MaxInt16
	}
	one := float64(number(element, 2))
	x, y := float64(number(element, 0))/one, float64(number(element, 1))/one
	z := 1 - math.Abs(x) - math.Abs(y)
	t := min(z, 0)
	x -= math.Copysign(t, x)
	y -= math.Copysign(t, y)
	scale := float64(largest) / math.Sqrt(float64(x*x)+float64(y*y)+float64(z*z))
	for i, v := range [3]float64{x, y, z} {
		setNumber(element, i, float64(v*scale), float64(-largest), float64(largest))
	}
}

// decodeQuaternion decodes a rotation from its three smaller components. The two lowest bits of the
// fourth number are the index of the largest one; the number with these bits set stands for
// 1/sqrt(2).
func decodeQuaternion(element []byte) {
	last := number(element, 3)
	scale := math.Sqrt2 / 2 / float64(last|3)
	x, y, z := float64(float64(number(element, 0))*scale), float64(float64(number(element, 1))*scale),
		float64(float64(number(element, 2))*scale)
	w := math.Sqrt(max(0, 1-float64(x*x)-float64(y*y)-float64(z*z)))
	for i, v := range [4]float64{w, x, y, z} {
		setNumber(element, (last+i)&3, float64(v*math.MaxInt16), -math.MaxInt16, math.MaxInt16)
	}
}

// decodeColor decodes a color from YCoCg. The highest bit of the fourth number gives the bits of
// all four; those below it are alpha without its lowest bit.
func decodeColor(element []byte) {
	mask := 0xFF
	if len(element) == 8 {
		mask = 0xFFFF
	}
	y, co, cg, alpha := number(element, 0)&mask, number(element, 1), number(element, 2), number(element, 3)&mask
	full := 1<<bits.Len(uint(alpha)) - 1
	a := alpha & (full >> 1)
	a = a<<1 | a&1
	scale := float64(mask) / float64(full)
	for i, v := range [4]int{y + co - cg, y + cg, y - co - cg, a} {
		setNumber(element, i, float64(float64(v)*scale), 0, float64(mask))
	}
}
