package graph_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// A cycle of transitions without a fade that could be taken forever in one frame is an error.
func TestCycles(t *testing.T) {
	lib := newTestLibrary(t)
	walk := func(name string) *graph.StateBuilder { return graph.State(name).Clip("Walk") }
	for name, row := range map[string]struct {
		graph *graph.Builder
		want  string // empty: no cycle that can be taken
	}{
		"two":              {oneLayer(walk("A").To("B"), walk("B").To("A")), "A -> B -> A"},
		"self":             {oneLayer(walk("A").To("A")), "A -> A"},
		"three":            {oneLayer(walk("A").To("B"), walk("B").To("C"), walk("C").To("A")), "A -> B -> C -> A"},
		"not the first":    {oneLayer(walk("A").To("B"), walk("B").To("C"), walk("C").To("B")), "B -> C -> B"},
		"fade":             {oneLayer(walk("A").To("B"), walk("B").To("A").Fade(0.1)), ""},
		"trigger":          {oneLayer(walk("A").To("B"), walk("B").To("A").WhenTriggered("go")), ""},
		"exit time":        {oneLayer(walk("A").To("B"), walk("B").To("A").ExitTime(0.5)), ""},
		"exit time passed": {oneLayer(walk("A").To("B").Offset(0.5), walk("B").To("A").ExitTime(0.5)), "A -> B -> A"},
		"exit time 0":      {oneLayer(walk("A").To("B"), walk("B").To("A").ExitTime(0)), "A -> B -> A"},
		"exit time of entry": {
			oneLayer(walk("A").To("B").ExitTime(0.5), walk("B").To("A").Offset(0.75)),
			"A -> B -> A",
		},
		"opposite bools": {oneLayer(walk("A").To("B").WhenTrue("flag"), walk("B").To("A").WhenFalse("flag")), ""},
		"same bool": {
			oneLayer(walk("A").To("B").WhenTrue("flag"), walk("B").To("A").WhenTrue("flag")),
			"A -> B -> A",
		},
		"disjoint": {
			oneLayer(walk("A").To("B").When("speed", ">", 0.1), walk("B").To("A").When("speed", "<", 0.1)),
			"",
		},
		"touching": {oneLayer(walk("A").To("B").When("speed", ">=", 0.1),
			walk("B").To("A").When("speed", "<=", 0.1)), "A -> B -> A"},
		"overlapping": {
			oneLayer(walk("A").To("B").When("speed", ">", 0.1), walk("B").To("A").When("speed", "<", 0.2)),
			"A -> B -> A",
		},
		"not equal": {
			oneLayer(walk("A").To("B").When("n", ">=", 2).When("n", "<=", 3).When("n", "!=", 2),
				walk("B").To("A").When("n", "!=", 3)), "",
		},
		"not quite equal": {
			oneLayer(walk("A").To("B").When("n", ">=", 2).When("n", "<=", 4).When("n", "!=", 2),
				walk("B").To("A").When("n", "!=", 3)), "A -> B -> A",
		},
		"zeros": {
			oneLayer(walk("A").To("B").When("speed", ">=", 0),
				walk("B").To("A").When("speed", "<=", 0).When("speed", "!=", 0)), "",
		},
		"any state": {oneLayer(walk("A"), walk("B"),
			graph.AnyState().To("A").WhenTrue("flag").To("B").When("n", ">", 0)), "A -> B -> A"},
		"any state disjoint": {
			oneLayer(walk("A"), walk("B"), graph.AnyState().To("A").When("n", "==", 0).To("B").When("n", "==", 1)), "",
		},
		"through machines": {
			oneLayer(walk("A").To("M"), graph.State("M").Machine(walk("B").To("C"), walk("C")).To("A")),
			"A -> M/B -> A",
		},
		"exit time after rest pose": {oneLayer(graph.State("A").To("B"),
			graph.State("B").Clip("Walk").To("A").ExitTime(1)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.graph.Build(lib.library, lib.model)
			switch {
			case row.want == "" && err != nil:
				t.Error(err)
			case row.want != "" &&
				(err == nil ||
					!strings.Contains(err.Error(), "which could be taken forever in one frame, found "+row.want)):
				t.Errorf("error %v, want a cycle %s", err, row.want)
			}
		})
	}
}

// Random graphs of transitions without fades are run from all their states with all values of their
// parameters. A graph in which no cycle was found must stop within one step for each state.
func TestGraphsWithoutCyclesStop(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	names := []string{"A", "B", "C", "D", "E"}
	built := 0
	for range 3000 {
		g, err := randomInstantGraph(r, names).Build(nil)
		if err != nil {
			if !strings.Contains(err.Error(), "cycle") {
				t.Fatal(err)
			}
			continue
		}
		built++
		for bits := range uint32(8) {
			parameters := [graph.MaxParameters]uint32{bits & 1, bits >> 1 & 1, bits >> 2}
			for start := range names {
				steps, state := 0, start
				for next, ok := step(g, state, &parameters); ok; next, ok = step(g, state, &parameters) {
					state = next
					if steps++; steps > len(names) {
						t.Fatalf("from state %s with the bools %03b it does not stop:\n%s", names[start], bits,
							written(t, g))
					}
				}
			}
		}
	}
	if built < 300 || built > 2700 {
		t.Errorf("%d of 3000 graphs have no cycle, want 300 to 2700", built)
	}
}

// randomInstantGraph returns a graph in which a trigger leads to each state, and each state has up
// to two transitions with conditions on bools.
func randomInstantGraph(r *rand.Rand, names []string) *graph.Builder {
	bools := []string{"x", "y", "z"}
	b := graph.New("g").Bool("x", false).Bool("y", false).Bool("z", false).Trigger("go")
	var members []graph.Member
	anyState := graph.AnyState()
	var toAll *graph.TransitionBuilder
	for _, name := range names {
		state := graph.State(name)
		for range r.IntN(3) {
			transition := state.To(names[r.IntN(len(names))])
			for range 1 + r.IntN(2) {
				if name := bools[r.IntN(len(bools))]; r.IntN(2) == 0 {
					transition.WhenTrue(name)
				} else {
					transition.WhenFalse(name)
				}
			}
		}
		members = append(members, state)
		toAll = anyState.To(name).WhenTriggered("go")
	}
	return b.Layer("base", append(members, toAll)...)
}

// step returns the target of the first transition whose conditions hold.
func step(g *graph.Graph, state int, parameters *[graph.MaxParameters]uint32) (next int, ok bool) {
	transitions := g.Transitions(&g.States()[state])
	for i := range transitions {
		if g.ConditionsHold(&transitions[i], parameters) {
			return int(transitions[i].Target), true
		}
	}
	return 0, false
}
