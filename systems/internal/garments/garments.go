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

// each calls do with the lanes of a block that have rows.
func each(b *posestore.Block, do func(r *rows, lane int, row int32)) {
	r := in(b.Pool())
	if r == nil {
		return
	}
	for lane := range b.Lanes() {
		if row := b.Pool().Row(b.Slot(lane), column.Garments); row >= 0 {
			do(r, lane, row)
		}
	}
}

// Take gives the garments of a block the poses of their wearers, as far as they have the same
// joints, morph weights and visibility. It runs after the wearers are posed.
func Take(b *posestore.Block) {
	each(b, func(r *rows, lane int, row int32) {
		w := &r.At(row).wearer
		if w.pool == nil {
			return
		}
		pose := Shown(w.pool, int(w.slot))
		if pose == nil {
			return
		}
		own := b.Local(lane)
		for _, joint := range w.joints {
			from, to := pose[joint.from:], own[joint.to:]
			for i := 0; i < kernel.GroupSize; i += kernel.Lanes {
				to[i] = from[i]
			}
		}
		if len(w.numbers) == 0 {
			return
		}
		numbers := w.pool.Morphs()[int(w.slot)*w.of.MorphCount():]
		for _, run := range w.numbers {
			copy(b.Morphs(lane)[run.to:][:run.count], numbers[run.from:])
		}
	})
}

// Keep keeps the local poses of the characters of a block that are garments or wear some, which
// nothing changes any more.
func Keep(b *posestore.Block) {
	each(b, func(r *rows, lane int, row int32) {
		if at := r.At(row); at.isUsed {
			copy(r.Numbers.Row(row), b.Local(lane))
			at.isPosed = true
		}
	})
}

// Shown returns the local pose of a garment or a wearer as it was posed last, or nil if it is not
// kept: also if it was one in the frame before, but is none any more.
func Shown(pool *posestore.Pool, slot int) []float32 {
	r, row := in(pool), pool.Row(slot, column.Garments)
	if r == nil || row < 0 {
		return nil
	}
	if at := r.At(row); !at.isUsed || !at.isPosed {
		return nil
	}
	return r.Numbers.Row(row)
}
