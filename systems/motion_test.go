package systems_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// line is a kind of motion of these tests. It mixes the same clips as the first blend space of a
// richFixture, by the same rules, in other words: clips at 0, 1 and 2 along X, in phase by
// normalized time.
type line struct {
	motion.Description
	durations []float64 // of the clips, in seconds
}

func (k *richFixture) line() *line {
	m := &line{Description: motion.Description{
		Name: "own line", Kind: "line", Dimensions: 1,
	}}
	for i, id := range k.clips[:3] {
		m.Parts = append(m.Parts, motion.Part{Clip: id, X: float32(i)})
		m.durations = append(m.durations, k.library.Clip(id).Duration())
	}
	return m
}

// at returns the lower of the clips that show at a position, and the weight of the one above it.
func (m *line) at(x float32) (lower int, upper float32) {
	x = max(0, min(x, 2))
	lower = min(int(x), 1)
	return lower, x - float32(lower)
}

func (m *line) Duration(x, _ float32) float64 {
	lower, upper := m.at(x)
	return float64(m.durations[lower]*float64(1-upper)) + float64(m.durations[lower+1]*float64(upper))
}

func (m *line) Mix(f *motion.Frame) {
	lower, upper := m.at(f.X)
	f.AddPart(lower, 1-upper)
	if upper <= 0.5 {
		f.Fire()
	}
	f.AddPart(lower+1, upper)
	if upper > 0.5 {
		f.Fire()
	}
}

// A program's kind of motion and a blend space that mixes the same clips do the same, whatever is
// done with them: in layers, crossfades and sync groups, in all play modes, forward and backward,
// with markers and root motion.
func TestOwnMotionEqualsBlendSpace(t *testing.T) {
	for seed := range uint64(8) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			k := newRichFixture(t, seed)
			own, err := k.library.AddMotion(k.line())
			check(t, err)
			random := rand.New(rand.NewPCG(seed, 41))
			pair := [2]ecs.Entity{k.character(t), k.character(t)}
			motions := [2]id.Motion{k.spaces[0], own}
			for _, e := range pair {
				check(t, k.animation.EnableRootMotion(e))
			}
			reader := k.animation.Events().Reader()
			events := 0
			for frame := range 400 {
				if random.IntN(4) == 0 {
					command := k.motionCommand(random)
					for i, e := range pair {
						command(t, k.animation.Player(e), motions[i])
					}
				}
				k.update(t, random.Float64()*pick(random, []float64{0.02, 0.2, 1.5}))
				fired, _ := k.animation.Events().Read(&reader)
				events += len(fired)
				k.compareMotions(t, frame, pair, motions, fired)
				if t.Failed() {
					return
				}
			}
			if events < 200 {
				t.Errorf("only %d events", events)
			}
		})
	}
}

// motionCommand returns a random change of what a character plays, for a motion that is the same to
// all of them.
func (k *richFixture) motionCommand(random *rand.Rand) func(t *testing.T, p systems.Player, m id.Motion) {
	layer, seconds, clip := random.IntN(3), random.Float64(), pick(random, k.clips[:3])
	x, speed, where := random.Float32()*2, random.Float32()*4-2, random.Float64()*1.4-0.2
	mode, limit, group := assets.PlayMode(random.IntN(4)), uint32(random.IntN(3)), uint8(random.IntN(2))
	mask, which := pick(random, k.masks), random.IntN(10)
	if mode == assets.Once || mode == assets.Hold {
		limit = 0
	}
	return func(t *testing.T, p systems.Player, m id.Motion) {
		t.Helper()
		p = p.Layer(layer)
		switch which {
		case 0, 1:
			check(t, p.CrossFade(m, seconds, systems.WithRestart()))
		case 2:
			check(t, p.CrossFade(clip, seconds))
		case 3, 4:
			check(t, p.SetPosition(x, 0))
		case 5, 6:
			check(t, p.SetMode(mode, limit))
		case 7:
			check(t, p.SetSpeed(speed))
		case 8:
			check(t, p.SetSync(group))
			if layer > 0 {
				check(t, p.Overlay(m, mask, seconds, systems.WithFadeOut(0.3)))
			}
		default:
			if fraction := k.library.Motion(p.Playback().Motion); fraction != nil {
				check(t, p.SeekFiring(fraction.Span.Start+float64(where*fraction.Span.Duration())))
			}
		}
	}
}

