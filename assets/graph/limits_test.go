package graph_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// full returns a size in a long run, and a quarter of it in a short one.
func full(size int) int {
	if probe.Long() {
		return size
	}
	return size / 4
}

// chain returns states that lead to each other in turn by instant transitions with conditions.
func chain(states, conditions int, closed bool,
	condition func(t *graph.TransitionBuilder, state, i int),
) []graph.Member {
	var members []graph.Member
	for i := range states {
		state := graph.State(fmt.Sprint("s", i)).Clip("Walk")
		members = append(members, state)
		if i+1 == states && !closed {
			break
		}
		t := state.To(fmt.Sprint("s", (i+1)%states))
		for k := range conditions {
			condition(t, i, k)
		}
	}
	return members
}

// complete returns states of which each leads to each.
func complete(states int, condition func(t *graph.TransitionBuilder, from, to int)) []graph.Member {
	var members []graph.Member
	for i := range states {
		state := graph.State(fmt.Sprint("s", i)).Clip("Walk")
		for k := range states {
			condition(state.To(fmt.Sprint("s", k)), i, k)
		}
		members = append(members, state)
	}
	return members
}

// nested returns machines inside each other.
func nested(depth, states int) []graph.Member {
	var members []graph.Member
	for i := range states {
		members = append(members, graph.State(fmt.Sprint("s", i)).To(fmt.Sprint("s", (i+1)%states)).WhenTriggered("go"))
	}
	for i := range depth {
		members = []graph.Member{
			graph.State(fmt.Sprint("m", i)).Machine(members...),
			graph.State("other").To(fmt.Sprint("m", i)).WhenTriggered("go"),
			graph.AnyState().To("other").WhenTriggered("go"),
		}
	}
	return members
}

// hostileGraphs are graphs at the limits, whose checks could take long or much memory.
var hostileGraphs = map[string]func() []graph.Member{
	"a long cycle": func() []graph.Member {
		return chain(full(graph.MaxStates), 1, true, func(t *graph.TransitionBuilder, state, _ int) {
			t.When("n", "!=", float64(state))
		})
	},
	"a long chain": func() []graph.Member {
		return chain(full(graph.MaxStates), 1, false, func(t *graph.TransitionBuilder, state, _ int) {
			t.When("n", ">", float64(state))
		})
	},
	"a long chain of many conditions": func() []graph.Member {
		return chain(full(1000), 64, false, func(t *graph.TransitionBuilder, state, i int) {
			t.When("n", "!=", float64(64*state+i))
		})
	},
	"a long chain of conditions in the opposite order": func() []graph.Member {
		return chain(full(1000), 64, false, func(t *graph.TransitionBuilder, state, i int) {
			t.When("n", "!=", float64(-1<<31+64000-64*state-i))
		})
	},
	"a long cycle of many conditions": func() []graph.Member {
		return chain(full(1000), 64, true, func(t *graph.TransitionBuilder, state, i int) {
			t.When("n", "!=", float64(-1<<31+64000-64*state-i))
		})
	},
	"complete": func() []graph.Member {
		return complete(full(127), func(t *graph.TransitionBuilder, from, to int) {
			t.When("n", "!=", float64(127*from+to))
		})
	},
	"complete, in order": func() []graph.Member {
		return complete(full(127), func(t *graph.TransitionBuilder, from, to int) {
			t.When("n", ">", float64(from)).When("n", "<", float64(to+2))
		})
	},
	"complete, with triggers": func() []graph.Member {
		return complete(full(127), func(t *graph.TransitionBuilder, _, _ int) { t.WhenTriggered("go") })
	},
	"many transitions from any state": func() []graph.Member {
		members := []graph.Member{}
		for i := range full(graph.MaxStates - 64) {
			members = append(members, graph.State(fmt.Sprint("s", i)))
		}
		for i := range 64 {
			members = append(members, graph.AnyState().To(fmt.Sprint("s", i)).When("n", "==", float64(i)))
		}
		return members
	},
	"all transitions from any state": func() []graph.Member {
		members := []graph.Member{graph.State("only")}
		for i := range 1 << 14 {
			members = append(members, graph.AnyState().To("only").When("n", "==", float64(i)).Restart())
		}
		return members
	},
	"too many transitions": func() []graph.Member {
		members := []graph.Member{graph.State("only")}
		for range 1 << 17 {
			members = append(members, graph.AnyState().To("only").WhenTriggered("go"))
		}
		return members
	},
	"only errors": func() []graph.Member {
		return complete(full(127), func(t *graph.TransitionBuilder, from, to int) {
			t.When("missing", "?", float64(from*to)).Curve("missing")
		})
	},
	"missing targets": func() []graph.Member {
		members := []graph.Member{graph.State("only")}
		for i := range 1 << 14 {
			members = append(members, graph.AnyState().To(strings.Repeat("m/", 2000)+fmt.Sprint(i)).WhenTriggered("go"))
		}
		return members
	},
	"equal names": func() []graph.Member {
		var members []graph.Member
		for range full(10 * graph.MaxStates) {
			members = append(members, graph.State("same").To("same"))
		}
		return members
	},
	"deep":           func() []graph.Member { return nested(graph.MaxDepth-1, full(1000)) },
	"too deep":       func() []graph.Member { return nested(100_000, 2) },
	"too many words": func() []graph.Member { return []graph.Member{graph.State(strings.Repeat("x", 1<<24))} },
}

