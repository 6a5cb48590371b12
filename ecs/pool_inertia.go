package ecs

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/kernel"
)

// inertiaRows are the rows of the characters of a pool that have a [components.Inertialization].
type inertiaRows struct {
	numbers []float32
	free    []int32
	made    int
	used    int
}

// InertiaPoses is how many local poses a row of [Pool.Inertia] holds: two that tell how fast the character moves and one more that it shows.
const InertiaPoses = 3

// Inertia returns the row of the character in a slot: all that its [components.Inertialization] needs to know and does not hold itself. It is nil where the
// character has no such component. First come [InertiaPoses] local poses, one after the other ([rig.PoseSize]), then what decays
// of each group of joints (kernel.InertiaSize), then the morph weights of the poses ([assets.Skeleton.MorphCount] each), then what
// decays of each morph weight (kernel.ScalarInertia). The memory is the pool's own, and valid until the next frame.
func (p *Pool) Inertia(slot int) []float32 {
	if slot < 0 || slot >= len(p.places) || p.places[slot].inertia < 0 {
		return nil
	}
	n := p.inertiaSize()
	return p.inertia.numbers[int(p.places[slot].inertia)*n:][:n]
}

// Inertias returns how many characters have a row.
func (p *Pool) Inertias() int { return p.inertia.used }

func (p *Pool) inertiaSize() int {
	stride, morphs := rig.PoseSize(p.skeleton.Len()), p.skeleton.MorphCount()
	return InertiaPoses*(stride+morphs) + stride/kernel.GroupSize*kernel.InertiaSize + morphs*kernel.ScalarInertia
}

// keepInertia says whether the character in a slot has a row, and returns whether it has just got it.
func (p *Pool) keepInertia(slot int, wanted bool) bool {
	r := &p.inertia
	row := p.places[slot].inertia
	switch {
	case wanted == (row >= 0):
		return false
	case !wanted:
		r.free = append(r.free, row)
		p.places[slot].inertia = -1
		r.used--
		return false
	}
	if n := len(r.free); n > 0 {
		row, r.free = r.free[n-1], r.free[:n-1]
	} else {
		row = int32(r.made)
		r.made++
		r.numbers = grown(r.numbers, r.made*p.inertiaSize())
	}
	p.places[slot].inertia = row
	r.used++
	clear(p.Inertia(slot)) // for snapshots, in which it lies even where nobody reads it
	return true
}

// WantInertia gives the character in a slot its row, if it has the component, and otherwise takes it back. Nothing is known of a character whose
// row is new: what the component tells of the past is cleared.
func (s *PoseStore) WantInertia(pool *Pool, slot int) {
	component := pool.handles[slot].Inertialization
	if (component != nil) == (pool.places[slot].inertia >= 0) {
		return
	}
	if pool.keepInertia(slot, component != nil) {
		*component = components.Inertialization{Duration: component.Duration, Begin: component.Begin, Cut: component.Cut}
	}
}

// Inertia returns the inertialization of the character in a lane and its row, or nil twice.
func (b *Block) Inertia(lane int) (*components.Inertialization, []float32) {
	slot := int(b.Slots[lane])
	row := b.Pool.Inertia(slot)
	if row == nil {
		return nil, nil
	}
	return b.Pool.handles[slot].Inertialization, row
}
