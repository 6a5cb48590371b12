package posecount

import (
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	_ "github.com/sinew-go/sinew/components" // whose table this package adds to
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/codec"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/posestore"
)

// Component counts the frames that pose its character.
type Component struct {
	// Step is how much each frame adds to the count.
	Step uint32
}

var componentRow = componenttable.Saved(componenttable.Codec[Component]{Size: 4, Put: put, Get: get})

func init() { componenttable.Add(componentRow) }

func put(b []byte, c *Component) []byte {
	codec.PutUint32(b, c.Step)
	return b[4:]
}

func get(b []byte, c *Component) []byte {
	c.Step = codec.GetUint32(b)
	return b[4:]
}

// ID is the ID of the column, after those that every store has.
const ID = column.Count

// Count is the state of a character.
type Count struct {
	Frames uint64
	Root   [3]float32 // translation of joint 0 in the last frame
}

// Column is the column of counts.
type Column struct{ column.Automatic[Component] }

// ID implements [column.Column].
func (Column) ID() column.ID { return ID }

// NewRows implements [column.Column].
func (Column) NewRows(*rig.Skeleton) column.Rows { return &rows{} }

// size is how many bytes a snapshot needs for a row.
const size = 8 + 3*4

// Check implements [column.Column].
func (Column) Check(b []byte, _ *rig.Skeleton, _ *assets.Library) ([]byte, error) {
	if len(b) < size {
		return nil, codec.ErrTruncated
	}
	return b[size:], nil
}

type rows struct {
	column.List[Count, Component]
}

// Take implements [column.Rows].
func (r *rows) Take(component unsafe.Pointer) int32 {
	row := r.TakeRow(component)
	*r.At(row) = Count{}
	return row
}

// Release implements [column.Rows].
func (r *rows) Release(row int32) bool {
	r.ReleaseRow(row)
	return false
}

// Size implements [column.Rows].
func (*rows) Size(int32, *column.Saving) int { return size }

// Put implements [column.Rows].
func (r *rows) Put(b []byte, row int32, _ *column.Saving) []byte {
	codec.PutUint64(b, r.At(row).Frames)
	return codec.PutFloats(b[8:], r.At(row).Root[:])
}

// Get implements [column.Rows].
func (r *rows) Get(b []byte, row int32, _ *column.Saving) []byte {
	r.At(row).Frames = codec.GetUint64(b)
	return codec.GetFloats(b[8:], r.At(row).Root[:])
}

// System is the block system that counts.
type System struct{}

// Name implements [ecs.BlockSystem].
func (System) Name() string { return "CountPoses" }

// RunBlock implements [ecs.BlockSystem].
func (System) RunBlock(_ *ecs.Frame, block *ecs.Block) {
	b := (*posestore.Block)(block)
	r, ok := b.Pool().Rows(ID).(*rows)
	if !ok || r.Used() == 0 {
		return
	}
	for lane := range b.Lanes() {
		row := b.Pool().Row(b.Slot(lane), ID)
		if row < 0 {
			continue
		}
		r.At(row).Frames += uint64(r.Component(row).Step)
		r.At(row).Root = rig.JointAt(b.Local(lane), 0).Translation
	}
}

// Of returns the count of the character in a slot, or false if it has none.
func Of(pool *posestore.Pool, slot int) (Count, bool) {
	r, ok := pool.Rows(ID).(*rows)
	row := pool.Row(slot, ID)
	if !ok || row < 0 {
		return Count{}, false
	}
	return *r.At(row), true
}
