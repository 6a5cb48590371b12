package systems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// The limits of the transitions in the test of interruptions.
const (
	interruptionFrame   = 1.0 / 480
	interruptionFade    = 0.25 // seconds at least
	interruptionFastest = 1.5  // speed of a playback
)

// interruptedCharacter is a character whose transitions are interrupted at any moment.
type interruptedCharacter struct {
	entity     ecs.Entity
	controlled bool // by a graph, in layers 0 and 1
	positions  []mgl32.Vec3
	commands   []string // of the last frame
}

// interruptionGraph builds a graph with crossfades, frozen ones, inertialized ones, and every rule
// of interruption.
func (k *richFixture) interruptionGraph(t testing.TB) assets.GraphID {
	t.Helper()
	g, err := graph.New("interruptions").Trigger("a").Trigger("b").Trigger("c").
		Layer("body",
			graph.State("one").Clip("pose 0").To("two").WhenTriggered("a").Fade(interruptionFade).
				Interruption(graph.InterruptBySourceThenTarget).
				To("three").WhenTriggered("b").Fade(0.4).FrozenSource().Interruption(graph.InterruptByTarget),
			graph.State("two").BlendSpace("line", "x").To("one").WhenTriggered("a").Fade(0.5).Curve("smoothstep").
				Interruption(graph.InterruptByTargetThenSource).
				To("three").WhenTriggered("c").Fade(0.3).Inertialized(),
			graph.State("three").Clip("pose 3").PlayMode(assets.PingPong).To("one").WhenTriggered("b").
				Fade(interruptionFade).Inertialized().
				To("two").WhenTriggered("a").Fade(0.6).Interruption(graph.InterruptBySource),
			graph.AnyState().To("one").WhenTriggered("c").Fade(0.35).Interruption(graph.InterruptByTarget)).
		Layer("arm",
			graph.State("still").To("wave").WhenTriggered("a").Fade(0.3).Interruption(graph.InterruptByTarget),
			graph.State("wave").Clip("pose 2").To("still").WhenTriggered("b").Fade(0.3).
				Interruption(graph.InterruptBySource)).Mask("from 1").
		Float("x", 0.7).
		Build(k.library, k.model)
	check(t, err)
	id, err := k.library.AddGraph(g)
	check(t, err)
	return id
}

// command gives the character a random command that must not make it jump, and returns the name of
// the command.
func (c *interruptedCharacter) command(t *testing.T, k *richFixture, random *rand.Rand) string {
	t.Helper()
	player, layer := k.animation.Player(c.entity), random.IntN(4)
	if c.controlled && layer < 2 {
		name := pick(random, []string{"a", "b", "c"})
		check(t, k.animation.Controller(c.entity).Trigger(name))
		return "trigger " + name
	}
	p := player.Layer(layer)
	duration := interruptionFade + random.Float64()
	var options []systems.FadeOption
	switch random.IntN(6) {
	case 0:
		options = append(options, systems.WithCurve(k.curve))
	case 1:
		options = append(options, systems.WithCurve(clip.SmoothStep), systems.WithFrozenSource())
	case 2, 3:
		options = append(options, systems.WithInertialization())
	}
	switch random.IntN(9) {
	case 0:
		check(t, p.CrossFade(pick(random, k.spaces), duration, options...))
		return "crossfade to a blend space"
	case 1:
		check(t, fadeToNothing(p, duration, options...))
		return "crossfade to nothing"
	case 2:
		if layer > 0 {
			check(t, p.FadeWeight(random.Float32(), interruptionFade))
			return "fade the layer"
		}
	case 3:
		check(t, p.SetSpeed(float32((2*random.Float64()-1)*interruptionFastest)))
		return "speed"
	case 4:
		check(t, p.SetMode(pick(random, []assets.PlayMode{assets.Loop, assets.PingPong, assets.Hold}), 0))
		return "mode"
	case 5:
		if layer > 0 {
			check(t, p.Overlay(pick(random, k.clips), layerMask(k, layer), duration, options...))
			return "overlay"
		}
	case 6:
		if random.IntN(3) > 0 {
			check(t, p.Resume())
			return "resume"
		}
		check(t, p.Pause())
		return "pause"
	}
	check(t, p.CrossFade(pick(random, k.clips), duration, options...))
	return "crossfade"
}

// layerMask returns the mask that a layer always has.
func layerMask(k *richFixture, layer int) id.Mask {
	return []id.Mask{systems.WholeBody, k.masks[0], k.masks[1], systems.WholeBody}[layer]
}

