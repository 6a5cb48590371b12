package rollback

import (
	"cmp"
	"encoding"
	"fmt"
	"hash/crc64"
	"reflect"
	"slices"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems"
)

// Register adds a component of the program to the snapshots of a session.
//
// A type whose pointer implements [encoding.BinaryAppender] and [encoding.BinaryUnmarshaler] is
// saved by these methods; UnmarshalBinary gets a zero value and exactly the bytes that AppendBinary
// made, and must not keep them. Any other type must be plain data: bools, numbers, and arrays and
// structs of them, which includes entities. It is saved field by field, with the same bytes on
// every platform. Components with pointers are dangerous in any case, because arche moves them
// without telling the garbage collector; resources may have some.
//
// The components of package components are registered already. The error names a field that is no
// plain data, or a type that is registered already, or is [systems.ErrWorldLocked] during a query,
// or [systems.ErrNil] for a nil session.
func Register[T any](s *Session) error { return s.register(reflect.TypeFor[T](), isComponent) }

// RegisterResource adds a resource of the program to the snapshots of a session; see [Register] for
// the types that it may have and the errors. Restoring writes to the resource that the world has,
// so pointers to it stay valid. It adds the resource if the world has none, and removes it if the
// world had none when the snapshot was taken.
func RegisterResource[T any](s *Session) error { return s.register(reflect.TypeFor[T](), isResource) }

// Skip leaves the values of a component out of the snapshots of a session, which is right for a
// component that is made anew from others, such as the handle of a sound. Snapshots still record
// which entities have it. Restoring keeps the present value of an entity that has the component,
// and gives others the zero value.
//
// The error names a type that is registered already, or is [systems.ErrWorldLocked] during a query.
func Skip[T any](s *Session) error { return s.register(reflect.TypeFor[T](), isSkipped) }

// Kinds of savers.
const (
	isComponent = iota
	isResource
	isSkipped
)

// saver saves the values of one type.
type saver struct {
	name   string // import path and name of the type
	kind   reflect.Type
	role   uint8
	index  int    // in the table of a snapshot
	layout uint64 // hash of the names and kinds of the fields; 0 for a type that encodes itself
	plan   *plan  // nil for a type that encodes itself
	id     arche.ID
	res    arche.ResID
	// covered is of which entities the animation's own snapshot saves the component: ofAttached,
	// ofCharacters.
	covered uint8
	// canonical returns a copy of a value in which memory that means nothing is 0; nil if all of it
	// means something.
	canonical func(unsafe.Pointer) unsafe.Pointer
}

// Entities whose components are in the animation's own snapshot, all or some. A larger number goes
// before a smaller one.
const (
	ofAttached   = 1 << iota // entities with an Attachment that are no characters
	ofCharacters             // entities with a Skeleton
)

// register adds a saver to the session.
func (s *Session) register(kind reflect.Type, role uint8) error {
	if s == nil {
		return errNoSession
	}
	if s.world.IsLocked() {
		return systems.ErrWorldLocked
	}
	name := kind.PkgPath() + "." + kind.Name()
	if kind.Name() == "" {
		name = kind.String()
	}
	for _, other := range s.savers {
		if other.kind == kind && (other.role == isResource) == (role == isResource) {
			return fmt.Errorf("%w: %v", ErrRegistered, kind)
		}
	}
	v := &saver{name: name, kind: kind, role: role}
	if role != isSkipped && !encodesItself(kind) {
		var err error
		if v.plan, err = newPlan(kind); err != nil {
			return err
		}
		v.layout = crc64.Checksum([]byte(layout(kind)), crcTable())
	}
	if role == isResource {
		v.res = arche.ResourceTypeID(s.world, kind)
	} else {
		v.id = arche.TypeID(s.world, kind)
		s.byID[v.id] = v
	}
	s.savers = append(s.savers, v)
	slices.SortFunc(s.savers, func(a, b *saver) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.role, b.role))
	})
	for i, v := range s.savers {
		v.index = i
	}
	clear(s.shapes)
	return nil
}

