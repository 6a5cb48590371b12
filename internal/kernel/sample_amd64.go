//go:build amd64 && !noasm

package kernel

import "unsafe"

// rowShape tells how to take a row of 8 integers of one width apart: numbers 0 to 3 from the 16 bytes at its beginning, 4 to 7
// from the 16 bytes half bytes on. Its layout is known to the assembly, as is that of [BakedRun].
type rowShape struct {
	shuffle [32]byte  // which bytes hold each number, four of them
	shift   [8]uint32 // how many bits of another number are below it there
	mask    uint64
	half    uint64
}

var rowShapes = func() (shapes [MaxBits + 1]rowShape) {
	for bits := 1; bits <= MaxBits; bits++ {
		s := &shapes[bits]
		s.mask, s.half = 1<<bits-1, uint64(4*bits/8)
		for k := range Lanes {
			at := k * bits / 8
			if k >= 4 {
				at -= 4 * bits / 8
			}
			for i := range 4 {
				s.shuffle[4*k+i] = byte(at + i)
			}
			s.shift[k] = uint32(k * bits % 8)
		}
	}
	return shapes
}()

// sampleBakedAVX2 is the twin of sampleBakedGeneric.
func sampleBakedAVX2(dst []float32, b *Baked, frame, next int, u float32) {
	if n := len(b.RestTargets); n > 0 {
		copySameRowsAVX2(&dst[0], &b.Rest[0], &b.RestTargets[0], n)
	}
	if n := len(b.ConstantTargets); n > 0 {
		copyRowsAVX2(&dst[0], &b.Constants[0], &b.ConstantTargets[0], n)
	}
	if n := len(b.Runs); n > 0 {
		sampleRunsAVX2(&dst[0], &b.Frames[frame*b.FrameSize], &b.Frames[next*b.FrameSize], (*byte)(unsafe.Pointer(&b.Runs[0])), n,
			&rowShapes[0].shuffle[0], unsafe.SliceData(b.Ranges), unsafe.SliceData(b.Whole), unsafe.SliceData(b.Scattered), u)
	}
	if n := len(b.Rotations); n > 0 {
		normaliseGroupsAVX2(&dst[0], &b.Rotations[0], n)
	}
}
