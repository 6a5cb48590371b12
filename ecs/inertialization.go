package ecs

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/kernel"
)

// InertiaPoses is the number of local poses in an inertialization buffer: the two that the velocity is taken from, and
// the last one shown.
const InertiaPoses = 3

// InertiaBuffer returns the inertialization buffer of a slot: what the [components.Inertialization] of its character
// must remember and does not hold itself. It is nil if the character has no such component. The buffer holds, in order:
//
//   - [InertiaPoses] local poses, [rig.PoseSize] numbers each;
//   - the decaying difference of each group of 8 joints, kernel.InertiaSize numbers each;
//   - the morph weights of the poses, [rig.Skeleton.MorphCount] numbers each;
//   - the decaying difference of each morph weight, kernel.ScalarInertia numbers each.
//
// It is valid until the next frame.
func (Writer) InertiaBuffer(pool *Pool, slot int) []float32 { return pool.inertiaBuffer(slot) }

// InertiaBuffers returns how many characters of the pool have an inertialization buffer.
func (Writer) InertiaBuffers(pool *Pool) int { return pool.inertia.used() }

// Inertialization returns the component and the inertialization buffer of the character in a lane, or nil twice if the
// character has no such component.
func (Writer) Inertialization(b *Block, lane int) (*components.Inertialization, []float32) {
	slot := int(b.Slots[lane])
	buffer := b.Pool.inertiaBuffer(slot)
	if buffer == nil {
		return nil, nil
	}
	return b.Pool.components[slot].Inertialization, buffer
}

// RequireInertialization gives the character in a slot an inertialization buffer if it has the component, and takes the
// buffer back otherwise. A new buffer knows no past, so the component's record of the past is cleared with it.
func (Writer) RequireInertialization(pool *Pool, slot int) {
	component := pool.components[slot].Inertialization
	if (component != nil) == (pool.slots[slot].inertiaRow >= 0) {
		return
	}
	if pool.keepInertia(slot, component != nil) {
		*component = components.Inertialization{
			Duration: component.Duration, Begin: component.Begin, Cut: component.Cut,
		}
	}
}

func (p *Pool) inertiaBuffer(slot int) []float32 {
	if slot < 0 || slot >= len(p.slots) || p.slots[slot].inertiaRow < 0 {
		return nil
	}
	return p.inertia.row(p.slots[slot].inertiaRow, p.inertiaSize())
}

// inertiaSize returns the length of an inertialization buffer.
func (p *Pool) inertiaSize() int {
	stride, morphs := rig.PoseSize(p.skeleton.Len()), p.skeleton.MorphCount()
	return InertiaPoses*(stride+morphs) + stride/kernel.GroupSize*kernel.InertiaSize + morphs*kernel.ScalarInertia
}

// keepInertia sets whether the character in a slot has an inertialization buffer, and reports whether the buffer is
// new.
func (p *Pool) keepInertia(slot int, keep bool) bool {
	row := &p.slots[slot].inertiaRow
	switch {
	case keep == (*row >= 0):
		return false
	case !keep:
		p.inertia.free = append(p.inertia.free, *row)
		*row = -1
		return false
	}
	*row = p.inertia.take(p.inertiaSize())
	clear(p.inertiaBuffer(slot)) // snapshots contain the whole buffer, so equal worlds need equal bytes in it
	return true
}
