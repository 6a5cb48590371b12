package posestore

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
)

// add gives the entity a slot and returns it.
func (p *Pool) add(entity Entity, frame uint32) int {
	slot := len(p.slots)
	p.isListed = false
	p.slots = append(p.slots, slotState{owner: entity, frame: frame, outfit: &p.outfits.none})
	p.outfits.enter(&p.outfits.none)
	p.rows = slices.Grow(p.rows, p.mostSkins)[:len(p.slots)*p.mostSkins]
	p.runs = append(p.runs, inputRun{})
	p.components = append(p.components, Handles{})
	p.morphs = grown(p.morphs, len(p.slots)*p.skeleton.MorphCount())
	copy(p.morphs[slot*p.skeleton.MorphCount():], p.skeleton.RestMorphs())
	return slot
}

// grown returns s with at least n elements.
func grown[T any](s []T, n int) []T {
	if n <= len(s) {
		return s
	}
	s = slices.Grow(s, n-len(s))
	return s[:cap(s)]
}

// remove frees a slot. The character of the last slot moves into it; remove returns this character,
// or false if the slot was the last one.
func (p *Pool) remove(slot int) (moved Entity, ok bool) {
	p.wear(slot, &p.outfits.none)
	p.outfits.leave(&p.outfits.none)
	p.releaseRows(slot, p.slots[slot].has)
	last := len(p.slots) - 1
	p.isListed = false
	if slot != last {
		moved, ok = p.slots[last].owner, true
		p.slots[slot], p.components[slot] = p.slots[last], p.components[last]
		copySlot(p.morphs, p.skeleton.MorphCount(), slot, last)
		copySlot(p.rows, p.mostSkins, slot, last)
		for i, row := range p.rowsOf(slot) {
			p.slots[slot].outfit.sets[i].slots[row] = int32(slot)
		}
	}
	p.components[last] = Handles{}
	if last < len(p.kept) {
		p.kept[slot], p.kept[last] = p.kept[last], p.kept[slot]
	}
	switch {
	case last < len(p.moved):
		p.moved[slot] = p.moved[last]
		p.moved = p.moved[:last]
	case slot < len(p.moved): // the last character is new in this update
		p.moved[slot] = clip.Motion{}
	}
	p.slots, p.runs, p.components = p.slots[:last], p.runs[:last], p.components[:last]
	p.rows = p.rows[:last*p.mostSkins]
	return moved, ok
}

func copySlot[T any](s []T, stride, to, from int) {
	copy(s[to*stride:(to+1)*stride], s[from*stride:])
}

// beginMotion makes room for the movement of every character. Reset is set in the first frame of an
// update.
func (p *Pool) beginMotion(reset bool) {
	if reset {
		p.moved = p.moved[:0]
	}
	for len(p.moved) < len(p.slots) {
		p.moved = append(p.moved, clip.Motion{})
	}
}

// gather lists the slots that are posed in this frame and clears the blend inputs of the last
// frame.
func (p *Pool) gather() {
	clear(p.runs)
	p.stale = false
	p.gatherPosed()
}

// gatherPosed lists the slots that are posed in this frame, in one wave.
func (p *Pool) gatherPosed() {
	p.ends, p.waved, p.left = p.ends[:0], false, false
	if !p.isListed {
		p.list()
		p.isListed = true
	}
	p.posed = append(p.posed[:0], p.listed...)
}

// list lists the slots that are posed in this frame, by outfit.
func (p *Pool) list() {
	slots, all := p.slots, grown(p.listed[:cap(p.listed)], len(p.slots))
	posed := 0
	if len(p.outfits.used) <= 1 {
		for slot := range slots {
			if !slots[slot].skipped {
				all[posed] = int32(slot)
				posed++
			}
		}
		p.listed = all[:posed]
		return
	}
	for _, worn := range p.outfits.used {
		worn.at = 0
	}
	for slot := range slots {
		if !slots[slot].skipped {
			slots[slot].outfit.at++
		}
	}
	for _, worn := range p.outfits.used {
		worn.at, posed = posed, posed+worn.at
	}
	for slot := range slots {
		if !slots[slot].skipped {
			worn := slots[slot].outfit
			all[worn.at] = int32(slot)
			worn.at++
		}
	}
	p.listed = all[:posed]
}
