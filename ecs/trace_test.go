package ecs_test

import (
	"bytes"
	"runtime/trace"
	"testing"

	"github.com/sinew-go/sinew/ecs"
)

// The test does not parse the trace: names of tasks and regions appear in it verbatim.
func TestTraceNamesFramesAndSystems(t *testing.T) {
	world, store := newStore(t, map[string]int{"a": 40})
	var j journal
	var schedule ecs.Schedule
	for _, system := range []ecs.System{serial{"a-serial-system", &j}, ecs.EachBlock(block{"a-block-system", &j})} {
		if err := schedule.Add(system); err != nil {
			t.Fatal(err)
		}
	}
	frame := &ecs.Frame{World: world, Store: store, Workers: ecs.NewWorkers(2)}
	var buffer bytes.Buffer
	if err := trace.Start(&buffer); err != nil {
		t.Skipf("this test writes a trace of its own, run it without -trace: %v", err)
	}
	schedule.Run(frame)
	trace.Stop()
	for _, name := range []string{"sinew.Frame", "sinew.Blocks", "a-serial-system", "a-block-system"} {
		if !bytes.Contains(buffer.Bytes(), []byte(name)) {
			t.Errorf("the trace does not name %q", name)
		}
	}
}
