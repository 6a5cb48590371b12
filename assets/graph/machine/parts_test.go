package machine_test

import (
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// gate returns an unresolved graph with a machine in a machine, two layers, texts and handles.
func gate(t *testing.T) *machine.Graph {
	t.Helper()
	g, err := graph.New("gate").Float("speed", 2).Bool("open", true).
		Layer("base",
			graph.State("moves").Machine(
				graph.State("up").Clip("Up").Tag("air").To("down").When("speed", "<", 1).Fade(0.1).Curve("smoothstep"),
				graph.State("down").Clip("Down").PlayMode(clip.Once).FadeOut(0.25).To("up").WhenTrue("open").Fade(0.1)),
			graph.State("rests").To("moves").When("speed", ">=", 1),
			graph.AnyState().To("rests").WhenFalse("open").Fade(0.2)).
		Layer("lights", graph.State("dark")).
		Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// The parts of a graph make the same graph again.
func TestPartsMakeTheGraphAgain(t *testing.T) {
	g := gate(t)
	again, err := machine.New(machine.PartsOf(g), machine.SourceOf(g))
	if err != nil {
		t.Fatal(err)
	}
	if *again.Defaults() != *g.Defaults() || !slices.Equal(again.States(), g.States()) {
		t.Error("the defaults or the states differ")
	}
	for i := range g.States() {
		state := &g.States()[i]
		if !slices.Equal(again.Transitions(state), g.Transitions(state)) {
			t.Errorf("the transitions of %q differ", g.Path(i))
		}
		if layer := int(state.Layer); layer == 0 || i == len(g.States())-1 {
			if found, ok := again.StateIn(layer, g.Path(i)); !ok || found != i {
				t.Errorf("expected state %d at %q of layer %d, found %d, %v", i, g.Path(i), layer, found, ok)
			}
		}
	}
	first, end, ok := again.StatesWithin(0, "moves")
	if wantFirst, wantEnd, _ := g.StatesWithin(0, "moves"); !ok || first != wantFirst || end != wantEnd || end-first != 2 {
		t.Errorf("expected the states %d to %d within the machine, found %d to %d, %v", wantFirst, wantEnd, first, end, ok)
	}
	down, _ := again.State("moves/down")
	if seconds, ok := again.FadeOut(&again.States()[down]); !ok || seconds != 0.25 {
		t.Errorf("expected a fade-out in 0.25 s, found %v, %v", seconds, ok)
	}
	if handle, err := g.FloatParameter("speed"); err != nil {
		t.Error(err)
	} else if _, ok := handle.IndexIn(again); ok {
		t.Error("a handle is valid for a graph that was made anew")
	}
}

// A varied graph keeps the states and the handles, shares the transitions while they are equal, and
// leaves the graph that it was made of as it is.
func TestVary(t *testing.T) {
	g := gate(t)
	up, _ := g.State("moves/up")
	handle, err := g.BoolParameter("open")
	if err != nil {
		t.Fatal(err)
	}
	parts := machine.PartsOf(g)
	parts.States = slices.Clone(parts.States)
	parts.States[up].Motion = 7
	varied, err := machine.Vary(g, parts, machine.SourceOf(g))
	if err != nil {
		t.Fatal(err)
	}
	if g.States()[up].Motion != 0 || varied.States()[up].Motion != 7 {
		t.Errorf("expected the motions 0 and 7, found %d and %d", g.States()[up].Motion, varied.States()[up].Motion)
	}
	if i, ok := handle.IndexIn(varied); !ok || i != 1 {
		t.Errorf("expected the handle to be parameter 1 of the varied graph, found %d, %v", i, ok)
	}
	if &varied.Transitions(&varied.States()[up])[0] != &g.Transitions(&g.States()[up])[0] {
		t.Error("equal transitions are not shared")
	}
	parts.Paths = parts.Paths[1:]
	if varied, err := machine.Vary(g, parts, nil); varied != nil || err == nil {
		t.Errorf("expected an error for other paths, found %v, %v", varied, err)
	}
}

// straight are the IDs in a library without assets: no curve but the straight line is there.
type straight struct{}

func (straight) Motion(id.Motion) id.Motion { return 0 }
func (straight) Mask(id.Mask) id.Mask       { return 0 }
func (straight) Curve(id.Curve) id.Curve    { return clip.StraightLine }

// A renamed graph has other IDs, in its transitions as written and as compiled, and leaves the graph
// that it was made of as it is.
func TestRename(t *testing.T) {
	g := gate(t)
	up, _ := g.State("moves/up")
	renamed := machine.Rename(g, nil, straight{})
	for _, row := range []struct {
		g    *machine.Graph
		want id.Curve
	}{{g, clip.SmoothStep}, {renamed, clip.StraightLine}} {
		all := row.g.Transitions(&row.g.States()[up])
		last := all[len(all)-1]
		if authored := row.g.AuthoredTransitions()[last.Index].Transition; last.Curve != row.want || authored.Curve != row.want {
			t.Errorf("expected the curve %d, found %d and, as written, %d", row.want, last.Curve, authored.Curve)
		}
	}
}

// A graph that replaces another one is known by the handles of both.
func TestSucceed(t *testing.T) {
	before := gate(t)
	after, err := graph.New("gate").Bool("open", false).Int("speed", 1).Layer("base", graph.State("stays")).Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	open, _ := before.BoolParameter("open")
	speed, _ := before.FloatParameter("speed")
	own, _ := after.IntParameter("speed")
	if _, ok := open.IndexIn(after); ok {
		t.Error("a handle is valid for a graph that replaced nothing yet")
	}
	now := machine.Succeed(after, before)
	if i, ok := open.IndexIn(now); !ok || i != 0 {
		t.Errorf("expected parameter 0 for a handle of the graph before, found %d, %v", i, ok)
	}
	if i, ok := own.IndexIn(now); !ok || i != 1 {
		t.Errorf("expected parameter 1 for its own handle, found %d, %v", i, ok)
	}
	if _, ok := speed.IndexIn(now); ok {
		t.Error("a handle is valid for a parameter of another type")
	}
	none := machine.Succeed(&machine.Graph{}, &machine.Graph{})
	if _, ok := open.IndexIn(none); ok {
		t.Error("a handle is valid for a graph without parameters")
	}
}

// Every method and function returns an error or nothing for a graph that is nil or the zero value.
func TestGraphsOfNothing(t *testing.T) {
	for _, g := range []*machine.Graph{nil, {}} {
		probe.Methods(t, g, "Defaults", "ConditionsHold")
		if machine.SourceOf(g) != nil || len(machine.PartsOf(g).States) != 0 || g.DefinedMasks() != nil {
			t.Error("a graph of nothing has a source or parts")
		}
		if varied, err := machine.Vary(g, machine.PartsOf(g), nil); varied != nil || err == nil {
			t.Errorf("expected an error for what varies nothing, found %v, %v", varied, err)
		}
		if renamed := machine.Rename(g, nil, nil); renamed == nil || len(renamed.States()) != 0 {
			t.Error("what renames nothing has states")
		}
	}
}
