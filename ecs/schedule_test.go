package ecs_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/posestore"
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
	s.write("%s %s %d+%d", s.name, b.Pool().Skeleton().Name(), b.Slot(0), b.Lanes())
}

// newStore returns a store with a number of characters for each named skeleton, gathered for a
// frame.
func newStore(t *testing.T, characters map[string]int) (*ecs.World, *ecs.PoseStore) {
	t.Helper()
	library, world := assets.NewLibrary(assets.Exact()), ecs.NewWorld()
	store := posestore.New(library)
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
			store.Bind(world.NewEntity(), id)
		}
	}
	store.Gather()
	return &world, (*ecs.PoseStore)(store)
}

func TestScheduleFusesNeighboringBlockSystems(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 11, "b": 1, "c": 8})
	var j journal
	var schedule ecs.Schedule
	for _, system := range []ecs.System{
		serial{"first", &j},
		ecs.EachBlock(block{"x", &j}), ecs.EachBlock(block{"y", &j}),
		serial{"between", &j},
		ecs.EachBlock(block{"z", &j}),
	} {
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

func TestScheduleChangesAndRejects(t *testing.T) {
	var schedule ecs.Schedule
	var j journal
	b := serial{"b", &j}
	for _, step := range []struct {
		name string
		err  error
		want string // what the error says; empty: there is none
	}{
		{"add", schedule.Add(b), ""},
		{"before", schedule.InsertBefore(b, ecs.EachBlock(block{"a", &j})), ""},
		{"after", schedule.InsertAfter(ecs.SystemName("b"), serial{"c", &j}), ""},
		{"name taken", schedule.Add(ecs.EachBlock(block{"a", &j})), `a name of its own, found a second "a"`},
		{"unknown before", schedule.InsertBefore(serial{"d", &j}, b), `has no system "d"`},
		{"unknown after", schedule.InsertAfter(ecs.SystemName("B"), b), `did you mean "b"`},
		{"no anchor", schedule.InsertAfter(nil, b), "expected an anchor, found nil"},
		{"nil", schedule.Add(nil), "expected a system, found nil"},
		{"no block system", schedule.Add(ecs.EachBlock(nil)), "expected a system, found nil"},
		{"replace by the same name", schedule.Replace(b, ecs.EachBlock(block{"b", &j})), ""},
		{"replace by another name", schedule.Replace(ecs.SystemName("a"), serial{"first", &j}), ""},
		{"replace by a taken name", schedule.Replace(b, serial{"c", &j}), `found a second "c"`},
		{"replace an unknown one", schedule.Replace(ecs.SystemName("a"), serial{"d", &j}), `has no system "a"`},
		{"remove", schedule.Remove(b), ""},
		{"remove again", schedule.Remove(b), `has no system "b"`},
	} {
		if step.want == "" && step.err != nil || step.want != "" && !strings.Contains(fmt.Sprint(step.err), step.want) {
			t.Errorf("%s: %v, want %q", step.name, step.err, step.want)
		}
	}
	if err := schedule.Remove(ecs.SystemName("x")); !errors.Is(err, ecs.ErrNoSystem) {
		t.Errorf("an unknown system: %v", err)
	}
	if got := schedule.Names(); !slices.Equal(got, []string{"first", "c"}) {
		t.Errorf("order %v", got)
	}
}

// A system that takes another one's place begins a timing of its own; the other systems keep
// theirs, and block systems that become neighbors are fused.
func TestReplacedAndRemovedSystemsRunNoMore(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 1})
	var j journal
	var schedule ecs.Schedule
	for _, system := range []ecs.System{serial{"s", &j}, serial{"x", &j}, serial{"end", &j}} {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
	frame := &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(1)}
	schedule.Run(frame)
	for _, step := range []struct {
		change func() error
		ran    []string
		frames []int
	}{
		{
			func() error { return schedule.Replace(ecs.SystemName("x"), ecs.EachBlock(joiner{block{"x", &j}, "y"})) },
			[]string{"s", "x a 0+1", "end"},
			[]int{2, 1, 2},
		},
		{
			func() error { return schedule.Replace(ecs.SystemName("end"), ecs.EachBlock(block{"y", &j})) },
			[]string{"s", "x&y a 0+1"},
			[]int{3, 1},
		},
		{
			func() error { return schedule.Replace(ecs.SystemName("y"), ecs.EachBlock(block{"y", &j})) },
			[]string{"s", "x&y a 0+1"},
			[]int{4, 1},
		},
		{func() error { return schedule.Remove(ecs.SystemName("y")) }, []string{"s", "x a 0+1"}, []int{5, 1}},
		{func() error { return schedule.Remove(ecs.SystemName("s")) }, []string{"x a 0+1"}, []int{2}},
	} {
		if err := step.change(); err != nil {
			t.Fatal(err)
		}
		j.lines = nil
		schedule.Run(frame)
		var frames []int
		for _, timing := range schedule.Timings() {
			frames = append(frames, timing.Frames)
		}
		if !slices.Equal(j.lines, step.ran) || !slices.Equal(frames, step.frames) {
			t.Errorf("ran %q with timings of %v frames, want %q and %v", j.lines, frames, step.ran, step.frames)
		}
	}
}

// holder is a system that runs another one.
type holder struct{ held ecs.System }

func (holder) Name() string { return "holder" }

func (h holder) Run(frame *ecs.Frame) { h.held.Run(frame) }

// blockHolder is a block system that runs another system, which it must not.
type blockHolder struct{ holder }

func (b blockHolder) RunBlock(frame *ecs.Frame, _ *ecs.Block) { b.Run(frame) }

// A system of a program can run block systems itself, in a schedule or outside.
func TestSystemsRunBlockSystems(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 9})
	var j journal
	want := []string{"x a 0+8", "x a 8+1"}
	for _, workers := range []*ecs.Workers{nil, ecs.NewWorkers(3)} {
		frame := &ecs.Frame{World: world, Store: store, Workers: workers}
		h := holder{ecs.EachBlock(block{"x", &j})}
		var schedule ecs.Schedule
		if err := schedule.Add(h); err != nil {
			t.Fatal(err)
		}
		for where, run := range map[string]func(){"outside": func() {
			h.Run(frame)
		}, "inside": func() { schedule.Run(frame) }} {
			j.lines = nil
			run()
			if slices.Sort(j.lines); !slices.Equal(j.lines, want) {
				t.Errorf("%s a schedule, with %d workers: %q, want %q", where, workers.Len(), j.lines, want)
			}
		}
		if timings := schedule.Timings(); len(timings) != 1 || timings[0].Name != "holder" || timings[0].Frames != 1 {
			t.Errorf("the timings are %+v", timings)
		}
	}
	var schedule ecs.Schedule
	if err := schedule.Add(ecs.EachBlock(blockHolder{holder{ecs.EachBlock(block{"x", &j})}})); err != nil {
		t.Fatal(err)
	}
	if p := runFails(t, &schedule, &ecs.Frame{World: world, Store: store}); p == nil || !errors.Is(p, ecs.ErrBusy) {
		t.Errorf("a block system that runs another one: %v", p)
	}
}

func TestTimingsCoverEverySystem(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 300})
	var j journal
	var schedule ecs.Schedule
	for _, system := range []ecs.System{serial{"s", &j}, ecs.EachBlock(block{"x", &j}), ecs.EachBlock(block{"y", &j})} {
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
