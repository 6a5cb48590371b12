package modifiers

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/solving"
)

// Column is the column of what solvers remember.
type Column struct {
	column.Automatic[components.Modifiers]
}

// ID implements [column.Column].
func (Column) ID() column.ID { return column.Modifiers }

// NewScratch implements [column.Column].
func (Column) NewScratch() any { return &scratch{} }

// NewRows implements [column.Column].
func (Column) NewRows(*rig.Skeleton) column.Rows { return &rows{} }

type rows struct {
	column.List[Run, components.Modifiers]
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 { return r.TakeRow(component) }

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	*r.At(row) = Run{}
	r.ReleaseRow(row)
	return false
}

// A snapshot holds of a row a head, the Transform before and the state of the solvers if they
// remember something, what is shown if the last pose may still show, and what each foot stands on.
const (
	headSize       = 24
	carrierSize    = 8 // without the numbers
	carrierNumbers = assets.MatrixSize + 3
)

// saved returns how many numbers of the state and of what is shown are saved of a row, and whether
// anything is.
func (r *rows) saved(row int32, s *column.Saving) (numbers, shown int, ok bool) {
	run := r.At(row)
	if run.Stack == nil || (*solving.Stack)(s.Library.ModifierStack(run.ID)) != run.Stack {
		return 0, 0, false
	}
	if !run.IsFresh {
		numbers = len(run.State)
	}
	if s.IsShown && run.HasShown {
		shown = len(run.Shown)
	}
	return numbers, shown, true
}

// size returns how many bytes a number of state and of what is shown take.
func size(numbers, shown int) int {
	if numbers > 0 {
		numbers += assets.MatrixSize
	}
	return headSize + 4*(numbers+shown)
}

// Size implements [column.Rows].
func (r *rows) Size(row int32, s *column.Saving) int {
	numbers, shown, ok := r.saved(row, s)
	if !ok {
		return 0
	}
	n := size(numbers, shown)
	carriers := r.At(row).Carriers
	for i := range carriers {
		n += carrierSize
		if !carriers[i].Entity.IsZero() {
			n += 4 * carrierNumbers
		}
	}
	return n
}

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, s *column.Saving) []byte {
	run := r.At(row)
	numbers, shown, _ := r.saved(row, s)
	codec.PutUint32(b, uint32(run.ID))
	codec.PutUint32(b[4:], uint32(numbers))
	codec.PutFloat64(b[8:], run.Waited)
	codec.PutUint64(b[16:], uint64(shown))
	b = b[headSize:]
	if numbers > 0 {
		b = codec.PutFloats(codec.PutFloats(b, run.Motion.Before[:]), run.State)
	}
	b = codec.PutFloats(b, run.Shown[:shown])
	for i := range run.Carriers {
		c := &run.Carriers[i]
		codec.PutEntity(b, c.Entity)
		if b = b[carrierSize:]; !c.Entity.IsZero() {
			b = codec.PutFloats(codec.PutFloats(b, c.Before[:]), c.Point[:])
		}
	}
	return b
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, s *column.Saving) []byte {
	run := r.At(row)
	id, numbers := id.ModifierStack(codec.GetUint32(b)), codec.GetUint32(b[4:])
	run.SetStack((*solving.Stack)(s.Library.ModifierStack(id)), id)
	run.Reset()
	run.Waited = codec.GetFloat64(b[8:])
	run.HasShown = codec.GetUint64(b[16:]) > 0
	b = b[headSize:]
	if numbers > 0 {
		run.IsFresh = false
		b = codec.GetFloats(codec.GetFloats(b, run.Motion.Before[:]), run.State)
	}
	if run.HasShown {
		b = codec.GetFloats(b, run.Shown)
	}
	for i := range run.Carriers {
		c := &run.Carriers[i]
		*c = Carrier{Entity: codec.GetEntity(b)}
		run.IsCarried = run.IsCarried || !c.Entity.IsZero()
		if b = b[carrierSize:]; !c.Entity.IsZero() {
			b = codec.GetFloats(codec.GetFloats(b, c.Before[:]), c.Point[:])
		}
	}
	return b
}

// MapIDs implements [column.IDMapper].
func (Column) MapIDs(b []byte, _ *rig.Skeleton, m *assetkeys.Mapper) {
	if len(b) >= headSize {
		m.Map(assetkeys.ModifierStack, b)
	}
}

// Check implements [column.Column].
func (Column) Check(b []byte, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error) {
	if len(b) < headSize {
		return nil, codec.ErrTruncated
	}
	id, numbers, shown := id.ModifierStack(codec.GetUint32(b)), codec.GetUint32(b[4:]), codec.GetUint64(b[16:])
	stack := (*solving.Stack)(library.ModifierStack(id))
	if stack == nil || stack.Skeleton() != skeleton || numbers != 0 && int64(numbers) != int64(stack.StateSize()) ||
		shown != 0 && shown != uint64(stack.ShownSize()) {
		return nil, codec.Damaged("%v does not remember %d numbers and show %d for skeleton %q",
			id, numbers, shown, skeleton.Name())
	}
	n := size(int(numbers), int(shown))
	for range stack.FootProbes() {
		if len(b) < n+carrierSize {
			return nil, codec.ErrTruncated
		}
		entity := codec.GetEntity(b[n:])
		if n += carrierSize; !entity.IsZero() {
			n += 4 * carrierNumbers
		}
	}
	if len(b) < n {
		return nil, codec.ErrTruncated
	}
	return b[n:], nil
}
