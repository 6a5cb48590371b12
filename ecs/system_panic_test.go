package ecs_test

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
)

// doer is a system made of a function; as a task it does one piece for each entity and attributes
// panics to it.
type doer struct {
	name     string
	do       func(*ecs.Frame)
	entities []ecs.Entity
	piece    func(i int)
}

func (d *doer) Name() string { return d.name }

func (d *doer) Run(frame *ecs.Frame) {
	if d.do != nil {
		d.do(frame)
	}
	frame.Workers.Run(d, len(d.entities))
}

func (d *doer) Do(_, i int) {
	defer ecs.AttributePanic(d.name, &d.entities[i])
	d.piece(i)
}

// runFails runs the schedule and returns the panic.
func runFails(t *testing.T, schedule *ecs.Schedule, frame *ecs.Frame) (p *ecs.SystemPanic) {
	t.Helper()
	defer func() { p, _ = recover().(*ecs.SystemPanic) }()
	schedule.Run(frame)
	return nil
}

// A panic in a task names the system and the entity, with any number of workers, and the schedule
// runs again.
func TestTaskPanicsNameTheEntity(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 20})
	cause := errors.New("the cause")
	for _, workers := range []*ecs.Workers{nil, ecs.NewWorkers(1), ecs.NewWorkers(3)} {
		bad := 7
		d := &doer{name: "task"}
		for slot := range 20 {
			d.entities = append(d.entities, store.Pools()[0].Owner(slot))
		}
		done := make([]int, 20)
		d.piece = func(i int) {
			if done[i]++; i == bad {
				panic(cause)
			}
		}
		var schedule ecs.Schedule
		if err := schedule.Add(d); err != nil {
			t.Fatal(err)
		}
		frame := &ecs.Frame{World: world, Store: store, Workers: workers}
		p := runFails(t, &schedule, frame)
		if p == nil || p.System != "task" || len(p.Entities) != 1 || p.Entities[0] != d.entities[7] ||
			!errors.Is(p, cause) {
			t.Fatalf("%d workers: %+v", workers.Len(), p)
		}
		want := fmt.Sprintf(`system "task" panicked on entity %d of generation 0: the cause`, d.entities[7].ID())
		if !strings.HasPrefix(p.Error(), want) || !strings.Contains(string(p.Stack), "system_panic_test.go") {
			t.Errorf("%d workers: %v", workers.Len(), p)
		}
		bad = -1
		before := done[19]
		schedule.Run(frame)
		if done[19] != before+1 || schedule.Counters().Frames != 1 || schedule.Counters().Busy < 0 {
			t.Errorf("%d workers: after the panic %+v", workers.Len(), schedule.Counters())
		}
		workers.Close()
	}
}

// A schedule that a system runs again, or changes, answers with ErrBusy. After runtime.Goexit in a
// system it works on.
func TestScheduleIsNotReentrant(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	frame := &ecs.Frame{World: &world, Library: library, Store: (*ecs.PoseStore)(posestore.New(library))}
	var schedule ecs.Schedule
	d := &doer{name: "nested", do: func(*ecs.Frame) { schedule.Run(frame) }}
	if err := schedule.Add(d); err != nil {
		t.Fatal(err)
	}
	if p := runFails(t, &schedule, frame); p == nil || p.System != "nested" || !errors.Is(p, ecs.ErrBusy) {
		t.Errorf("nested Run: %v", p)
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		d.do = func(frame *ecs.Frame) {
			posestore.LockWorld((*posestore.Store)(frame.Store), frame.World)
			runtime.Goexit()
		}
		schedule.Run(frame)
	}()
	<-ended
	if world.IsLocked() {
		t.Error("the world is locked")
	}
	d.do = func(*ecs.Frame) {
		if err := schedule.Add(&doer{name: "more"}); !errors.Is(err, ecs.ErrBusy) {
			t.Errorf("Add during a run: %v", err)
		}
	}
	schedule.Run(frame)
}
