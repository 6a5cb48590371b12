package ecs

import (
	"slices"

	"github.com/sinew-go/sinew/assets"
)

// Pool holds the characters that share a skeleton, in slots 0 to [Pool.Len]-1 without gaps: when one leaves, the last one
// moves into its place. In every frame those that are to be posed go through the block systems, [BlockLanes] at a time.
type Pool struct {
	id       assets.SkeletonID
	skeleton *assets.Skeleton

	places  []place
	runs    []inputRun
	handles []Handles
	chunks  []*Chunk
	posed   []int32 // the slots that are posed in this frame, ascending

	uses     []meshUse
	palettes []palette
	morphs   []float32
	kept     []float32
	freeRows []int32
	keptRows int
	inertia  inertiaRows
}

// place is what a pool knows of the character in a slot.
type place struct {
	owner    Entity
	epoch    uint32 // the last frame in which it was met
	mesh     int32  // index into uses, -1 for none
	row      int32  // index into the kept model matrices, -1 for none
	inertia  int32  // index into the rows of inertia, -1 for none
	level    uint8  // of detail
	resting  bool   // not posed in this frame
	detailed bool   // it has a level of detail
}

// BlockLanes is how many characters a block holds.
const BlockLanes = 8

// palette is the memory of one skin's palettes, slot after slot.
type palette struct {
	id      assets.SkinID
	skin    *assets.Skin
	users   int
	entries []float32
}

// meshUse is a model that characters of the pool are drawn with.
type meshUse struct {
	model assets.ModelID
	skins []assets.SkinID
	users int
}

// ID returns the skeleton's ID.
func (p *Pool) ID() assets.SkeletonID { return p.id }

// Skeleton returns the skeleton.
func (p *Pool) Skeleton() *assets.Skeleton { return p.skeleton }

// Len returns the number of characters.
func (p *Pool) Len() int { return len(p.places) }

// Posed returns how many of the characters are posed in this frame; the others keep what the last one left them.
func (p *Pool) Posed() int { return len(p.posed) }

// Blocks returns the number of blocks of characters that are posed in this frame.
func (p *Pool) Blocks() int { return (len(p.posed) + BlockLanes - 1) / BlockLanes }

// block returns the slots of a block.
func (p *Pool) block(i int) []int32 {
	return p.posed[i*BlockLanes : min((i+1)*BlockLanes, len(p.posed))]
}

// gather lists the slots that are posed in this frame, and forgets what they played in the last.
func (p *Pool) gather() {
	clear(p.runs)
	p.posed = p.posed[:0]
	for slot := range p.places {
		if !p.places[slot].resting {
			p.posed = append(p.posed, int32(slot))
		}
	}
}

// Level returns the level of detail of the character in a slot.
func (p *Pool) Level(slot int) int { return int(p.places[slot].level) }

// Owner returns the character in a slot.
func (p *Pool) Owner(slot int) Entity { return p.places[slot].owner }

// Entries returns what the character in a slot plays. The memory is the pool's own, and valid until the next frame.
func (p *Pool) BlendInputs(slot int) []BlendInput {
	run := p.runs[slot]
	if run.count == 0 {
		return nil
	}
	return p.chunks[slot/ChunkSlots].entries[run.first:][:run.count]
}

// Handles returns where the components of the character in a slot are.
func (p *Pool) Handles(slot int) *Handles { return &p.handles[slot] }

// Skins returns how many skins have palettes here; [Pool.Skin] names each.
func (p *Pool) Skins() int { return len(p.palettes) }

// Skin returns one of the skins that have palettes here.
func (p *Pool) Skin(i int) (assets.SkinID, *assets.Skin) { return p.palettes[i].id, p.palettes[i].skin }

// Palettes returns the palettes of a skin: for each slot in turn one matrix ([assets.MatrixSize] numbers) for each of the
// skin's entries. It is nil when no character is drawn with the skin. The memory is the pool's own, and valid until
// the next frame.
func (p *Pool) Palettes(id assets.SkinID) []float32 {
	for i := range p.palettes {
		if set := &p.palettes[i]; set.id == id {
			return set.entries[:len(p.places)*set.stride()]
		}
	}
	return nil
}

// Palette returns the palette of the character in a slot.
func (p *Pool) Palette(id assets.SkinID, slot int) []float32 {
	all := p.Palettes(id)
	if all == nil || slot < 0 || slot >= len(p.places) {
		return nil
	}
	stride := len(all) / len(p.places)
	return all[slot*stride : (slot+1)*stride]
}

// Morphs returns the morph weights, slot after slot, [assets.Skeleton.MorphCount] each. The memory is the pool's own, and
// valid until the next frame.
func (p *Pool) Morphs() []float32 { return p.morphs[:len(p.places)*p.skeleton.MorphCount()] }

// ModelMatrices returns the model matrix of every joint of the character in a slot, or nil when they are not kept. The
// memory is the pool's own, and valid until the next frame.
func (p *Pool) ModelMatrices(slot int) []float32 {
	if slot < 0 || slot >= len(p.places) || p.places[slot].row < 0 {
		return nil
	}
	n := p.skeleton.Len() * assets.MatrixSize
	return p.kept[int(p.places[slot].row)*n:][:n]
}

func (s *palette) stride() int { return s.skin.Len() * assets.MatrixSize }

// add gives the entity a slot and returns it.
func (p *Pool) add(entity Entity, epoch uint32) int {
	slot := len(p.places)
	p.places = append(p.places, place{owner: entity, epoch: epoch, mesh: -1, row: -1, inertia: -1})
	p.runs = append(p.runs, inputRun{})
	p.handles = append(p.handles, Handles{})
	p.fit()
	copy(p.morphs[slot*p.skeleton.MorphCount():], p.skeleton.RestMorphs())
	return slot
}

// fit makes room for every slot, and behind them for the palette of lanes that are no characters.
func (p *Pool) fit() {
	slots := len(p.places)
	p.morphs = grown(p.morphs, slots*p.skeleton.MorphCount())
	for i := range p.palettes {
		set := &p.palettes[i]
		set.entries = grown(set.entries, (slots+1)*set.stride())
	}
}

// grown returns the slice with at least n elements.
func grown(s []float32, n int) []float32 {
	if n <= len(s) {
		return s
	}
	s = slices.Grow(s, n-len(s))
	return s[:cap(s)]
}

// remove takes the slot back. The last character moves into it; remove returns who that was, if it was another one.
func (p *Pool) remove(slot int) (moved Entity, ok bool) {
	p.use(slot, 0, nil)
	p.keep(slot, false)
	p.keepInertia(slot, false)
	last := len(p.places) - 1
	if slot != last {
		moved, ok = p.places[last].owner, true
		p.places[slot], p.handles[slot] = p.places[last], p.handles[last]
		copySlot(p.morphs, p.skeleton.MorphCount(), slot, last)
		for i := range p.palettes {
			copySlot(p.palettes[i].entries, p.palettes[i].stride(), slot, last)
		}
	}
	p.handles[last] = Handles{}
	p.places, p.runs, p.handles = p.places[:last], p.runs[:last], p.handles[:last]
	return moved, ok
}

func copySlot(s []float32, stride, to, from int) {
	copy(s[to*stride:(to+1)*stride], s[from*stride:])
}
