package keptjoints

import (
	"math"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
)

// Column is the column of kept model matrices.
type Column struct {
	column.Automatic[components.ModelPose]
}

// ID implements [column.Column].
func (Column) ID() column.ID { return column.KeptJoints }

// NewRows implements [column.Column].
func (Column) NewRows(skeleton *rig.Skeleton) column.Rows { return &rows{joints: skeleton.Len()} }

// rows are the rows of a pool. The matrices are in the memory of the sets.
type rows struct {
	column.List[kept, components.ModelPose]
	joints int // of the skeleton
	sets   []jointSet
}

// kept is where the matrices of a row are.
type kept struct {
	set   int32 // index of the set of joints, or none
	place int32 // index of the matrices in the memory of the set
}

// none is the set of a row that nobody told yet what to keep.
const none = -1

// unposed are the bits of the first number of a kept model matrix that no frame has computed yet.
// It is a NaN that no arithmetic makes.
const unposed = 0x7fc5eed0

// read returns the joints whose matrices a row holds, and the matrices.
func (r *rows) read(row int32) (joints []int16, matrices []float32) {
	at := r.At(row)
	if at.set == none {
		return nil, nil
	}
	set := &r.sets[at.set]
	return set.joints, set.matrices.Row(at.place)
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	*r.At(row) = kept{set: none}
	return row
}

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	if at := r.At(row); at.set != none {
		r.sets[at.set].release(at.place)
	}
	r.ReleaseRow(row)
	return true
}

// Bind implements [column.Rows]: the row keeps what the component selects.
func (r *rows) Bind(row int32, component unsafe.Pointer) (isPosed bool) {
	r.List.Bind(row, component)
	selected := (*components.ModelPose)(component)
	return selected != nil && r.keep(row, selected)
}

// Follow implements [column.Follower]: which joints are kept may change in every frame.
func (r *rows) Follow(row int32) {
	if selected := r.Component(row); selected != nil {
		r.keep(row, selected)
	}
}

// keep makes a row hold the matrices of the selected joints, and reports whether this changes
// anything. Joints that were kept before keep their matrices; the others have none until they are
// posed.
func (r *rows) keep(row int32, selected *components.ModelPose) (changed bool) {
	old := *r.At(row)
	if old.set != none && r.sets[old.set].selected == *selected {
		return false
	}
	i := r.set(*selected) // not the old one, which has a user
	set := &r.sets[i]
	at := kept{set: i, place: set.take()}
	*r.At(row) = at
	matrices := set.matrices.Row(at.place)
	for k, joint := range set.joints {
		matrix := matrices[k*rig.MatrixSize:][:rig.MatrixSize]
		if old.set != none {
			before := &r.sets[old.set]
			if from := int(before.index[joint]); from >= 0 {
				copy(matrix, before.matrices.Row(old.place)[from*rig.MatrixSize:])
				continue
			}
		}
		clear(matrix) // snapshots contain it, so equal worlds need equal bytes in it
		matrix[0] = math.Float32frombits(unposed)
	}
	if old.set != none {
		r.sets[old.set].release(old.place)
	}
	return true
}

// A snapshot holds of a row which joints are kept, and the matrices, which the next frame may read
// before it poses the character: it may be skipped, or depend on others that depend on it.

// selectedSize is how many bytes the selection takes.
const selectedSize = components.ModelPoseBits / 8

// Size implements [column.Rows].
func (r *rows) Size(row int32, _ *column.Saving) int {
	_, matrices := r.read(row)
	return selectedSize + 4*len(matrices)
}

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, _ *column.Saving) []byte {
	for _, word := range r.sets[r.At(row).set].selected.Joints {
		codec.PutUint64(b, word)
		b = b[8:]
	}
	_, matrices := r.read(row)
	return codec.PutFloats(b, matrices)
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	selected := getSelected(b)
	r.keep(row, &selected)
	_, matrices := r.read(row)
	return codec.GetFloats(b[selectedSize:], matrices)
}

// Check implements [column.Column].
func (Column) Check(b []byte, skeleton *rig.Skeleton, _ *assets.Library) ([]byte, error) {
	if len(b) < selectedSize {
		return nil, codec.ErrTruncated
	}
	selected := getSelected(b)
	n := selectedSize + 4*rig.MatrixSize*countSelected(&selected, skeleton.Len())
	if len(b) < n {
		return nil, codec.ErrTruncated
	}
	return b[n:], nil
}

// getSelected reads which joints are kept.
func getSelected(b []byte) (selected components.ModelPose) {
	for i := range selected.Joints {
		selected.Joints[i] = codec.GetUint64(b[8*i:])
	}
	return selected
}