// TestInterruptionsDoNotPop interrupts crossfades, inertializations, overlays and transitions of
// graphs at any moment. In no frame does a joint move further than the fastest motions and fades
// together take it. The bound is far below what a cut between two poses does.
func TestInterruptionsDoNotPop(t *testing.T) {
	probe.Serial(t)
	const frames = 500
	probe.Seeds(t, 4, 3000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 61))
		k := newRichFixture(t, 5, systems.WithWorkers(1))
		speed, apart := k.motionExtent()
		// Up to four layers and an inertialization move at a time, each by its own motion and by
		// its fade.
		bound := 0.5 * (interruptionFastest*speed + 8/interruptionFade*apart) * interruptionFrame
		if bound > apart/20 {
			t.Fatalf("a bound of %v m a frame is too large for poses that are %v m apart", bound, apart)
		}
		id := k.interruptionGraph(t)
		var characters []*interruptedCharacter
		for i := range 12 {
			c := &interruptedCharacter{entity: k.character(t), controlled: i%3 == 0}
			if i%2 == 0 {
				k.animation.EnableInertialization(c.entity)
			}
			player := k.animation.Player(c.entity)
			if c.controlled {
				_, err := k.animation.Control(c.entity, id)
				check(t, err)
				k.update(t, 0)
			} else {
				check(t, player.Play(pick(random, k.clips)))
			}
			for layer := 1; layer < 4; layer++ {
				if c.controlled && layer == 1 {
					continue
				}
				check(t, player.Layer(layer).SetMask(layerMask(k, layer)))
				check(t, player.Layer(layer).FadeWeight(0.5, 0))
			}
			characters = append(characters, c)
		}
		for range 3 {
			k.update(t, interruptionFrame)
		}
		most, often := 0.0, 4+random.IntN(60) // how often commands come
		for frame := range frames {
			for _, c := range characters {
				c.commands = c.commands[:0]
				for random.IntN(often) == 0 {
					c.commands = append(c.commands, c.command(t, k, random))
				}
			}
			k.update(t, interruptionFrame)
			for i, c := range characters {
				now := jointPositions(k.animation.ModelMatrices(c.entity))
				if c.positions != nil {
					moved := largestJointDistance(c.positions, now)
					if most = max(most, moved); !(moved <= bound) {
						p := k.animation.Player(c.entity)
						t.Fatalf("frame %d, character %d: a joint moves by %v m, above %v, after the commands %q: %+v",
							frame, i, moved, bound, c.commands, p.Inertialization())
					}
				}
				c.positions = now
			}
		}
		t.Logf("the largest movement in a frame is %.2g of the bound; a bound is %.2g of the distance of poses",
			most/bound, bound/apart)
	})
}

// A source that a transition froze while it played backward is where it was: exit times that it had
// not reached do not count.
func TestFrozenSourcesKeepTheirDirection(t *testing.T) {
	k := newRichFixture(t, 1)
	for exit, want := range map[float64]string{0.05: "gone", 0.5: "frozen over"} {
		e, controller := k.controlled(t, graph.New("g").Trigger("go").Layer("body",
			graph.State("backward").MotionByID(k.clips[0]).Speed(-1).
				To("frozen over").WhenTriggered("go").Fade(20).FrozenSource().Interruption(graph.InterruptBySource).
				To("gone").ExitTime(exit).Fade(0.1),
			graph.State("frozen over").MotionByID(k.clips[1]),
			graph.State("gone").MotionByID(k.clips[2])))
		k.update(t, 0)
		check(t, k.animation.Player(e).SeekFraction(0.9)) // a tenth of the way
		check(t, controller.Trigger("go"))
		k.update(t, 0.01)
		k.update(t, 0.01)
		if got := controller.State(0); got != want {
			t.Errorf("exit time %v: in state %q, want %q", exit, got, want)
		}
		if speed := k.animation.Player(e).Blend().Fading[0].Speed; want == "frozen over" && speed != 0 {
			t.Errorf("the frozen source has the speed %v", speed)
		}
	}
}

// A source that stands still has no direction, whatever the sign of its speed of 0 is: frozen, it
// is where it was by its time.
func TestFrozenSourcesThatStoodStill(t *testing.T) {
	k := newRichFixture(t, 1)
	e, controller := k.controlled(t, graph.New("g").Float("pace", 0).Trigger("go").Layer("body",
		graph.State("still").MotionByID(k.clips[0]).Speed(-1).SpeedParameter("pace").
			To("frozen over").WhenTriggered("go").Fade(20).FrozenSource().Interruption(graph.InterruptBySource).
			To("gone").ExitTime(0.5).Fade(0.1),
		graph.State("frozen over").MotionByID(k.clips[1]),
		graph.State("gone").MotionByID(k.clips[2])))
	k.update(t, 0)
	check(t, k.animation.Player(e).SeekFraction(0.1))
	check(t, controller.Trigger("go"))
	k.update(t, 0.01)
	k.update(t, 0.01)
	if got := controller.State(0); got != "frozen over" {
		t.Errorf("in state %q, before its exit time", got)
	}
}
