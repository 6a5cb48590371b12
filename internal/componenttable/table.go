package componenttable

import (
	"fmt"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Saving is who saves a component.
type Saving uint8

// Who saves a component.
const (
	// BySnapshot components are in snapshots of the animation, by the functions of their row.
	BySnapshot Saving = iota
	// ByRecord components are in snapshots as a part of a character's record itself.
	ByRecord
	// BySession components are saved by package rollback only, because no system changes them.
	BySession
	// ByNobody components are made anew in the next frame.
	ByNobody
)

// Row describes a component.
type Row struct {
	// Type is the type of the component, Reason why snapshots of the animation have no values of
	// it, if so.
	Type   untyped.Type
	Saving Saving
	Reason string
	// IsOfAttached reports that snapshots also have the component of entities with an Attachment
	// that are no characters.
	IsOfAttached bool

	// The rest is of rows that are saved by snapshots.

	// Size is how many bytes a value takes, or of one that varies the least.
	Size int
	// Extra returns how many bytes a value takes beyond Size; nil if none.
	Extra func(value unsafe.Pointer) int
	// Put writes a value to the beginning of b, Get reads it. Both return what remains of b. Get
	// sets every field.
	Put, Get func(b []byte, value unsafe.Pointer) []byte
	// Encoded returns how many bytes the value at the beginning of b takes, which may be more than
	// b has if b ends too early; nil if always Size.
	Encoded func(b []byte) int
	// Check returns an error if Get must not read the value that b holds; nil if it may read
	// anything. Known reports whether an entity was ever in the world.
	Check func(b []byte, known func(arche.Entity) bool) error
	// IDs are the IDs of assets that each value holds. MoreIDs translates the others in the value
	// that b holds, which are in what is beyond Size; nil if there are none.
	IDs     []ID
	MoreIDs func(b []byte, m *assetkeys.Mapper)
}

// ID is where in the bytes of a value the ID of an asset is.
type ID struct {
	Kind assetkeys.Kind
	At   int
}

// MapIDs translates the IDs in the value at the beginning of b.
func (r *Row) MapIDs(b []byte, m *assetkeys.Mapper) {
	for _, f := range r.IDs {
		if !m.Repeat(f.Kind, b[f.At:]) {
			m.Map(f.Kind, b[f.At:])
		}
	}
	if r.MoreIDs != nil {
		r.MoreIDs(b, m)
	}
}

// HasIDs reports whether values may hold IDs.
func (r *Row) HasIDs() bool { return len(r.IDs) > 0 || r.MoreIDs != nil }

// EncodedSize returns how many bytes the value at the beginning of b takes; see Encoded.
func (r *Row) EncodedSize(b []byte) int {
	if r.Encoded == nil {
		return r.Size
	}
	return r.Encoded(b)
}

// Codec are the functions of a [Row] for components of type T.
type Codec[T any] struct {
	Size         int
	Extra        func(*T) int
	Put, Get     func([]byte, *T) []byte
	Encoded      func([]byte) int
	Check        func([]byte, func(arche.Entity) bool) error
	IDs          []ID
	MoreIDs      func([]byte, *assetkeys.Mapper)
	IsOfAttached bool
}

// Saved returns the row of a component that snapshots save.
func Saved[T any](c Codec[T]) Row {
	return saved(untyped.TypeFor[T](), (*codecOfAny)(unsafe.Pointer(&c)))
}

// codecOfAny is a [Codec] of any type. A *T is passed as an unsafe.Pointer is, so that its functions
// can be called without a closure around them.
type codecOfAny struct {
	Size         int
	Extra        func(unsafe.Pointer) int
	Put, Get     func([]byte, unsafe.Pointer) []byte
	Encoded      func([]byte) int
	Check        func([]byte, func(arche.Entity) bool) error
	IDs          []ID
	MoreIDs      func([]byte, *assetkeys.Mapper)
	IsOfAttached bool
}

// saved is compiled once, not for each component.
//
//go:noinline
func saved(kind untyped.Type, c *codecOfAny) Row {
	return Row{
		Type: kind, IsOfAttached: c.IsOfAttached, Size: c.Size, Extra: c.Extra, Put: c.Put, Get: c.Get,
		Encoded: c.Encoded, Check: c.Check, IDs: c.IDs, MoreIDs: c.MoreIDs,
	}
}

// InRecord returns the row of a component that is a part of a character's record.
func InRecord[T any](reason string) Row {
	return without(untyped.TypeFor[T](), ByRecord, reason)
}

// OfSession returns the row of a component that only package rollback saves.
func OfSession[T any](reason string) Row {
	return without(untyped.TypeFor[T](), BySession, reason)
}

// Derived returns the row of a component that nobody saves.
func Derived[T any](reason string) Row {
	return without(untyped.TypeFor[T](), ByNobody, reason)
}

//go:noinline
func without(kind untyped.Type, saving Saving, reason string) Row {
	return Row{Type: kind, Saving: saving, Reason: reason}
}

// MaxRows is the largest number of rows.
const MaxRows = 64

// added are the rows of [Add].
var added []Row

// Add adds a row after those of package components. It is for components of tests, which must be in
// the table before the first world has an animation.
func Add(row Row) { added = append(added, row) }

// Added returns the rows of [Add].
func Added() []Row { return added }

// WithAdded returns the rows of package components with those of [Add] after them.
func WithAdded(rows []Row) []Row {
	rows = append(rows, added...)
	if len(rows) > MaxRows {
		panic(fmt.Sprintf("expected at most %d components, found %d", MaxRows, len(rows)))
	}
	return rows
}

// IndexOf returns the index of the row of a type. It panics if there is none.
func IndexOf(rows []Row, kind untyped.Type) int {
	for i := range rows {
		if rows[i].Type == kind {
			return i
		}
	}
	panic(fmt.Sprintf("%v is no component", kind))
}

// BySnapshots returns the rows of the components that snapshots save, in the order in which they
// are written.
func BySnapshots(rows []Row) (saved []Row) {
	for _, r := range rows {
		if r.Saving == BySnapshot {
			saved = append(saved, r)
		}
	}
	return saved
}
