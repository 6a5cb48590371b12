package rollback

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"reflect"
	"slices"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// shape is what the session knows about all entities with the same components.
type shape struct {
	ids      []arche.ID
	savers   []*saver // of all components, in the order of the table
	stored   []*saver // components whose values are in the session's part of a snapshot
	relation int      // index in savers of the relation component, or -1
	unknown  string   // name of a component that is not registered
}

// structure is which entities a world has, and which components they have.
type structure struct {
	dump arche.EntityDump
	runs []run // sorted by their components and targets; the entities of each as a query finds them

	alive []uint32 // scratch memory
}

// run is a number of successive entities with the same components and the same relation target.
type run struct {
	*shape
	target   ecs.Entity
	from, to int // indices in dump.Alive
}

// read reads the structure of the session's world. The error is ErrUnregistered.
func (t *structure) read(s *Session) error {
	hasNumbers := t.readNumbers(s.world)
	t.runs = t.runs[:0]
	query := s.world.Query(s.all)
	var last arche.Mask
	at := 0
	for ; query.Next(); at++ {
		if hasNumbers {
			t.dump.Alive = append(t.dump.Alive, query.Entity().ID())
		}
		mask := query.Mask()
		if n := len(t.runs); n > 0 && mask == last {
			r := &t.runs[n-1]
			if r.relation < 0 || query.Relation(r.savers[r.relation].id) == r.target {
				r.to++
				continue
			}
		}
		last = mask
		r := run{shape: s.shapes[mask], from: at, to: at + 1}
		if r.shape == nil {
			r.shape = s.newShape(query.Ids())
			s.shapes[mask] = r.shape
		}
		if r.unknown != "" {
			err := fmt.Errorf("%w: entity %d has the component %s: call rollback.Register or rollback.Skip for it",
				ErrUnregistered, query.Entity().ID(), r.unknown)
			query.Close()
			return err
		}
		if r.relation >= 0 {
			r.target = query.Relation(r.savers[r.relation].id)
		}
		t.runs = append(t.runs, r)
	}
	t.sortTargets()
	t.sortShapes()
	return nil
}

// numberPool is where a world keeps the numbers of its entities, or nil if this version of arche
// keeps them otherwise.
var numberPool = func() *struct{ entities, next, available uintptr } {
	pool, ok := reflect.TypeFor[ecs.World]().FieldByName("entityPool")
	if !ok || pool.Type.Kind() != reflect.Struct {
		return nil
	}
	entities, hasEntities := pool.Type.FieldByName("entities")
	next, hasNext := pool.Type.FieldByName("next")
	available, hasAvailable := pool.Type.FieldByName("available")
	if !hasEntities || !hasNext || !hasAvailable || entities.Type != reflect.TypeFor[[]ecs.Entity]() ||
		next.Type.Kind() != reflect.Uint32 || available.Type.Kind() != reflect.Uint32 {
		return nil
	}
	return &struct{ entities, next, available uintptr }{
		pool.Offset + entities.Offset, pool.Offset + next.Offset, pool.Offset + available.Offset,
	}
}()

// readNumbers reads what arche's World.DumpEntities returns, which allocates all of it, into the
// memory of t. It reports whether the list of the living is still to be filled by a query.
func (t *structure) readNumbers(world *ecs.World) bool {
	if numberPool == nil {
		t.dump = world.DumpEntities()
		return false
	}
	at := unsafe.Pointer(world)
	t.dump.Entities = append(t.dump.Entities[:0], *(*[]ecs.Entity)(unsafe.Add(at, numberPool.entities))...)
	t.dump.Next = *(*uint32)(unsafe.Add(at, numberPool.next))
	t.dump.Available = *(*uint32)(unsafe.Add(at, numberPool.available))
	t.dump.Alive = t.dump.Alive[:0]
	return true
}

// sortShapes sorts the runs by their components. Queries find those first that the world had first,
// since it was made, which is no part of the state.
func (t *structure) sortShapes() {
	order := func(a, b run) int {
		byIndex := func(a, b *saver) int { return cmp.Compare(a.index, b.index) }
		return cmp.Or(slices.CompareFunc(a.savers, b.savers, byIndex), cmp.Compare(a.from, b.from))
	}
	if slices.IsSortedFunc(t.runs, order) {
		return
	}
	slices.SortFunc(t.runs, order)
	t.alive = append(t.alive[:0], t.dump.Alive...)
	at := 0
	for i := range t.runs {
		r := &t.runs[i]
		n := copy(t.dump.Alive[at:], t.alive[r.from:r.to])
		r.from, at = at, at+n
		r.to = at
	}
}

