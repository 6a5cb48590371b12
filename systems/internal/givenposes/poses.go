package givenposes

import (
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
)

// of returns the given poses of a pool, or nil if there are none.
func of(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.GivenPose).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Give stores a local pose of a character, which its next frames show in place of the sampled one
// as far as its [components.PoseOverride] asks. The character must have the component.
func Give(pool *posestore.Pool, slot int, locals []float32) {
	row := pool.GiveRow(slot, column.GivenPose)
	r := of(pool)
	at := r.At(row)
	at.next = 0
	if at.shown == 0 {
		at.next = 1
	}
	copy(r.pose(row, at.next), locals)
}

// Show blends the given poses of the characters of a block over their local poses, and records that
// the frame shows them.
func Show(b *posestore.Block) {
	r := of(b.Pool())
	if r == nil {
		return
	}
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), column.GivenPose)
		if row < 0 {
			continue
		}
		weight := float32(0)
		if override := r.Component(row); override != nil && override.Weight > 0 {
			weight = min(override.Weight, 1)
		}
		at := r.At(row)
		at.shown, at.weight = at.next, weight
		blend(b.Local(lane), r.pose(row, at.shown), weight)
	}
}

// Any reports whether a character of a pool has a given pose.
func Any(pool *posestore.Pool) bool { return of(pool) != nil }

// shown returns the given pose and its weight in the last frame in which the character in a slot
// was posed. The pose is nil if there was none.
func shown(pool *posestore.Pool, slot int) (locals []float32, weight float32) {
	r := of(pool)
	if r == nil {
		return nil, 0
	}
	row := pool.Row(slot, column.GivenPose)
	if row < 0 || r.At(row).shown < 0 {
		return nil, 0
	}
	return r.pose(row, r.At(row).shown), r.At(row).weight
}

// IsShown reports whether a given pose showed when the character in a slot was posed last.
func IsShown(pool *posestore.Pool, slot int) bool {
	_, weight := shown(pool, slot)
	return weight != 0
}

// BlendShown blends over a pose what showed of the given pose when the character in a slot was
// posed last.
func BlendShown(pool *posestore.Pool, slot int, pose []float32) {
	given, weight := shown(pool, slot)
	blend(pose, given, weight)
}

// blend blends a given pose, or none, over a pose by a weight from 0 to 1.
func blend(pose, given []float32, weight float32) {
	switch {
	case given == nil || weight == 0:
	case weight == 1:
		copy(pose, given)
	default:
		kernel.Blend(pose, given, weight, false) // the program may give rotations of any length
	}
}
