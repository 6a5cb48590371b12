package ecs

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/inertia"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// InertiaPoses is the number of local poses that the pose store holds of a character with a
// [components.Inertialization]: the two that the velocity is taken from, and the last one shown.
const InertiaPoses = 3

// PastPoses tells of the past poses of a character whether its inertialization buffer holds them. A pose that is just
// what the clips give is not stored in every frame: what it was sampled from takes much less memory. Whoever needs such
// a pose samples it into the buffer, to the same bits, and calls [PastPoses.SetStored].
type PastPoses struct {
	shown  int8                // index of the pose that was shown last, or -1
	counts [InertiaPoses]int8  // the number of blend inputs that a pose was sampled from, or stored
	levels [InertiaPoses]uint8 // the level of detail that it was sampled at
	inputs [InertiaPoses][maxPastInputs]BlendInput
}

// stored is the number of blend inputs of a pose that the buffer holds.
const stored = -1

// maxPastInputs is the largest number of blend inputs that are remembered of a past pose; a pose of more is stored.
const maxPastInputs = 8

// Remember makes past pose i the one that blend inputs give at a level of detail, and reports whether there is room for
// them. Without room it changes nothing.
func (p *PastPoses) Remember(i uint8, inputs []BlendInput, level int) bool {
	if len(inputs) > maxPastInputs {
		return false
	}
	p.counts[i], p.levels[i] = int8(len(inputs)), uint8(level)
	if len(inputs) == 1 {
		p.inputs[i][0] = inputs[0] // the usual case
	} else {
		copy(p.inputs[i][:], inputs)
	}
	return true
}

// Copy makes what is known of past pose to the same as of past pose from.
func (p *PastPoses) Copy(to, from uint8) {
	p.counts[to], p.levels[to], p.inputs[to] = p.counts[from], p.levels[from], p.inputs[from]
}

// Prefetch asks the processor for what [PastPoses.Remember] will write if past pose i is the newest one now.
func (p *PastPoses) Prefetch(i uint8) {
	prefetch.Two(p, &p.inputs[(i+1)%InertiaPoses][0])
}

// SetStored makes past pose i the one that the inertialization buffer holds.
func (p *PastPoses) SetStored(i uint8) { p.counts[i] = stored }

// IsStored reports whether the inertialization buffer holds past pose i.
func (p *PastPoses) IsStored(i uint8) bool { return p.counts[i] == stored }

// Inputs returns the blend inputs and the level of detail that past pose i was sampled from, if it is not stored.
func (p *PastPoses) Inputs(i uint8) (inputs []BlendInput, level int) {
	return p.inputs[i][:max(p.counts[i], 0)], int(p.levels[i])
}

// SetShown records that the character shows past pose i in this frame.
func (p *PastPoses) SetShown(i uint8) { p.shown = int8(i) }

// InertiaBuffer returns the inertialization buffer of a slot: the numbers that the [components.Inertialization] of its
// character must remember and does not hold itself. It is nil if the character has no such component. The buffer holds,
// in order:
//
//   - [InertiaPoses] local poses, [rig.PoseSize] numbers each; one that is not stored (see [PastPoses]) is undefined;
//   - the decaying difference of the joints, inertia.Size numbers;
//   - the morph weights of the poses, [rig.Skeleton.MorphCount] numbers each;
//   - the decaying difference of each morph weight, inertia.ScalarSize numbers each;
//   - room up to a whole row, so that every pose begins at the beginning of a row.
//
// It is valid until the next frame.
func (Writer) InertiaBuffer(pool *Pool, slot int) []float32 { return pool.inertiaBuffer(slot) }

// InertiaBuffers returns how many characters of the pool have an inertialization buffer.
func (Writer) InertiaBuffers(pool *Pool) int { return pool.inertia.used() }

// Inertialization returns the component of the character in a slot and what the store knows of its past poses, or nil
// twice if the character has no inertialization buffer. The component is not known before the first frame after a restore.
func (Writer) Inertialization(pool *Pool, slot int) (*components.Inertialization, *PastPoses) {
	row := pool.slots[slot].inertiaRow
	if row < 0 {
		return nil, nil
	}
	return pool.components[slot].Inertialization, &pool.past[row]
}

// PastLibrary makes the past poses of the store belong to the present edition of its library. If they belonged to an
// older one until now, it returns that, and otherwise nil: poses that are not stored and that the two would give
// differently must be sampled from the result.
func (w Writer) PastLibrary() *assets.Library {
	old := w.store.edition
	if w.store.takeEdition(); old == nil || w.store.edition == nil || old == w.store.edition {
		return nil
	}
	return old.Library()
}

