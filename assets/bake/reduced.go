package bake

import (
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Reduced returns the clip with only the joints of a mask moving; the others stay at rest. Rows that move no other joints are left out
// of the frames, so that it costs less to sample. Morph weights move as ever.
func (b *BakedClip) Reduced(mask *rig.Mask) *BakedClip {
	r := reducer{from: &b.data, mask: mask}
	r.to = kernel.Baked{Rest: b.data.Rest, RestTargets: slices.Clone(b.data.RestTargets)}
	r.constants()
	r.rows()
	for _, group := range b.data.NormalizedGroups {
		if r.anyOfRow(group) {
			r.to.NormalizedGroups = append(r.to.NormalizedGroups, group)
		}
	}
	slices.Sort(r.to.RestTargets)
	out := *b
	out.key = [keySize]byte{} // it is no clip's baked form, should anybody encode it
	out.data = r.to
	return &out
}

type reducer struct {
	from *kernel.Baked
	to   kernel.Baked
	mask *rig.Mask
}

// moves says whether the mask lets the joint move that a place in a local pose belongs to.
func (r *reducer) moves(place int32) bool {
	return r.mask.Rows()[place/rig.GroupSize*rig.GroupJoints+place%rig.GroupJoints] > 0
}

// anyOfRow says so of any joint of the row, or the group, that begins at a place.
func (r *reducer) anyOfRow(place int32) bool {
	for k := range int32(rig.GroupJoints) {
		if r.moves(place + k) {
			return true
		}
	}
	return false
}

// constants takes over the rows that stand still, with the rest pose where the mask has it.
func (r *reducer) constants() {
	for i, target := range r.from.ConstantTargets {
		if !r.anyOfRow(target) {
			r.to.RestTargets = append(r.to.RestTargets, target)
			continue
		}
		r.to.ConstantTargets = append(r.to.ConstantTargets, target)
		for k, v := range r.from.Constants[i*rig.GroupJoints:][:rig.GroupJoints] {
			if place := target + int32(k); !r.moves(place) {
				v = r.from.Rest[place]
			}
			r.to.Constants = append(r.to.Constants, v)
		}
	}
}

// rows takes over the rows that move anything, and their bytes of each frame. Numbers in them that are to rest get the rest pose's for
// their base, and no step.
func (r *reducer) rows() {
	var kept [][2]int // from where to where in a frame
	turned := 4 * len(r.from.RotationGroups)
	whole := turned + len(r.from.Whole)
	at := 0
	for row, bits := range r.from.Bits {
		var places [rig.GroupJoints]int32
		switch {
		case row < turned:
			places = placesOfRow(r.from.RotationGroups[row/4] + int32(row%4*rig.GroupJoints))
		case row < whole:
			places = placesOfRow(r.from.Whole[row-turned])
		default:
			places = [rig.GroupJoints]int32(r.from.Scattered[(row-whole)*rig.GroupJoints:])
		}
		if slices.ContainsFunc(places[:], r.moves) {
			kept = append(kept, [2]int{at, at + int(bits)})
			r.to.Bits = append(r.to.Bits, bits)
			r.keepRanges(places, r.from.Ranges[row*2*rig.GroupJoints:][:2*rig.GroupJoints])
			switch {
			case row < turned && row%4 == 0: // the other three are kept as well, since they move the same joints
				r.to.RotationGroups = append(r.to.RotationGroups, places[0])
			case row >= turned && row < whole:
				r.to.Whole = append(r.to.Whole, places[0])
			case row >= whole:
				r.to.Scattered = append(r.to.Scattered, places[:]...)
			}
		} else if row < whole {
			r.to.RestTargets = append(r.to.RestTargets, places[0])
		}
		at += int(bits)
	}
	r.to.NearUnit = r.from.NearUnit
	r.frames(kept)
}

func placesOfRow(target int32) (places [rig.GroupJoints]int32) {
	for k := range places {
		places[k] = target + int32(k)
	}
	return places
}

func (r *reducer) keepRanges(places [rig.GroupJoints]int32, ranges []float32) {
	n := len(r.to.Ranges)
	r.to.Ranges = append(r.to.Ranges, ranges...)
	for k, place := range places {
		if !r.moves(place) {
			r.to.Ranges[n+k], r.to.Ranges[n+rig.GroupJoints+k] = r.from.Rest[place], 0
		}
	}
}

// frames copies what is kept of each frame.
func (r *reducer) frames(kept [][2]int) {
	for _, span := range kept {
		r.to.FrameSize += span[1] - span[0]
	}
	count := 0
	if r.from.FrameSize > 0 {
		count = (len(r.from.Frames) - kernel.BakedPadding) / r.from.FrameSize
	}
	r.to.Frames = make([]byte, 0, count*r.to.FrameSize+kernel.BakedPadding)
	for i := range count {
		frame := r.from.Frames[i*r.from.FrameSize:]
		for _, span := range kept {
			r.to.Frames = append(r.to.Frames, frame[span[0]:span[1]]...)
		}
	}
	r.to.Frames = append(r.to.Frames, make([]byte, kernel.BakedPadding)...)
}
