//go:build amd64 && !noasm

package kernel

import "unsafe"

// rowShape tells how to take a row of 8 integers of one width apart. Numbers 0 to 3 are taken from the 16 bytes at its beginning.
// So are 4 to 7 where all of the row fits into these; otherwise from the 16 bytes that begin at half of it. Its layout is
// known to the assembly.
type rowShape struct {
	shuffle [32]byte  // which bytes hold each number, four of them; 0x80 for none
	mask    [8]uint32 // its bits there
}

// narrowBits is the most bits that a row has which is within 16 bytes.
const narrowBits = 16

var rowShapes = func() (shapes [MaxBits + 1]rowShape) {
	for bits := range shapes {
		s := &shapes[bits]
		for k := range Lanes {
			at := k * bits / 8
			if k >= 4 && bits > narrowBits {
				at -= bits / 2
			}
			s.mask[k] = (1<<bits - 1) << Shift(k, bits)
			for i := range 4 {
				s.shuffle[4*k+i] = 0x80
				if at+i < 16 {
					s.shuffle[4*k+i] = byte(at + i)
				}
			}
		}
	}
	return shapes
}()

// The assembly knows where the slices of [Baked] are, one after the other, and Near behind them. This does not compile where
// they are elsewhere.
var _ = [1]struct{}{}[unsafe.Offsetof(Baked{}.Rotations)-9*unsafe.Sizeof(Baked{}.Rotations)|
	unsafe.Offsetof(Baked{}.Near)-10*unsafe.Sizeof(Baked{}.Rotations)]

// sampleBakedAVX2 is the twin of sampleBakedGeneric.
func sampleBakedAVX2(dst []float32, b *Baked, frame, next int, u float32) {
	sampleAVX2(&dst[0], (*byte)(unsafe.Pointer(b)), &b.Frames[frame*b.FrameSize], &b.Frames[next*b.FrameSize],
		&rowShapes[0].shuffle[0], u)
}
