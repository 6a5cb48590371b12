package garments

import (
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
)

// in returns the rows of a pool, or nil if no character of it is a garment or wears one.
func in(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.Garments).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Wear tells that the character in a slot of own is a garment of one in a slot of target in this
// frame; both have the component of the column. It returns false, and does nothing, if the garment
// lacks joints of its wearer. After it the wearer has a pose to take, or must be posed.
func Wear(own *posestore.Pool, ownSlot int, target *posestore.Pool, targetSlot int) (fits, isPosed bool) {
	r, _ := own.Rows(column.Garments).(*rows)
	if r == nil {
		return false, false
	}
	match := r.matchOf(target.Skeleton())
	if !match.fits {
		return false, false
	}
	garment, worn := own.GiveRow(ownSlot, column.Garments), target.GiveRow(targetSlot, column.Garments)
	at := r.At(garment)
	at.isUsed, at.wearer = true, wearer{target, int32(targetSlot), match}
	theirs := in(target).At(worn)
	theirs.isUsed = true
	return true, theirs.isPosed
}

// Release undoes [Wear] for this frame, for a garment that is not posed after its wearer.
func Release(own *posestore.Pool, ownSlot int) {
	if r, row := in(own), own.Row(ownSlot, column.Garments); r != nil && row >= 0 {
		r.At(row).wearer = wearer{}
	}
}

// Take gives the garments of a block the poses of their wearers, as far as they have the same
// joints, morph weights and visibility. It runs after the wearers are posed.
func Take(b *posestore.Block) {
	r := in(b.Pool())
	if r == nil {
		return
	}
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), column.Garments)
		if row < 0 {
			continue
		}
		w := &r.At(row).wearer
		if w.pool == nil {
			continue
		}
		pose := Shown(w.pool, int(w.slot))
		if pose == nil {
			continue
		}
		own := b.Local(lane)
		for _, joint := range w.joints {
			from, to := pose[joint.from:], own[joint.to:]
			for row := 0; row < kernel.GroupSize; row += kernel.Lanes {
				to[row] = from[row]
			}
		}
		if len(w.numbers) == 0 {
			continue
		}
		numbers := w.pool.Morphs()[int(w.slot)*w.of.MorphCount():]
		for _, run := range w.numbers {
			copy(b.Morphs(lane)[run.to:][:run.count], numbers[run.from:])
		}
	}
}

// Keep keeps the local poses of the characters of a block that are garments or wear some, which
// nothing changes any more.
func Keep(b *posestore.Block) {
	r := in(b.Pool())
	if r == nil {
		return
	}
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), column.Garments)
		if row < 0 {
			continue
		}
		if at := r.At(row); at.isUsed {
			copy(r.poses.Row(row), b.Local(lane))
			at.isPosed = true
		}
	}
}

// Shown returns the local pose of a garment or a wearer as it was posed last, or nil if it is not
// kept.
func Shown(pool *posestore.Pool, slot int) []float32 {
	r, row := in(pool), pool.Row(slot, column.Garments)
	if r == nil || row < 0 || !r.At(row).isPosed {
		return nil
	}
	return r.poses.Row(row)
}
