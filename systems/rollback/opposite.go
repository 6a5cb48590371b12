package rollback

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"unsafe"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/ecs"
)

// runOpposite runs a step from a snapshot in a fresh world, whose queries find the sets of
// components in another order: as far as arche allows, in the opposite one. The session's world has
// other contents meanwhile, so that the step needs to know nothing of it. Then is called with these
// contents too; afterward the world is as before the step.
func (s *Session) runOpposite(snapshot []byte, step, then func() error) error {
	if err := s.Restore(snapshot); err != nil {
		return err
	}
	skipped := s.keepSkipped()
	if err := s.swapped(func() error {
		if err := s.Restore(snapshot); err != nil {
			return err
		}
		s.putSkipped(skipped)
		if err := step(); err != nil {
			return fmt.Errorf("in a fresh world: %w", err)
		}
		return then()
	}); err != nil {
		return err
	}
	return s.Restore(snapshot)
}

// swapped calls f while the session's world has no entities and never had any but one of each set
// of components, in the opposite order.
func (s *Session) swapped(f func() error) error {
	world := s.world
	var masks []arche.Mask
	var sets [][]arche.ID
	for query := world.Query(s.all); query.Next(); {
		if mask := query.Mask(); !slices.Contains(masks, mask) {
			masks, sets = append(masks, mask), append(sets, slices.Clone(query.Ids()))
		}
	}
	other := arche.NewWorld()
	for _, id := range arche.ComponentIDs(world) {
		info, _ := arche.ComponentInfo(world, id)
		arche.TypeID(&other, info.Type)
	}
	for _, set := range slices.Backward(sets) {
		slices.Reverse(set) // or arche would make the sets of fewer components first
		other.NewEntity(set...)
	}
	other.Reset()
	for _, id := range arche.ResourceIDs(world) {
		kind, _ := arche.ResourceType(world, id)
		if at := arche.ResourceTypeID(&other, kind); world.Resources().Has(id) {
			other.Resources().Add(at, world.Resources().Get(id))
		}
	}
	filters := registeredFilters(world)
	if listener := hidden[arche.Listener](reflect.ValueOf(world).Elem().FieldByName("listener")); listener != nil {
		other.SetListener(*listener)
	}
	*world, other = other, *world
	defer func() { *world, other = other, *world }()
	registerFilters(world, filters)
	return f()
}

// hidden returns a pointer to a field that arche does not export, or nil if its type is another
// one.
func hidden[T any](field reflect.Value) *T {
	if !field.IsValid() || field.Type() != reflect.TypeFor[T]() {
		return nil
	}
	return (*T)(unsafe.Pointer(field.UnsafeAddr()))
}

// registeredFilters returns the filters that are registered in the cache of a world, by their
// number.
func registeredFilters(world *ecs.World) map[uint32]arche.Filter {
	filters := map[uint32]arche.Filter{}
	list := reflect.ValueOf(world.Cache()).Elem().FieldByName("filters")
	for i := 0; list.IsValid() && i < list.Len(); i++ {
		id, filter := hidden[uint32](list.Index(i).FieldByName("ID")),
			hidden[arche.Filter](list.Index(i).FieldByName("Filter"))
		if id != nil && filter != nil {
			filters[*id] = *filter
		}
	}
	return filters
}

// registerFilters registers filters in a world without any, under the same numbers, which count up.
func registerFilters(world *ecs.World, filters map[uint32]arche.Filter) {
	for id := uint32(0); len(filters) > 0; id++ {
		filter, ok := filters[id]
		if !ok {
			none := arche.All()
			unused := world.Cache().Register(&none)
			world.Cache().Unregister(&unused)
			continue
		}
		world.Cache().Register(filter)
		delete(filters, id)
	}
}

// watched runs a step, and returns hashes of the state before the first system of the schedule and
// after each one, and the names of these systems. Neighboring block systems, which run together,
// count as one, whose name has commas.
func (s *Session) watched(step func() error) (names []string, hashes []uint64, err error) {
	var failed error
	take := func(system string, posed bool) {
		if err := s.again.take(s, posed); err != nil {
			failed = err
		}
		names, hashes = append(names, system), append(hashes, s.again.hash())
	}
	remove, err := insertProbes(s.animation.Schedule(), take)
	defer remove()
	if err != nil {
		return nil, nil, err
	}
	if err = step(); err == nil {
		err = failed
	}
	return names, hashes, err
}

// probe is a system that only looks at the world.
type probe struct {
	after string // the system or the systems that it runs after; empty for the beginning
	posed bool   // block systems have run before it
	look  func(system string, posed bool)
}

// Name implements [ecs.System].
func (p *probe) Name() string { return "probe after " + p.after }

// Run implements [ecs.System].
func (p *probe) Run(*ecs.Frame) { p.look(p.after, p.posed) }

// insertProbes makes a schedule call look before its first system and after each one, but not
// between block systems, until remove is called.
func insertProbes(schedule *ecs.Schedule, look func(system string, posed bool)) (remove func(), err error) {
	var probes []*probe
	remove = func() {
		for _, p := range probes {
			_ = schedule.Remove(p) // it was inserted, and nothing runs
		}
	}
	list := schedule.Systems()
	if len(list) == 0 {
		return remove, nil
	}
	first := &probe{look: look}
	if err := schedule.InsertBefore(list[0], first); err != nil {
		return remove, err
	}
	probes = append(probes, first)
	var group []string
	posed := false
	for i, system := range list {
		group = append(group, system.Name())
		if _, isBlock := ecs.BlockSystemOf(system); isBlock {
			posed = true
			if i+1 < len(list) {
				if _, isNext := ecs.BlockSystemOf(list[i+1]); isNext {
					continue
				}
			}
		}
		p := &probe{after: strings.Join(group, ", "), posed: posed, look: look}
		if err := schedule.InsertAfter(system, p); err != nil {
			return remove, err
		}
		probes, group = append(probes, p), group[:0]
	}
	return remove, nil
}

// findOrder returns what depends on the order of queries: the system after which two runs of a step
// first differ, or a part of the step before or after the systems.
func (s *Session) findOrder(snapshot []byte, step func() error) (culprit, system string, err error) {
	var opposite []uint64
	err = s.runOpposite(snapshot, func() (err error) {
		_, opposite, err = s.watched(step)
		return err
	}, func() error { return nil })
	if err != nil {
		return "", "", err
	}
	names, hashes, err := s.watched(step)
	if err != nil {
		return "", "", err
	}
	for i, hash := range hashes {
		switch {
		case i < len(opposite) && hash == opposite[i]:
		case names[i] == "":
			return "the step, before its update,", "", nil
		default:
			return fmt.Sprintf("system %q", names[i]), names[i], nil
		}
	}
	return "the step, after its update,", "", nil
}
