package givenmorphs

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// Column is the column of given morph weights. A character gets a row by [Give].
type Column struct {
	column.Given[components.MorphOverride]
}

// ID implements [column.Column].
func (Column) ID() column.ID { return column.GivenMorphs }

// NewRows implements [column.Column].
func (Column) NewRows(skeleton *rig.Skeleton) column.Rows {
	r := &rows{morphs: skeleton.MorphCount()}
	r.Numbers.SetSize(r.size())
	return r
}

// A row holds for each number of [rig.Pose.Morphs] how much of what the clips give is kept, and
// then for each what is added to it.
const numbersOfMorph = 2

type rows struct {
	column.Numbered[struct{}, components.MorphOverride]
	morphs int // numbers of a pose
}

func (r *rows) size() int { return numbersOfMorph * r.morphs }

// of returns how much is kept of each number of the clips, and what is added to it.
func (r *rows) of(row int32) (kept, added []float32) {
	numbers := r.Numbers.Row(row)
	return numbers[:r.morphs], numbers[r.morphs:]
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	r.begin(row)
	return row
}

// begin makes a row leave all weights as the clips give them.
func (r *rows) begin(row int32) {
	kept, added := r.of(row)
	for i := range kept {
		kept[i], added[i] = 1, 0
	}
}

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	r.ReleaseRow(row)
	return true
}

// Size implements [column.Rows].
func (r *rows) Size(int32, *column.Saving) int { return 4 * r.size() }

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, _ *column.Saving) []byte {
	return codec.PutFloats(b, r.Numbers.Row(row))
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	return codec.GetFloats(b, r.Numbers.Row(row))
}

// Check implements [column.Column].
func (Column) Check(b []byte, skeleton *rig.Skeleton, _ *assets.Library) ([]byte, error) {
	n := 4 * numbersOfMorph * skeleton.MorphCount()
	if len(b) < n {
		return nil, codec.ErrTruncated
	}
	return b[n:], nil
}
