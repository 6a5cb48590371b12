package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/solving"
)

// Sizes in bytes.
const (
	modifiersSize     = 8
	goalSize          = 68
	modifierStateSize = 24 // of what the solvers remember, without the numbers
	carrierSize       = 8  // of what a foot stands on, without the numbers
	carrierNumbers    = assets.MatrixSize + 3
)

// goalsUsed returns the number of goals up to the last one that is not zero.
func goalsUsed(m *components.Modifiers) int {
	n := len(m.Goals)
	for n > 0 && m.Goals[n-1] == (components.Goal{}) {
		n--
	}
	return n
}

func putModifiers(b []byte, m *components.Modifiers) []byte {
	goals := goalsUsed(m)
	putUint32(b, uint32(m.Stack))
	b[4], b[5], b[6], b[7] = byte(goals), flag(m.Reset, 1), 0, 0
	b = b[modifiersSize:]
	for i := range goals {
		g := &m.Goals[i]
		numbers := [...]float32{
			g.Position[0], g.Position[1], g.Position[2], g.Pole[0], g.Pole[1], g.Pole[2],
			g.Rotation[0], g.Rotation[1], g.Rotation[2], g.Rotation[3], g.Weight, g.WeightTarget, g.Rate,
		}
		b = putFloats(b, numbers[:])
		putEntity(b, g.Entity)
		putUint32(b[8:], uint32(g.Joint))
		b[12], b[13], b[14], b[15] = byte(g.Space), byte(g.PoleSpace), flag(g.HasPole, 1), 0
		b = b[16:]
	}
	return b
}

func getModifiers(b []byte, m *components.Modifiers) []byte {
	goals := modifiersCount(b)
	m.Stack, m.Reset = assets.ModifierStackID(getUint32(b)), b[5]&1 != 0
	b = b[modifiersSize:]
	for i := range goals {
		var n [13]float32
		b = getFloats(b, n[:])
		m.Goals[i] = components.Goal{
			Position: [3]float32(n[:3]), Pole: [3]float32(n[3:6]), Rotation: [4]float32(n[6:10]),
			Weight: n[10], WeightTarget: n[11], Rate: n[12],
			Entity: getEntity(b), Joint: int32(getUint32(b[8:])),
			Space: components.GoalSpace(b[12]), PoleSpace: components.GoalSpace(b[13]), HasPole: b[14]&1 != 0,
		}
		b = b[16:]
	}
	clear(m.Goals[goals:])
	return b
}

// modifiersCount returns the number of goals in a record's Modifiers.
func modifiersCount(b []byte) int { return min(int(b[4]), components.MaxGoals) }

// modifierState returns how many numbers of what the solvers of a slot remember are saved, and whether anything is.
func (p *Pool) modifierState(slot int, library *assets.Library) (numbers int, ok bool) {
	row := p.slots[slot].modifierRow
	if row < 0 {
		return 0, false
	}
	run := &p.modifiers[row]
	if run.Stack == nil || (*solving.Stack)(library.ModifierStack(run.ID)) != run.Stack {
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
func (p *Pool) modifierShown(slot int, flags uint32) int {
	run := &p.modifiers[p.slots[slot].modifierRow]
	if flags&hasPose == 0 || !run.HasShown {
		return 0
	}
	return len(run.Shown)
}

// putModifierState writes what the solvers of a slot remember.
func (p *Pool) putModifierState(b []byte, slot int, flags uint32, library *assets.Library) []byte {
	run := &p.modifiers[p.slots[slot].modifierRow]
	numbers, _ := p.modifierState(slot, library)
	putUint32(b, uint32(run.ID))
	putUint32(b[4:], uint32(numbers))
	putFloat64(b[8:], run.Waited)
	shown := p.modifierShown(slot, flags)
	putUint64(b[16:], uint64(shown))
	b = b[modifierStateSize:]
	if numbers > 0 {
		b = putFloats(putFloats(b, run.Motion.Before[:]), run.State)
	}
	b = putFloats(b, run.Shown[:shown])
	for i := range run.Carriers {
		c := &run.Carriers[i]
		putEntity(b, c.Entity)
		if b = b[carrierSize:]; !c.Entity.IsZero() {
			b = putFloats(putFloats(b, c.Before[:]), c.Point[:])
		}
	}
	return b
}

// getModifierState restores what the solvers of a slot remember.
func (p *Pool) getModifierState(b []byte, slot int, library *assets.Library) []byte {
	run := &p.modifiers[p.slots[slot].modifierRow]
	id, numbers := assets.ModifierStackID(getUint32(b)), getUint32(b[4:])
	run.SetStack((*solving.Stack)(library.ModifierStack(id)), id)
	run.Reset()
	run.Waited = getFloat64(b[8:])
	run.HasShown = getUint64(b[16:]) > 0
	b = b[modifierStateSize:]
	if numbers > 0 {
		run.IsFresh = false
		b = getFloats(getFloats(b, run.Motion.Before[:]), run.State)
	}
	if run.HasShown {
		b = getFloats(b, run.Shown)
	}
	for i := range run.Carriers {
		c := &run.Carriers[i]
		*c = FootCarrier{Entity: getEntity(b)}
		if b = b[carrierSize:]; !c.Entity.IsZero() {
			b = getFloats(getFloats(b, c.Before[:]), c.Point[:])
		}
	}
	return b
}

// checkModifierState returns how many bytes the state of modifiers in a record takes, or an error if it does not match the
// library.
func checkModifierState(b []byte, skeleton *rig.Skeleton, library *assets.Library) (int, error) {
	if len(b) < modifierStateSize {
		return 0, errTruncated
	}
	id, numbers, shown := assets.ModifierStackID(getUint32(b)), getUint32(b[4:]), getUint64(b[16:])
	stack := (*solving.Stack)(library.ModifierStack(id))
	if stack == nil || stack.Skeleton() != skeleton || numbers != 0 && int64(numbers) != int64(stack.StateSize()) ||
		shown != 0 && shown != uint64(stack.ShownSize()) {
		return 0, damaged("modifier stack %v does not remember %d numbers and show %d for skeleton %q", id, numbers, shown, skeleton.Name())
	}
	size := modifierStateBytes(int(numbers), int(shown))
	for range stack.FootProbes() {
		if len(b) < size+carrierSize {
			return 0, errTruncated
		}
		entity := getEntity(b[size:])
		if size += carrierSize; !entity.IsZero() {
			size += 4 * carrierNumbers
		}
	}
	return size, nil
}
