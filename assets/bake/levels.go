package bake

import (
	"cmp"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/order"
)

// Reduced returns a form of the clip for a level of detail: only the joints with a weight above 0
// in the mask move, the others stay in the rest pose. Frames leave out the rows that move none of
// these joints, so that sampling costs less. Morph weights are unchanged. An encoding of a reduced
// clip cannot be bound to the source clip. Of a clip without frames, or without a mask,
// there is none.
func (b *BakedClip) Reduced(mask *rig.Mask) *BakedClip {
	if b == nil || b.frames == 0 || mask == nil {
		return nil
	}
	whole := b.wholeFrames()
	r := reducer{from: &whole, mask: mask}
	r.to = kernel.Baked{Rest: b.data.Rest, RestTargets: slices.Clone(b.data.RestTargets)}
	r.copyConstants()
	r.copyRows()
	for _, group := range b.data.NormalizedGroups {
		if r.rowMoves(group) { // the first row stands for all: its 8 joints are the group's
			r.to.NormalizedGroups = append(r.to.NormalizedGroups, group)
		}
	}
	order.Stable(r.to.RestTargets, cmp.Compare[int32])
	reduced := *b
	reduced.sourceHash = [hashSize]byte{} // the encoding must not be taken for the baked form of the whole clip
	reduced.data = r.to
	reduced.stepped = nil
	for _, t := range b.stepped {
		if r.moves(int32(t.target)) {
			reduced.stepped = append(reduced.stepped, t)
		}
	}
	reduced.useSpans()
	reduced.gather()
	return &reduced
}

// reducer copies the data of a baked clip without what a mask keeps at rest.
type reducer struct {
	from *kernel.Baked
	to   kernel.Baked
	mask *rig.Mask
}

// moves reports whether the value with an index in the local pose belongs to a joint that moves.
//
//go:noinline // at its calls it would be larger
func (r *reducer) moves(i int32) bool {
	return r.mask.Rows()[i/kernel.GroupSize*kernel.Lanes+i%kernel.Lanes] > 0
}

// rowMoves reports whether the row that begins at an index in the local pose has a value of a joint
// that moves.
func (r *reducer) rowMoves(target int32) bool {
	for k := range int32(kernel.Lanes) {
		if r.moves(target + k) {
			return true
		}
	}
	return false
}

// copyConstants copies the constant rows. The values of joints that do not move become the rest
// pose's.
func (r *reducer) copyConstants() {
	for i, target := range r.from.ConstantTargets {
		if !r.rowMoves(target) {
			r.to.RestTargets = append(r.to.RestTargets, target)
			continue
		}
		r.to.ConstantTargets = append(r.to.ConstantTargets, target)
		for k, v := range r.from.Constants[i*kernel.Lanes:][:kernel.Lanes] {
			if j := target + int32(k); !r.moves(j) {
				v = r.from.Rest[j]
			}
			r.to.Constants = append(r.to.Constants, v)
		}
	}
}

// byteRange is the bytes of a row in a frame: start and end.
type byteRange [2]int

// copyRows copies the rows that move a joint, and their bytes of each frame.
func (r *reducer) copyRows() {
	var kept []byteRange
	rotationRows := 4 * len(r.from.RotationGroups)
	scattered := rotationRows + len(r.from.Whole) // the first scattered row
	offset := 0
	for row, bits := range r.from.Bits {
		var targets [kernel.Lanes]int32
		switch {
		case row < rotationRows:
			targets = wholeRow(int(r.from.RotationGroups[row/4])+row%4*kernel.Lanes, 0).targets
		case row < scattered:
			targets = wholeRow(int(r.from.Whole[row-rotationRows]), 0).targets
		default:
			targets = [kernel.Lanes]int32(r.from.Scattered[(row-scattered)*kernel.Lanes:])
		}
		if slices.ContainsFunc(targets[:], r.moves) {
			kept = append(kept, byteRange{offset, offset + int(bits)})
			r.to.Bits = append(r.to.Bits, bits)
			r.copyRanges(targets, r.from.Ranges[row*2*kernel.Lanes:][:2*kernel.Lanes])
			switch {
			case row < rotationRows && row%4 == 0: // the other three rows of the group move the same joints
				r.to.RotationGroups = append(r.to.RotationGroups, targets[0])
			case row >= rotationRows && row < scattered:
				r.to.Whole = append(r.to.Whole, targets[0])
			case row >= scattered:
				if row-scattered < len(r.from.Derived) {
					r.copyDerived(r.from.Derived[row-scattered])
				}
				r.to.Scattered = append(r.to.Scattered, targets[:]...)
			}
		} else if row < scattered {
			r.to.RestTargets = append(r.to.RestTargets, targets[0])
		}
		offset += int(bits)
	}
	r.to.NearUnit = r.from.NearUnit
	r.copyFrames(kept)
}

// copyDerived copies a derived row. For values of joints that do not move, the base becomes the
// rest pose's value and the step 0.
func (r *reducer) copyDerived(d kernel.DerivedRow) {
	for k, target := range d.Targets {
		if !r.moves(target) {
			d.Base[k], d.Step[k] = r.from.Rest[target], 0
		}
	}
	r.to.Derived = append(r.to.Derived, d)
}

// copyRanges copies the ranges of a row. For values of joints that do not move, the base becomes
// the rest pose's value and the quantization step 0.
func (r *reducer) copyRanges(targets [kernel.Lanes]int32, ranges []float32) {
	n := len(r.to.Ranges)
	r.to.Ranges = append(r.to.Ranges, ranges...)
	for k, target := range targets {
		if !r.moves(target) {
			r.to.Ranges[n+k], r.to.Ranges[n+kernel.Lanes+k] = r.from.Rest[target], 0
		}
	}
}

// copyFrames copies the kept bytes of each frame.
func (r *reducer) copyFrames(kept []byteRange) {
	for _, k := range kept {
		r.to.FrameSize += k[1] - k[0]
	}
	frames := 0
	if r.from.FrameSize > 0 {
		frames = (len(r.from.Frames) - kernel.BakedPadding) / r.from.FrameSize
	}
	r.to.Frames = make([]byte, 0, frames*r.to.FrameSize+kernel.BakedPadding)
	for i := range frames {
		frame := r.from.Frames[i*r.from.FrameSize:]
		for _, k := range kept {
			r.to.Frames = append(r.to.Frames, frame[k[0]:k[1]]...)
		}
	}
	r.to.Frames = append(r.to.Frames, make([]byte, kernel.BakedPadding)...)
}
