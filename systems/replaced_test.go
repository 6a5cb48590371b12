package systems_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// tuned returns a graph as an editor saves it; edited changes what the tests look at.
func (k *richFixture) tuned(t testing.TB, edited bool) *graph.Graph {
	t.Helper()
	b := graph.New("tuned")
	if edited {
		b.Float("new", 3)
	}
	b.Float("x", 0.25).Trigger("go").Int("n", 0)
	walk := graph.State("walk").Entry().BlendSpace("own", "x").To("run").WhenTriggered("go").Fade(0.4)
	run := graph.State("run").Clip("pose 1")
	own := graph.BlendSpace1D("own").At(0, "pose 0").At(1, "pose 1")
	arm := graph.Mask("arm").Subtree(1, "1")
	layers := []graph.Member{walk, run.To("walk").When("n", ">", 0).Fade(0.2)}
	if edited {
		own.At(2, "pose 2")
		arm = graph.Mask("arm").Subtree(1, "2")
		run.Speed(2)
		layers = []graph.Member{
			layers[1], graph.State("idle").To("walk").When("n", ">", 5), walk.To("idle").When("n", "<", -1),
		}

	}
	b.Masks(arm).BlendSpaces(own)
	b.Layer("body", layers...)
	b.Layer("arm", graph.State("wave").Clip("pose 2")).Mask("arm")
	if edited {
		b.Layer("head", graph.State("nod").Clip("pose 3"))
	}
	g, err := b.Build(k.library, k.model)
	check(t, err)
	return g
}

// A graph that is replaced leaves characters in their states, at their times, with the parameters
// of the same names.
func TestReplacedGraphKeepsStates(t *testing.T) {
	k := newRichFixture(t, 5)
	of, err := k.library.AddGraph(k.tuned(t, false))
	check(t, err)
	e := k.character(t)
	controller, err := k.animation.Control(e, of)
	check(t, err)
	handle, err := k.library.Graph(of).FloatParameter("x")
	check(t, err)
	old := k.library.Graph(of)
	mask, space := old.DefinedMasks()[0].ID, old.DefinedBlendSpaces()[0].ID
	check(t, controller.SetFloatParameter(handle, 0.75))
	k.update(t, 0.1)
	check(t, controller.Trigger("go"))
	k.update(t, 0.1)
	k.update(t, 0.1)
	before := *controller.Component()
	player := *k.animation.Player(e).Component()
	fades := *k.animation.Player(e).Blend()
	if controller.State(0) != "run" || before.Layers[0].Transition == 0 || fades.Count == 0 {
		t.Fatalf("expected a transition to run, found %v in %+v", controller, before.Layers[0])
	}
	snapshot := k.animation.AppendSnapshot(nil)

	check(t, k.library.ReplaceGraph(of, k.tuned(t, true)))
	now := k.library.Graph(of)
	if now.DefinedMasks()[0].ID != mask || now.DefinedBlendSpaces()[0].ID != space {
		t.Error("expected that definitions of the same name keep their IDs")
	}
	if n := len(k.library.BlendSpace(space).Samples()); n != 3 {
		t.Errorf("expected 3 samples of the blend space, found %d", n)
	}
	if k.library.Mask(mask).Weight(1) != 0 {
		t.Error("expected the mask of the new graph")
	}
	if got, err := controller.FloatParameter(handle); err != nil || got != 0.75 {
		t.Errorf("expected 0.75 by the handle of before, found %v, %v", got, err)
	}
	check(t, controller.SetFloatParameter(handle, 0.5))
	fresh, err := now.FloatParameter("new")
	check(t, err)
	if got, err := controller.FloatParameter(fresh); err != nil || got != 3 {
		t.Errorf("expected the default of a new parameter, 3, found %v, %v", got, err)
	}
	if state := controller.State(0); state != "run" {
		t.Errorf("expected the state run, found %q", state)
	}
	after := *k.animation.Player(e).Component()
	if after.Time != player.Time || after.Motion != player.Motion || after.Speed != 2 {
		t.Errorf("expected %+v at speed 2, found %+v", player.Playback, after.Playback)
	}
	if *k.animation.Player(e).Blend() != fades {
		t.Error("expected that the crossfade goes on")
	}
	component := controller.Component()
	authored := now.AuthoredTransitions()[now.Transitions(&now.States()[component.Layers[0].Found-1])[component.Layers[0].
		Transition-1].Index]
	if authored.From != "walk" || authored.To != "run" {
		t.Errorf("expected the transition from walk to run in progress, found %+v", authored)
	}
	if layer := k.animation.Player(e).Layer(2).LayerComponent(); layer == nil {
		t.Error("expected the new layer, found none")
	}
	if err := k.animation.Restore(snapshot); err == nil || !strings.Contains(err.Error(), "tuned") {
		t.Errorf("expected that a snapshot of the old graph is refused, found %v", err)
	}
	k.update(t, 0.1)
	if got, want := k.animation.Player(e).Component().Time, player.Time+0.2; got < want-1e-6 || got > want+1e-6 {
		t.Errorf("expected time %v after 0.1 s at speed 2, found %v", want, got)
	}
	if got := controller.State(2); got != "nod" {
		t.Errorf("expected the new layer in its entry, found %q", got)
	}
	snapshot = k.animation.AppendSnapshot(nil)
	check(t, k.animation.Restore(snapshot))
}

