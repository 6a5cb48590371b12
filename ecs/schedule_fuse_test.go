package ecs_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/ecs"
)

// joiner is a Fuser that takes over the next block system if it has the right name.
type joiner struct {
	block
	partner string
}

func (s joiner) Fuse(next ecs.BlockSystem) (ecs.BlockSystem, bool) {
	if next.Name() != s.partner {
		return nil, false
	}
	return block{s.name + "&" + next.Name(), s.journal}, true
}

// chain is a Fuser that takes over every block system.
type chain struct{ block }

func (s chain) Fuse(next ecs.BlockSystem) (ecs.BlockSystem, bool) {
	return chain{block{s.name + next.Name(), s.journal}}, true
}

// yes is a Fuser that agrees but returns no system.
type yes struct{ block }

func (yes) Fuse(ecs.BlockSystem) (ecs.BlockSystem, bool) { return nil, true }

// blocks returns block systems as systems.
func blocks(list ...ecs.BlockSystem) (all []ecs.System) {
	for _, system := range list {
		all = append(all, ecs.EachBlock(system))
	}
	return all
}

func TestFusersReplaceTheNextSystem(t *testing.T) {
	var j journal
	x := joiner{block{"x", &j}, "y"}
	y, z := block{"y", &j}, block{"z", &j}
	for _, row := range []struct {
		name    string
		systems []ecs.System
		ran     []string
		timings []string
	}{
		{"a pair", blocks(x, y, z), []string{"x&y a 0+1", "z a 0+1"}, []string{"x+y", "z"}},
		{"a block system between", blocks(x, z, y), []string{"x a 0+1", "z a 0+1", "y a 0+1"}, []string{"x", "z", "y"}},
		{
			"a serial system between",
			[]ecs.System{ecs.EachBlock(x), serial{"s", &j}, ecs.EachBlock(y)},
			[]string{"x a 0+1", "s", "y a 0+1"},
			[]string{"x", "s", "y"},
		},
		{"nothing after", blocks(z, x), []string{"z a 0+1", "x a 0+1"}, []string{"z", "x"}},
		{"three in one", blocks(chain{block{"c", &j}}, y, z), []string{"cyz a 0+1"}, []string{"c+y+z"}},
		{"no fused system", blocks(yes{block{"n", &j}}, y), []string{"n a 0+1", "y a 0+1"}, []string{"n", "y"}},
	} {
		t.Run(row.name, func(t *testing.T) {
			world, store := newStore(t, map[string]int{"a": 1})
			var schedule ecs.Schedule
			var names []string
			for _, system := range row.systems {
				if err := schedule.Add(system); err != nil {
					t.Fatal(err)
				}
				names = append(names, system.Name())
			}
			j.lines = nil
			schedule.Run(&ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(1)})
			if !slices.Equal(j.lines, row.ran) {
				t.Errorf("ran %q, want %q", j.lines, row.ran)
			}
			if got := timed(&schedule); !slices.Equal(got, row.timings) {
				t.Errorf("timings of %q, want %q", got, row.timings)
			}
			if got := schedule.Names(); !slices.Equal(got, names) {
				t.Errorf("names %q, want %q", got, names)
			}
		})
	}
}

// A system inserted between two fused systems separates them; the other systems keep their timings.
func TestInsertedSystemSeparatesFusedSystems(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 1})
	var j journal
	var schedule ecs.Schedule
	for _, system := range append([]ecs.System{serial{"s", &j}},
		blocks(joiner{block{"x", &j}, "y"}, block{"y", &j})...) {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
	frame := &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(1)}
	schedule.Run(frame)
	if err := schedule.InsertAfter(ecs.SystemName("x"), ecs.EachBlock(block{"between", &j})); err != nil {
		t.Fatal(err)
	}
	j.lines = nil
	schedule.Run(frame)
	if want := []string{"s", "x a 0+1", "between a 0+1", "y a 0+1"}; !slices.Equal(j.lines, want) {
		t.Errorf("ran %q, want %q", j.lines, want)
	}
	for i, want := range []struct {
		name   string
		frames int
	}{{"s", 2}, {"x", 1}, {"between", 1}, {"y", 1}} {
		if timing := schedule.Timings()[i]; timing.Name != want.name || timing.Frames != want.frames {
			t.Errorf("timing %+v, want %+v", timing, want)
		}
	}
}

func timed(schedule *ecs.Schedule) []string {
	var names []string
	for _, timing := range schedule.Timings() {
		names = append(names, timing.Name)
	}
	return names
}
