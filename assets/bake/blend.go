package bake

import (
	"math"
	"math/bits"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
)

// motion is what blending needs of a baked clip: which rows of a local pose the clip moves, and a
// form of it whose samples leave out the others. It is derived from the clip, not encoded. Rows and
// groups are indices of their first numbers.
type motion struct {
	data  kernel.Baked // without the rest rows that no blend reads
	rows  []int32      // the rows of translations and scales that may differ from the rest pose
	moves []uint64     // for each row of the pose, a bit that tells whether rows has it
	// turned are the groups with rotations that may differ from the rest pose, and still the
	// others.
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
	for i := range d.Derived {
		for _, target := range d.Derived[i].Targets {
			moves[target/kernel.Lanes] = true
		}
	}
	for _, t := range stepped {
		for k := range t.track.Width() {
			moves[t.target/kernel.Lanes+k] = true
		}
	}
	for _, group := range d.NormalizedGroups {
		moves[group/kernel.Lanes] = true
	}
	moved := 0
	for row, moves := range moves {
		if moves && row%kernel.Rows >= kernel.RowTranslation {
			moved++
		}
	}
	m.rows, m.turned = make([]int32, 0, moved), make([]int32, 0, len(d.Rest)/kernel.GroupSize)
	for group := 0; group < len(d.Rest); group += kernel.GroupSize {
		first := group / kernel.Lanes
		if slices.Contains(moves[first:first+kernel.RowTranslation], true) {
			m.turned = append(m.turned, int32(group))
			for r := range kernel.RowTranslation {
				moves[first+r] = true
			}
		} else {
			m.still = append(m.still, int32(group))
		}
		for r := kernel.RowTranslation; r < kernel.Rows; r++ {
			if row := first + r; moves[row] {
				m.rows = append(m.rows, int32(row*kernel.Lanes))
				m.moves[row/64] |= 1 << (row % 64)
			}
		}
	}
	m.data.RestTargets = make([]int32, 0, len(d.RestTargets))
	for _, row := range d.RestTargets {
		if moves[row/kernel.Lanes] {
			m.data.RestTargets = append(m.data.RestTargets, row)
		}
	}
	return m
}

// MeanClips is how many clips a [Mean] has at most.
const MeanClips = 8

// Mean is a mean of poses of baked clips of one skeleton, none of them additive. [Mean.Begin] makes
// it the first, [Mean.Add] adds each other one. Copies share their memory.
type Mean struct {
	Locals  []float32 // the mean
	Scratch []float32 // room for another local pose, which the mean overwrites
	clips   [MeanClips]*BakedClip
	count   int
	isMixed bool // some of the clips move other rows than the first one
}

// Begin samples a first clip, which is bound, at a time in seconds, as [BakedClip.Sample] does. The
// pose is the mean.
func (m *Mean) Begin(clip *BakedClip, time float64, morphs []float32) {
	m.clips[0], m.count, m.isMixed = clip, 1, false
	clip.sampleData(&clip.data, time, m.Locals, morphs)
}

// Add samples a further clip, of up to [MeanClips], at a time in seconds, and blends the pose into
// the mean: with u from 0 to 1, Locals become Locals·(1 - u) + pose·u, rotations along the shorter
// arc. Unit asks for rotations of length 1; otherwise they are not normalized. What none of the
// clips moves stays in the rest pose and takes no time. A decoded clip that is not bound yet adds
// nothing.
//
// The bits are as from [BakedClip.Sample] and then kernel.Blend, of rotations of length 1 where the
// mean is one clip's pose, or, without unit, kernel.Lerp. The morph weights are only sampled, as
// there.
func (m *Mean) Add(clip *BakedClip, time float64, morphs []float32, u float32, unit bool) {
	if clip.source == nil {
		return
	}
	added, areUnit := &clip.motion, m.count == 1
	clip.sampleData(&added.data, time, m.Scratch, morphs)
	if unit {
		kernel.NlerpRotations(m.Locals, m.Scratch, added.turned, u, areUnit)
	} else {
		kernel.LerpRotations(m.Locals, m.Scratch, added.turned, u)
	}
	kernel.LerpRows(m.Locals, m.Scratch, added.rows, u)
	if len(added.still) > 0 {
		if unit {
			kernel.NlerpRotations(m.Locals, added.data.Rest, added.still, u, areUnit)
		} else {
			kernel.LerpRotations(m.Locals, added.data.Rest, added.still, u)
		}
	}
	m.isMixed = m.isMixed || !slices.Equal(added.moves, m.clips[0].motion.moves)
	if m.isMixed {
		m.addResting(added, u)
	}
	m.clips[m.count] = clip
	m.count++
}

// addResting blends the rows of translations and scales that an added clip leaves in the rest pose
// and an earlier clip moves.
func (m *Mean) addResting(added *motion, u float32) {
	var rows [64]int32
	for i, own := range added.moves {
		moved := uint64(0)
		for _, other := range m.clips[:m.count] {
			moved |= other.motion.moves[i]
		}
		count := 0
		for left := moved &^ own; left != 0; left &= left - 1 {
			rows[count] = int32((i*64 + bits.TrailingZeros64(left)) * kernel.Lanes)
			count++
		}
		kernel.LerpRows(m.Locals, added.data.Rest, rows[:count], u)
	}
}