// A state that is gone gives way to the entry of its layer, events of it name no state, and what
// the new graph no longer defines leaves the library.
func TestReplacedGraphWithoutTheState(t *testing.T) {
	k := newRichFixture(t, 5)
	of, err := k.library.AddGraph(k.tuned(t, true))
	check(t, err)
	e := k.character(t)
	controller, err := k.animation.Control(e, of)
	check(t, err)
	k.update(t, 0.1)
	check(t, controller.SetInt("n", -2))
	k.update(t, 0.1)
	if controller.State(0) != "idle" {
		t.Fatalf("expected idle, found %v", controller)
	}
	small, err := graph.New("small").Layer("body", graph.State("stand").Clip("pose 2")).Build(k.library, k.model)
	check(t, err)
	count := k.library.Count()
	check(t, k.library.ReplaceGraph(of, small))
	if now := k.library.Count(); now.Masks != count.Masks-1 || now.Motions != count.Motions-1 {
		t.Errorf("expected a mask and a blend space less than %+v, found %+v", count, now)
	}
	list, _ := k.animation.Events().Read(&ecs.EventReader{})
	for i := range list {
		if path, ok := list[i].StatePath(k.library); ok {
			t.Errorf("expected no state of an event before, found %q", path)
		}
	}
	k.update(t, 0.1)
	if controller.State(0) != "stand" {
		t.Errorf("expected the entry, found %v", controller)
	}
	if layer := k.animation.Player(e).Layer(1).Playback(); layer == nil || layer.Motion != 0 {
		t.Errorf("expected that a layer of the old graph stops, found %+v", layer)
	}
}

// While the world is locked no component can be added: the next update adds them.
func TestReplacedInALockedWorld(t *testing.T) {
	k := newRichFixture(t, 5)
	g, err := graph.New("tuned").Layer("body", graph.State("walk").Clip("pose 0")).Build(k.library, k.model)
	check(t, err)
	of, err := k.library.AddGraph(g)
	check(t, err)
	e := k.character(t)
	controller, err := k.animation.Control(e, of)
	check(t, err)
	stack, err := modifier.New("one", k.skeleton).LookAt("a", modifier.LookAt{Joints: []string{"1"}, Forward: mgl32.Vec3{0, 0, 1}}).Add(k.library)
	check(t, err)
	check(t, k.animation.Modify(e, stack))
	k.update(t, 0.1)
	two, err := modifier.New("two", k.skeleton).
		LookAt("b", modifier.LookAt{Joints: []string{"2"}, Forward: mgl32.Vec3{0, 0, 1}}).
		Spring("s", modifier.SpringSettings{Joints: []string{"3", "7"}}).Build()
	check(t, err)
	query := generic.NewFilter0().Query(&k.world)
	check(t, k.library.ReplaceGraph(of, k.tuned(t, true)))
	check(t, k.library.ReplaceModifierStack(stack, two))
	query.Close()
	k.update(t, 0.1)
	if controller.State(2) != "nod" {
		t.Errorf("expected the new layer, found %v", controller)
	}
	if goal, err := k.animation.Modifier(e, "s").Goal(); err != nil || goal.Weight != 1 {
		t.Errorf("expected the goal of the spring with weight 1, found %+v, %v", goal, err)
	}
	query = generic.NewFilter0().Query(&k.world)
	check(t, k.library.ReplaceGraph(of, k.tuned(t, false)))
	check(t, k.library.ReplaceModifierStack(stack, two))
	k.library.RemoveGraph(of)
	k.library.RemoveModifierStack(stack)
	query.Close()
	k.update(t, 0.1)
}

