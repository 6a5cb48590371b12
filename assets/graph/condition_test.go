package graph_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// compares evaluates a comparison with Go's operators.
func compares[N float32 | int32](a N, op string, b N) bool {
	switch op {
	case ">":
		return a > b
	case "<":
		return a < b
	case ">=":
		return a >= b
	case "<=":
		return a <= b
	case "==":
		return a == b
	}
	return a != b
}

var comparisons = []string{">", "<", ">=", "<=", "==", "!="}

// graphWithTransition returns a graph with one transition, and the transition, after set has added
// parameters and conditions.
func graphWithTransition(t testing.TB,
	set func(*graph.Builder, *graph.TransitionBuilder),
) (*graph.Graph, *graph.Transition) {
	t.Helper()
	b, a := graph.New("g"), graph.State("A")
	transition := a.To("A").Fade(1)
	set(b, transition)
	g, err := b.Layer("base", a).Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	return g, &g.Transitions(&g.States()[0])[0]
}

func TestFloatConditions(t *testing.T) {
	infinity := float32(math.Inf(1))
	values := []float32{
		0, float32(math.Copysign(0, -1)), 1, -1, 0.1, math.SmallestNonzeroFloat32, -math.SmallestNonzeroFloat32,
		math.MaxFloat32, -math.MaxFloat32,
		infinity, -infinity, float32(math.NaN()), math.Float32frombits(0xffc00000), math.Float32frombits(0xffffffff),
		1e-38, math.Nextafter32(0.1, 1),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		values = append(values, math.Float32frombits(r.Uint32()))
	}
	for _, value := range values {
		if value-value != 0 {
			continue // is an error
		}
		for _, op := range comparisons {
			g, transition := graphWithTransition(t, func(b *graph.Builder, t *graph.TransitionBuilder) {
				b.Float("x", 0)
				t.When("x", op, float64(value))
			})
			for _, x := range values {
				if got, want := g.ConditionsHold(transition,
					&[graph.MaxParameters]uint32{math.Float32bits(x)}), compares(x, op, value); got != want {
					t.Errorf("%v %s %v is %v, want %v", x, op, value, got, want)
				}
			}
		}
	}
}

func TestIntConditions(t *testing.T) {
	values := []int32{
		0, 1, -1, 7, math.MaxInt32, math.MinInt32, math.MaxInt32 - 1, math.MinInt32 + 1,
		1 << 24, 1<<24 + 1,
	}
	for _, value := range values {
		for _, op := range comparisons {
			if value == math.MaxInt32 && op == ">" || value == math.MinInt32 && op == "<" {
				continue // is an error
			}
			g, transition := graphWithTransition(t, func(b *graph.Builder, t *graph.TransitionBuilder) {
				b.Int("other", 0).Int("x", 0)
				t.When("x", op, float64(value))
			})
			for _, x := range values {
				if got, want := g.ConditionsHold(transition, &[graph.MaxParameters]uint32{99, uint32(x)}), compares(x,
					op, value); got != want {
					t.Errorf("%v %s %v is %v, want %v", x, op, value, got, want)
				}
			}
		}
	}
}

func TestBoolAndTriggerConditions(t *testing.T) {
	g, transition := graphWithTransition(t, func(b *graph.Builder, t *graph.TransitionBuilder) {
		b.Bool("a", false).Bool("b", false).Trigger("c").Trigger("d").Trigger("e")
		t.WhenTrue("a").WhenFalse("b").WhenTriggered("c").WhenTriggered("e")
	})
	for bits := range uint32(32) {
		parameters := [graph.MaxParameters]uint32{bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1, bits >> 4 & 1}
		if got, want := g.ConditionsHold(transition, &parameters), bits&0b10111 == 0b10101; got != want {
			t.Errorf("parameters %05b: conditions hold is %v, want %v", bits, got, want)
		}
		want := parameters
		want[2], want[4] = 0, 0
		g.ConsumeTriggers(transition, &parameters)
		if parameters != want {
			t.Errorf("parameters %05b: after ConsumeTriggers %v, want %v", bits, parameters[:5], want[:5])
		}
	}
	if !g.ConditionsHold(transition, &[graph.MaxParameters]uint32{7, 0, 1 << 31, 0, 0xffffffff}) {
		t.Error("a bool other than 0 is not true")
	}
}

func TestNoConditions(t *testing.T) {
	g, transition := graphWithTransition(t, func(*graph.Builder, *graph.TransitionBuilder) {})
	if !g.ConditionsHold(transition, &[graph.MaxParameters]uint32{}) {
		t.Error("the conditions of a transition without any do not hold")
	}
}