// sortTargets sorts the runs of the same components by their relation target, because arche finds
// targets in an order that it can neither report nor restore. A dead target counts as none, because
// arche takes none, and the entities without a target are sorted by number.
func (t *structure) sortTargets() {
	runs := t.runs[:0]
	var to int
	for from := 0; from < len(t.runs); from = to {
		for to = from + 1; to < len(t.runs) && t.runs[to].shape == t.runs[from].shape; to++ {
		}
		if t.runs[from].relation < 0 {
			runs = append(runs, t.runs[from])
			continue
		}
		group := t.runs[from:to]
		at := group[0].from
		for i := range group {
			if target := group[i].target; !target.IsZero() && t.dump.Entities[target.ID()] != target {
				group[i].target = ecs.Entity{}
			}
		}
		slices.SortFunc(group, func(a, b run) int {
			return cmp.Or(cmp.Compare(a.target.ID(), b.target.ID()), cmp.Compare(a.from, b.from))
		})
		t.alive = append(t.alive[:0], t.dump.Alive...)
		for _, r := range group {
			r.to = at + copy(t.dump.Alive[at:], t.alive[r.from:r.to])
			r.from, at = at, r.to
			if n := len(runs); n > 0 && r.target.IsZero() && runs[n-1].shape == r.shape {
				runs[n-1].to = r.to
			} else {
				runs = append(runs, r)
			}
			if last := runs[len(runs)-1]; r.target.IsZero() {
				slices.Sort(t.dump.Alive[last.from:last.to])
			}
		}
	}
	t.runs = runs
}

// entity returns the i-th entity in the order of the runs.
func (t *structure) entity(i int) ecs.Entity { return t.dump.Entities[t.dump.Alive[i]] }

// newShape returns the shape of entities with some components.
func (s *Session) newShape(ids []arche.ID) *shape {
	h := &shape{ids: ids, relation: -1}
	present := make([]bool, len(s.savers))
	for _, id := range ids {
		if v := s.byID[id]; v != nil {
			present[v.index] = true
			continue
		}
		info, _ := arche.ComponentInfo(s.world, id)
		h.unknown = info.Type.String()
	}
	for i, v := range s.savers {
		if !present[i] {
			continue
		}
		if info, _ := arche.ComponentInfo(s.world, v.id); info.IsRelation {
			h.relation = len(h.savers)
		}
		h.savers = append(h.savers, v)
	}
	h.complete()
	return h
}

// complete lists the components whose values the session saves itself: the ones that the snapshot
// of the animation leaves out.
func (h *shape) complete() {
	coverage := uint8(0)
	for _, v := range h.savers {
		switch v.kind {
		case reflect.TypeFor[components.Skeleton]():
			coverage = ofCharacters
		case reflect.TypeFor[components.Attachment]():
			coverage = max(coverage, ofAttached)
		}
	}
	for _, v := range h.savers {
		if v.role == isComponent && (coverage == 0 || v.covered&coverage == 0) {
			h.stored = append(h.stored, v)
		}
	}
}

// append appends the encoded structure.
func (t *structure) append(dst []byte) []byte {
	le := binary.LittleEndian
	dst = le.AppendUint32(dst, uint32(len(t.dump.Entities)))
	for _, entity := range t.dump.Entities {
		dst = appendEntity(dst, entity)
	}
	dst = le.AppendUint32(dst, t.dump.Next)
	dst = le.AppendUint32(dst, t.dump.Available)
	dst = le.AppendUint32(dst, uint32(len(t.runs)))
	for _, r := range t.runs {
		dst = le.AppendUint32(dst, uint32(r.to-r.from))
		dst = le.AppendUint16(dst, uint16(len(r.savers)))
		for _, v := range r.savers {
			dst = le.AppendUint16(dst, uint16(v.index))
		}
		dst = appendEntity(dst, r.target)
		for _, number := range t.dump.Alive[r.from:r.to] {
			dst = le.AppendUint32(dst, number)
		}
	}
	return dst
}