// What is refused changes nothing.
func TestRefusedReplacements(t *testing.T) {
	k, other := newRichFixture(t, 5), newRichFixture(t, 5)
	of, err := k.library.AddGraph(k.tuned(t, false))
	check(t, err)
	own := k.library.Graph(of)
	stack, err := modifier.New("stack", k.skeleton).LookAt("a", modifier.LookAt{Joints: []string{"1"}, Forward: mgl32.Vec3{0, 0, 1}}).Add(k.library)
	check(t, err)
	foreign, err := modifier.New("stack", other.skeleton).LookAt("a", modifier.LookAt{Joints: []string{"1"}, Forward: mgl32.Vec3{0, 0, 1}}).Build()
	check(t, err)
	unresolved, err := graph.New("u").Layer("body", graph.State("walk").Clip("pose 0")).Build(nil)
	check(t, err)
	gone, err := graph.New("gone").Float("x", 0).Layer("body", graph.State("walk").BlendSpace("own", "x")).
		Build(k.library, k.model)
	check(t, err)
	plane, err := blendspace.New2D("plane", blendspace.Delaunay).At2(0, 0, k.clips[3]).At2(1, 0, k.clips[0]).
		At2(0, 1, k.clips[1]).Build(k.library)
	check(t, err)
	added, err := blendspace.New1D("added").At(0, k.adds[0]).At(1, k.adds[1]).Build(k.library)
	check(t, err)
	mask, err := rig.NewMask("m", other.skeleton).Subtree(1, "1").Build()
	check(t, err)
	var noGraph *graph.Graph
	definedMask, definedSpace := own.DefinedMasks()[0].ID, own.DefinedBlendSpaces()[0].ID
	before := fmt.Sprint(k.library.Keys())
	for _, row := range []struct {
		name, want string
		err        error
	}{
		{"no graph", "not in the library", k.library.ReplaceGraph(12345, own)},
		{"nil", "it is nil", k.library.ReplaceGraph(of, noGraph)},
		{"unresolved", "not resolved", k.library.ReplaceGraph(of, unresolved)},
		{"of another library", `different one of that name`, k.library.ReplaceGraph(of, other.tuned(t, true))},
		{
			"uses what only the old one defines", `uses the blend space "own", which only the graph before defines`,
			k.library.ReplaceGraph(of, gone),
		},
		{"no library", "expected a library", (*assets.Library)(nil).ReplaceGraph(of, own)},
		{"a clip", "SetClip", k.library.ReplaceMotion(k.clips[0], plane)},
		{"no motion", "not in the library", k.library.ReplaceMotion(7, plane)},
		{"a nil motion", "it is nil", k.library.ReplaceMotion(k.spaces[0], (*blendspace.Space)(nil))},
		{"dimensions", "expected 1 dimensions, found 2", k.library.ReplaceMotion(k.spaces[0], plane)},
		{"additive", "Additive() = false", k.library.ReplaceMotion(k.spaces[0], added)},
		{"a defined space", `graph "tuned" defines`, k.library.ReplaceMotion(definedSpace, k.library.BlendSpace(k.spaces[0]))},
		{"no library for a motion", "expected a library", (*assets.Library)(nil).ReplaceMotion(1, plane)},
		{"no mask", "not in the library", k.library.ReplaceMask(7, mask)},
		{"a mask of another skeleton", "different one of that name", k.library.ReplaceMask(k.masks[0], mask)},
		{"a nil mask", "it is nil", k.library.ReplaceMask(k.masks[0], nil)},
		{"a defined mask", `graph "tuned" defines`, k.library.ReplaceMask(definedMask, k.library.Mask(k.masks[0]))},
		{"no stack", "not in the library", k.library.ReplaceModifierStack(7, foreign)},
		{"a nil stack", "it is nil", k.library.ReplaceModifierStack(stack, nil)},
		{"a stack of another skeleton", "different one of that name", k.library.ReplaceModifierStack(stack, foreign)},
	} {
		if row.err == nil || !strings.Contains(row.err.Error(), row.want) {
			t.Errorf("%s: expected an error with %q, found %v", row.name, row.want, row.err)
		}
	}
	if now := fmt.Sprint(k.library.Keys()); now != before || k.library.Graph(of) != own {
		t.Error("expected that refused replacements change nothing")
	}
}