// hostileLimit is how long a hostile graph may take, with room for a slow machine. hostileMemory is
// in bytes.
const (
	hostileLimit  = 20 * time.Second
	hostileMemory = 512 << 20
)

// Graphs at the limits are built, or are errors, in bounded time and memory. What was built is also
// written and read.
func TestHostileGraphs(t *testing.T) {
	lib := newTestLibrary(t)
	for name, members := range hostileGraphs {
		t.Run(name, func(t *testing.T) {
			b := graph.New("hostile").Int("n", 0).Trigger("go").Layer("layer", members()...)
			var g *graph.Graph
			var err error
			probe.Within(t, hostileLimit, hostileMemory, "building", func() {
				g, err = b.Build(lib.library, lib.model)
			})
			if err != nil {
				if n := len(err.Error()); n > 1<<20 {
					t.Errorf("the error has %d bytes", n)
				}
				return
			}
			var text bytes.Buffer
			if err := g.WriteJSON(&text); err != nil {
				t.Fatal(err)
			}
			isTooLong := text.Len() > graph.MaxJSONBytes
			probe.Within(t, hostileLimit, hostileMemory, "reading", func() {
				_, err = graph.Read(&text, lib.library, lib.model)
			})
			if (err != nil) != isTooLong {
				t.Errorf("too long: %v; error: %v", isTooLong, err)
			}
		})
	}
}

// Documents that are nested, long or repetitive are read, or are errors, in bounded time and
// memory.
func TestHostileDocuments(t *testing.T) {
	layer := func(inner string) string {
		return `{"name": "x", "layers": [{"name": "l", "states": [` + inner + `]}]}`
	}
	for name, text := range map[string]string{
		"nested arrays":  strings.Repeat("[", 5_000_000),
		"nested objects": strings.Repeat(`{"a":`, 2_000_000),
		"nested machines": layer(strings.Repeat(`{"name": "a", "machine": {"states": [`, 3000) + `{"name": "b"}` +
			strings.Repeat(`]}}`, 3000)),
		"empty states":    layer(strings.Repeat(`{},`, 1_000_000) + `{}`),
		"unknown members": layer(`{"name": "a", ` + strings.Repeat(`"unknown": 1, `, 100_000) + `"tag": ""}`),
		"many members": func() string {
			var b strings.Builder
			for i := range 300_000 {
				fmt.Fprintf(&b, `"m%d": 1, `, i)
			}
			return layer(`{"name": "a", ` + b.String() + `"tag": ""}`)
		}(),
		"wrong everywhere": layer(
			strings.Repeat(`{"name": 1, "clip": [], "speed": "x", "transitions": [{"to": 1, "conditions": [1,2,3]}]},`,
				20_000) + `0`),
		"a long number":   layer(`{"name": "a", "speed": ` + strings.Repeat("9", 5_000_000) + `}`),
		"a long exponent": layer(`{"name": "a", "speed": 1e` + strings.Repeat("9", 1_000_000) + `}`),
		"a long text":     layer(`{"name": "` + strings.Repeat(`ж`, 5_000_000) + `"}`),
		"blanks":          strings.Repeat(" ", 20_000_000),
	} {
		t.Run(name, func(t *testing.T) {
			probe.Within(t, hostileLimit, hostileMemory, "reading", func() {
				if _, err := graph.Read(strings.NewReader(text), nil); err != nil && len(err.Error()) > 1<<20 {
					t.Errorf("the error has %d bytes", len(err.Error()))
				}
			})
		})
	}
}

