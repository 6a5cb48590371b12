package rollback

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"maps"
	"reflect"
	"slices"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/systems"
)

// A snapshot consists of little-endian numbers: a header, the table of registered types, the
// structure, the values of components, the values of resources, the list of the assets that they
// name, and the snapshot of the animation.
const (
	magic   = "SNWD"
	version = 2
	// magic, version, checksum, size, size without the animation's snapshot, which has a checksum
	// of its own
	headerSize   = 28
	checksumFrom = 12
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// AppendSnapshot appends the whole state of the world to dst, for [Session.Restore], and returns
// the extended slice. It may be called under an open query. It does not allocate if dst has room.
//
// The error names a component that is not registered, or is an error of a component that encodes
// itself; dst is returned unchanged then.
func (s *Session) AppendSnapshot(dst []byte) ([]byte, error) {
	if s == nil {
		return dst, errNoSession
	}
	if err := s.present.read(s); err != nil {
		return dst, err
	}
	s.pinClips()
	start := len(dst)
	s.ids.BeginSave(s.keys())
	b := dst
	b = append(b, make([]byte, headerSize)...)
	b = s.appendTable(b)
	b = s.present.append(b)
	var err error
	for _, r := range s.present.runs {
		for _, v := range r.stored {
			for i := r.from; i < r.to; i++ {
				if b, err = v.append(b, s.world.GetUnchecked(s.present.entity(i), v.id), &s.ids); err != nil {
					return dst, fmt.Errorf("entity %d: %w", s.present.dump.Alive[i], err)
				}
			}
		}
	}
	for _, v := range s.savers {
		if v.role != isResource {
			continue
		}
		value := s.resource(v)
		if value == nil {
			b = append(b, 0)
			continue
		}
		if b, err = v.append(append(b, 1), value, &s.ids); err != nil {
			return dst, err
		}
	}
	list := len(b)
	b = s.ids.AppendList(b)
	b = binary.LittleEndian.AppendUint32(b, uint32(len(b)-list))
	inner := len(b)
	b = s.animation.AppendSnapshot(append(b, 0, 0, 0, 0, 0, 0, 0, 0))
	putUint64(b[inner:], uint64(len(b)-inner-8))
	h := b[start:]
	copy(h, magic)
	putUint32(h[4:], version)
	putUint64(h[12:], uint64(len(h)))
	putUint64(h[20:], uint64(inner-start+8))
	putUint32(h[8:], crc32.Checksum(h[checksumFrom:inner-start+8], castagnoli))
	return b, nil
}

// resource returns a pointer to a registered resource, or nil if the world has none.
func (s *Session) resource(v *saver) unsafe.Pointer {
	value := s.world.Resources().Get(v.res)
	if value == nil {
		return nil
	}
	return reflect.ValueOf(value).UnsafePointer()
}

// appendTable appends the names of the registered types.
func (s *Session) appendTable(dst []byte) []byte {
	dst = binary.LittleEndian.AppendUint32(dst, uint32(len(s.savers)))
	for _, v := range s.savers {
		dst = binary.LittleEndian.AppendUint16(dst, uint16(len(v.name)))
		dst = append(dst, v.name...)
		dst = append(dst, v.role)
		dst = binary.LittleEndian.AppendUint64(dst, v.layout)
	}
	return dst
}

// checkTable compares the table of a snapshot with the registered types, and returns what remains
// of b.
func (s *Session) checkTable(b []byte) ([]byte, error) {
	r := reader{b: b}
	type key struct {
		name string
		role uint8
	}
	layouts := map[key]uint64{}
	for range r.count(2 + 1 + 8) {
		name := string(r.take(int(r.uint16())))
		role := r.take(1)[0]
		layouts[key{name, role}] = r.uint64()
	}
	if r.failed {
		return nil, errTruncated
	}
	roles := [...]string{isComponent: "component", isResource: "resource", isSkipped: "skipped component"}
	for _, v := range s.savers {
		k := key{v.name, v.role}
		saved, ok := layouts[k]
		switch {
		case !ok:
			return nil, damaged("the %s %s is registered, and was not when the snapshot was taken",
				roles[v.role], v.name)
		case saved != v.layout:
			return nil, damaged("the %s %s has other fields than when the snapshot was taken", roles[v.role], v.name)
		}
		delete(layouts, k)
	}
	unknown := slices.SortedFunc(maps.Keys(layouts), func(a, b key) int {
		return cmp.Or(cmp.Compare(a.name, b.name), cmp.Compare(a.role, b.role))
	})
	if len(unknown) > 0 {
		k, role := unknown[0], "type"
		if int(k.role) < len(roles) {
			role = roles[k.role]
		}
		return nil, fmt.Errorf("%w: it was taken with the %s %s: %w", ErrSnapshot, role, k.name, ErrUnregistered)
	}
	return r.b, nil
}

// content is a snapshot that was checked, so that restoring it cannot fail.
type content struct {
	values    []byte // of components, then of resources
	decoded   []reflect.Value
	structure []byte
}

// check checks a snapshot and decodes its structure into s.saved.
func (s *Session) check(b []byte, byName bool) (c content, err error) {
	if len(b) < headerSize || string(b[:4]) != magic {
		return c, damaged("expected bytes that begin with %q, found %q", magic, b[:min(len(b), len(magic))])
	}
	if v := getUint32(b[4:]); v != version {
		return c, damaged("expected format version %d, found %d", version, v)
	}
	if n := getUint64(b[12:]); n != uint64(len(b)) {
		return c, damaged("expected %d bytes, as its header says, found %d", n, len(b))
	}
	own := getUint64(b[20:])
	if own < headerSize || own > uint64(len(b)) {
		return c, errTruncated
	}
	if found := crc32.Checksum(b[checksumFrom:own], castagnoli); found != getUint32(b[8:]) {
		return c, damaged("expected the checksum %08x, found %08x", getUint32(b[8:]), found)
	}
	if own < headerSize+4+8 {
		return c, errTruncated
	}
	list := uint64(getUint32(b[own-4-8:]))
	if list > own-headerSize-4-8 {
		return c, errTruncated
	}
	listed, inner := b[own-4-8-list:own-4-8], b[own-8:]
	if err := s.ids.BeginRestore(s.keys(), listed, byName); err != nil {
		return c, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	rest, err := s.checkTable(b[headerSize : own-4-8-list])
	if err != nil {
		return c, err
	}
	c.structure = rest
	if rest, err = s.saved.decode(s, rest); err != nil {
		return c, err
	}
	c.structure = c.structure[:len(c.structure)-len(rest)]
	c.values = rest
	value := func(v *saver) error {
		size, decoded, err := v.check(rest, &s.ids)
		if err != nil {
			return err
		}
		if v.plan == nil {
			c.decoded = append(c.decoded, decoded)
		}
		rest = rest[size:]
		return nil
	}
	for _, r := range s.saved.runs {
		for _, v := range r.stored {
			for range r.to - r.from {
				if err := value(v); err != nil {
					return c, err
				}
			}
		}
	}
	for _, v := range s.savers {
		if v.role != isResource {
			continue
		}
		if len(rest) == 0 || rest[0] > 1 {
			return c, damaged("the resource %s is missing", v.name)
		}
		has := rest[0] == 1
		if rest = rest[1:]; has {
			if err := value(v); err != nil {
				return c, err
			}
		}
	}
	if err := s.ids.Err(); err != nil {
		return c, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	if len(rest) > 0 || getUint64(inner) != uint64(len(inner)-8) {
		return c, errTruncated
	}
	if err := s.snapshots.Check(inner[8:], &s.saved.dump, byName); err != nil {
		return c, fmt.Errorf("%w: %w", ErrSnapshot, err)
	}
	return c, nil
}

// Restore restores a snapshot of [Session.AppendSnapshot]. Entities that have died since come back
// with the same number and generation, and the ones born since are gone, as if they had never been:
// new entities get the same numbers again. With the same input the following frames then have the
// same bits as after the snapshot: poses, slots, events, numbers of new entities and all. Poses are
// undefined before the next frame.
//
// If other entities are alive than then, or their components are others, the world is rebuilt by
// arche's World.Reset and World.LoadEntities, which takes about as long as adding the components to
// every entity. A listener of the world hears of the added components. Forget the entities born
// since, or restore what refers to them as well: arche may take them for alive, [ecs.IsAlive] does
// not. Queries find the entities of the same components in the same order as then, but entities of
// different components or relation targets in any order; see the package's comment.
//
// The snapshot may come from another world, also of another process, whose session has the same
// registered types. Its library needs the assets that the snapshot names, loaded in any order: a
// snapshot has their keys ([assets.Library.Key]) in place of their IDs, also in fields of the
// program's own types that have a type of package id. An asset that is missing, or that was
// replaced by one of other content, is an error that names it, unless [systems.ByName] is among the
// options.
//
// The errors are [ErrSnapshot], with [ErrUnregistered] for a type that this session does not know,
// [systems.ErrWorldLocked], [systems.ErrBusy] and [systems.ErrClosed]. Nothing has changed then.
func (s *Session) Restore(snapshot []byte, options ...systems.RestoreOption) error {
	if s == nil {
		return errNoSession
	}
	if err := s.animation.Restore(nil); !errors.Is(err, ecs.ErrSnapshot) {
		return err // it is busy, closed or locked: no bytes are no snapshot otherwise
	}
	c, err := s.check(snapshot, slices.Contains(options, systems.ByName))
	if err != nil {
		return err
	}
	memory := residency.Of(s.animation.Library())
	memory.Pause()
	defer memory.Resume()
	same := false
	if s.present.read(s) == nil {
		s.structure = s.present.append(s.structure[:0])
		same = slices.Equal(s.structure, c.structure)
	}
	if !same {
		s.rebuild()
	}
	if err := s.snapshots.RestoreChecked(); err != nil {
		return err
	}
	decoded := c.decoded
	read := func(v *saver, b []byte, value unsafe.Pointer) []byte {
		if v.plan != nil {
			v.plan.read(b, value)
			for _, f := range v.plan.ids {
				id := (*uint32)(unsafe.Add(value, f.offset))
				*id = s.ids.Number(f.kind, *id)
			}
			return b[v.plan.size:]
		}
		reflect.NewAt(v.kind, value).Elem().Set(decoded[0].Elem())
		decoded = decoded[1:]
		return b[4+getUint32(b):]
	}
	b := c.values
	for _, r := range s.saved.runs {
		for _, v := range r.stored {
			for i := r.from; i < r.to; i++ {
				b = read(v, b, s.world.GetUnchecked(s.saved.entity(i), v.id))
			}
		}
	}
	resources := s.world.Resources()
	for _, v := range s.savers {
		if v.role != isResource {
			continue
		}
		has := b[0] == 1
		b = b[1:]
		switch {
		case has && !resources.Has(v.res):
			resources.Add(v.res, reflect.New(v.kind).Interface())
		case !has && resources.Has(v.res):
			resources.Remove(v.res)
		}
		if has {
			b = read(v, b, s.resource(v))
		}
	}
	return nil
}

// kept is a value of a skipped component that survives the rebuilding of the world.
type kept struct {
	entity ecs.Entity
	id     arche.ID
	value  reflect.Value
}

// keepSkipped returns the values of the skipped components that entities of s.saved have.
func (s *Session) keepSkipped() (keep []kept) {
	for _, r := range s.saved.runs {
		for _, v := range r.savers {
			for i := r.from; i < r.to && v.role == isSkipped; i++ {
				entity := s.saved.entity(i)
				if ecs.IsAlive(s.world, entity) && s.world.Has(entity, v.id) {
					value := reflect.New(v.kind)
					value.Elem().Set(reflect.NewAt(v.kind, s.world.Get(entity, v.id)).Elem())
					keep = append(keep, kept{entity, v.id, value})
				}
			}
		}
	}
	return keep
}

// putSkipped sets skipped components to values that were kept.
func (s *Session) putSkipped(keep []kept) {
	for _, k := range keep {
		reflect.NewAt(k.value.Type().Elem(), s.world.Get(k.entity, k.id)).Elem().Set(k.value.Elem())
	}
}

// rebuild gives the world the entities and components of s.saved. Skipped components
// keep their values, all others are undefined.
func (s *Session) rebuild() {
	keep := s.keepSkipped()
	resources := s.world.Resources()
	ids := arche.ResourceIDs(s.world)
	values := make([]any, len(ids))
	for i, id := range ids {
		values[i] = resources.Get(id)
	}

	// All entities begin without components, and each that gets some leaves from the end, which
	// moves no other one.
	dump := s.saved.dump
	dump.Alive = make([]uint32, 0, len(dump.Alive))
	for _, r := range s.saved.runs {
		if len(r.ids) == 0 {
			dump.Alive = append(dump.Alive, s.saved.dump.Alive[r.from:r.to]...)
		}
	}
	for _, r := range slices.Backward(s.saved.runs) {
		for i := r.to - 1; i >= r.from && len(r.ids) > 0; i-- {
			dump.Alive = append(dump.Alive, s.saved.dump.Alive[i])
		}
	}
	s.world.Reset()
	s.world.LoadEntities(&dump)
	for i, id := range ids {
		if values[i] != nil {
			resources.Add(id, values[i])
		}
	}
	for _, r := range s.saved.runs {
		for i := r.from; i < r.to && len(r.ids) > 0; i++ {
			if entity := s.saved.entity(i); r.target.IsZero() {
				s.world.Add(entity, r.ids...)
			} else {
				s.world.Relations().Exchange(entity, r.ids, nil, r.savers[r.relation].id, r.target)
			}
		}
	}
	s.putSkipped(keep)
}