// replaceAll replaces everything by what is equal.
func (k *richFixture) replaceAll(t testing.TB, of id.Graph, g *graph.Graph, stack id.ModifierStack) {
	t.Helper()
	check(t, k.library.ReplaceGraph(of, g))
	line, err := blendspace.New1D("line").At(0, k.clips[0]).At(1, k.clips[1]).At(2, k.clips[2]).Build(k.library)
	check(t, err)
	check(t, k.library.ReplaceMotion(k.spaces[0], line))
	mask, err := rig.NewMask("from 1", k.skeleton).Joints(0.4, "0").Feather("1", 1).Build()
	check(t, err)
	check(t, k.library.ReplaceMask(k.masks[0], mask))
	check(t, k.library.ReplaceModifierStack(stack, k.randomStack(t, nil)))
}

// randomStack returns a stack with springs; without random numbers always the same.
func (k *richFixture) randomStack(t testing.TB, random *rand.Rand) *modifier.Stack {
	t.Helper()
	stiffness, first := float32(0.5), true
	b := modifier.New("stack", k.skeleton)
	if random != nil {
		stiffness, first = random.Float32(), random.IntN(2) == 0
	}
	if first {
		b.LookAt("look", modifier.LookAt{Joints: []string{"1"}, Forward: mgl32.Vec3{0, 0, 1}, Speed: 1})
	}
	if random == nil || random.IntN(4) > 0 {
		b.Spring("swing", modifier.SpringSettings{
			Joints: []string{"0", "2", "5"}, Spring: modifier.Spring{Stiffness: stiffness}, OffLevel: 2,
		})
	}
	if !first {
		b.LookAt("look", modifier.LookAt{Joints: []string{"1"}, Forward: mgl32.Vec3{0, 0, 1}, Speed: 1})
	}
	if random != nil && random.IntN(3) == 0 {
		b.TwoBone("hand", modifier.TwoBone{Root: "1", Middle: "3", End: "7", Bend: mgl32.Vec3{0, 0, 1}})
	}
	stack, err := b.Build()
	check(t, err)
	return stack
}

// playing is a world whose characters are driven by a random graph and have a stack and a layer of
// the program.
type playing struct {
	*richFixture
	graph id.Graph
	stack id.ModifierStack
	crowd []ecs.Entity
}

func newPlaying(t testing.TB, drawn *modelGraph) *playing {
	t.Helper()
	p := &playing{richFixture: newRichFixture(t, 9, systems.WithWorkers(2))}
	g, err := drawn.build(p.library, p.model)
	check(t, err)
	p.graph, err = p.library.AddGraph(g)
	check(t, err)
	p.stack, err = p.library.AddModifierStack(p.randomStack(t, nil))
	check(t, err)
	for i := range 5 {
		e := p.character(t)
		if i > 0 {
			_, err = p.animation.Control(e, p.graph)
			check(t, err)
		} else {
			check(t, p.animation.Player(e).Play(p.spaces[0]))
		}
		check(t, p.animation.Modify(e, p.stack))
		check(t, p.animation.Modifier(e, "look").AimLocal([3]float32{1, 1, float32(i)}))
		check(t, p.animation.Player(e).Layer(4).Overlay(p.clips[1], p.masks[0], 0.1))
		p.crowd = append(p.crowd, e)
	}
	return p
}

// act sets random parameters, moves characters and runs a frame.
func (p *playing) act(t testing.TB, random *rand.Rand) {
	t.Helper()
	for _, e := range p.crowd {
		c := p.animation.Controller(e)
		_ = c.SetFloat(pick(random, modelFloats), random.Float32()*2)
		_ = c.SetInt("i", random.Int32N(4))
		_ = c.SetBool("b", random.IntN(2) == 0)
		_ = c.Trigger(pick(random, modelTriggers))
		if m := p.transforms.Get(e); m != nil {
			m.Matrix[12] += random.Float32() * 0.1
		}
	}
	p.update(t, pick(random, []float64{1.0 / 60, 0.1, 0, 0.3}))
}

