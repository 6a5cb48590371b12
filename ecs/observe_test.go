package ecs_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/ecs"
)

// An observer hears of each system before it runs, of block systems in each block, and of the end
// of the frame, also of one that panics.
func TestObserve(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 20})
	var j journal
	held := holder{ecs.EachBlock(block{"held", &j})}
	var schedule ecs.Schedule
	for _, system := range []ecs.System{
		serial{"s", &j}, ecs.EachBlock(block{"x", &j}), ecs.EachBlock(block{"y", &j}), held,
	} {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
	heard := func(worker int, system string) { j.write("%d: %q", worker, system) }
	if err := schedule.Observe(heard); err != nil {
		t.Fatal(err)
	}
	frame := &ecs.Frame{World: world, Store: store}
	expected := []string{
		`0: "s"`, "s",
		`0: "x"`, "x a 0+8", `0: "y"`, "y a 0+8", `0: "x"`, "x a 8+8", `0: "y"`, "y a 8+8",
		`0: "x"`, "x a 16+4", `0: "y"`, "y a 16+4",
		`0: "holder"`,
		`0: "held"`, "held a 0+8", `0: "held"`, "held a 8+8", `0: "held"`, "held a 16+4",
		`0: "holder"`,
		`0: ""`,
	}
	for range 3 { // not only in a frame that is timed anyway
		j.lines = nil
		schedule.Run(frame)
		if !slices.Equal(j.lines, expected) {
			t.Fatalf("expected %q, found %q", expected, j.lines)
		}
	}
	for _, timing := range schedule.Timings() {
		if timing.Frames != 3 {
			t.Errorf("%s was timed in %d frames of 3", timing.Name, timing.Frames)
		}
	}

	// Each helper ends with nothing.
	frame.Workers = ecs.NewWorkers(3)
	last := [3]string{"-", "-", "-"}
	if err := schedule.Observe(func(worker int, system string) { last[worker] = system }); err != nil {
		t.Fatal(err)
	}
	schedule.Run(frame)
	for worker, system := range last {
		if system != "" && system != "-" { // a helper may come too late for any task
			t.Errorf("worker %d still runs %q after the frame", worker, system)
		}
	}

	j.lines = nil
	if err := errors.Join(schedule.Observe(heard), schedule.Add(panics{})); err != nil {
		t.Fatal(err)
	}
	if p := runFails(t, &schedule, frame); p == nil {
		t.Fatal("expected a panic")
	}
	if n := len(j.lines); j.lines[n-2] != `0: "panics"` || j.lines[n-1] != `0: ""` {
		t.Errorf("after a panic the last calls are %q", j.lines[n-2:])
	}

	if err := schedule.Observe(nil); err != nil {
		t.Fatal(err)
	}
	j.lines = nil
	_ = runFails(t, &schedule, frame)
	if slices.ContainsFunc(j.lines, func(line string) bool { return line[0] == '0' }) {
		t.Errorf("nobody observes, but %q", j.lines)
	}
	var none *ecs.Schedule
	if none.Observe(heard) == nil {
		t.Error("expected an error for a schedule that is nil")
	}
}

// panics is a system that panics.
type panics struct{}

func (panics) Name() string { return "panics" }

func (panics) Run(*ecs.Frame) { panic(fmt.Errorf("a mistake")) }

// A schedule cannot be observed by one of its systems from now on.
func TestObserveWhileItRuns(t *testing.T) {
	var schedule ecs.Schedule
	o := observes{&schedule, new(error)}
	if err := schedule.Add(o); err != nil {
		t.Fatal(err)
	}
	schedule.Run(&ecs.Frame{})
	if !errors.Is(*o.err, ecs.ErrBusy) {
		t.Errorf("expected %v, found %v", ecs.ErrBusy, *o.err)
	}
}

type observes struct {
	schedule *ecs.Schedule
	err      *error
}

func (observes) Name() string { return "observes" }

func (o observes) Run(*ecs.Frame) { *o.err = o.schedule.Observe(nil) }
