package column

import (
	"math/bits"
	"unsafe"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/untyped"
)

// ID names a column. It is the column's index in a store.
type ID int

// The columns, in the order in which snapshots hold their rows.
const (
	KeptJoints ID = iota
	Inertialization
	GivenPose
	Modifiers
	Ragdoll
	GivenMorphs
	Garments
	Count
)

// Max is the largest number of columns of a store.
const Max = 8

// Column is a kind of state that belongs to characters.
type Column interface {
	// ID is the ID of the column.
	ID() ID
	// Component is the type of the component that asks for a row: a character without it has none.
	Component() untyped.Type
	// IsAutomatic reports that a character gets a row in the first frame in which it has the
	// component. Otherwise the feature gives it one.
	IsAutomatic() bool
	// NewRows returns the rows of a pool of characters of a skeleton.
	NewRows(skeleton *rig.Skeleton) Rows
	// NewScratch returns the column's scratch memory for a block, or nil.
	NewScratch() any
	// Check checks what a snapshot holds of a row and returns what remains of b. The error wraps
	// codec.ErrSnapshot.
	Check(b []byte, skeleton *rig.Skeleton, library *assets.Library) ([]byte, error)
	// Restored tells that a snapshot was restored, and how many rows there are.
	Restored(library *assets.Library, rows int)
}

// IDMapper is a [Column] whose rows hold IDs of assets.
type IDMapper interface {
	// MapIDs translates the IDs in what a snapshot holds of a row, which is at the beginning of b
	// and may be damaged: Check comes after it.
	MapIDs(b []byte, skeleton *rig.Skeleton, m *assetkeys.Mapper)
}

// Rows are the rows of a column in one pool.
type Rows interface {
	// Used returns how many rows are in use.
	Used() int
	// Reserve makes room for a number of rows.
	Reserve(rows int)
	// Take returns a row that is not in use, as a new one. Component is the component of its
	// character, or nil for a row that [Rows.Get] sets.
	Take(component unsafe.Pointer) int32
	// Release gives a row back. It reports whether the character must be posed in this frame,
	// because its last pose shows what the row held.
	Release(row int32) bool
	// Bind tells where the component of the row's character is until the next frame; nil if that is
	// not known. It reports whether the character must be posed in this frame, because the row
	// keeps something else from now on.
	Bind(row int32, component unsafe.Pointer) bool
	// Size returns how many bytes a snapshot needs for a row, or 0 if it leaves the row out. Put
	// writes them and Get reads them; both return what remains of b.
	Size(row int32, s *Saving) int
	Put(b []byte, row int32, s *Saving) []byte
	Get(b []byte, row int32, s *Saving) []byte
}

// Follower is [Rows] in which what a row keeps depends on what is in the component of its character.
type Follower interface {
	// Follow begins a frame in which the component is where it was in the last one, in place of
	// [Rows.Bind]. The character, which is not skipped, is posed in this frame.
	Follow(row int32)
}

// Saving is what a column must know to save a row.
type Saving struct {
	Library *assets.Library
	// IsShown reports that the next frame may still show the last pose, which the snapshot holds
	// too.
	IsShown bool
}

// Set is a set of columns: bit i stands for the column with ID i.
type Set uint16

// Unknown is the set of what no character has.
const Unknown Set = 1 << Max

// Has reports whether a column is in the set.
func (s Set) Has(id ID) bool { return s>>id&1 != 0 }

// First returns the first column of a set that is not empty.
func (s Set) First() ID { return ID(bits.TrailingZeros16(uint16(s))) }

// Of returns the set of one column.
func Of(id ID) Set { return 1 << id }
