//go:build (amd64 || arm64 || js) && !noasm

package kernel

import (
	"unsafe"

	"github.com/sinew-go/sinew/internal/kernel/layout"
)

// rowLayout describes how the assembly unpacks a row of 8 integers of one width. It reads numbers 0
// to 3 from the first 16 bytes of the row, and numbers 4 to 7 from the same bytes if the whole row
// fits, else from the 16 bytes that begin at half of it.
type rowLayout struct {
	shuffle [32]byte  // for each number the four bytes that hold it; 0x80 for none
	mask    [8]uint32 // the number's bits in them
	// Half of the numbers of the width, shifted like the number; by how many bits that is, and one
	// more for the mean of two; and the power of two that shifts it down in float32.
	half, shift, meanShift [8]uint32
	scale                  [8]float32
	_                      [64]byte
}

var rowLayouts = func() (shapes [MaxBits + 1]rowLayout) {
	for bits := range shapes {
		s := &shapes[bits]
		for k := range Lanes {
			at := k * bits / 8
			if k >= 4 && bits > layout.NarrowBits {
				at -= bits / 2
			}
			s.mask[k] = (1<<bits - 1) << Shift(k, bits)
			s.shift[k] = uint32(Shift(k, bits))
			s.meanShift[k] = s.shift[k] + 1
			s.scale[k] = 1 / float32(int(1)<<Shift(k, bits))
			s.half[k] = 1 << bits >> 1 << Shift(k, bits)
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

// The kernels of arm64 and WebAssembly know the offsets of fields by package layout; those of amd64
// take them from the compiler. This declaration does not compile where package layout has another
// one.
var _ = [1]struct{}{}[(unsafe.Offsetof(Baked{}.Rest)-layout.BakedRest)|
	(unsafe.Offsetof(Baked{}.RestTargets)-layout.BakedRestTargets)|
	(unsafe.Offsetof(Baked{}.Constants)-layout.BakedConstants)|
	(unsafe.Offsetof(Baked{}.ConstantTargets)-layout.BakedConstantTargets)|
	(unsafe.Offsetof(Baked{}.Bits)-layout.BakedBits)|
	(unsafe.Offsetof(Baked{}.Ranges)-layout.BakedRanges)|
	(unsafe.Offsetof(Baked{}.RotationGroups)-layout.BakedRotationGroups)|
	(unsafe.Offsetof(Baked{}.Whole)-layout.BakedWhole)|
	(unsafe.Offsetof(Baked{}.Scattered)-layout.BakedScattered)|
	(unsafe.Offsetof(Baked{}.Derived)-layout.BakedDerived)|
	(unsafe.Offsetof(DerivedRow{}.Shuffle)-layout.DerivedShuffle)|
	(unsafe.Offsetof(DerivedRow{}.Base)-layout.DerivedBase)|
	(unsafe.Offsetof(DerivedRow{}.Step)-layout.DerivedStep)|
	(unsafe.Offsetof(DerivedRow{}.Targets)-layout.DerivedTargets)|
	(unsafe.Sizeof(DerivedRow{})-layout.DerivedSize)|
	(unsafe.Offsetof(Baked{}.NormalizedGroups)-layout.BakedNormalizedGroups)|
	(unsafe.Offsetof(Baked{}.NearUnit)-layout.BakedNearUnit)|
	(unsafe.Offsetof(rowLayout{}.shuffle)-layout.ShapeShuffle)|
	(unsafe.Offsetof(rowLayout{}.mask)-layout.ShapeMask)|
	(unsafe.Offsetof(rowLayout{}.scale)-layout.ShapeScale)|
	(unsafe.Offsetof(rowLayout{}.half)-layout.ShapeHalf)|
	(unsafe.Sizeof(rowLayout{})-1<<layout.ShapeBits)]

// firstLayout is where the assembly finds the row layouts.
var firstLayout = &rowLayouts[0].shuffle[0]

// sampleBakedAsm is the twin of sampleBakedGeneric. It is small enough for the compiler to inline.
func sampleBakedAsm(dst *float32, b *Baked, frame, next int, u float32) {
	if b.Spans > 0 {
		sampleSpanAsm(dst, b, frame, u)
		return
	}
	sampleAsm(dst, (*byte)(unsafe.Pointer(b)), &b.Frames[frame*b.FrameSize], &b.Frames[next*b.FrameSize],
		firstLayout, u)
}

// sampleSpanAsm is sampleBakedAsm for a clip whose frames are in spans.
func sampleSpanAsm(dst *float32, b *Baked, frame int, u float32) {
	near, far, middle, odd, widths, part, v := b.interval(frame, u)
	sampleDifferencesAsm(dst, (*byte)(unsafe.Pointer(b)), &b.Frames[near], &b.Frames[far], &b.Frames[middle],
		&b.Frames[odd], &b.Frames[widths], firstLayout, part.inner, part.back, v)
}