// encodesItself reports whether values of a type encode themselves.
func encodesItself(kind reflect.Type) bool {
	pointer := reflect.PointerTo(kind)
	return pointer.Implements(reflect.TypeFor[encoding.BinaryAppender]()) &&
		pointer.Implements(reflect.TypeFor[encoding.BinaryUnmarshaler]())
}

// registerOwn registers the components of package components, as their table tells.
func (s *Session) registerOwn() error {
	for _, row := range components.Table() {
		role := uint8(isComponent)
		if row.Saving == componenttable.ByNobody {
			role = isSkipped
		}
		kind := untyped.Reflect(row.Type)
		if err := s.register(kind, role); err != nil {
			return err
		}
		saver := s.find(kind)
		if row.Saving == componenttable.BySnapshot || row.Saving == componenttable.ByRecord {
			saver.covered = ofCharacters
		}
		if row.IsOfAttached {
			saver.covered |= ofAttached
		}
		if row.Extra != nil {
			saver.canonical = canonical(&row)
		}
	}
	return nil
}

// canonical returns a function that copies a component as the animation's own snapshot would
// restore it: without what its varying part leaves out. The copy is valid until the next call.
func canonical(row *componenttable.Row) func(unsafe.Pointer) unsafe.Pointer {
	put, get, extra, size := row.Put, row.Get, row.Extra, row.Size
	copied, b := reflect.New(untyped.Reflect(row.Type)).UnsafePointer(), []byte(nil)
	return func(value unsafe.Pointer) unsafe.Pointer {
		b = slices.Grow(b[:0], size+extra(value))[:size+extra(value)]
		put(b, value)
		get(b, copied)
		return copied
	}
}

// find returns the saver of a component.
func (s *Session) find(kind reflect.Type) *saver {
	i := slices.IndexFunc(s.savers, func(v *saver) bool { return v.kind == kind && v.role != isResource })
	return s.savers[i]
}

// append appends the encoded form of a value, with its IDs translated; one that encodes itself has
// its length before it.
func (v *saver) append(dst []byte, value unsafe.Pointer, ids *assetkeys.Mapper) ([]byte, error) {
	from := len(dst)
	if v.plan != nil {
		dst = v.plan.append(dst, value)
		v.plan.mapIDs(dst[from:], ids)
		return dst, nil
	}
	dst, err := reflect.NewAt(v.kind, value).Interface().(encoding.BinaryAppender).AppendBinary(append(dst, 0, 0, 0, 0))
	if err != nil {
		return dst, fmt.Errorf("%v: %w", v.kind, err)
	}
	if len(dst) < from+4 {
		return dst, fmt.Errorf("%v: expected AppendBinary to return the %d bytes that it was given and more, found %d",
			v.kind, from+4, len(dst))
	}
	putUint32(dst[from:], uint32(len(dst)-from-4))
	return dst, nil
}

// check checks an encoded value at the beginning of b, and whether ids knows its IDs. It returns
// the size, and the decoded value of a type that encodes itself.
func (v *saver) check(b []byte, ids *assetkeys.Mapper) (size int, decoded reflect.Value, err error) {
	if v.plan != nil {
		if len(b) < v.plan.size {
			return 0, decoded, errTruncated
		}
		if err := v.plan.check(b[:v.plan.size]); err != nil {
			return 0, decoded, damaged("%v", err)
		}
		for _, f := range v.plan.ids {
			ids.Number(f.kind, getUint32(b[f.encoded:]))
		}
		return v.plan.size, decoded, nil
	}
	if len(b) < 4 || uint64(getUint32(b)) > uint64(len(b)-4) {
		return 0, decoded, errTruncated
	}
	size = 4 + int(getUint32(b))
	decoded = reflect.New(v.kind)
	if err := decoded.Interface().(encoding.BinaryUnmarshaler).UnmarshalBinary(b[4:size:size]); err != nil {
		return 0, decoded, fmt.Errorf("%w: %v: %w", ErrSnapshot, v.kind, err)
	}
	return size, decoded, nil
}
