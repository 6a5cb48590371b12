package inertialization

import (
	"math"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/inertia"
)

// Column is the column of past poses and decaying differences.
type Column struct {
	column.Automatic[components.Inertialization]
	// edition is the edition of the library to which past poses belong that are not stored; nil if
	// there are none.
	edition *assets.Edition
}

// ID implements [column.Column].
func (*Column) ID() column.ID { return column.Inertialization }

// Restored implements [column.Column]: the past poses of a snapshot belong to the present edition.
func (c *Column) Restored(library *assets.Library, rows int) { c.takeEdition(library, rows > 0) }

// takeEdition makes the past poses belong to the present edition of the library. Without any it
// takes none, so that the library need not copy anything when it changes.
func (c *Column) takeEdition(library *assets.Library, isUsed bool) {
	if c.edition = nil; isUsed {
		c.edition = library.Edition()
	}
}

// NewRows implements [column.Column].
func (*Column) NewRows(skeleton *rig.Skeleton) column.Rows {
	r := &rows{pose: kernel.PoseSize(skeleton.Len())}
	r.Numbers.SetSize(bufferSize(skeleton))
	return r
}

// rows are the rows of a pool. The buffer of a row holds the numbers that the component must
// remember and does not hold itself, in order:
//
//   - [Poses] local poses, [kernel.PoseSize] numbers each; one that is not stored (see [pastPoses])
//     is undefined;
//   - the decaying difference of the joints, inertia.Size numbers;
//   - the morph weights of the poses, [rig.Skeleton.MorphCount] numbers each;
//   - the decaying difference of each morph weight, inertia.ScalarSize numbers each;
//   - room up to a whole row, so that every pose begins at the beginning of a row.
type rows struct {
	column.Numbered[pastPoses, components.Inertialization]
	pose int // length of a pose
}

// bufferSize returns the length of a buffer.
func bufferSize(skeleton *rig.Skeleton) int {
	pose, morphs := kernel.PoseSize(skeleton.Len()), skeleton.MorphCount()
	size := Poses*(pose+morphs) + inertia.Size(pose/kernel.GroupSize) + morphs*inertia.ScalarSize
	return (size + kernel.Lanes - 1) / kernel.Lanes * kernel.Lanes
}

// poseAt returns the memory for a past pose of a row.
func (r *rows) poseAt(row int32, i int) []float32 { return r.Numbers.Row(row)[i*r.pose:][:r.pose] }

// afterPoses returns what the buffer of a row holds after its poses.
func (r *rows) afterPoses(row int32) []float32 { return r.Numbers.Row(row)[Poses*r.pose:] }

// Take implements [column.Rows]. A new buffer knows no past, so the component's record of the past
// is cleared with it.
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	past := r.At(row)
	past.shown, past.isPlain = -1, false
	for i := range uint8(Poses) {
		past.setStored(i)
	}
	past.skipped.forget()
	clear(r.Numbers.Row(row)) // snapshots contain what it holds, so equal worlds need equal bytes in it
	if c := r.Component(row); c != nil {
		*c = components.Inertialization{Duration: c.Duration, Begin: c.Begin, Cut: c.Cut}
	}
	return row
}

// Release implements [column.Rows]. The last pose may show a decay, and only the buffer knows it.
func (r *rows) Release(row int32) bool {
	r.ReleaseRow(row)
	return true
}

// PosedInputs returns the blend inputs and the level of detail from which the pose shown last was
// sampled, if the row holds them.
func (r *rows) PosedInputs(row int32) (inputs []motion.BlendInput, level int, ok bool) {
	past := r.At(row)
	if past.shown < 0 || past.isStored(uint8(past.shown)) {
		return nil, 0, false
	}
	inputs, level = past.inputsOf(uint8(past.shown))
	return inputs, level, true
}

// A snapshot holds of a row which of the past poses was shown; for each of them either the numbers
// or the blend inputs and the age of the decay; the skipped frames, with a number of flags before
// them and their number; and what the buffer holds after the poses.

