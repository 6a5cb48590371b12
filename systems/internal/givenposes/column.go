package givenposes

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
)

// Column is the column of given poses. A character gets a row by [Give].
type Column struct {
	column.Given[components.PoseOverride]
}

// ID implements [column.Column].
func (Column) ID() column.ID { return column.GivenPose }

// NewRows implements [column.Column].
func (Column) NewRows(skeleton *rig.Skeleton) column.Rows {
	r := &rows{stride: kernel.PoseSize(skeleton.Len())}
	r.Numbers.SetSize(posesInRow * r.stride)
	return r
}

// posesInRow is the number of local poses in a row: the pose that is shown, and the one that the
// next frame shows. A skipped character still shows the old one.
const posesInRow = 2

// state is what is known of the poses in a row.
type state struct {
	next   int8    // index of the pose that the next frame shows
	shown  int8    // index of the pose that the last frame showed, or -1
	weight float32 // the weight that the last frame gave it
}

type rows struct {
	column.Numbered[state, components.PoseOverride]
	stride int // length of a pose
}

// pose returns one of the poses of a row.
func (r *rows) pose(row int32, i int8) []float32 {
	return r.Numbers.Row(row)[int(i)*r.stride:][:r.stride]
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	*r.At(row) = state{shown: -1}
	return row
}

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	r.ReleaseRow(row)
	return true
}

// A snapshot holds of a row a head, the pose that the next frame shows, and, if it is another one,
// the pose that is shown.
const headSize = 8 // the weight shown, and what is shown

// What is shown of the poses in a row.
const (
	shownNone = iota
	shownNext
	shownOther // it follows
)

// saved returns what is saved of a row as shown: a pose that the next frame cannot show any more is
// left out.
func (r *rows) saved(row int32, s *column.Saving) byte {
	switch at := r.At(row); {
	case !s.IsShown || at.shown < 0:
		return shownNone
	case at.shown == at.next:
		return shownNext
	}
	return shownOther
}

// size returns how many bytes a row takes in a snapshot.
func size(shown uint32, stride int) int {
	if shown == shownOther {
		return headSize + 2*4*stride
	}
	return headSize + 4*stride
}

// Size implements [column.Rows].
func (r *rows) Size(row int32, s *column.Saving) int { return size(uint32(r.saved(row, s)), r.stride) }

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, s *column.Saving) []byte {
	at, shown := r.At(row), r.saved(row, s)
	weight := at.weight
	if shown == shownNone {
		weight = 0
	}
	codec.PutFloat32(b, weight)
	codec.PutUint32(b[4:], uint32(shown))
	b = codec.PutFloats(b[headSize:], r.pose(row, at.next))
	if shown == shownOther {
		b = codec.PutFloats(b, r.pose(row, at.shown))
	}
	return b
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	at := state{weight: codec.GetFloat32(b), shown: -1}
	shown := codec.GetUint32(b[4:])
	b = codec.GetFloats(b[headSize:], r.pose(row, 0))
	switch shown {
	case shownNext:
		at.shown = 0
	case shownOther:
		at.shown = 1
		b = codec.GetFloats(b, r.pose(row, 1))
	}
	*r.At(row) = at
	return b
}

// Check implements [column.Column].
func (Column) Check(b []byte, skeleton *rig.Skeleton, _ *assets.Library) ([]byte, error) {
	if len(b) < headSize {
		return nil, codec.ErrTruncated
	}
	shown := codec.GetUint32(b[4:])
	if shown > shownOther {
		return nil, codec.Damaged("a given pose is shown in the unknown way %d", shown)
	}
	n := size(shown, kernel.PoseSize(skeleton.Len()))
	if len(b) < n {
		return nil, codec.ErrTruncated
	}
	return b[n:], nil
}
