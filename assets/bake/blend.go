package bake

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// motion is what blending needs of a baked clip: which rows of a local pose the clip moves, and a form of it whose samples leave out
// the others. It is derived from the clip, not encoded. Rows and groups are indices of their first numbers.
type motion struct {
	data  kernel.Baked // without the rest rows that no blend reads
	rows  []int32      // the rows of translations and scales that may differ from the rest pose
	moves []uint64     // for each row of the pose, a bit that tells whether rows has it
	// turned are the groups with rotations that may differ from the rest pose, and still the others.
	turned, still []int32
}

// newMotion returns the motion of a clip.
func newMotion(d *kernel.Baked, stepped []steppedTrack) motion {
	m := motion{data: *d, moves: make([]uint64, (len(d.Rest)/kernel.Lanes+63)/64)}
	moves := make([]bool, len(d.Rest)/kernel.Lanes)
	for i := range moves {
		moves[i] = true
	}
	for _, row := range d.RestTargets {
		// Interpolation from -0 to -0 gives 0, so a row with -0 is one that changes.
		isNegativeZero := func(x float32) bool { return math.Float32bits(x) == 1<<31 }
		moves[row/kernel.Lanes] = slices.ContainsFunc(d.Rest[row:row+kernel.Lanes], isNegativeZero)
	}
	for _, target := range d.Scattered {
		moves[target/kernel.Lanes] = true
	}
	for _, t := range stepped {
		for k := range t.track.Width() {
			moves[t.target/kernel.Lanes+k] = true
		}
	}
	for _, group := range d.NormalizedGroups {
		moves[group/kernel.Lanes] = true
	}
	for group := 0; group < len(d.Rest); group += rig.GroupSize {
		first := group / kernel.Lanes
		if slices.Contains(moves[first:first+rig.RowTranslation], true) {
			m.turned = append(m.turned, int32(group))
			for r := range rig.RowTranslation {
				moves[first+r] = true
			}
		} else {
			m.still = append(m.still, int32(group))
		}
		for r := rig.RowTranslation; r < kernel.Rows; r++ {
			if row := first + r; moves[row] {
				m.rows = append(m.rows, int32(row*kernel.Lanes))
				m.moves[row/64] |= 1 << (row % 64)
			}
		}
	}
	m.data.RestTargets = nil
	for _, row := range d.RestTargets {
		if moves[row/kernel.Lanes] {
			m.data.RestTargets = append(m.data.RestTargets, row)
		}
	}
	return m
}

// SampleOver samples the clip and blends the pose into locals, which hold the mean of poses of other clips of the skeleton:
// with u from 0 to 1, locals become locals·(1 - u) + pose·u, rotations along the shorter arc. Unit asks for rotations of
// length 1; otherwise they are not normalized. Others are the clips of that mean, which are not additive: what neither they nor this clip
// move stays in the rest pose and takes no time. Scratch is room for a local pose, which SampleOver overwrites.
//
// The bits are those of [BakedClip.Sample] followed by kernel.Blend or, without Unit, by kernel.Lerp.
func (b *BakedClip) SampleOver(time float64, u float32, unit bool, locals, scratch []float32, others []*BakedClip) {
	if b.source == nil {
		return
	}
	m := &b.motion
	b.sampleData(&m.data, time, scratch)
	if unit {
		kernel.NlerpRotations(locals, scratch, m.turned, u)
		kernel.NlerpRotations(locals, m.data.Rest, m.still, u)
	} else {
		kernel.LerpRotations(locals, scratch, m.turned, u)
		kernel.LerpRotations(locals, m.data.Rest, m.still, u)
	}
	kernel.LerpRows(locals, scratch, m.rows, u)
	for _, other := range others {
		for i, moves := range other.motion.moves {
			if moves&^m.moves[i] != 0 {
				b.restOver(u, locals, others)
				return
			}
		}
	}
}

// restOver blends the rows of the rest pose into locals that the others of a mean move, and the clip does not.
func (b *BakedClip) restOver(u float32, locals []float32, others []*BakedClip) {
	m := &b.motion
	for i := range m.moves {
		moved := uint64(0)
		for _, other := range others {
			moved |= other.motion.moves[i]
		}
		for left := moved &^ m.moves[i]; left != 0; left &= left - 1 {
			row := [1]int32{int32((i*64 + bits.TrailingZeros64(left)) * kernel.Lanes)}
			kernel.LerpRows(locals, m.data.Rest, row[:], u)
		}
	}
}
