package graph_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// Transitions that take no time must not lead around without end.
func TestCircles(t *testing.T) {
	stock := newGraphStock(t)
	walk := func(name string) *graph.StateBuilder { return graph.State(name).Clip("Walk") }
	for name, row := range map[string]struct {
		graph *graph.Builder
		want  string // empty: no circle
	}{
		"two":             {one(walk("A").To("B"), walk("B").To("A")), "A -> B -> A"},
		"itself":          {one(walk("A").To("A")), "A -> A"},
		"three":           {one(walk("A").To("B"), walk("B").To("C"), walk("C").To("A")), "A -> B -> C -> A"},
		"not the first":   {one(walk("A").To("B"), walk("B").To("C"), walk("C").To("B")), "B -> C -> B"},
		"a fade":          {one(walk("A").To("B"), walk("B").To("A").Fade(0.1)), ""},
		"a trigger":       {one(walk("A").To("B"), walk("B").To("A").WhenTriggered("go")), ""},
		"a time":          {one(walk("A").To("B"), walk("B").To("A").ExitTime(0.5)), ""},
		"a time passed":   {one(walk("A").To("B").Offset(0.5), walk("B").To("A").ExitTime(0.5)), "A -> B -> A"},
		"at the time 0":   {one(walk("A").To("B"), walk("B").To("A").ExitTime(0)), "A -> B -> A"},
		"time at the end": {one(walk("A").To("B").ExitTime(0.5), walk("B").To("A").Offset(0.75)), "A -> B -> A"},
		"either":          {one(walk("A").To("B").WhenTrue("flag"), walk("B").To("A").WhenFalse("flag")), ""},
		"both":            {one(walk("A").To("B").WhenTrue("flag"), walk("B").To("A").WhenTrue("flag")), "A -> B -> A"},
		"apart":           {one(walk("A").To("B").When("speed", ">", 0.1), walk("B").To("A").When("speed", "<", 0.1)), ""},
		"touching":        {one(walk("A").To("B").When("speed", ">=", 0.1), walk("B").To("A").When("speed", "<=", 0.1)), "A -> B -> A"},
		"overlapping":     {one(walk("A").To("B").When("speed", ">", 0.1), walk("B").To("A").When("speed", "<", 0.2)), "A -> B -> A"},
		"not equal": {
			one(walk("A").To("B").When("n", ">=", 2).When("n", "<=", 3).When("n", "!=", 2), walk("B").To("A").When("n", "!=", 3)), "",
		},
		"not quite equal": {
			one(walk("A").To("B").When("n", ">=", 2).When("n", "<=", 4).When("n", "!=", 2), walk("B").To("A").When("n", "!=", 3)), "A -> B -> A",
		},
		"zeros": {
			one(walk("A").To("B").When("speed", ">=", 0), walk("B").To("A").When("speed", "<=", 0).When("speed", "!=", 0)), "",
		},
		"anyState": {one(walk("A"), walk("B"), graph.AnyState().To("A").WhenTrue("flag").To("B").When("n", ">", 0)), "A -> B -> A"},
		"any apart": {
			one(walk("A"), walk("B"), graph.AnyState().To("A").When("n", "==", 0).To("B").When("n", "==", 1)), "",
		},
		"through machines": {
			one(walk("A").To("M"), graph.State("M").Machine(walk("B").To("C"), walk("C")).To("A")), "A -> M/B -> A",
		},
		"a rest pose waits": {one(graph.State("A").To("B"), graph.State("B").Clip("Walk").To("A").ExitTime(1)), ""},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.graph.Build(stock.library, stock.model)
			switch {
			case row.want == "" && err != nil:
				t.Error(err)
			case row.want != "" && (err == nil || !strings.Contains(err.Error(), "in a circle that can be taken without end in one frame: "+row.want)):
				t.Errorf("%v, want %s", err, row.want)
			}
		})
	}
}

// Random graphs of transitions without duration are run for all their parameters from all their states: one in which no circle was
// found comes to rest.
func TestGraphsWithoutCirclesComeToRest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	names := []string{"A", "B", "C", "D", "E"}
	built := 0
	for range 3000 {
		g, err := randomInstantGraph(r, names).Build(nil)
		if err != nil {
			if !strings.Contains(err.Error(), "circle") {
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
						t.Fatalf("from %s with %03b it goes on and on:\n%s", names[start], bits, written(t, g))
					}
				}
			}
		}
	}
	if built < 300 || built > 2700 {
		t.Errorf("%d of the graphs have no circle", built)
	}
}

// randomInstantGraph has states that all can be reached by a trigger, and up to two transitions for each that ask for bools.
func randomInstantGraph(r *rand.Rand, names []string) *graph.Builder {
	bools := []string{"x", "y", "z"}
	b := graph.New("g").Bool("x", false).Bool("y", false).Bool("z", false).Trigger("go")
	var parts []graph.Member
	anywhere := graph.AnyState()
	var arrivals *graph.TransitionBuilder
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
		parts = append(parts, state)
		arrivals = anywhere.To(name).WhenTriggered("go")
	}
	return b.Layer("base", append(parts, arrivals)...)
}

// step takes the first transition that holds.
func step(g *graph.Graph, state int, parameters *[graph.MaxParameters]uint32) (next int, ok bool) {
	transitions := g.Transitions(&g.States()[state])
	for i := range transitions {
		if g.ConditionsHold(&transitions[i], parameters) {
			return int(transitions[i].Target), true
		}
	}
	return 0, false
}
