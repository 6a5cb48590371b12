package ecs_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/trace"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/ecs"
)

// traced returns what a trace of a frame has: for each goroutine, its tasks and regions inside each
// other, such as "sinew.Frame/sinew.Blocks/a-block-system".
func traced(t *testing.T, run func()) (paths []string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "frame.trace")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if err := trace.Start(file); err != nil {
		t.Skipf("this test writes a trace of its own, run it without -trace: %v", err)
	}
	run()
	trace.Stop()
	command := exec.Command("go", "tool", "trace", "-d=parsed", path)
	var complaints bytes.Buffer
	command.Stderr = &complaints
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, complaints.Bytes())
	}
	event := regexp.MustCompile(`(?m)^M=\S+ P=\S+ G=(\S+) (Task|Region)(Begin|End) .*?(?:ID|Task)=(\S+) .*Type="(.*)"$`)
	inside, tasks := map[string][]string{}, map[string]string{}
	for _, match := range event.FindAllStringSubmatch(string(out), -1) {
		goroutine, kind, begins, task, name := match[1], match[2], match[3] == "Begin", match[4], match[5]
		switch {
		case kind == "Task" && begins:
			tasks[task] = name
		case kind == "Task":
		case begins:
			inside[goroutine] = append(inside[goroutine], name)
			path := tasks[task]
			for _, outer := range inside[goroutine] {
				path += "/" + outer
			}
			if !slices.Contains(paths, path) {
				paths = append(paths, path)
			}
		default:
			last := len(inside[goroutine]) - 1
			if last < 0 || inside[goroutine][last] != name {
				t.Fatalf("expected the end of the last of the regions %q, found that of %q", inside[goroutine], name)
			}
			inside[goroutine] = inside[goroutine][:last]
		}
	}
	for goroutine, open := range inside {
		if len(open) > 0 {
			t.Errorf("the regions %q of goroutine %s do not end", open, goroutine)
		}
	}
	slices.Sort(paths)
	return paths
}

// The parser of Go's own tool finds a task for the frame, and in it a region for each system; a
// worker may come too late to have one of its own for a block system.
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
	found := traced(t, func() { schedule.Run(frame) })
	expected := []string{
		"sinew.Frame/a-serial-system", "sinew.Frame/sinew.Blocks", "sinew.Frame/sinew.Blocks/a-block-system",
	}
	if fmt.Sprint(found) != fmt.Sprint(expected) {
		t.Errorf("expected the regions %q, found %q", expected, found)
	}
}