// storedPose stands in the place of the number of blend inputs: the numbers of the pose follow.
const storedPose = 1<<32 - 1

const (
	ageSize     = 4
	skippedSize = 8  // of what comes before skipped frames
	frameSize   = 20 // of a skipped frame, without its blend inputs
)

// Size implements [column.Rows].
func (r *rows) Size(row int32, _ *column.Saving) int {
	past := r.At(row)
	size := 4 + 4*r.Numbers.Size()
	for i := range past.counts {
		size += column.InputsSize
		if count := past.counts[i]; count != stored {
			size += int(count)*column.InputSize + ageSize - 4*r.pose
		}
	}
	skipped := &past.skipped
	return size + skippedSize + int(skipped.count)*(frameSize+column.InputsSize) +
		int(skipped.inputCount)*column.InputSize
}

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, _ *column.Saving) []byte {
	past := r.At(row)
	codec.PutUint32(b, uint32(past.shown+1))
	b = b[4:]
	for i := range uint8(Poses) {
		if !past.isStored(i) {
			inputs, level := past.inputsOf(i)
			b = column.PutInputs(b, inputs, level)
			codec.PutFloat32(b, past.ages[i])
			b = b[ageSize:]
			continue
		}
		codec.PutUint32(b, storedPose)
		codec.PutUint32(b[4:], 0)
		b = codec.PutFloats(b[column.InputsSize:], r.poseAt(row, int(i)))
	}
	codec.PutUint32(b, uint32(codec.Flag(past.isPlain, 1)|codec.Flag(past.skipped.isLost, 2)))
	return codec.PutFloats(past.skipped.put(b[4:]), r.afterPoses(row))
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	past := r.At(row)
	past.shown = int8(min(codec.GetUint32(b), Poses)) - 1
	b = b[4:]
	for i := range uint8(Poses) {
		count, level := codec.GetUint32(b), codec.GetUint32(b[4:])
		b = b[column.InputsSize:]
		if count == storedPose {
			past.setStored(i)
			b = codec.GetFloats(b, r.poseAt(row, int(i)))
			continue
		}
		past.counts[i], past.levels[i] = int8(count), uint8(level)
		for k := range count {
			past.inputs[i][k] = column.GetInput(b)
			b = b[column.InputSize:]
		}
		if past.ages[i] = codec.GetFloat32(b); !(past.ages[i] >= 0 && past.ages[i] <= math.MaxFloat32) {
			past.ages[i] = noDecay
		}
		b = b[ageSize:]
	}
	flags := codec.GetUint32(b)
	past.isPlain, past.skipped.isLost = flags&1 != 0, flags&2 != 0
	return codec.GetFloats(past.skipped.get(b[4:]), r.afterPoses(row))
}

// MapIDs implements [column.IDMapper].
func (*Column) MapIDs(b []byte, skeleton *rig.Skeleton, m *assetkeys.Mapper) {
	stored := column.InputsSize + 4*kernel.PoseSize(skeleton.Len())
	if len(b) < 4 {
		return
	}
	b = b[4:]
	for range Poses {
		switch {
		case len(b) < column.InputsSize:
			return
		case codec.GetUint32(b) != storedPose:
			if b = column.MapInputs(b, m); len(b) < ageSize {
				return
			}
			b = b[ageSize:]
		case len(b) < stored:
			return
		default:
			b = b[stored:]
		}
	}
	if len(b) < skippedSize {
		return
	}
	frames := codec.GetUint32(b[4:])
	b = b[skippedSize:]
	for ; frames > 0 && len(b) >= frameSize; frames-- {
		b = column.MapInputs(b[frameSize:], m)
	}
}

