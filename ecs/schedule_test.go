package ecs_test

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
)

// journal is a list of lines that systems write when they run.
type journal struct {
	mutex sync.Mutex
	lines []string
}

func (j *journal) write(format string, arguments ...any) {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, arguments...))
}

type serial struct {
	name string
	*journal
}

func (s serial) Name() string { return s.name }

func (s serial) Run(*ecs.Frame) { s.write("%s", s.name) }

type block struct {
	name string
	*journal
}

func (s block) Name() string { return s.name }

func (s block) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	s.write("%s %s %d+%d", s.name, b.Pool.Skeleton().Name(), b.Slots[0], b.Lanes)
}

// newWriter returns a writer for a store, outside a schedule.
func newWriter(store *ecs.PoseStore) ecs.Writer {
	return ecs.NewWriter(access.Token{}, &ecs.Frame{Store: store})
}

// newStore returns a store with a number of characters for each named skeleton, gathered for a frame.
func newStore(t *testing.T, characters map[string]int) (*ecs.World, *ecs.PoseStore) {
	t.Helper()
	library, world := assets.NewLibrary(assets.Exact()), ecs.NewWorld()
	store := ecs.NewPoseStore(library)
	writer := newWriter(store)
	names := []string{}
	for name := range characters {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		skeleton, err := rig.NewSkeleton(name, []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		id := library.AddSkeleton(skeleton)
		for range characters[name] {
			writer.Bind(world.NewEntity(), id)
		}
	}
	writer.Gather()
	return &world, store
}

func TestScheduleFusesNeighboringBlockSystems(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 11, "b": 1, "c": 8})
	var j journal
	var schedule ecs.Schedule
	for _, system := range []any{serial{"first", &j}, block{"x", &j}, block{"y", &j}, serial{"between", &j}, block{"z", &j}} {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
	frame := &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(1)}
	schedule.Run(frame)
	want := []string{
		"first",
		"x a 0+8", "y a 0+8", "x a 8+3", "y a 8+3", "x b 0+1", "y b 0+1", "x c 0+8", "y c 0+8",
		"between",
		"z a 0+8", "z a 8+3", "z b 0+1", "z c 0+8",
	}
	if !slices.Equal(j.lines, want) {
		t.Errorf("ran\n%s\nwant\n%s", strings.Join(j.lines, "\n"), strings.Join(want, "\n"))
	}

	// Spread over several workers, every block still goes through every system in order.
	j.lines = nil
	frame.Workers = ecs.NewWorkers(4)
	schedule.Run(frame)
	if slices.Sort(j.lines); len(j.lines) != len(want) {
		t.Errorf("4 workers wrote %d lines, want %d", len(j.lines), len(want))
	}
	slices.Sort(want)
	if !slices.Equal(j.lines, want) {
		t.Errorf("4 workers ran\n%s", strings.Join(j.lines, "\n"))
	}
}

func TestScheduleInsertsSystemsAndRejectsOthers(t *testing.T) {
	var schedule ecs.Schedule
	var j journal
	for _, step := range []struct {
		name string
		err  error
		ok   bool
	}{
		{"add", schedule.Add(serial{"b", &j}), true},
		{"before", schedule.InsertBefore("b", block{"a", &j}), true},
		{"after", schedule.InsertAfter("b", serial{"c", &j}), true},
		{"name taken", schedule.Add(block{"a", &j}), false},
		{"unknown before", schedule.InsertBefore("nobody", serial{"d", &j}), false},
		{"unknown after", schedule.InsertAfter("nobody", serial{"d", &j}), false},
		{"not a system", schedule.Add(42), false},
	} {
		if (step.err == nil) != step.ok {
			t.Errorf("%s: %v", step.name, step.err)
		}
	}
	if got := schedule.Names(); !slices.Equal(got, []string{"a", "b", "c"}) {
		t.Errorf("order %v", got)
	}
}

func TestTimingsCoverEverySystem(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 300})
	var j journal
	var schedule ecs.Schedule
	for _, system := range []any{serial{"s", &j}, block{"x", &j}, block{"y", &j}} {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
	frame := &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(1)}
	for range 3 {
		schedule.Run(frame)
	}
	for _, timing := range schedule.Timings() {
		if timing.Frames != 3 || timing.Total <= 0 || timing.Mean() <= 0 {
			t.Errorf("timing %+v after 3 frames", timing)
		}
	}
	schedule.ResetTimings()
	for _, timing := range schedule.Timings() {
		if timing.Frames != 0 || timing.Total != 0 || timing.Mean() != 0 {
			t.Errorf("timing %+v after a reset", timing)
		}
	}
}
