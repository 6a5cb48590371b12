package bake

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel"
)

// check says what about a decoded clip would harm the kernel, which trusts what it is given, or a pose.
func (b *BakedClip) check() error {
	d := &b.data
	if b.joints < 1 || b.joints > rig.MaxJoints {
		return fmt.Errorf("%d joints are not between 1 and %d", b.joints, rig.MaxJoints)
	}
	if b.frames < 1 {
		return fmt.Errorf("it has no frames")
	}
	for _, v := range []float64{b.start, b.end, b.first, b.rate, b.maxError} {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("its times: %w", rig.ErrNotFinite)
		}
	}
	if err := b.checkTable(); err != nil {
		return err
	}
	if b.start > b.end || b.rate <= 0 {
		return fmt.Errorf("it runs from %v s to %v s at %v frames a second", b.start, b.end, b.rate)
	}
	for _, list := range [][]float32{d.Constants, d.Ranges} {
		for _, v := range list {
			if v-v != 0 {
				return fmt.Errorf("its values: %w", rig.ErrNotFinite)
			}
		}
	}
	for _, bits := range d.Bits {
		if bits > kernel.MaxBits {
			return fmt.Errorf("a row of %d bits", bits)
		}
	}
	if rows := 4*len(d.RotationGroups) + len(d.Whole) + len(d.Scattered)/kernel.Lanes; rows != len(d.Bits) || len(d.Scattered)%kernel.Lanes != 0 {
		return fmt.Errorf("%d rows, and %d targets for %d of them", len(d.Bits), len(d.Scattered), rows)
	}
	return b.checkTargets()
}

// checkTable sees to it that every time leads to frames that are there.
func (b *BakedClip) checkTable() error {
	intervals := b.frames - 1
	if b.closed {
		intervals = b.frames
	}
	if len(b.table) == 0 && b.steps != intervals || len(b.table) > 0 && b.steps != len(b.table) {
		return fmt.Errorf("%d steps have %d frames and a table of %d", b.steps, b.frames, len(b.table))
	}
	for k, entry := range b.table {
		frame, steps, parts := int(entry&(1<<frameBits-1)), entry>>(frameBits+4)&15, partCounts[entry>>(frameBits+8)&15]
		if steps == 0 || frame+parts > intervals {
			return fmt.Errorf("step %d has %d parts from frame %d of %d", k, parts, frame, b.frames)
		}
	}
	return nil
}

// checkTargets sees to it that everything goes to a place within the pose, and every row to one of its own.
func (b *BakedClip) checkTargets() error {
	d := &b.data
	size := rig.PoseSize(b.joints)
	rows := len(d.RestTargets) + len(d.ConstantTargets) + 4*len(d.RotationGroups) + len(d.Whole)
	if rows*kernel.Lanes != size {
		return fmt.Errorf("%d rows do not make a pose of %d joints", rows, b.joints)
	}
	taken := make([]bool, rows)
	turned, inTurn := make([]int32, 0, 4*len(d.RotationGroups)), make([]bool, size/rig.GroupSize)
	for _, group := range d.RotationGroups {
		if group%rig.GroupSize != 0 {
			return fmt.Errorf("no group is at %d", group)
		}
		turned = append(turned, group, group+8, group+16, group+24)
	}
	for _, list := range [][]int32{d.RestTargets, d.ConstantTargets, turned, d.Whole} {
		for _, target := range list {
			if target < 0 || int(target) >= size || target%kernel.Lanes != 0 || taken[target/kernel.Lanes] {
				return fmt.Errorf("no row can go to %d", target)
			}
			taken[target/kernel.Lanes] = true
		}
	}
	for _, group := range d.RotationGroups {
		inTurn[group/rig.GroupSize] = true
	}
	for _, target := range d.Scattered {
		group := target / rig.GroupSize * rig.GroupSize
		if target < 0 || int(target) >= size || target < group+rig.RowTranslation*rig.GroupJoints && inTurn[group/rig.GroupSize] {
			return fmt.Errorf("no number can go to %d", target)
		}
	}
	for _, group := range d.NormalizedGroups {
		if group < 0 || int(group) >= size || group%rig.GroupSize != 0 {
			return fmt.Errorf("no group is at %d", group)
		}
	}
	return nil
}

// Bind gives a decoded clip its source: the rest pose that it leaves where nothing moves, and the morph weights. The clip must be
// the very one, bit for bit, that it was made of; otherwise the error wraps [ErrMismatch]. Until it is bound, a decoded clip
// samples nothing.
func (b *BakedClip) Bind(clip *clip.Clip) error {
	if clip == nil {
		return fmt.Errorf("%w: there is no clip", ErrMismatch)
	}
	if b.source == clip {
		return nil
	}
	if b.joints != clip.Skeleton().Len() || b.key != bakeKey(clip) {
		return fmt.Errorf("%w: it was not made of clip %q", ErrMismatch, clip.Name())
	}
	b.bind(clip)
	return nil
}

func (b *BakedClip) bind(clip *clip.Clip) {
	b.source, b.data.Rest = clip, clip.BaseLocals()
}
