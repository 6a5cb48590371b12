package inertialization

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/internal/prefetch"
)

// Poses is the number of local poses that are kept of a character with a
// [components.Inertialization]: the two that the velocity is taken from, and the last one shown.
const Poses = 3

// pastPoses tells of the past poses of a character whether its inertialization buffer holds them. A
// pose that is just what the clips give is not stored in every frame: what it was sampled from
// takes much less memory. Whoever needs such a pose samples it into the buffer, to the same bits,
// and calls [pastPoses.setStored].
type pastPoses struct {
	shown  int8         // index of the pose that was shown last, or -1
	counts [Poses]int8  // the number of blend inputs that a pose was sampled from, or stored
	levels [Poses]uint8 // the level of detail that it was sampled at
	// isPlain reports that the pose shown last is what the clips and the decay gave, and nothing
	// else.
	isPlain bool
	// ages are how many seconds old the decay was that shows in a pose that is not stored besides
	// its blend inputs, or noDecay.
	ages [Poses]float32
	// skipped comes before inputs, so that its counts, which each frame reads, are in the cache line
	// of what is above.
	skipped skippedFrames
	inputs  [Poses][maxPastInputs]motion.BlendInput
}

// noDecay is the age of a decay that does not show.
const noDecay = -1

// stored is the number of blend inputs of a pose that the buffer holds.
const stored = -1

// maxPastInputs is the largest number of blend inputs that are remembered of a past pose; a pose of
// more is stored.
const maxPastInputs = 8

// remember makes past pose i the one that blend inputs give at a level of detail with a decay of
// some age, and reports whether there is room for them. Without room it changes nothing.
func (p *pastPoses) remember(i uint8, inputs []motion.BlendInput, level int, age float32) bool {
	if len(inputs) > maxPastInputs {
		return false
	}
	p.counts[i], p.levels[i], p.ages[i] = int8(len(inputs)), uint8(level), age
	if len(inputs) == 1 {
		p.inputs[i][0] = inputs[0] // the usual case
	} else {
		copy(p.inputs[i][:], inputs)
	}
	return true
}

// copy makes what is known of past pose to the same as of past pose from.
func (p *pastPoses) copy(to, from uint8) {
	p.counts[to], p.levels[to], p.inputs[to] = p.counts[from], p.levels[from], p.inputs[from]
	p.ages[to] = p.ages[from]
}

// prefetch asks the processor for what [pastPoses.remember] will write if past pose i is the newest
// one now.
func (p *pastPoses) prefetch(i uint8) {
	prefetch.Lines(p, 1)
	prefetch.Within(p, unsafe.Offsetof(p.inputs)+uintptr((i+1)%Poses)*unsafe.Sizeof(p.inputs[0]), 1)
}

// setStored makes past pose i the one that the inertialization buffer holds.
func (p *pastPoses) setStored(i uint8) { p.counts[i], p.ages[i] = stored, noDecay }

// isStored reports whether the inertialization buffer holds past pose i.
func (p *pastPoses) isStored(i uint8) bool { return p.counts[i] == stored }

// inputsOf returns the blend inputs and the level of detail that past pose i was sampled from, if
// it is not stored.
func (p *pastPoses) inputsOf(i uint8) (inputs []motion.BlendInput, level int) {
	return p.inputs[i][:max(p.counts[i], 0)], int(p.levels[i])
}

// setShown records that the character shows past pose i in this frame.
func (p *pastPoses) setShown(i uint8) { p.shown = int8(i) }
