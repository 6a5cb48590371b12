package ecs

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/inertia"
)

// InertiaPoses is the number of local poses in an inertialization buffer: the two that the velocity is taken from, and
// the last one shown.
const InertiaPoses = 3

// InertiaBuffer returns the inertialization buffer of a slot: what the [components.Inertialization] of its character
// must remember and does not hold itself. It is nil if the character has no such component. The buffer holds, in order:
//
//   - [InertiaPoses] local poses, [rig.PoseSize] numbers each;
//   - the decaying difference of the joints, inertia.Size numbers;
//   - the morph weights of the poses, [rig.Skeleton.MorphCount] numbers each;
//   - the decaying difference of each morph weight, inertia.ScalarSize numbers each;
//   - room up to a whole row, so that every pose begins at the beginning of a row.
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

// requireInertialization gives the character in a slot an inertialization buffer if it has the component, and takes the
// buffer back otherwise. A new buffer knows no past, so the component's record of the past is cleared with it. A
// character that loses its buffer is posed in this frame.
func (w Writer) requireInertialization(pool *Pool, slot int, component *components.Inertialization) {
	if (component != nil) == (pool.slots[slot].inertiaRow >= 0) {
		return
	}
	if component == nil {
		w.SetSkipped(pool, slot, false) // the last pose may show a decay, and only the buffer knows it
	}
	if pool.keepInertia(slot, component != nil) {
		*component = components.Inertialization{
			Duration: component.Duration, Begin: component.Begin, Cut: component.Cut,
		}
	}
}

// SetShownPose records which pose of its inertialization buffer, from 0 to [InertiaPoses]-1, the character in a lane
// shows in this frame.
func (Writer) SetShownPose(b *Block, lane int, pose uint8) {
	b.Pool.inShown[b.Pool.slots[b.Slots[lane]].inertiaRow] = int8(pose % InertiaPoses)
}

// ShownPose returns the local pose in the inertialization buffer that the character in a slot showed when it was posed
// last, or nil if the buffer does not hold it.
func (p *Pool) ShownPose(slot int) []float32 {
	buffer := p.inertiaBuffer(slot)
	if buffer == nil || p.inShown[p.slots[slot].inertiaRow] < 0 {
		return nil
	}
	stride := rig.PoseSize(p.skeleton.Len())
	return buffer[int(p.inShown[p.slots[slot].inertiaRow])*stride:][:stride]
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
	size := InertiaPoses*(stride+morphs) + inertia.Size(stride/kernel.GroupSize) + morphs*inertia.ScalarSize
	return (size + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes
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
	for len(p.inShown) <= int(*row) {
		p.inShown = append(p.inShown, -1)
	}
	p.inShown[*row] = -1
	clear(p.inertiaBuffer(slot)) // snapshots contain the whole buffer, so equal worlds need equal bytes in it
	return true
}
