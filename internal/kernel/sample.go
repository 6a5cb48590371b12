package kernel

import "encoding/binary"

// SampleBaked writes the local pose that is the fraction u of the way from one frame of a baked clip to another. Rows of the
// rest pose and constants come first; then, run by run, for every number of every row, with the frames' integers a and b turned
// into float32,
//
//	q = a + (b - a)·u
//	dst[target] = base + q·step
//
// and last the rotations of the groups that are listed are brought to unit length as in [Normalise].
func SampleBaked(dst []float32, b *Baked, frame, next int, u float32) {
	if avx2 {
		sampleBakedAVX2(dst, b, frame, next, u)
		return
	}
	sampleBakedGeneric(dst, b, frame, next, u)
}

func sampleBakedGeneric(dst []float32, b *Baked, frame, next int, u float32) {
	for _, target := range b.RestTargets {
		*(*[Lanes]float32)(dst[target:]) = [Lanes]float32(b.Rest[target:])
	}
	constants := b.Constants
	for _, target := range b.ConstantTargets {
		*(*[Lanes]float32)(dst[target:]) = [Lanes]float32(constants)
		constants = constants[Lanes:]
	}
	from, to := b.Frames[frame*b.FrameSize:], b.Frames[next*b.FrameSize:]
	ranges, whole, scattered := b.Ranges, b.Whole, b.Scattered
	for _, run := range b.Runs {
		bits := uint(run.Bits)
		for range run.Rows {
			if run.Scattered {
				var row [Lanes]float32
				sampleRow(&row, from, to, bits, (*[2 * Lanes]float32)(ranges), u)
				for k, target := range (*[Lanes]int32)(scattered) {
					dst[target] = row[k]
				}
				scattered = scattered[Lanes:]
			} else {
				sampleRow((*[Lanes]float32)(dst[whole[0]:]), from, to, bits, (*[2 * Lanes]float32)(ranges), u)
				whole = whole[1:]
			}
			from, to, ranges = from[bits:], to[bits:], ranges[2*Lanes:]
		}
	}
	for _, group := range b.Rotations {
		normaliseGeneric(dst[group : group+GroupSize])
	}
}

// sampleRow interpolates one row. From and to begin at the row and go on for at least BakedSpare bytes.
func sampleRow(dst *[Lanes]float32, from, to []byte, bits uint, ranges *[2 * Lanes]float32, u float32) {
	a, b := (*[BakedSpare]byte)(from), (*[BakedSpare]byte)(to)
	mask := uint32(1)<<(bits&31) - 1
	for k := range uint(Lanes) {
		// The number begins in byte at and ends within the four bytes from there, since 7 bits more than MaxBits are 31.
		at, shift := k*bits>>3, k*bits&7
		if at > BakedSpare-4 {
			return // never; it tells the compiler that what follows is within bounds
		}
		qa := float32(int32(binary.LittleEndian.Uint32(a[at:at+4]) >> shift & mask))
		qb := float32(int32(binary.LittleEndian.Uint32(b[at:at+4]) >> shift & mask))
		q := qa + float32((qb-qa)*u)
		dst[k] = ranges[k] + float32(q*ranges[Lanes+k])
	}
}

// PutBits stores an integer of that many bits as number k of a row. The row's bytes must be 0 there before, and
// BakedSpare bytes must follow its beginning.
func PutBits(row []byte, k int, bits uint, q uint32) {
	at, shift := uint(k)*bits>>3, uint(k)*bits&7
	window := row[at : at+4]
	binary.LittleEndian.PutUint32(window, binary.LittleEndian.Uint32(window)|q<<shift)
}
