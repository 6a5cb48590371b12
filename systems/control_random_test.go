package systems_test

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
)

// The parameters of every random graph.
var (
	modelFloats   = []string{"f0", "f1"}
	modelTriggers = []string{"t0", "t1", "t2"}
)

// randomGraph returns a graph of one or two layers with up to nine states, about every third a
// machine.
func randomGraph(random *rand.Rand) *modelGraph {
	g := &modelGraph{}
	for range 1 + random.IntN(2) {
		root, count := &modelState{clip: -1, space: -1}, 0
		g.fill(random, root, &count, 2)
		var leaves, all []*modelState
		var walk func(*modelState)
		walk = func(s *modelState) {
			if s != root {
				all = append(all, s)
			}
			if len(s.children) == 0 {
				leaves = append(leaves, s)
			}
			for _, inner := range s.children {
				walk(inner)
			}
		}
		walk(root)
		for i, leaf := range leaves { // every leaf can be reached
			leaf.own = append(leaf.own, randomTransition(random, leaf, leaves[(i+1)%len(leaves)], true))
		}
		for range random.IntN(4) {
			from := pick(random, all)
			from.own = append(from.own, randomTransition(random, from, pick(random, all), false))
		}
		for range random.IntN(4) {
			from := pick(random, append(all, root))
			if len(from.children) == 0 {
				from = root
			}
			transition := randomTransition(random, from, pick(random, all), false)
			transition.any = true
			from.any = append(from.any, transition)
		}
		g.layers = append(g.layers, root)
	}
	return g
}

func (g *modelGraph) fill(random *rand.Rand, machine *modelState, count *int, depth int) {
	for range 2 + random.IntN(2) {
		*count++
		s := &modelState{
			name: fmt.Sprint("s", *count), parent: machine, clip: -1, space: -1,
			mode: assets.Loop, speed: 1,
		}
		machine.children = append(machine.children, s)
		if depth > 0 && random.IntN(3) == 0 {
			g.fill(random, s, count, depth-1)
			continue
		}
		switch random.IntN(6) {
		case 0:
			s.space, s.x = 0, pick(random, modelFloats)
		case 1:
			s.space, s.x, s.y = 1, pick(random, modelFloats), pick(random, modelFloats)
		case 2: // the rest pose
		default:
			s.clip = random.IntN(4)
		}
		s.mode = pick(random, []assets.PlayMode{assets.Loop, assets.Loop, assets.PingPong, assets.Hold, assets.Once})
		if s.mode == assets.Loop || s.mode == assets.PingPong {
			s.repeats = uint32(pick(random, []int{0, 0, 0, 3}))
		}
		s.speed = pick(random, []float32{1, 1, 2.5, -1, 0.5})
		if random.IntN(4) == 0 {
			s.speedFrom = pick(random, modelFloats)
		}
	}
}

func randomTransition(random *rand.Rand, from, to *modelState, ring bool) *modelTransition {
	w := &modelTransition{from: from, to: to, exit: -1}
	if from.clip >= 0 || from.space >= 0 {
		if random.IntN(2) == 0 {
			w.exit = pick(random, []float64{0.25, 0.75, 1})
			if from.mode == assets.Loop && from.repeats == 0 {
				w.exit = pick(random, []float64{0, 0.75, 1, 1.5, 2.5})
			}
		}
		w.relative = random.IntN(4) == 0
	}
	for range random.IntN(3) {
		switch random.IntN(4) {
		case 0:
			w.conditions = append(w.conditions,
				modelCondition{
					pick(random, modelFloats), pick(random, []string{"<", "<=", ">", ">=", "==", "!="}),
					pick(random, []float64{0, 0.5, 1}),
				})
		case 1:
			w.conditions = append(w.conditions,
				modelCondition{"i", pick(random, []string{"<", "<=", ">", ">=", "==", "!="}), float64(random.IntN(4))})
		case 2:
			w.conditions = append(w.conditions, modelCondition{"b", pick(random, []string{"is", "not"}), 0})
		default:
			w.conditions = append(w.conditions, modelCondition{pick(random, modelTriggers), "set", 0})
		}
	}
	if ring || len(w.conditions) == 0 && w.exit <= 0 {
		w.conditions = append(w.conditions, modelCondition{pick(random, modelTriggers), "set", 0})
	}
	w.duration = pick(random, []float64{0, 0.05, 0.2, 0.4})
	w.offset = pick(random, []float64{0, 0, 0.5, 0.3})
	w.frozen = random.IntN(5) == 0
	w.restart = random.IntN(4) == 0
	w.rule = graph.Interruption(random.IntN(5))
	return w
}

// build builds the graph.
func (g *modelGraph) build(library *assets.Library, model *assets.Model) (*graph.Graph, error) {
	b := graph.New("random").Int("i", 0).Bool("b", false)
	for _, name := range modelFloats {
		b.Float(name, 0)
	}
	for _, name := range modelTriggers {
		b.Trigger(name)
	}
	for i, root := range g.layers {
		b.Layer(fmt.Sprint("layer ", i), root.parts()...)
	}
	return b.Build(library, model)
}

func (s *modelState) parts() []graph.Member {
	var parts []graph.Member
	for _, inner := range s.children {
		state := graph.State(inner.name)
		if len(inner.children) > 0 {
			state.Machine(inner.parts()...)
		} else {
			state.PlayMode(inner.mode).LoopLimit(inner.repeats).Speed(inner.speed)
			if inner.clip >= 0 {
				state.Clip(fmt.Sprint("pose ", inner.clip))
			}
			if inner.space >= 0 {
				parameters := strings.Fields(inner.x + " " + inner.y)
				state.BlendSpace([]string{"line", "plane"}[inner.space], parameters...)
			}
			if inner.speedFrom != "" {
				state.SpeedParameter(inner.speedFrom)
			}
		}
		for _, w := range inner.own {
			w.build(state.To(w.to.path()))
		}
		parts = append(parts, state)
	}
	for _, w := range s.any {
		parts = append(parts, w.build(graph.AnyState().To(w.to.path())))
	}
	return parts
}

func (w *modelTransition) build(t *graph.TransitionBuilder) *graph.TransitionBuilder {
	for _, c := range w.conditions {
		switch c.op {
		case "is":
			t.WhenTrue(c.parameter)
		case "not":
			t.WhenFalse(c.parameter)
		case "set":
			t.WhenTriggered(c.parameter)
		default:
			t.When(c.parameter, c.op, c.value)
		}
	}
	if w.exit >= 0 {
		t.ExitTime(w.exit)
	}
	if t.Fade(w.duration); w.relative {
		t.FadeFraction(w.duration)
	}
	if w.frozen {
		t.FrozenSource()
	}
	if w.restart {
		t.Restart()
	}
	if w.duration > 0 { // without a fade no rule is allowed
		t.Interruption(w.rule)
	}
	return t.Offset(w.offset)
}