// takeEdition makes the past poses belong to the present edition of the library. Without any it takes none, so that the
// library need not copy anything when it changes.
func (s *PoseStore) takeEdition() {
	s.edition = nil
	for _, pool := range s.pools {
		if pool != nil && pool.inertia.used() > 0 {
			s.edition = s.library.Edition()
			return
		}
	}
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

// ShownPose returns the local pose in the inertialization buffer that the character in a slot showed when it was posed
// last, or nil if the buffer does not hold it.
func (p *Pool) ShownPose(slot int) []float32 {
	row := p.slots[slot].inertiaRow
	if row < 0 || p.past[row].shown < 0 || !p.past[row].IsStored(uint8(p.past[row].shown)) {
		return nil
	}
	return p.pastPose(row, int(p.past[row].shown))
}

// pastPose returns the memory for a past pose in a row.
func (p *Pool) pastPose(row int32, i int) []float32 {
	stride := rig.PoseSize(p.skeleton.Len())
	return p.inertia.row(row, p.inertiaStride)[i*stride:][:stride]
}

func (p *Pool) inertiaBuffer(slot int) []float32 {
	if slot < 0 || slot >= len(p.slots) || p.slots[slot].inertiaRow < 0 {
		return nil
	}
	return p.inertia.row(p.slots[slot].inertiaRow, p.inertiaStride)
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
	p.inertiaStride = p.inertiaSize()
	*row = p.inertia.take(p.inertiaStride)
	p.past = grown(p.past, int(*row)+1)
	p.past[*row] = PastPoses{shown: -1, counts: [InertiaPoses]int8{stored, stored, stored}}
	clear(p.inertiaBuffer(slot)) // snapshots contain what it holds, so equal worlds need equal bytes in it
	return true
}

// inertiaBytes returns how many bytes are saved of a row of inertialization buffers.
func (p *Pool) inertiaBytes(row int32) int {
	past, pose := &p.past[row], 4*rig.PoseSize(p.skeleton.Len())
	size := 4 + 4*p.inertiaStride
	for i := range past.counts {
		size += inputsSize
		if count := past.counts[i]; count != stored {
			size += int(count)*inputSize - pose
		}
	}
	return size
}

// putInertiaBuffer writes what is saved of a row of inertialization buffers and returns what remains of b.
func (p *Pool) putInertiaBuffer(b []byte, row int32) []byte {
	past := &p.past[row]
	codec.PutUint32(b, uint32(past.shown+1))
	b = b[4:]
	for i := range uint8(InertiaPoses) {
		if !past.IsStored(i) {
			inputs, level := past.Inputs(i)
			b = putInputs(b, inputs, level)
			continue
		}
		codec.PutUint32(b, storedPose)
		codec.PutUint32(b[4:], 0)
		b = codec.PutFloats(b[inputsSize:], p.pastPose(row, int(i)))
	}
	return codec.PutFloats(b, p.behindPoses(row))
}

// getInertiaBuffer restores a row of inertialization buffers and returns what remains of b.
func (p *Pool) getInertiaBuffer(b []byte, row int32) []byte {
	past := &p.past[row]
	past.shown = int8(min(codec.GetUint32(b), InertiaPoses)) - 1
	b = b[4:]
	for i := range uint8(InertiaPoses) {
		count, level := codec.GetUint32(b), codec.GetUint32(b[4:])
		b = b[inputsSize:]
		if count == storedPose {
			past.SetStored(i)
			b = codec.GetFloats(b, p.pastPose(row, int(i)))
			continue
		}
		past.counts[i], past.levels[i] = int8(count), uint8(level)
		for k := range count {
			past.inputs[i][k] = getInput(b)
			b = b[inputSize:]
		}
	}
	return codec.GetFloats(b, p.behindPoses(row))
}

// behindPoses returns what an inertialization buffer holds behind its poses.
func (p *Pool) behindPoses(row int32) []float32 {
	return p.inertia.row(row, p.inertiaStride)[InertiaPoses*rig.PoseSize(p.skeleton.Len()):]
}

// checkInertiaBuffer checks what a snapshot holds of an inertialization buffer and returns what remains of b.
func checkInertiaBuffer(b []byte, skeleton *assets.Skeleton, library *assets.Library) ([]byte, error) {
	pose := 4 * rig.PoseSize(skeleton.Len())
	behind := 4*(&Pool{skeleton: skeleton}).inertiaSize() - InertiaPoses*pose
	if len(b) < 4 {
		return nil, codec.ErrTruncated
	}
	b = b[4:]
	for range InertiaPoses {
		if len(b) < inputsSize {
			return nil, codec.ErrTruncated
		}
		count := codec.GetUint32(b)
		switch {
		case count == storedPose && len(b) < inputsSize+pose:
			return nil, codec.ErrTruncated
		case count == storedPose:
			b = b[inputsSize+pose:]
			continue
		case count > maxPastInputs:
			return nil, codec.Damaged("a past pose has %d blend inputs, and at most %d are possible", count, maxPastInputs)
		}
		var err error
		if b, err = checkInputs(b, skeleton, library); err != nil {
			return nil, err
		}
	}
	if len(b) < behind {
		return nil, codec.ErrTruncated
	}
	return b[behind:], nil
}