// Replacing everything by what is equal, at any time, changes no bit.
func TestEqualReplacementsChangeNothing(t *testing.T) {
	probe.Serial(t)
	for seed := range uint64(12) {
		random := rand.New(rand.NewPCG(seed, 21))
		drawn := randomGraph(random)
		tried := newRichFixture(t, 9)
		if _, err := drawn.build(tried.library, tried.model); err != nil {
			continue // rules that it breaks by chance
		}
		still, replaced := newPlaying(t, drawn), newPlaying(t, drawn)
		for frame := range 60 {
			if random.IntN(3) == 0 {
				g, err := drawn.build(replaced.library, replaced.model)
				check(t, err)
				replaced.replaceAll(t, replaced.graph, g, replaced.stack)
			}
			acts := random.Uint64()
			still.act(t, rand.New(rand.NewPCG(acts, 1)))
			replaced.act(t, rand.New(rand.NewPCG(acts, 1)))
			if !bytes.Equal(still.everything(), replaced.everything()) {
				t.Fatalf("seed %d, frame %d: expected the same state", seed, frame)
			}
			for _, e := range still.crowd {
				if !equalBits(still.animation.ModelMatrices(e), replaced.animation.ModelMatrices(e)) {
					t.Fatalf("seed %d, frame %d: expected the same pose of %v", seed, frame, e)
				}
			}
		}
	}
}

// Replacing by whatever fits, at any time, also by a graph that has nothing in common, panics
// nowhere and leaves finite poses, in states of the graph.
func TestRandomReplacements(t *testing.T) {
	accepted, seeds, least := 0, uint64(30), 20
	if probe.Race {
		seeds, least = 10, 6
	}
	for seed := range seeds {
		random := rand.New(rand.NewPCG(seed, 22))
		drawn := randomGraph(random)
		tried := newRichFixture(t, 9)
		if _, err := drawn.build(tried.library, tried.model); err != nil {
			continue
		}
		p := newPlaying(t, drawn)
		var snapshots [][]byte
		for range 60 {
			switch random.IntN(6) {
			case 0:
				if g, err := randomGraph(random).build(p.library, p.model); err == nil {
					check(t, p.library.ReplaceGraph(p.graph, g))
					accepted++
				}
			case 1:
				g := p.tuned(t, random.IntN(2) == 0)
				if err := p.library.ReplaceGraph(p.graph, g); err != nil {
					t.Fatal(err)
				}
			case 2:
				check(t, p.library.ReplaceModifierStack(p.stack, p.randomStack(t, random)))
			case 3:
				b := blendspace.New1D("line")
				for i := range 2 + random.IntN(3) {
					b.At(float32(i), p.clips[random.IntN(4)])
				}
				if space, err := b.Build(p.library); err == nil {
					check(t, p.library.ReplaceMotion(p.spaces[0], space))
				}
			case 4:
				mask, err := rig.NewMask("from 1", p.skeleton).Joints(random.Float32(), pick(random, []string{"0", "3", "9"})).Build()
				check(t, err)
				check(t, p.library.ReplaceMask(p.masks[0], mask))
			default:
				if snapshots = append(snapshots, p.animation.AppendSnapshot(nil)); random.IntN(2) == 0 {
					_ = p.animation.Restore(pick(random, snapshots), systems.ByName)
				}
			}
			p.act(t, random)
			for _, e := range p.crowd {
				if !finite(p.animation.ModelMatrices(e)) {
					t.Fatalf("seed %d: the pose of %v is not finite", seed, e)
				}
				c := p.animation.Controller(e)
				for i := range c.Graph().Layers() {
					if c.State(i) == "" && p.animation.Player(e).Layer(i).Playback() != nil {
						t.Fatalf("seed %d: expected a state of layer %d: %v", seed, i, c)
					}
				}
				_ = p.animation.Explain(e).String()
			}
		}
	}
	if accepted < least {
		t.Errorf("expected at least %d other graphs, found %d", least, accepted)
	}
}

