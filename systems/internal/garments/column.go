package garments

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Column is the column of the local poses of garments and their wearers. [Wear] gives both a row;
// they have the component because Attachments need the model matrices of a target.
type Column struct {
	column.Given[components.ModelPose]
}

// ID implements [column.Column].
func (Column) ID() column.ID { return column.Garments }

// NewRows implements [column.Column].
func (Column) NewRows(skeleton *rig.Skeleton) column.Rows {
	r := &rows{skeleton: skeleton}
	r.Numbers.SetSize(kernel.PoseSize(skeleton.Len()))
	return r
}

// state is what is known of a row.
type state struct {
	isUsed  bool // by the present frame, or the last one; otherwise the row is empty
	isPosed bool // the pose of the row was shown
	wearer  wearer
}

// wearer is whose pose a garment takes; without a pool it takes none. It is found anew in each
// frame.
type wearer struct {
	pool *posestore.Pool
	slot int32
	*match
}

type rows struct {
	column.Numbered[state, components.ModelPose]
	skeleton *rig.Skeleton
	matches  []*match
	asked    int // how often a match was asked for
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	*r.At(row) = state{}
	return row
}

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	*r.At(row) = state{}
	r.ReleaseRow(row)
	return false
}

// Bind implements [column.Rows]. It begins a frame: a row that the last one did not use is empty.
func (r *rows) Bind(row int32, component unsafe.Pointer) bool {
	r.List.Bind(row, component)
	r.Follow(row)
	return false
}

// Follow implements [column.Follower]: who wears what may change in every frame.
func (r *rows) Follow(row int32) {
	at := r.At(row)
	*at = state{isPosed: at.isPosed && at.isUsed}
}

// A snapshot holds the pose of a row: the next frame may not pose a wearer, and yet a new garment.

// Size implements [column.Rows].
func (r *rows) Size(row int32, _ *column.Saving) int {
	if at := r.At(row); !at.isUsed || !at.isPosed {
		return 0
	}
	return 4 * r.Numbers.Size()
}

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, _ *column.Saving) []byte {
	return codec.PutFloats(b, r.Numbers.Row(row))
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	*r.At(row) = state{isUsed: true, isPosed: true}
	return codec.GetFloats(b, r.Numbers.Row(row))
}

// Check implements [column.Column].
func (Column) Check(b []byte, skeleton *rig.Skeleton, _ *assets.Library) ([]byte, error) {
	n := 4 * kernel.PoseSize(skeleton.Len())
	if len(b) < n {
		return nil, codec.ErrTruncated
	}
	return b[n:], nil
}