// The error of a graph without any of its targets is short, whatever the targets' names are, and
// costs no more memory than a few times the names: the first problems, with shortened names, and
// the number of the others.
func TestErrorOfMissingTargetsIsShort(t *testing.T) {
	lib := newTestLibrary(t)
	members := hostileGraphs["missing targets"]()
	b := graph.New("hostile").Trigger("go").Layer("layer", members...)
	probe.Within(t, hostileLimit, 64<<20, "building", func() {
		_, err := b.Build(lib.library, lib.model)
		if err == nil {
			t.Fatal("there is no error")
		}
		text := err.Error()
		if n := strings.Count(text, "expected a state or machine as its target, found none"); n != 100 ||
			len(text) > 100_000 {
			t.Errorf("the error has %d bytes and names %d targets, want 100", len(text), n)
		}
		if want := `to "m/m/m/`; !strings.Contains(text, want) ||
			!strings.Contains(text, fmt.Sprintf("and %d more problems", 1<<14-100)) {
			t.Errorf("the error is %s, want %s and the number of the others", text[len(text)-200:], want)
		}
	})
}

// Random graphs near the limits are built or are errors in bounded time and memory.
func TestRandomHostileGraphs(t *testing.T) {
	lib := newTestLibrary(t)
	probe.Seeds(t, 20, 3000, func(t *testing.T, seed uint64) {
		random := rand.New(rand.NewPCG(seed, 91))
		b := graph.New("random").Int("n", 0).Float("x", 0).Bool("b", false).Trigger("go")
		transitions, left := 1+random.IntN(1<<13), 1+random.IntN(graph.MaxStates)
		for layer := range 1 + random.IntN(graph.MaxLayers) {
			states := min(left, 1+random.IntN(left))
			left = max(1, left-states)
			var add func(count, depth int) []graph.Member
			add = func(count, depth int) (members []graph.Member) {
				for i := 0; i < count; i++ {
					state := graph.State(fmt.Sprint("s", i))
					if depth < graph.MaxDepth && random.IntN(4) == 0 {
						inside := 1 + random.IntN(max(1, count-i))
						state.Machine(add(inside, depth+1)...)
						i += inside
					} else if random.IntN(2) == 0 {
						state.Clip("Walk")
					}
					for random.IntN(3) > 0 && transitions > 0 {
						transitions--
						hostileTransition(random, state.To(fmt.Sprint("s", random.IntN(count))))
					}
					members = append(members, state)
				}
				for random.IntN(2) == 0 && transitions > 0 {
					transitions--
					fromAny := graph.AnyState().To(fmt.Sprint("s", random.IntN(count)))
					hostileTransition(random, fromAny)
					members = append(members, fromAny)
				}
				return members
			}
			b.Layer(fmt.Sprint("l", layer), add(states, 1)...)
		}
		probe.Within(t, hostileLimit, hostileMemory, "building", func() { _, _ = b.Build(lib.library, lib.model) })
	})
}

// hostileTransition gives a transition random conditions, mostly without a fade.
func hostileTransition(random *rand.Rand, t *graph.TransitionBuilder) {
	for random.IntN(3) > 0 {
		switch random.IntN(4) {
		case 0:
			t.WhenTriggered("go").Fade(random.Float64())
		case 1:
			t.WhenTrue("b")
		case 2:
			t.When("x", []string{"<", ">", "!=", "=="}[random.IntN(4)], random.Float64())
		default:
			t.When("n", []string{"!=", "!=", ">=", "<="}[random.IntN(4)], float64(random.IntN(100)))
		}
	}
}
