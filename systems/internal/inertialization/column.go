package inertialization

import (
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

// behindPoses returns what the buffer of a row holds after its poses.
func (r *rows) behindPoses(row int32) []float32 { return r.Numbers.Row(row)[Poses*r.pose:] }

// Take implements [column.Rows]. A new buffer knows no past, so the component's record of the past
// is cleared with it.
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	past := r.At(row)
	past.shown = -1
	for i := range past.counts {
		past.counts[i] = stored
	}
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
// or the blend inputs; and what the buffer holds after them.

// storedPose stands in the place of the number of blend inputs: the numbers of the pose follow.
const storedPose = 1<<32 - 1

// Size implements [column.Rows].
func (r *rows) Size(row int32, _ *column.Saving) int {
	past := r.At(row)
	size := 4 + 4*r.Numbers.Size()
	for i := range past.counts {
		size += column.InputsSize
		if count := past.counts[i]; count != stored {
			size += int(count)*column.InputSize - 4*r.pose
		}
	}
	return size
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
			continue
		}
		codec.PutUint32(b, storedPose)
		codec.PutUint32(b[4:], 0)
		b = codec.PutFloats(b[column.InputsSize:], r.poseAt(row, int(i)))
	}
	return codec.PutFloats(b, r.behindPoses(row))
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
	}
	return codec.GetFloats(b, r.behindPoses(row))
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
			b = column.MapInputs(b, m)
		case len(b) < stored:
			return
		default:
			b = b[stored:]
		}
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
	for range Poses {
		if len(b) < column.InputsSize {
			return nil, codec.ErrTruncated
		}
		count := codec.GetUint32(b)
		switch {
		case count == storedPose && len(b) < column.InputsSize+pose:
			return nil, codec.ErrTruncated
		case count == storedPose:
			b = b[column.InputsSize+pose:]
			continue
		case count > maxPastInputs:
			return nil, codec.Damaged("expected at most %d blend inputs of a past pose, found %d", maxPastInputs,
				count)
		}
		var err error
		if b, err = column.CheckInputs(b, skeleton, library); err != nil {
			return nil, err
		}
	}
	if len(b) < after {
		return nil, codec.ErrTruncated
	}
	return b[after:], nil
}
