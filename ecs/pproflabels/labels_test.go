package pproflabels_test

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"runtime/pprof"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/ecs/pproflabels"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

// profiled collects which labels goroutines have that run a function of this package.
type profiled struct {
	mutex sync.Mutex
	found []string
}

// take profiles all goroutines and notes the labels of those in a function.
func (p *profiled) take(function string) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	var b bytes.Buffer
	if err := pprof.Lookup("goroutine").WriteTo(&b, 1); err != nil {
		panic(err)
	}
	labels := regexp.MustCompile(`(?m)^# labels: (.*)$`)
	for one := range strings.SplitSeq(b.String(), "\n\n") {
		if !strings.Contains(one, "."+function+"+") {
			continue
		}
		found := "none"
		if match := labels.FindStringSubmatch(one); match != nil {
			found = match[1]
		}
		if !slices.Contains(p.found, found) {
			p.found = append(p.found, found)
		}
	}
}

type serial struct{ *profiled }

func (serial) Name() string { return "own serial" }

//go:noinline
func (s serial) Run(frame *ecs.Frame) { frame.Workers.Run(s, 3) }

//go:noinline
func (s serial) Do(int, int) { s.take("serial.Do") }

type block struct{ *profiled }

func (block) Name() string { return "own block" }

//go:noinline
func (b block) RunBlock(*ecs.Frame, *ecs.Block) { b.take("block.RunBlock") }

//go:noinline
func (p *profiled) outside() { p.take("(*profiled).outside") }

func newCrowd(t testing.TB, workers int) *systems.Animation {
	t.Helper()
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	model := handmade.Tube(t, library, mgl32.Vec3{1, 1, 1}, 0.5, mgl32.Vec3{1})
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(animation.Close)
	for range 40 {
		if _, err := animation.Spawn(model, mgl32.Ident4()); err != nil {
			t.Fatal(err)
		}
	}
	return animation
}

// A profile tells which system runs, on every goroutine, and what the program's own labels are.
func TestSet(t *testing.T) {
	animation := newCrowd(t, 3)
	schedule := animation.Schedule()
	s, b, after := serial{&profiled{}}, block{&profiled{}}, &profiled{}
	for _, err := range []error{
		schedule.InsertBefore(systems.AtBindSlots, s),
		schedule.InsertAfter(systems.AtLocalToModel, ecs.EachBlock(b)),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	pprof.Do(t.Context(), pprof.Labels("part", "game"), func(ctx context.Context) {
		if err := pproflabels.Set(ctx, schedule); err != nil {
			t.Fatal(err)
		}
		for range 3 {
			if err := animation.Update(1.0 / 60); err != nil {
				t.Fatal(err)
			}
		}
		after.outside()
		if err := pproflabels.Clear(schedule); err != nil {
			t.Fatal(err)
		}
	})
	for _, row := range []struct {
		found    []string
		expected string
	}{
		{s.found, `[{"part":"game", "system":"own serial"}]`},
		{b.found, `[{"part":"game", "system":"own block"}]`},
		{after.found, `[{"part":"game"}]`},
	} {
		if fmt.Sprint(row.found) != row.expected {
			t.Errorf("expected the labels %s, found %v", row.expected, row.found)
		}
	}
	s.found, b.found = nil, nil
	if err := animation.Update(1.0 / 60); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(s.found, b.found) != "[none] [none]" {
		t.Errorf("expected no labels after Clear, found %v and %v", s.found, b.found)
	}
	//nolint:staticcheck // a program may make that mistake
	if err := pproflabels.Set(nil, schedule); err == nil || !strings.Contains(err.Error(), "found nil") {
		t.Errorf("expected an error for a nil context, found %v", err)
	}
	if err := pproflabels.Set(t.Context(), nil); err == nil || !strings.Contains(err.Error(), "found nil") {
		t.Errorf("expected an error for a nil schedule, found %v", err)
	}
}

// Labels allocate nothing once all are known, and their absence never does.
func TestLabelsAllocateNothing(t *testing.T) {
	animation := newCrowd(t, 1)
	update := func() {
		if err := animation.Update(1.0 / 60); err != nil {
			t.Fatal(err)
		}
	}
	for _, isSet := range []bool{true, false} {
		if isSet {
			if err := pproflabels.Set(context.Background(), animation.Schedule()); err != nil {
				t.Fatal(err)
			}
		} else if err := pproflabels.Clear(animation.Schedule()); err != nil {
			t.Fatal(err)
		}
		update()
		update()
		if n := testing.AllocsPerRun(50, update); n != 0 {
			t.Errorf("with labels %v a frame allocates %v times", isSet, n)
		}
	}
}
