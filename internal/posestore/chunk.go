package posestore

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
)

// BlendInput is one clip's part in a character's pose.
type BlendInput = motion.BlendInput

// inputRun is where the blend inputs of a slot lie in the inputs of its chunk.
type inputRun struct {
	first, count int32
}

// chunkSlots is the number of slots in a full chunk.
const chunkSlots = 64

// Chunk is a range of slots of a pool that one worker advances at a time. Its blend inputs are in
// the order of the slots, those of characters that follow others after the rest, so that no result
// depends on which worker advances it.
type Chunk struct {
	Pool *Pool
	// First is the first slot, End is one past the last.
	First, End int

	inputs []BlendInput
}

// Handles are pointers to the components of one character; a pointer is nil if the character lacks
// the component. They are valid in the frame in which they were found, until components or entities
// are added or removed.
type Handles struct {
	Player          *components.AnimationPlayer
	Blend           *components.BlendState
	Layers          *components.Layers
	MoreLayers      *components.MoreLayers
	Controller      *components.Controller
	RootMotion      *components.RootMotion
	TimeScale       *components.TimeScale
	Inertialization *components.Inertialization
	Transform       *components.Transform
	MoreGoals       *components.MoreGoals
}

// HasMore reports whether the character has a component that Advance looks at, other than a player
// and a crossfade. It is a single branch, because most characters of a large crowd have none.
func (h *Handles) HasMore() bool {
	return uintptr(unsafe.Pointer(h.Layers))|uintptr(unsafe.Pointer(h.Controller))|uintptr(
		unsafe.Pointer(h.RootMotion))|
		uintptr(unsafe.Pointer(h.TimeScale))|uintptr(unsafe.Pointer(h.Inertialization)) != 0
}

// Begin clears the blend inputs of the chunk and returns their memory, to which those of the
// characters are appended; [Chunk.SetInputs] then stores them.
func (c *Chunk) Begin() []BlendInput {
	clear(c.Pool.runs[c.First:c.End])
	return c.inputs[:0]
}

// Inputs returns the blend inputs of the chunk so far, to which those of further characters are
// appended; [Chunk.SetInputs] then stores them.
func (c *Chunk) Inputs() []BlendInput { return c.inputs }

// SetInputs stores the blend inputs of the chunk.
func (c *Chunk) SetInputs(inputs []BlendInput) { c.inputs = inputs }

// SetBlendInputs assigns the blend inputs of its chunk from begin to end to a slot.
func (p *Pool) SetBlendInputs(slot, begin, end int) {
	p.runs[slot] = inputRun{int32(begin), int32(end - begin)}
}

// BlendInputs returns the blend inputs of the character in a slot. They belong to the pool and are
// valid until the next frame.
func (p *Pool) BlendInputs(slot int) []BlendInput {
	run := p.runs[slot]
	if run.count == 0 {
		return nil
	}
	return p.chunks[uint(slot)/chunkSlots].inputs[run.first : run.first+run.count]
}

// keptInputs are the blend inputs from which a skipped character was posed last, and the level of
// detail.
type keptInputs struct {
	list  []BlendInput
	level uint8
}

// PosedInputs returns the blend inputs and the level of detail from which the last pose of the
// character in a slot was computed: those of the last frame, unless the character was skipped in
// it. They belong to the pool and are valid until the next frame.
func (p *Pool) PosedInputs(slot int) (inputs []BlendInput, level int) {
	state := &p.slots[slot]
	if state.frozen {
		return p.kept[slot].list, int(p.kept[slot].level)
	}
	if p.stale { // the snapshot may hold in a column what the pose shown was sampled from
		for set := state.has; set != 0; set &= set - 1 {
			id := set.First()
			if source, ok := p.columns[id].Rows.(inputSource); ok {
				if inputs, level, ok := source.PosedInputs(state.rows[id]); ok {
					return inputs, level
				}
			}
		}
	}
	return p.BlendInputs(slot), p.Level(slot)
}

// MarkClips calls hold for each clip that the pose of a character shows.
func (s *Store) MarkClips(hold func(assets.ClipID)) {
	for _, pool := range s.Pools() {
		if pool == nil {
			continue
		}
		for slot := range pool.Len() {
			inputs, _ := pool.PosedInputs(slot)
			for i := range inputs {
				hold(inputs[i].Clip)
			}
		}
	}
}

// inputSource are rows that remember what the last pose of a character was sampled from.
type inputSource interface {
	PosedInputs(row int32) (inputs []BlendInput, level int, ok bool)
}

// freeze keeps the blend inputs of the last frame, in which the character in a slot was posed,
// before it is skipped.
func (p *Pool) freeze(slot int) {
	kept := p.thaw(slot)
	kept.list = append(kept.list, p.BlendInputs(slot)...)
	kept.level = p.slots[slot].level
	p.slots[slot].frozen = true
}

// thaw returns the empty memory for the kept inputs of a slot.
func (p *Pool) thaw(slot int) *keptInputs {
	for len(p.kept) <= slot {
		p.kept = append(p.kept, keptInputs{})
	}
	kept := &p.kept[slot]
	if kept.list == nil {
		kept.list = make([]BlendInput, 0, 4) // most characters have no more
	}
	kept.list = kept.list[:0]
	return kept
}

// gatherChunks divides the pool's slots into chunks and appends these to chunks.
func (p *Pool) gatherChunks(chunks []*Chunk) []*Chunk {
	for first, i := 0, 0; first < p.Len(); first, i = first+chunkSlots, i+1 {
		if i == len(p.chunks) {
			p.chunks = append(p.chunks, &Chunk{Pool: p})
		}
		chunk := p.chunks[i]
		chunk.First, chunk.End = first, min(first+chunkSlots, p.Len())
		chunks = append(chunks, chunk)
	}
	return chunks
}
