package givenmorphs

import (
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/posestore"
)

// in returns the rows of a pool, or nil if there are none.
func in(pool *posestore.Pool) *rows {
	if r, ok := pool.Rows(column.GivenMorphs).(*rows); ok && r.Used() > 0 {
		return r
	}
	return nil
}

// Give stores a morph weight of a character, which must have the component: number i of its
// [rig.Pose.Morphs] becomes the number of its clips times kept, plus added.
func Give(pool *posestore.Pool, slot, i int, kept, added float32) {
	row := pool.GiveRow(slot, column.GivenMorphs)
	keeps, adds := in(pool).of(row)
	keeps[i], adds[i] = kept, added
}

// Take takes number i back: it becomes what the clips give.
func Take(pool *posestore.Pool, slot, i int) {
	if r := in(pool); r != nil {
		if row := pool.Row(slot, column.GivenMorphs); row >= 0 {
			keeps, adds := r.of(row)
			keeps[i], adds[i] = 1, 0
		}
	}
}

// TakeAll takes back all weights that were given to the character in a slot.
func TakeAll(pool *posestore.Pool, slot int) {
	if r := in(pool); r != nil {
		if row := pool.Row(slot, column.GivenMorphs); row >= 0 {
			r.begin(row)
		}
	}
}

// Show changes the morph weights of the characters of a block, after their clips are blended.
func Show(b *posestore.Block) {
	r := in(b.Pool())
	if r == nil {
		return
	}
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), column.GivenMorphs)
		if row < 0 {
			continue
		}
		weight := float32(0)
		if override := r.Component(row); override != nil && override.Weight > 0 {
			weight = min(override.Weight, 1)
		}
		if weight == 0 {
			continue
		}
		kept, added := r.of(row)
		for i, x := range b.Morphs(lane)[:r.morphs] {
			given := float32(x*kept[i]) + added[i]
			if weight < 1 {
				given = x + float32((given-x)*weight)
			}
			b.Morphs(lane)[i] = given
		}
	}
}
