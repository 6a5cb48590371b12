package kernel

import "encoding/binary"

// SampleBaked writes the local pose that is the fraction u of the way from one frame of a baked clip to another. Rows of the
// rest pose and constants come first; then, for every number of every row, with the frames' integers a and b, in place and
// turned into float32,
//
//	q = a + (b - a)·u
//	dst[target] = base + q·step
//
// and the rotations of the groups that are listed are brought to unit length, as in [Normalize], or where they are near it
// by the beginning of the series of 1/sqrt(n), n being the sum of squares in the order of Normalize:
//
//	d = 1 - n
//	rotation * (1 + d·(1/2 + d·(3/8 + d·5/16)))
func SampleBaked(dst []float32, b *Baked, frame, next int, u float32) {
	if avx2 {
		sampleBakedAVX2(dst, b, frame, next, u)
		return
	}
	sampleBakedGeneric(dst, b, frame, next, u)
}

func sampleBakedGeneric(dst []float32, b *Baked, frame, next int, u float32) {
	InterpolateBaked(dst, b, frame, next, u)
	for _, groups := range [2][]int32{b.Turns, b.Rotations} {
		for _, group := range groups {
			if b.Near {
				nearNormalize(dst[group : group+4*Lanes])
			} else {
				normalizeGeneric(dst[group : group+GroupSize])
			}
		}
	}
}

// InterpolateBaked is [SampleBaked] without bringing rotations to unit length.
func InterpolateBaked(dst []float32, b *Baked, frame, next int, u float32) {
	for _, target := range b.RestTargets {
		*(*[Lanes]float32)(dst[target:]) = [Lanes]float32(b.Rest[target:])
	}
	constants := b.Constants
	for _, target := range b.ConstantTargets {
		*(*[Lanes]float32)(dst[target:]) = [Lanes]float32(constants)
		constants = constants[Lanes:]
	}
	from, to := b.Frames[frame*b.FrameSize:], b.Frames[next*b.FrameSize:]
	ranges := b.Ranges
	turned := 4 * len(b.Turns)
	whole := turned + len(b.Whole)
	for i, width := range b.Bits {
		bits := uint(width)
		switch {
		case i < turned:
			target := int(b.Turns[i/4]) + i%4*Lanes
			sampleRow((*[Lanes]float32)(dst[target:]), from, to, bits, (*[2 * Lanes]float32)(ranges), u)
		case i < whole:
			sampleRow((*[Lanes]float32)(dst[b.Whole[i-turned]:]), from, to, bits, (*[2 * Lanes]float32)(ranges), u)
		default:
			var row [Lanes]float32
			sampleRow(&row, from, to, bits, (*[2 * Lanes]float32)(ranges), u)
			for k, target := range (*[Lanes]int32)(b.Scattered[(i-whole)*Lanes:]) {
				dst[target] = row[k]
			}
		}
		from, to, ranges = from[bits:], to[bits:], ranges[2*Lanes:]
	}
}

// nearNormalize brings the rotations of one group, which are near it, to unit length.
func nearNormalize(group []float32) {
	p := (*[4 * Lanes]float32)(group)
	for l := range Lanes {
		x, y, z, w := p[l], p[8+l], p[16+l], p[24+l]
		d := 1 - (float32(x*x) + float32(y*y) + float32(z*z) + float32(w*w))
		inverse := 1 + float32(d*(0.5+float32(d*(0.375+float32(d*0.3125)))))
		p[l], p[8+l], p[16+l], p[24+l] = x*inverse, y*inverse, z*inverse, w*inverse
	}
}

// sampleRow interpolates one row. From and to begin at the row and go on for at least BakedSpare bytes.
func sampleRow(dst *[Lanes]float32, from, to []byte, bits uint, ranges *[2 * Lanes]float32, u float32) {
	a, b := (*[BakedSpare]byte)(from), (*[BakedSpare]byte)(to)
	mask := uint32(1)<<(bits&31) - 1
	bit := uint(0)
	for k := range Lanes {
		// The number begins in byte at and ends within the four bytes from there, since 7 bits more than MaxBits are 31.
		at, inPlace := bit>>3, mask<<(bit&7)
		bit += bits
		if at > BakedSpare-4 {
			return // never; it tells the compiler that what follows is within bounds
		}
		qa := float32(int32(binary.LittleEndian.Uint32(a[at:at+4]) & inPlace))
		qb := float32(int32(binary.LittleEndian.Uint32(b[at:at+4]) & inPlace))
		q := qa + float32((qb-qa)*u)
		dst[k] = ranges[k] + float32(q*ranges[Lanes+k])
	}
}

// Shift returns how many bits of number k-1 are in the byte in which number k of a row of so many bits begins.
func Shift(k, bits int) int { return k * bits % 8 }

// PutBits stores an integer of that many bits as number k of a row. The row's bytes must be 0 there before, and
// BakedSpare bytes must follow its beginning.
func PutBits(row []byte, k int, bits uint, q uint32) {
	at, shift := uint(k)*bits>>3, uint(k)*bits&7
	window := row[at : at+4]
	binary.LittleEndian.PutUint32(window, binary.LittleEndian.Uint32(window)|q<<shift)
}
