package inertialization

import (
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/posestore"
)

const (
	// maxSkipped is how many skipped frames are kept of a character, maxSkippedInputs how many
	// blend inputs of all of them.
	maxSkipped       = 8
	maxSkippedInputs = 16
)

// skippedFrames are the frames in which a character was skipped since it was posed last. When it is
// posed again they are gone through as if it had been posed in each of them, so that a decay is the
// same as that of a character that is posed in every frame: it begins where the motion changed, at
// the velocity that the character had there. Continuing the old motion over all frames that were
// skipped would throw joints as far as these are long.
type skippedFrames struct {
	count, inputCount uint8
	// isLost reports that there was no room for the blend inputs of a frame: then all frames count
	// as one.
	isLost bool
	frames [maxSkipped]skippedFrame
	inputs [maxSkippedInputs]motion.BlendInput // of the frames, one after the other
}

// skippedFrame is a frame in which a character was skipped.
type skippedFrame struct {
	seconds    float64 // of the character's time since the frame before
	duration   float64 // of the decay that begins in it
	begin, cut bool    // what [components.Inertialization] requested
	level      uint8   // of detail
	inputs     uint8   // how many blend inputs it has
}

// Skip keeps what the clips give in a frame in which the character in a slot is skipped, with the
// seconds and requests of its component.
func Skip(pool *posestore.Pool, slot int, n *components.Inertialization, inputs []motion.BlendInput) {
	r, row := of(pool), pool.Row(slot, column.Inertialization)
	if r == nil || row < 0 {
		return
	}
	r.At(row).skipped.add(skippedFrame{
		seconds: n.Waited, duration: n.Duration, begin: n.Begin, cut: n.Cut, level: uint8(pool.Level(slot)),
	}, inputs)
	n.Waited, n.Begin, n.Cut = 0, false, false
}

// add adds a frame.
func (s *skippedFrames) add(frame skippedFrame, inputs []motion.BlendInput) {
	if frame.cut { // what was before does not show any more
		*s = skippedFrames{}
	}
	s.isLost = s.isLost || len(inputs) > maxPastInputs
	if s.isLost { // only the sums matter
		inputs = nil
	}
	for int(s.count) == maxSkipped || int(s.inputCount)+len(inputs) > maxSkippedInputs {
		s.remove(s.leastNeeded())
	}
	frame.inputs = uint8(len(inputs))
	s.frames[s.count] = frame
	copy(s.inputs[s.inputCount:], inputs)
	s.count++
	s.inputCount += frame.inputs
}

// leastNeeded returns the index of the first frame that no decay needs: one begins from the two
// frames before it, and needs the frame after; the last two may yet be before one. If all are
// needed it returns 0.
func (s *skippedFrames) leastNeeded() int {
	begins := func(i int) bool { return i >= 0 && i < int(s.count) && s.frames[i].begin }
	for i := range int(s.count) - 2 {
		if !begins(i-1) && !begins(i) && !begins(i+1) && !begins(i+2) {
			return i
		}
	}
	return 0
}

// remove removes a frame, whose time the next one takes over. Without the first one that a decay
// needs, what was before cannot show any more.
func (s *skippedFrames) remove(i int) {
	at := 0
	for k := range i {
		at += int(s.frames[k].inputs)
	}
	gone := s.frames[i]
	copy(s.frames[i:], s.frames[i+1:s.count])
	copy(s.inputs[at:], s.inputs[at+int(gone.inputs):s.inputCount])
	s.count--
	s.inputCount -= gone.inputs
	if int(s.count) == i {
		return
	}
	next := &s.frames[i]
	next.seconds += gone.seconds
	if isNeeded := gone.begin || next.begin || i+1 < int(s.count) && s.frames[i+1].begin; isNeeded || gone.cut {
		next.cut = true
	}
}

// merge makes all frames one with that of the component, and forgets them.
func (s *skippedFrames) merge(n *components.Inertialization) {
	begin, cut := n.Begin, n.Cut
	for i := range s.frames[:s.count] {
		frame := &s.frames[i]
		n.Waited += frame.seconds
		if frame.begin && (!n.Begin || !(n.Duration > frame.duration)) {
			n.Duration = frame.duration // the longest counts
		}
		n.Begin, n.Cut = n.Begin || frame.begin, frame.cut || n.Cut && !frame.begin
	}
	n.Cut = cut || n.Cut && !begin
	s.forget()
}

// all reports whether something holds for the blend inputs and the level of detail of each frame.
func (s *skippedFrames) all(holds func(inputs []motion.BlendInput, level int) bool) bool {
	inputs := s.inputs[:s.inputCount]
	for i := range s.frames[:s.count] {
		frame := &s.frames[i]
		if !holds(inputs[:frame.inputs], int(frame.level)) {
			return false
		}
		inputs = inputs[frame.inputs:]
	}
	return true
}

// forget forgets all frames.
func (s *skippedFrames) forget() { s.count, s.inputCount, s.isLost = 0, 0, false }

// scratch is the pose of a skipped frame, while a worker goes through those of a character.
type scratch struct{ locals, weights []float32 }

// NewScratch implements [column.Column].
func (*Column) NewScratch() any { return &scratch{} }

// of returns the pose of the characters of a block.
func (s *scratch) of(b *posestore.Block) (locals, weights []float32) {
	morphs := b.Pool().Skeleton().MorphCount()
	if len(s.locals) < b.Stride() {
		s.locals = make([]float32, b.Stride())
	}
	if len(s.weights) < morphs {
		s.weights = make([]float32, morphs)
	}
	return s.locals[:b.Stride()], s.weights[:morphs]
}
