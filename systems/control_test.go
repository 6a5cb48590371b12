package systems_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// TestControllersMatchModel runs random graphs with random parameters beside a model that
// interprets the authored graph by names instead of the compiled one. States, transitions and their
// frames, consumed triggers, speeds, times and crossfades must be the same.
func TestControllersMatchModel(t *testing.T) {
	probe.Serial(t)
	graphs := 400
	switch {
	case isLongRun():
		graphs = 20000
	case probe.Race:
		graphs = 100
	}
	random := rand.New(rand.NewPCG(4, 2))
	k := newRichFixture(t, 1)
	built, transitions, interrupts := 0, 0, 0
	for range graphs {
		drawn := randomGraph(random)
		graph, err := drawn.build(k.library, k.model)
		if err != nil {
			continue // a cycle, or an exit time that is never reached
		}
		built++
		id, err := k.library.AddGraph(graph)
		check(t, err)
		e := k.character(t)
		controller, err := k.animation.Control(e, id)
		check(t, err)
		run := &modelRun{fixture: k, graph: drawn, values: map[string]float64{}}
		player := k.animation.Player(e)
		run.full = func(layer int) bool {
			fades, inertia := player.Layer(layer).Blend(), player.Inertialization()
			return fades.Count >= components.MaxFading && inertia != nil && inertia.History > 0
		}
		reader := k.animation.Events().Reader()
		for frame := range 120 {
			for range random.IntN(3) {
				name := pick(random, []string{"f0", "f1", "i", "b", "t0", "t1", "t2"})
				value := float64(random.IntN(4))
				switch name[0] {
				case 'f':
					value = pick(random, []float64{0, 0.5, 1, 1.5, -0.5})
					check(t, controller.SetFloat(name, float32(value)))
				case 'i':
					check(t, controller.SetInt(name, int32(value)))
				case 'b':
					value = float64(random.IntN(2))
					check(t, controller.SetBool(name, value == 1))
				default:
					value = 1
					check(t, controller.Trigger(name))
				}
				run.values[name] = value
			}
			seconds := pick(random, []float64{1.0 / 60, 1.0 / 30, 0.09, 0, 0.4}) * (0.9 + 0.2*random.Float64())
			run.log = run.log[:0]
			run.advance()
			for _, l := range run.layers {
				l.channel.Advance(seconds)
			}
			k.update(t, seconds)
			k.compareControl(t, e, run, &reader)
			transitions += len(run.log) / 2
			if t.Failed() {
				t.Fatalf("graph %d, frame %d: %v", built, frame, run.values)
			}
		}
		interrupts += run.interrupts
		k.world.RemoveEntity(e)
		k.library.RemoveGraph(id)
	}
	t.Logf("%d graphs, %d transitions, %d of them interruptions", built, transitions, interrupts)
	if built < graphs/4 || transitions < 8*built || interrupts < built {
		t.Errorf("built %d of %d graphs; %d transitions, %d interruptions", built, graphs, transitions, interrupts)
	}
}

func (k *richFixture) compareControl(t *testing.T, e ecs.Entity, run *modelRun, reader *ecs.EventReader) {
	t.Helper()
	controller, player := k.animation.Controller(e), k.animation.Player(e)
	var log []string
	fired, _ := k.animation.Events().Read(reader)
	for i := range fired {
		if path, ok := fired[i].StatePath(k.library); ok {
			sign := " + "
			if fired[i].Kind == ecs.StateExited {
				sign = " - "
			}
			log = append(log, fmt.Sprint(fired[i].Layer, sign, path))
		}
	}
	if got, want := fmt.Sprint(log), fmt.Sprint(run.log); got != want {
		t.Errorf("events %s, want %s", got, want)
	}
	for name, want := range run.values {
		i, kind, _ := controller.Graph().Parameter(name)
		bits := controller.Component().Parameters[i]
		got := float64(bits)
		if name[0] == 'f' {
			got = float64(math.Float32frombits(bits))
		}
		if got != want {
			t.Errorf("%v %s is %v, want %v", kind, name, got, want)
		}
	}
	for i, l := range run.layers {
		if got := controller.State(i); got != l.state.path() {
			t.Errorf("layer %d is in %q, want %q", i, got, l.state.path())
		}
		p, c := player.Layer(i).Playback(), &l.channel
		if !(math.Abs(p.Time-c.Time) < 1e-9) || float64(p.Speed) != c.Speed || int(p.LoopsDone) != c.LoopsDone ||
			p.Finished != c.Finished {
			t.Errorf("layer %d plays %+v, want %+v", i, *p, c.Playback)
		}
		fades := player.Layer(i).Blend()
		if int(fades.Count) != len(c.Fades) ||
			len(c.Fades) > 0 && (fades.Duration != c.Duration || math.Abs(fades.Elapsed-c.Elapsed) > 1e-12) {
			t.Errorf("layer %d: %+v fades out, want %+v, %v of %v s", i, *fades, c.Fades, c.Elapsed, c.Duration)
			continue
		}
		for f := range c.Fades {
			got, weight, want := &fades.Fading[f], fades.Weights[f], &c.Fades[f]
			if !(math.Abs(got.Time-want.Time) < 1e-9) || float64(got.Speed) != want.Speed ||
				!(math.Abs(float64(weight)-want.Weight) < 1e-5) {
				t.Errorf("layer %d: %+v fades out, want %+v", i, *got, *want)
			}
		}
	}
}