// decode reads a structure, checks it, and returns what remains of b.
func (t *structure) decode(s *Session, b []byte) ([]byte, error) {
	r := reader{b: b}
	n := r.count(8)
	t.dump.Entities, t.dump.Alive, t.runs = t.dump.Entities[:0], t.dump.Alive[:0], t.runs[:0]
	for range n {
		t.dump.Entities = append(t.dump.Entities, getEntity(r.take(8)))
	}
	t.dump.Next, t.dump.Available = r.uint32(), r.uint32()
	for range r.count(4 + 2 + 8) {
		entities := r.uint32()
		savers := int(r.uint16())
		indices := r.take(2 * savers)
		target := r.take(8)
		if r.failed || uint64(entities) > uint64(len(r.b)/4) || entities == 0 {
			return nil, errTruncated
		}
		h, err := s.decodeShape(indices)
		if err != nil {
			return nil, err
		}
		one := run{shape: h, target: getEntity(target), from: len(t.dump.Alive)}
		for range entities {
			t.dump.Alive = append(t.dump.Alive, r.uint32())
		}
		one.to = len(t.dump.Alive)
		if one.relation < 0 && !one.target.IsZero() {
			return nil, damaged("entities without a relation have a target")
		}
		t.runs = append(t.runs, one)
	}
	if r.failed {
		return nil, errTruncated
	}
	return r.b, t.check()
}

// decodeShape returns the shape with the savers of the given indices.
func (s *Session) decodeShape(indices []byte) (*shape, error) {
	var mask arche.Mask
	last := -1
	var ids []arche.ID
	relations := 0
	for ; len(indices) > 0; indices = indices[2:] {
		i := int(binary.LittleEndian.Uint16(indices))
		if i <= last || i >= len(s.savers) || s.savers[i].role == isResource {
			return nil, damaged("expected components in ascending order below %d, found %d after %d", len(s.savers), i, last)
		}
		last = i
		mask.Set(s.savers[i].id, true)
		ids = append(ids, s.savers[i].id)
		if info, _ := arche.ComponentInfo(s.world, s.savers[i].id); info.IsRelation {
			relations++
		}
	}
	if relations > 1 {
		return nil, damaged("an entity has %d relations", relations)
	}
	if h := s.shapes[mask]; h != nil {
		return h, nil
	}
	h := s.newShape(ids)
	s.shapes[mask] = h
	return h, nil
}

// check checks that arche could have made the structure: every entity is either alive, once, or in
// the list of free numbers.
func (t *structure) check() error {
	d := &t.dump
	if len(d.Entities) == 0 || d.Entities[0].ID() != 0 || d.Entities[0].Generation() != math.MaxUint32 {
		return damaged("the entities do not begin with the zero entity")
	}
	seen := make([]bool, len(d.Entities))
	for _, number := range d.Alive {
		if number == 0 || int64(number) >= int64(len(d.Entities)) || d.Entities[number].ID() != number || seen[number] {
			return damaged("entity %d cannot be alive", number)
		}
		seen[number] = true
	}
	if uint64(len(d.Alive))+uint64(d.Available)+1 != uint64(len(d.Entities)) {
		return damaged("%d entities are alive and %d are free, of %d", len(d.Alive), d.Available, len(d.Entities)-1)
	}
	next := d.Next
	for range d.Available {
		if next == 0 || int64(next) >= int64(len(d.Entities)) || seen[next] {
			return damaged("expected each free entity once in the list of them, found %d", next)
		}
		seen[next] = true
		next = d.Entities[next].ID()
	}
	for _, r := range t.runs {
		if target := r.target; !target.IsZero() &&
			(int64(target.ID()) >= int64(len(d.Entities)) || d.Entities[target.ID()] != target) {
			return damaged("the relation target %d is not alive", target.ID())
		}
	}
	return nil
}

// reader reads little-endian numbers. Once b is too short, it fails and returns zeros.
type reader struct {
	b      []byte
	failed bool
}

// zeros is what a failed reader returns.
var zeros [1 << 17]byte

// take returns the next n bytes, with n < len(zeros) unless the caller has checked that they are
// there.
func (r *reader) take(n int) []byte {
	if r.failed || n > len(r.b) {
		r.failed = true
		return zeros[:n]
	}
	taken := r.b[:n:n]
	r.b = r.b[n:]
	return taken
}

func (r *reader) uint16() uint16 { return binary.LittleEndian.Uint16(r.take(2)) }
func (r *reader) uint32() uint32 { return getUint32(r.take(4)) }
func (r *reader) uint64() uint64 { return getUint64(r.take(8)) }

// count reads the number of elements that follow, of at least size bytes each. It fails if b is too
// short for them.
func (r *reader) count(size int) int {
	n := r.uint32()
	if uint64(n)*uint64(size) > uint64(len(r.b)) {
		r.failed = true
		return 0
	}
	return int(n)
}
