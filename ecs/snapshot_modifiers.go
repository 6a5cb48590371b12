package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/codec"
)

// Sizes in bytes.
const (
	modifierStateSize = 24 // of what the solvers remember, without the numbers
	carrierSize       = 8  // of what a foot stands on, without the numbers
	carrierNumbers    = assets.MatrixSize + 3
)

// modifierState returns how many numbers of what the solvers of a slot remember are saved, and whether anything is.
func (p *Pool) modifierState(slot int, library *assets.Library) (numbers int, ok bool) {
	row := p.slots[slot].modifierRow
	if row < 0 {
		return 0, false
	}
	run := &p.modifiers[row]
	if run.Stack == nil || library.ModifierStack(run.ID) != run.Stack {
		return 0, false
	}
	if run.IsFresh {
		return 0, true
	}
	return len(run.State), true
}

// modifierStateBytes returns how many bytes a number of state and of what is shown take.
func modifierStateBytes(numbers, shown int) int {
	if numbers > 0 {
		numbers += assets.MatrixSize
	}
	return modifierStateSize + 4*(numbers+shown)
}

// carriersSize returns how many bytes take what the feet of a slot stand on: the entity, and the numbers if there is one.
func (p *Pool) carriersSize(slot int) (size int) {
	for i := range p.modifiers[p.slots[slot].modifierRow].Carriers {
		size += carrierSize
		if !p.modifiers[p.slots[slot].modifierRow].Carriers[i].Entity.IsZero() {
			size += 4 * carrierNumbers
		}
	}
	return size
}

// modifierShown returns how many numbers of what the modifiers of a slot show are saved. As with palettes, only a character with a
// level of detail may still show it in the next frame.
func (p *Pool) modifierShown(slot int, flags slotFlags) int {
	run := &p.modifiers[p.slots[slot].modifierRow]
	if flags&hasPose == 0 || !run.HasShown {
		return 0
	}
	return len(run.Shown)
}

// putModifierState writes what the solvers of a slot remember.
func (p *Pool) putModifierState(b []byte, slot int, flags slotFlags, library *assets.Library) []byte {
	run := &p.modifiers[p.slots[slot].modifierRow]
	numbers, _ := p.modifierState(slot, library)
	codec.PutUint32(b, uint32(run.ID))
	codec.PutUint32(b[4:], uint32(numbers))
	codec.PutFloat64(b[8:], run.Waited)
	shown := p.modifierShown(slot, flags)
	codec.PutUint64(b[16:], uint64(shown))
	b = b[modifierStateSize:]
	if numbers > 0 {
		b = codec.PutFloats(codec.PutFloats(b, run.Motion.Before[:]), run.State)
	}
	b = codec.PutFloats(b, run.Shown[:shown])
	for i := range run.Carriers {
		c := &run.Carriers[i]
		codec.PutEntity(b, c.Entity)
		if b = b[carrierSize:]; !c.Entity.IsZero() {
			b = codec.PutFloats(codec.PutFloats(b, c.Before[:]), c.Point[:])
		}
	}
	return b
}

// getModifierState restores what the solvers of a slot remember.
func (p *Pool) getModifierState(b []byte, slot int, library *assets.Library) []byte {
	run := &p.modifiers[p.slots[slot].modifierRow]
	id, numbers := assets.ModifierStackID(codec.GetUint32(b)), codec.GetUint32(b[4:])
	run.SetStack(library.ModifierStack(id), id)
	run.Reset()
	run.Waited = codec.GetFloat64(b[8:])
	run.HasShown = codec.GetUint64(b[16:]) > 0
	b = b[modifierStateSize:]
	if numbers > 0 {
		run.IsFresh = false
		b = codec.GetFloats(codec.GetFloats(b, run.Motion.Before[:]), run.State)
	}
	if run.HasShown {
		b = codec.GetFloats(b, run.Shown)
	}
	for i := range run.Carriers {
		c := &run.Carriers[i]
		*c = FootCarrier{Entity: codec.GetEntity(b)}
		if b = b[carrierSize:]; !c.Entity.IsZero() {
			b = codec.GetFloats(codec.GetFloats(b, c.Before[:]), c.Point[:])
		}
	}
	return b
}

// checkModifierState checks the state of modifiers in a record against the library and returns what remains of b.
func checkModifierState(b []byte, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < modifierStateSize {
		return nil, codec.ErrTruncated
	}
	id, numbers, shown := assets.ModifierStackID(codec.GetUint32(b)), codec.GetUint32(b[4:]), codec.GetUint64(b[16:])
	stack := library.ModifierStack(id)
	if stack == nil || stack.Skeleton() != skeleton || numbers != 0 && int64(numbers) != int64(stack.StateSize()) ||
		shown != 0 && shown != uint64(stack.ShownSize()) {
		return nil, codec.Damaged("modifier stack %v does not remember %d numbers and show %d for skeleton %q", id, numbers, shown, skeleton.Name())
	}
	size := modifierStateBytes(int(numbers), int(shown))
	for range stack.FootProbes() {
		if len(b) < size+carrierSize {
			return nil, codec.ErrTruncated
		}
		entity := codec.GetEntity(b[size:])
		if size += carrierSize; !entity.IsZero() {
			size += 4 * carrierNumbers
		}
	}
	if len(b) < size {
		return nil, codec.ErrTruncated
	}
	return b[size:], nil
}
