package systems_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems"
)

// handles are one handle of each type.
type handles struct {
	speed graph.Float
	n     graph.Int
	flag  graph.Bool
	jump  graph.Trigger
}

func handlesOf(t testing.TB, g *graph.Graph) (h handles) {
	t.Helper()
	var errs [4]error
	h.speed, errs[0] = g.FloatParameter("speed")
	h.n, errs[1] = g.IntParameter("n")
	h.flag, errs[2] = g.BoolParameter("flag")
	h.jump, errs[3] = g.TriggerParameter("jump")
	check(t, errors.Join(errs[:]...))
	return h
}

func parameterGraph(name string) *graph.Builder {
	return graph.New(name).Bool("flag", true).Float("speed", 0.5).Trigger("jump").Int("n", -3).
		Layer("base", graph.State("A").Clip("one").To("B").WhenTriggered("jump").Fade(1), graph.State("B").Clip("two"))
}

// Handles set and return the values that names do, for the graph, its overrides and what is
// resolved again.
func TestParameterHandles(t *testing.T) {
	f := newFixture(t, 8)
	built, err := parameterGraph("g").Build(nil)
	check(t, err)
	resolved, err := built.Resolve(f.library, f.model)
	check(t, err)
	first, err := f.library.AddGraph(resolved)
	check(t, err)
	second, err := graph.Override("o", f.library.Graph(first)).Clip("one", "two").Add(f.library, f.model)
	check(t, err)
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	h := handlesOf(t, built)
	for _, id := range []assets.GraphID{first, second} {
		c, err := f.animation.Control(e, id)
		check(t, err)
		speed, err1 := c.FloatParameter(h.speed)
		n, err2 := c.IntParameter(h.n)
		flag, err3 := c.BoolParameter(h.flag)
		set, err4 := c.IsTriggered(h.jump)
		check(t, errors.Join(err1, err2, err3, err4))
		if speed != 0.5 || n != -3 || !flag || set {
			t.Errorf("the defaults are %v, %v, %v and %v", speed, n, flag, set)
		}
		if n := testing.AllocsPerRun(10, func() { _ = c.SetFloatParameter(h.speed, 1) }); n != 0 {
			t.Errorf("SetFloatParameter allocates %v times", n)
		}
		check(t, errors.Join(c.SetFloatParameter(h.speed, 2), c.SetIntParameter(h.n, math.MinInt32),
			c.SetBoolParameter(h.flag, false), c.SetTrigger(h.jump)))
		want := *c.Component()
		check(t, errors.Join(c.SetFloat("speed", 0), c.SetInt("n", 0), c.SetBool("flag", true), c.ResetTrigger("jump")))
		check(t, errors.Join(c.SetFloat("speed", 2), c.SetInt("n", math.MinInt32), c.SetBool("flag", false),
			c.Trigger("jump")))
		if *c.Component() != want {
			t.Errorf("by handles %v, by names %v", want.Parameters, c.Component().Parameters)
		}
		if set, err := c.IsTriggered(h.jump); !set || err != nil {
			t.Error("the trigger is not set", err)
		}
		f.update(t, 0.1) // enters the first state
		f.update(t, 0.1)
		if set, err := c.IsTriggered(h.jump); set || err != nil || c.State(0) != "B" {
			t.Error("the transition did not consume the trigger", err)
		}
		check(t, c.SetTrigger(h.jump))
		check(t, c.ClearTrigger(h.jump))
		if set, _ := c.IsTriggered(h.jump); set {
			t.Error("the trigger was not cleared")
		}
	}
}

func TestParameterHandleErrors(t *testing.T) {
	f := newFixture(t, 8)
	id, err := parameterGraph("g").Add(f.library, f.model)
	check(t, err)
	other, err := parameterGraph("g").Build(f.library, f.model) // equal, but another graph
	check(t, err)
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	c, err := f.animation.Control(e, id)
	check(t, err)
	before := *c.Component()
	own, foreign := handlesOf(t, f.library.Graph(id)), handlesOf(t, other)
	for i, h := range []handles{{}, foreign} {
		_, err1 := c.FloatParameter(h.speed)
		_, err2 := c.IntParameter(h.n)
		_, err3 := c.BoolParameter(h.flag)
		_, err4 := c.IsTriggered(h.jump)
		for k, err := range []error{
			err1, err2, err3, err4, c.SetFloatParameter(h.speed, 1), c.SetIntParameter(h.n, 1),
			c.SetBoolParameter(h.flag, false), c.SetTrigger(h.jump), c.ClearTrigger(h.jump),
		} {
			if !errors.Is(err, systems.ErrNoParameter) || !strings.Contains(err.Error(), `graph "g"`) {
				t.Errorf("handles %d, method %d: %v", i, k, err)
			}
		}
	}
	if err := c.SetFloatParameter(own.speed, float32(math.NaN())); err == nil {
		t.Error("no error for NaN")
	}
	if *c.Component() != before {
		t.Error("a failing method changed the component")
	}
	for _, err := range []error{
		systems.Controller{}.SetFloatParameter(own.speed, 1),
		f.animation.Controller(mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))).SetFloatParameter(own.speed, 1),
	} {
		if !errors.Is(err, systems.ErrNoController) {
			t.Error(err)
		}
	}
	f.library.RemoveGraph(id)
	if err := c.SetTrigger(own.jump); !errors.Is(err, systems.ErrNoController) {
		t.Error(err)
	}
	if _, err := other.FloatParameter("sped"); !errors.Is(err, rig.ErrNotFound) ||
		!strings.Contains(err.Error(), `graph "g" has no parameter "sped"; did you mean "speed"?`) {
		t.Error(err)
	}
	if _, err := other.FloatParameter("n"); err == nil ||
		err.Error() != `graph "g": parameter "n": expected the type float, found int` {
		t.Error(err)
	}
}
