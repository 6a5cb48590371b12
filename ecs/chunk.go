package ecs

import "github.com/sinew-go/sinew/components"

// ChunkSlots is how many slots of a pool are advanced by one worker at a time.
const ChunkSlots = 64

// Chunk is a run of slots of a pool, the piece of work in which characters are advanced. One worker writes to it at a time, and what
// it writes is in the order of the slots, so that nothing depends on which worker it is.
type Chunk struct {
	Pool *Pool
	// First to Last-1 are the slots.
	First, Last int
	// Events are what its characters fired in this frame.
	Events []Event
	// Lost is how many more there would have been.
	Lost    uint64
	entries []BlendInput
}

// Reset forgets what the chunk's characters played and fired.
func (c *Chunk) Reset() {
	c.entries, c.Events, c.Lost = c.entries[:0], c.Events[:0], 0
	clear(c.Pool.runs[c.First:c.Last])
}

// Begin returns the entries written so far, to append those of the next character to, and how many they are.
func (c *Chunk) Begin() (entries []BlendInput, begin int) { return c.entries, len(c.entries) }

// End gives the slot what was appended since [Chunk.Begin].
func (c *Chunk) End(slot int, entries []BlendInput, begin int) {
	c.entries = entries
	c.Pool.runs[slot] = inputRun{int32(begin), int32(len(entries) - begin)}
}

// Handles are where the components of a character are, nil for those that it lacks. They are good for one frame, as long as no system that stands
// between the one that finds them and those that use them adds components to entities or removes any, or removes entities.
type Handles struct {
	Player     *components.AnimationPlayer
	Blend      *components.BlendState
	Layers     *components.Layers
	Controller *components.Controller
	RootMotion *components.RootMotion
	TimeScale  *components.TimeScale
	// Inertialization is of a character that has a row for it; see [Pool.Inertia].
	Inertialization *components.Inertialization
}

// Chunks returns the number of chunks of all pools.
func (s *PoseStore) Chunks() int { return len(s.chunks) }

// Chunk returns one of them. The chunks are those of the last [PoseStore.Gather].
func (s *PoseStore) Chunk(i int) *Chunk { return s.chunks[i] }

// gatherChunks divides the pool's slots.
func (p *Pool) gatherChunks(chunks []*Chunk) []*Chunk {
	for first, i := 0, 0; first < p.Len(); first, i = first+ChunkSlots, i+1 {
		if i == len(p.chunks) {
			p.chunks = append(p.chunks, &Chunk{Pool: p})
		}
		chunk := p.chunks[i]
		chunk.First, chunk.Last = first, min(first+ChunkSlots, p.Len())
		chunks = append(chunks, chunk)
	}
	return chunks
}