// A stack that is replaced keeps goals and what its solvers remember, by names.
func TestReplacedStackKeepsSprings(t *testing.T) {
	one, two := newSwinging(t, 1), newSwinging(t, 1)
	of, settings := one.stackOf(), springSettings(one.library, one.model)
	for range 20 {
		one.step(t)
		two.step(t)
	}
	// One gets the same springs, two those with another goal before.
	same, err := modifier.New("springs", one.skeleton()).Spring("swing", settings).Build()
	check(t, err)
	more, err := modifier.New("springs", two.skeleton()).
		LookAt("first", modifier.LookAt{Joints: settings.Joints[:1], Forward: mgl32.Vec3{0, 0, 1}, Speed: 1}).
		Spring("swing", settings).Build()
	check(t, err)
	check(t, one.library.ReplaceModifierStack(of, same))
	check(t, two.library.ReplaceModifierStack(of, more))
	if goal, err := two.animation.Modifier(two.crowd[0], "swing").Goal(); err != nil || goal.Weight != 1 {
		t.Errorf("expected the goal of before, found %+v, %v", goal, err)
	}
	if goal, err := two.animation.Modifier(two.crowd[0], "first").Goal(); err != nil || goal.Weight != 0 {
		t.Errorf("expected a new goal, found %+v, %v", goal, err)
	}
	for range 20 {
		one.step(t)
		two.step(t)
		if !equalBits(one.matrices(), two.matrices()) {
			t.Fatalf("frame %d: expected the same swing", one.frame)
		}
	}
	for _, e := range two.crowd {
		check(t, two.animation.ResetModifiers(e))
	}
	one.step(t)
	two.step(t)
	if equalBits(one.matrices(), two.matrices()) {
		t.Error("expected another swing after a reset: nothing was compared")
	}
}

func (s *swinging) skeleton() *assets.Skeleton { return s.library.Skeleton(s.model.Skeleton) }

// stackOf returns the stack of the characters.
func (s *swinging) stackOf() id.ModifierStack {
	stacks := generic.NewMap1[components.Modifiers](&s.world)
	return stacks.Get(s.crowd[0]).Stack
}

// A database that is replaced shows the same time of the same clip, and the tags of wishes keep
// their names.
func TestReplacedDatabaseKeepsTheTime(t *testing.T) {
	k := newRichFixture(t, 4)
	build := func(order ...int) *matching.Database {
		b := matching.NewBuilder("roam", k.skeleton).Position("3", 1).Trajectory(1, 1, 0.2)
		for _, i := range order {
			b.Clip(k.clips[i], nil, fmt.Sprint("tag ", i))
		}
		d, err := b.Build(k.library)
		check(t, err)
		return d
	}
	of, err := k.library.AddMotion(build(0, 1, 2))
	check(t, err)
	g, err := graph.New("roaming").Layer("body", graph.State("roam").Motion("roam").Require("tag 1")).
		Build(k.library, k.model)
	check(t, err)
	graphID, err := k.library.AddGraph(g)
	check(t, err)
	free, driven := k.character(t), k.character(t)
	check(t, k.animation.Player(free).Play(of))
	_, err = k.animation.Control(driven, graphID)
	check(t, err)
	wishes := generic.NewMap1[components.Wish](&k.world)
	wish := wishes.Get(free)
	if wish.Required, err = build(0, 1, 2).Tags("tag 2"); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		k.update(t, 0.1)
	}
	shown := func(e ecs.Entity) string {
		pool, slot := k.animation.Pool(e)
		return fmt.Sprintf("%.5v", pool.BlendInputs(slot))
	}
	before := [2]string{shown(free), shown(driven)}
	time := k.animation.Player(free).Playback().Time
	check(t, k.library.ReplaceMotion(of, build(0, 1, 2)))
	if now := k.animation.Player(free).Playback().Time; now != time {
		t.Errorf("expected the time %v in an equal database, found %v", time, now)
	}
	check(t, k.library.ReplaceMotion(of, build(2, 1, 0)))
	if now := k.animation.Player(free).Playback().Time; now == time {
		t.Error("expected another time in a database of another order")
	}
	k.update(t, 0)
	if after := [2]string{shown(free), shown(driven)}; after != before {
		t.Errorf("expected the same clips at the same times\n%v, found\n%v", before, after)
	}
	wish = wishes.Get(free)
	if tags := build(2, 1, 0).TagNames(wish.Required); len(tags) != 1 || tags[0] != "tag 2" {
		t.Errorf("expected that the wish requires tag 2, found %q", tags)
	}
	if state := k.library.Graph(graphID).States()[0]; state.Required != 1<<1 {
		t.Errorf("expected that the state requires tag 1, found %b", state.Required)
	}
	if err := k.library.ReplaceMotion(of, build(0, 2)); err == nil || !strings.Contains(err.Error(), `"tag 1"`) {
		t.Errorf("expected an error for the tag that the state requires, found %v", err)
	}
	lacking := build(0, 2)
	k.library.RemoveGraph(graphID)
	check(t, k.library.ReplaceMotion(of, lacking))
	k.update(t, 0.1)
}