// Check implements [column.Column].
func (*Column) Check(b []byte, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error) {
	pose := 4 * kernel.PoseSize(skeleton.Len())
	after := 4*bufferSize(skeleton) - Poses*pose
	if len(b) < 4 {
		return nil, codec.ErrTruncated
	}
	b = b[4:]
	var err error
	for range Poses {
		if len(b) < column.InputsSize {
			return nil, codec.ErrTruncated
		}
		if codec.GetUint32(b) == storedPose {
			if len(b) < column.InputsSize+pose {
				return nil, codec.ErrTruncated
			}
			b = b[column.InputsSize+pose:]
			continue
		}
		if b, err = checkInputs(b, "past pose", skeleton, library); err != nil {
			return nil, err
		}
		if len(b) < ageSize {
			return nil, codec.ErrTruncated
		}
		b = b[ageSize:]
	}
	if b, err = checkSkipped(b, skeleton, library); err != nil {
		return nil, err
	}
	if len(b) < after {
		return nil, codec.ErrTruncated
	}
	return b[after:], nil
}

// checkInputs checks the blend inputs of a pose, which is named, and returns what remains of b.
func checkInputs(b []byte, of string, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < column.InputsSize {
		return nil, codec.ErrTruncated
	}
	if count := codec.GetUint32(b); count > maxPastInputs {
		return nil, codec.Damaged("expected at most %d blend inputs of a %s, found %d", maxPastInputs, of, count)
	}
	return column.CheckInputs(b, skeleton, library)
}

// checkSkipped checks the skipped frames of a row and returns what remains of b.
func checkSkipped(b []byte, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < skippedSize {
		return nil, codec.ErrTruncated
	}
	frames, inputs := codec.GetUint32(b[4:]), uint32(0)
	if frames > maxSkipped {
		return nil, codec.Damaged("expected at most %d skipped frames of a character, found %d", maxSkipped, frames)
	}
	b = b[skippedSize:]
	for range frames {
		if len(b) < frameSize+column.InputsSize {
			return nil, codec.ErrTruncated
		}
		b = b[frameSize:]
		inputs += min(codec.GetUint32(b), maxPastInputs+1)
		var err error
		if b, err = checkInputs(b, "skipped frame", skeleton, library); err != nil {
			return nil, err
		}
	}
	if inputs > maxSkippedInputs {
		return nil, codec.Damaged("expected at most %d blend inputs of the skipped frames of a character, found %d",
			maxSkippedInputs, inputs)
	}
	return b, nil
}

// put writes the frames and returns what remains of b.
func (s *skippedFrames) put(b []byte) []byte {
	codec.PutUint32(b, uint32(s.count))
	b = b[4:]
	inputs := s.inputs[:s.inputCount]
	for i := range s.frames[:s.count] {
		frame := &s.frames[i]
		codec.PutFloat64(b, frame.seconds)
		codec.PutFloat64(b[8:], frame.duration)
		codec.PutUint32(b[16:], uint32(codec.Flag(frame.begin, 1)|codec.Flag(frame.cut, 2)))
		b = column.PutInputs(b[frameSize:], inputs[:frame.inputs], int(frame.level))
		inputs = inputs[frame.inputs:]
	}
	return b
}

// get reads frames that put wrote and returns what remains of b.
func (s *skippedFrames) get(b []byte) []byte {
	s.count, s.inputCount = uint8(codec.GetUint32(b)), 0
	b = b[4:]
	for i := range s.frames[:s.count] {
		flags := codec.GetUint32(b[16:])
		s.frames[i] = skippedFrame{
			seconds: codec.GetFloat64(b), duration: codec.GetFloat64(b[8:]), begin: flags&1 != 0, cut: flags&2 != 0,
			inputs: uint8(codec.GetUint32(b[frameSize:])), level: uint8(codec.GetUint32(b[frameSize+4:])),
		}
		b = b[frameSize+column.InputsSize:]
		for range s.frames[i].inputs {
			s.inputs[s.inputCount] = column.GetInput(b)
			s.inputCount++
			b = b[column.InputSize:]
		}
	}
	return b
}