// compareMotions compares what two characters show, fired and moved, of which each plays its own
// one of two motions.
func (k *richFixture) compareMotions(t *testing.T, frame int, pair [2]ecs.Entity, motions [2]id.Motion,
	fired []ecs.Event,
) {
	t.Helper()
	var inputs [2][]ecs.BlendInput
	var events [2][]ecs.Event
	for i, e := range pair {
		pool, slot := k.animation.Pool(e)
		for _, input := range pool.BlendInputs(slot) {
			if input.Weight > 1e-6 || input.Weight < -1e-6 {
				inputs[i] = append(inputs[i], input)
			}
		}
		for _, event := range fired {
			if event.Entity == e {
				if event.Entity = (ecs.Entity{}); event.Motion == motions[i] {
					event.Motion = motions[0]
				}
				events[i] = append(events[i], event)
			}
		}
	}
	if len(inputs[0]) != len(inputs[1]) || len(events[0]) != len(events[1]) {
		t.Fatalf("frame %d: inputs %+v\nand %+v\nevents %+v\nand %+v", frame, inputs[0], inputs[1],
			events[0], events[1])
	}
	near := func(a, b float64) bool { return math.Abs(a-b) < 1e-5 }
	for i := range inputs[0] {
		a, b := inputs[0][i], inputs[1][i]
		if !near(a.Time, b.Time) || !near(float64(a.Weight), float64(b.Weight)) ||
			!near(float64(a.Attenuation), float64(b.Attenuation)) ||
			a.Clip != b.Clip || a.Mask != b.Mask || a.Mode != b.Mode {
			t.Errorf("frame %d, input %d: %+v and %+v", frame, i, a, b)
		}
	}
	for i := range events[0] {
		a, b := events[0][i], events[1][i]
		if !near(float64(a.Weight), float64(b.Weight)) {
			t.Errorf("frame %d, event %d: %+v and %+v", frame, i, a, b)
		}
		if a.Weight, a.Time = b.Weight, b.Time+float64(a.Time-b.Time); a != b &&
			(!near(a.Time, b.Time) || a.Kind != b.Kind || a.Clip != b.Clip ||
				a.Marker != b.Marker || a.Layer != b.Layer || a.Motion != b.Motion) {
			t.Errorf("frame %d, event %d: %+v and %+v", frame, i, a, b)
		}
	}
	a, b := k.roots.Get(pair[0]).Delta, k.roots.Get(pair[1]).Delta
	if !near(a.X, b.X) || !near(a.Y, b.Y) || !near(a.Z, b.Z) || !near(a.Yaw, b.Yaw) {
		t.Errorf("frame %d: root motion %+v and %+v", frame, a, b)
	}
}

// A snapshot restores what a program's kind of motion plays, also in the middle of a crossfade, to
// the last bit.
func TestOwnMotionIsRestored(t *testing.T) {
	k := newRichFixture(t, 3)
	own, err := k.library.AddMotion(k.line())
	check(t, err)
	e := k.character(t)
	player := k.animation.Player(e)
	check(t, player.Play(k.clips[3]))
	check(t, player.Layer(1).Overlay(own, k.masks[0], 0.2))
	check(t, player.CrossFade(own, 1))
	check(t, player.SetPosition(1.3, 0))
	k.update(t, 0.3)
	past := k.animation.AppendSnapshot(nil)
	run := func() []byte {
		check(t, player.Layer(1).SetSpeed(-1))
		for range 50 {
			k.update(t, 1.0/30)
		}
		return k.everything()
	}
	once := run()
	check(t, k.animation.Restore(past))
	if again := run(); !bytes.Equal(once, again) {
		t.Error("the frames after the snapshot are others the second time")
	}
}

// A graph plays a program's kind of motion by its name, drives its coordinates by parameters, and
// is written and read.
func TestGraphPlaysOwnMotion(t *testing.T) {
	k := newRichFixture(t, 5)
	own, err := k.library.AddMotion(k.line())
	check(t, err)
	built, err := graph.New("g").Float("x", 0.5).
		Layer("body", graph.State("move").Motion("own line", "x").To("rest").ExitTime(2),
			graph.State("rest")).Build(k.library)
	check(t, err)
	if name, kind := built.MotionName(0); name != "own line" || kind != "line" || built.States()[0].Motion != own {
		t.Errorf("the state plays %s %q, %v", kind, name, built.States()[0].Motion)
	}
	var text bytes.Buffer
	check(t, built.WriteJSON(&text))
	if !strings.Contains(text.String(), `"motion": "own line"`) {
		t.Errorf("the document is %s", text.String())
	}
	read, err := graph.Read(&text, k.library)
	check(t, err)
	id, err := k.library.AddGraph(read)
	check(t, err)
	e := k.character(t)
	controller, err := k.animation.Control(e, id)
	check(t, err)
	check(t, controller.SetFloat("x", 1.5))
	k.update(t, 0.1)
	if p := k.animation.Player(e).Playback(); p.Motion != own || p.X != 1.5 || controller.State(0) != "move" {
		t.Errorf("state %q plays %+v", controller.State(0), p)
	}
	k.update(t, 3)
	k.update(t, 0.1)
	if controller.State(0) != "rest" {
		t.Errorf("after two loops the state is %q", controller.State(0))
	}
}
