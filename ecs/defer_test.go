package ecs_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
)

// deferring is a block system that calls a function for each character.
type deferring struct {
	name string
	do   func(frame *ecs.Frame, entity ecs.Entity)
}

func (d deferring) Name() string { return d.name }

func (d deferring) RunBlock(frame *ecs.Frame, b *ecs.Block) {
	for lane := b.Lanes() - 1; lane >= 0; lane-- {
		d.do(frame, b.Pool().Owner(b.Slot(lane)))
	}
}

func addAll(t *testing.T, schedule *ecs.Schedule, all ...ecs.System) {
	t.Helper()
	for _, system := range all {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
}

// The calls of serial systems, tasks and block systems are made by system, then by entity, then in
// the order in which they were deferred, with any number of workers.
func TestDeferredCallsHaveOneOrder(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 130, "b": 1, "c": 70})
	var all []ecs.Entity
	for _, pool := range store.Pools() {
		for slot := range pool.Len() {
			all = append(all, pool.Owner(slot))
		}
	}
	slices.SortFunc(all, func(a, b ecs.Entity) int { return int(a.ID()) - int(b.ID()) })
	var got []string
	twice := func(name string) func(*ecs.Frame, ecs.Entity) {
		return func(frame *ecs.Frame, e ecs.Entity) {
			for i := range 2 {
				frame.Defer(e, func(w *ecs.World) {
					if w != world {
						t.Error("another world")
					}
					got = append(got, fmt.Sprintf("%s %d %d", name, e.ID(), i))
				})
			}
		}
	}
	var frame *ecs.Frame
	task := &doer{name: "task", entities: all, piece: func(i int) { twice("task")(frame, all[len(all)-1-i]) }}
	serial := &doer{name: "serial", do: func(frame *ecs.Frame) {
		for _, e := range slices.Backward(all) {
			twice("serial")(frame, e)
		}
		twice("serial")(frame, ecs.Entity{})
	}}
	var schedule ecs.Schedule
	addAll(t, &schedule, ecs.EachBlock(deferring{"z", twice("z")}), ecs.EachBlock(deferring{"y", twice("y")}),
		task, ecs.EachBlock(deferring{"x", twice("x")}), serial)
	var want []string
	for _, name := range []string{"z", "y", "task", "x", "serial"} {
		if name == "serial" {
			want = append(want, "serial 0 0", "serial 0 1")
		}
		for _, e := range all {
			want = append(want, fmt.Sprintf("%s %d 0", name, e.ID()), fmt.Sprintf("%s %d 1", name, e.ID()))
		}
	}
	for _, workers := range []int{1, 2, 4} {
		frame = &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(workers)}
		for range 5 {
			got = got[:0]
			schedule.Run(frame)
			if !slices.Equal(got, want) {
				t.Fatalf("%d workers: the calls were\n%s", workers, strings.Join(got, "\n"))
			}
		}
	}
}

// Calls about entities that an earlier call removed are not made, calls that a call defers come
// after all others, and the world is not locked.
func TestDeferredCallsChangeTheWorld(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 5})
	first, second := store.Pools()[0].Owner(0), store.Pools()[0].Owner(1)
	var got []string
	var frame *ecs.Frame
	say := func(e ecs.Entity, text string) {
		frame.Defer(e, func(*ecs.World) { got = append(got, text) })
	}
	var schedule ecs.Schedule
	addAll(t, &schedule, &doer{name: "first", do: func(f *ecs.Frame) {
		posestore.LockWorld((*posestore.Store)(f.Store), f.World)
		f.Defer(second, func(w *ecs.World) {
			w.RemoveEntity(second)
			say(ecs.Entity{}, "later")
		})
		say(second, "about the dead")
		say(first, "about the living")
	}}, &doer{name: "second", do: func(*ecs.Frame) {
		say(second, "about the dead, by another system")
		say(ecs.Entity{}, "about nobody")
	}})
	frame = &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(1)}
	schedule.Run(frame)
	if want := []string{"about the living", "about nobody", "later"}; !slices.Equal(got, want) || world.Alive(second) {
		t.Errorf("calls %q", got)
	}
	got = nil
	frame.Defer(first, func(*ecs.World) { got = append(got, "at once") })
	if len(got) != 1 {
		t.Error("without a schedule, the call was not made at once")
	}
}

// A frame that panics makes no deferred calls, nor does the next one make them. The panic of a call
// names the system that deferred it, and its entity.
func TestDeferredCallsAndPanics(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 5})
	entity := store.Pools()[0].Owner(3)
	made, bad, cause := 0, true, errors.New("the cause")
	var schedule ecs.Schedule
	addAll(t, &schedule, ecs.EachBlock(deferring{"calls", func(frame *ecs.Frame, e ecs.Entity) {
		if e == entity {
			frame.Defer(e, func(*ecs.World) { made++ })
		}
	}}), &doer{name: "panics", do: func(*ecs.Frame) {
		if bad {
			panic(cause)
		}
	}})
	frame := &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(2)}
	if p := runFails(t, &schedule, frame); p == nil || p.System != "panics" || made != 0 {
		t.Errorf("%v, %d calls", p, made)
	}
	bad = false
	if p := runFails(t, &schedule, frame); p != nil || made != 1 {
		t.Errorf("%v, %d calls in the next frame", p, made)
	}
	addAll(t, &schedule, &doer{name: "nil", do: func(frame *ecs.Frame) {
		frame.Defer(ecs.Entity{}, func(*ecs.World) { made++ })
		frame.Defer(entity, nil)
	}})
	p := runFails(t, &schedule, frame)
	if p == nil || p.System != "nil" || !strings.Contains(p.Unwrap().Error(), "expected a function") {
		t.Errorf("%v", p)
	}
	if err := schedule.Remove(ecs.SystemName("nil")); err != nil {
		t.Fatal(err)
	}
	addAll(t, &schedule, ecs.EachBlock(deferring{"late", func(frame *ecs.Frame, e ecs.Entity) {
		frame.Defer(e, func(w *ecs.World) {
			if e == entity {
				panic(cause)
			}
			made++
		})
	}}))
	made = 0
	p = runFails(t, &schedule, frame)
	if p == nil || p.System != "late" || !slices.Equal(p.Entities, []ecs.Entity{entity}) || !errors.Is(p, cause) {
		t.Errorf("%v", p)
	}
	if made != 1+3 {
		t.Errorf("%d calls, expected one of the first system and three before the bad one", made)
	}
	filter := arche.All()
	query := world.Query(&filter)
	defer query.Close()
	if p := runFails(t, &schedule, frame); p == nil || !errors.Is(p, ecs.ErrStructure) {
		t.Errorf("in a world with an open query: %v", p)
	}
}
