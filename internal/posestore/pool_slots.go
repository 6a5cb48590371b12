package posestore

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// paletteSet holds the palettes of one skin, slot after slot, and then one that lanes without a
// character write.
type paletteSet struct {
	id       assets.SkinID
	skin     *rig.Skin
	users    int // number of modelUses with the skin
	matrices []float32
}

// stride returns how many numbers a palette takes.
func (s *paletteSet) stride() int { return s.skin.Len() * assets.MatrixSize }

// modelUse is a model that characters of the pool are drawn with. It is free if it has no users.
type modelUse struct {
	model assets.ModelID
	skins []assets.SkinID
	users int // number of slots
}

// add gives the entity a slot and returns it.
func (p *Pool) add(entity Entity, frame uint32) int {
	slot := len(p.slots)
	p.slots = append(p.slots, slotState{owner: entity, frame: frame, use: -1})
	p.runs = append(p.runs, inputRun{})
	p.components = append(p.components, Handles{})
	p.reserve(len(p.slots))
	copy(p.morphs[slot*p.skeleton.MorphCount():], p.skeleton.RestMorphs())
	return slot
}

// reserve makes room for the morph weights and palettes of a number of slots.
func (p *Pool) reserve(slots int) {
	p.morphs = grown(p.morphs, slots*p.skeleton.MorphCount())
	for i := range p.palettes {
		set := &p.palettes[i]
		set.matrices = grown(set.matrices, (slots+1)*set.stride())
	}
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
	p.setModel(slot, 0, nil)
	p.releaseRows(slot, p.slots[slot].has)
	last := len(p.slots) - 1
	if slot != last {
		moved, ok = p.slots[last].owner, true
		p.slots[slot], p.components[slot] = p.slots[last], p.components[last]
		copySlot(p.morphs, p.skeleton.MorphCount(), slot, last)
		for i := range p.palettes {
			copySlot(p.palettes[i].matrices, p.palettes[i].stride(), slot, last)
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
	return moved, ok
}

func copySlot(s []float32, stride, to, from int) {
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

// gatherPosed lists the slots that are posed in this frame.
func (p *Pool) gatherPosed() {
	slots, all := p.slots, grown(p.posed[:cap(p.posed)], len(p.slots))
	posed := 0
	for slot := range slots {
		if !slots[slot].skipped {
			all[posed] = int32(slot)
			posed++
		}
	}
	p.posed = all[:posed]
}

// setModel sets the model that the character in a slot is drawn with; 0 is none. The pool has
// palettes for the skins of all models in use. A model that is unknown or of another skeleton
// counts as none. It reports whether anything changed.
func (p *Pool) setModel(slot int, id assets.ModelID, library *assets.Library) (changed bool) {
	state := &p.slots[slot]
	if state.model == id {
		return false
	}
	old := state.use
	if old >= 0 {
		use := &p.uses[old]
		if use.users--; use.users == 0 {
			p.releasePalettes(use.skins)
			*use = modelUse{}
		}
		state.use, state.model = -1, 0
	}
	if id == 0 {
		return true
	}
	i := slices.IndexFunc(p.uses, func(u modelUse) bool { return u.model == id })
	if i < 0 {
		model := library.Model(id)
		if model == nil || library.Skeleton(model.Skeleton) != p.skeleton {
			return old >= 0
		}
		i = slices.IndexFunc(p.uses, func(u modelUse) bool { return u.users == 0 })
		if i < 0 {
			i = len(p.uses)
			p.uses = append(p.uses, modelUse{})
		}
		p.uses[i] = modelUse{model: id, skins: p.acquirePalettes(model, library)}
	}
	p.uses[i].users++
	state.use, state.model = int32(i), id
	return true
}

// acquirePalettes makes palettes for the skins of a model's parts and returns the skins, each once.
func (p *Pool) acquirePalettes(model *assets.Model, library *assets.Library) []assets.SkinID {
	var skins []assets.SkinID
	for _, part := range model.Parts {
		skin := library.Skin(part.Skin)
		if skin == nil || skin.Skeleton() != p.skeleton || slices.Contains(skins, part.Skin) {
			continue
		}
		skins = append(skins, part.Skin)
		i := slices.IndexFunc(p.palettes, func(s paletteSet) bool { return s.id == part.Skin })
		if i < 0 {
			i = len(p.palettes)
			p.palettes = append(p.palettes, paletteSet{id: part.Skin, skin: skin})
		}
		p.palettes[i].users++
	}
	p.reserve(len(p.slots))
	return skins
}

// releasePalettes gives up one use of each skin's palettes and deletes palettes that have no user
// left.
func (p *Pool) releasePalettes(skins []assets.SkinID) {
	for _, id := range skins {
		i := slices.IndexFunc(p.palettes, func(s paletteSet) bool { return s.id == id })
		if p.palettes[i].users--; p.palettes[i].users == 0 {
			p.palettes = slices.Delete(p.palettes, i, i+1)
		}
	}
}

// skinsOf returns the skins of the model that the character in a slot is drawn with.
func (p *Pool) skinsOf(slot int) []assets.SkinID {
	if use := p.slots[slot].use; use >= 0 {
		return p.uses[use].skins
	}
	return nil
}
