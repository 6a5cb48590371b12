package graph_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func TestAssetIDErrors(t *testing.T) {
	lib, other := newTestLibrary(t), newTestLibrary(t)
	foreign := lib.library.AddClip(other.library.Clip(other.clips["Walk"]))
	_, err := oneLayer(graph.State("A").MotionByID(foreign)).Build(lib.library, nil, lib.model)
	wantProblems(t, err, "model 1 of 2: expected a model with a skeleton, found nil",
		`found "Walk" for the skeleton "arm"`)
	_, err = oneLayer(graph.State("A").MotionByID(foreign)).Build(nil)
	wantProblems(t, err, "expected a library for a motion given by its ID")
	lib.library.RemoveClip(foreign)
	_, err = oneLayer(graph.State("A").MotionByID(foreign)).Build(lib.library)
	wantProblems(t, err, "expected a motion of the library, found none with the ID")
}

// oneLayer returns a graph with a parameter of each type and one layer, "base".
func oneLayer(members ...graph.Member) *graph.Builder {
	return graph.New("g").Float("speed", 0).Int("n", 0).Bool("flag", false).Trigger("go").Layer("base", members...)
}

func TestBuildErrors(t *testing.T) {
	lib := newTestLibrary(t)
	nan, infinity := float32(math.NaN()), float32(math.Inf(1))
	other := newTestLibrary(t)
	lib.library.AddClip(other.library.Clip(other.clips["Walk"])) // for another skeleton of the same name
	lib.library.AddClip(translationClip(t, "Alien", handmade.ExampleArm(), 1))
	to := func(target string) *graph.TransitionBuilder { return graph.State("A").Clip("Walk").To(target) }
	for name, row := range map[string]struct {
		graph *graph.Builder
		want  []string
	}{
		"nothing": {
			graph.New("g"),
			[]string{`graph "g": expected at least one layer, found none`},
		},
		"no name": {
			graph.New("").Layer("base", graph.State("A")),
			[]string{`graph "": expected 1 to 128 characters in its name, found none`},
		},
		"no state": {
			oneLayer(),
			[]string{`layer "base": expected at least one state in the machine, found none`},
		},
		"names": {
			oneLayer(graph.State("")),
			[]string{`state "": expected 1 to 128 characters in its name, found none`},
		},
		"control": {
			oneLayer(graph.State("A\n")),
			[]string{"expected no control characters in"},
		},
		"UTF-8": {oneLayer(graph.State("A\xff")), []string{"expected valid UTF-8 in"}},
		"long": {
			oneLayer(graph.State(strings.Repeat("A", 129))),
			[]string{"expected at most 128 characters in its name, found 129"},
		},
		"expected a name without a slash": {oneLayer(graph.State("A/B")), []string{"expected a name without a slash"}},
		"state twice": {
			oneLayer(graph.State("A").To("A").Fade(1), graph.State("A")),
			[]string{`state "A": expected a name of its own, found a second state of the machine of this name`},
		},
		"two parameters": {
			oneLayer(graph.State("A")).Bool("speed", true),
			[]string{`parameter "speed": expected a name of its own, found a second parameter of this name`},
		},
		"two layers": {
			oneLayer(graph.State("A")).Layer("base", graph.State("A")),
			[]string{`layer "base": expected a name of its own, found a second layer of this name`},
		},
		"parameter NaN": {
			oneLayer(graph.State("A")).Float("f", nan),
			[]string{`parameter "f": expected a finite default, found NaN`},
		},
		"lowest layer": {
			oneLayer(graph.State("A")).Mask("elbow").Additive().Weight(0.5),
			[]string{
				"expected the mode override of the lowest layer, which has none below it, found additive",
				"expected no mask of the lowest layer", "expected the weight 1 of the lowest layer, found 0.5",
			},
		},
		"upper layer": {
			oneLayer(graph.State("A")).Layer("b", graph.State("A")).Weight(1.5).Mask("legs").
				Layer("c", graph.State("A")).Weight(nan).Additive(),
			[]string{
				"expected a weight from 0 to 1 in mode override, found 1.5",
				`layer "b": expected a mask of the library, found none named "legs"`,
				"expected a finite weight, found NaN",
			},
		},
		"weight before layer": {
			graph.New("g").Weight(1).Layer("base", graph.State("A")),
			[]string{"expected a Layer before Weight, found none"},
		},
		"entries": {
			oneLayer(graph.State("A").Entry().To("B"), graph.State("B").Entry()),
			[]string{`expected at most one entry state, found "A" and "B"`},
		},
		"clip": {
			oneLayer(graph.State("A").Clip("Wlk")),
			[]string{`state "A": expected a clip of the library, found none named "Wlk"`},
		},
		"clip ID": {
			oneLayer(graph.State("A").MotionByID(999)),
			[]string{"expected a motion of the library, found none with the ID 999"},
		},
		"clip 0": {
			oneLayer(graph.State("A").MotionByID(0)),
			[]string{"expected a motion by name or ID, found neither"},
		},
		"other skeleton": {
			oneLayer(graph.State("A").Clip("Alien")),
			[]string{
				`for the skeleton "arm", which the graph moves, found "Alien" for the skeleton "arm", a different one`,
			},
		},
		"additive clip": {
			oneLayer(graph.State("A").Clip("Nod")),
			[]string{`expected a clip that is not additive in a layer that is not, found "Nod"`},
		},
		"additive layer": {
			oneLayer(graph.State("A")).Layer("b", graph.State("A").Clip("Walk")).Additive(),
			[]string{`expected an additive clip in an additive layer, found "Walk", which is not`},
		},
		"blend space": {
			oneLayer(graph.State("A").BlendSpace("Gate", "speed")),
			[]string{`expected a blend space of the library, found none named "Gate"`},
		},
		"coordinates missing": {
			oneLayer(graph.State("A").BlendSpace("Gait")),
			[]string{`expected 1 parameters as coordinates in blend space "Gait", found 0`},
		},
		"coordinates too many": {
			oneLayer(graph.State("A").BlendSpace("Gait", "speed", "speed")),
			[]string{`expected 1 parameters as coordinates in blend space "Gait", found 2`},
		},
		"coordinate type": {
			oneLayer(graph.State("A").BlendSpace("Gait", "n")),
			[]string{`expected a float parameter for the x coordinate in its blend space, found "n", which is int`},
		},
		"clip and blend space": {
			oneLayer(graph.State("A").BlendSpace("Gait", "speed").Clip("Walk")),
			[]string{"expected at most one clip, blend space or motion, found several"},
		},
		"machine plays": {
			oneLayer(graph.State("A").Clip("Walk").Speed(2).Machine(graph.State("B"))),
			[]string{
				"expected a machine or a motion, found both",
				"on the states of a machine, found some on the machine",
			},
		},
		"speed": {
			oneLayer(graph.State("A").Speed(infinity)),
			[]string{"expected a finite speed, found +Inf"},
		},
		"sync group": {
			oneLayer(graph.State("A").SyncGroup(9)),
			[]string{`state "A": expected a sync group from 1 to 8, or 0 for none, found 9`},
		},
		"speed parameter": {
			oneLayer(graph.State("A").SpeedParameter("sped")),
			[]string{`expected a parameter for its speed, found none named "sped"; did you mean "speed"?`},
		},
		"loop limit": {
			oneLayer(graph.State("A").PlayMode(clip.Hold).LoopLimit(2)),
			[]string{"expected a loop limit only in play mode loop or ping-pong, found the limit 2 in play mode hold"},
		},
		"mode": {
			oneLayer(graph.State("A").PlayMode(77)),
			[]string{"expected the play mode once, loop, ping-pong or hold, found PlayMode(77)"},
		},
		"target": {
			oneLayer(to("Nowhere")),
			[]string{`state "A", transition to "Nowhere": expected a state or machine as its target, found none`},
		},
		"target and parameters": {
			oneLayer(to("Nowhere").WhenTrue("flga").Fade(-1)),
			[]string{
				`transition to "Nowhere": expected a state or machine as its target, found none`,
				`expected a parameter for its condition, found none named "flga"; did you mean "flag"?`,
				"expected a finite fade of at least 0, found -1",
			},
		},
		"near assets": {
			oneLayer(graph.State("A").Clip("Wlak").To("B").Fade(1).Curve("smothstep").To("B").Fade(1).Curve("latte"),
				graph.State("B").BlendSpace("Gaitt", "sped"), graph.State("C").BlendSpace("lcoal", "speed").To("A"),
				graph.AnyState().To("C").Fade(1)).
				Layer("arm", graph.State("A")).Mask("elbwo").
				Layer("other", graph.State("A")).Mask("lower rm").
				Masks(graph.Mask("lower arm").Joints(1, "elbow")).
				BlendSpaces(graph.BlendSpace1D("local").At(0, "Walk").At(1, "Run")),
			[]string{
				`named "Wlak"; did you mean "Walk"?`, `named "smothstep"; did you mean "smoothstep"?`,
				`named "latte"; did you mean "late"?`, `named "Gaitt"; did you mean "Gait"?`,
				`named "sped"; did you mean "speed"?`, `named "lcoal"; did you mean "local"?`,
				`named "elbwo"; did you mean "elbow"?`, `named "lower rm"; did you mean "lower arm"?`,
			},
		},
		"nil members": {
			oneLayer(graph.State("M").Machine(nil, graph.State("B")), (*graph.TransitionBuilder)(nil)),
			[]string{
				`layer "base", state "M": expected states and transitions, made by State and AnyState, as its members, found nil`,
				`layer "base": expected states and transitions`,
			},
		},
		"nil alone": {oneLayer(nil), []string{"as its members, found nil"}},
		"nil definitions": {
			oneLayer(graph.State("A")).Masks(nil).BlendSpaces(nil),
			[]string{
				"expected a mask, made by Mask, found nil",
				"expected a blend space, made by BlendSpace1D or BlendSpace2D, found nil",
			},
		},
		"near target": {
			oneLayer(to("Aa"), graph.State("Ab")),
			[]string{`expected a state or machine as its target, found none; did you mean "Ab"?`},
		},
		"inner target": {
			oneLayer(graph.State("M").Machine(graph.State("B"), graph.State("C")).To("B")),
			[]string{`to "B": expected a state or machine as its target, found none`},
		},
		"any target": {
			oneLayer(graph.State("A"), graph.AnyState().To("")),
			[]string{
				`layer "base", transition from any state to "": expected a state or machine as its target, found none`,
			},
		},
		"numbers": {
			oneLayer(to("A").ExitTime(-1).Fade(math.NaN()).Offset(2)),
			[]string{
				"expected a finite exit time of at least 0, found -1",
				"expected a finite fade of at least 0, found NaN", "expected an offset from 0 to 1, found 2",
			},
		},
		"inertialized without a fade": {
			oneLayer(to("A").Inertialized().WhenTriggered("go")),
			[]string{"expected a fade, which a frozen source and an inertialized transition need, found one that takes no time"},
		},
		"frozen source without a fade": {
			oneLayer(to("A").Fade(0).FrozenSource().WhenTriggered("go")),
			[]string{"expected a fade, which a frozen source"},
		},
		"curve without a fade": {
			oneLayer(to("A").Curve("smoothstep").WhenTriggered("go")),
			[]string{`state "A", transition to "A": expected a fade, which its curve eases, found one that takes no time`},
		},
		"curve by ID without a fade": {
			oneLayer(to("A").CurveByID(clip.SmoothStep).WhenTriggered("go")),
			[]string{"expected a fade, which its curve eases"},
		},
		"interruption without a fade": {
			oneLayer(to("A").FadeFraction(0).Interruption(graph.InterruptBySource).WhenTriggered("go")),
			[]string{"expected a fade, which its interruption rule lets others end, found one that takes no time"},
		},
		"a fade of 25 percent": {
			oneLayer(to("A").FadeFraction(25)),
			[]string{"expected a fade fraction from 0 to 1, the source's whole duration, found 25"},
		},
		"frozen inertialized": {
			oneLayer(to("A").Fade(1).FrozenSource().Inertialized()),
			[]string{
				"expected an inertialized transition, which stops playing the source, or a frozen source, found both",
			},
		},
		"interruption": {
			oneLayer(to("A").Fade(1).Interruption(9)),
			[]string{"expected the interruption none, source, "},
		},
		"curve": {
			oneLayer(to("A").Fade(1).Curve("wild")),
			[]string{`expected a curve of the library, found none named "wild"`},
		},
		"curve ID": {
			oneLayer(to("A").Fade(1).CurveByID(777)),
			[]string{"expected a curve of the library, found none with the ID 777"},
		},
		"condition parameter": {
			oneLayer(to("A").Fade(1).WhenTrue("flog")),
			[]string{`expected a parameter for its condition, found none named "flog"; did you mean "flag"?`},
		},
		"operator": {
			oneLayer(to("A").Fade(1).When("speed", "=>", 1)),
			[]string{`expected a condition of the float parameter "speed", found "=>"; a float takes > < >= <= == !=`},
		},
		"compared bool": {
			oneLayer(to("A").Fade(1).When("flag", ">", 0)),
			[]string{`expected a condition of the bool parameter "flag", found ">"; a bool takes "true" or "false"`},
		},
		"set bool": {
			oneLayer(to("A").Fade(1).WhenTriggered("flag")),
			[]string{`expected a condition of the bool parameter "flag", found "triggered"`},
		},
		"trigger not set": {
			oneLayer(to("A").Fade(1).WhenFalse("go")),
			[]string{`expected a condition of the trigger parameter "go", found "false"; a trigger takes "triggered"`},
		},
		"float true": {
			oneLayer(to("A").Fade(1).WhenTrue("speed")),
			[]string{`expected a condition of the float parameter "speed", found "true"`},
		},
		"compared to NaN": {
			oneLayer(to("A").Fade(1).When("speed", "<", math.NaN()).When("speed", ">", 1e39)),
			[]string{
				`to compare the float parameter "speed" to, found NaN`,
				`to compare the float parameter "speed" to, found 1e+39`,
			},
		},
		"half an int": {
			oneLayer(to("A").Fade(1).When("n", "<", 0.5).When("n", ">", 1e10)),
			[]string{
				`to compare the int parameter "n" to, found 0.5`,
				`to compare the int parameter "n" to, found 1e+10`,
			},
		},
		"above all ints": {
			oneLayer(to("A").Fade(1).When("n", ">", math.MaxInt32)),
			[]string{"expected a condition that can hold, found one that no int meets: > 2147483647"},
		},
		"below all ints": {
			oneLayer(to("A").Fade(1).When("n", "<", math.MinInt32)),
			[]string{"no int meets: < -2147483648"},
		},
		"unreachable": {
			oneLayer(graph.State("A"), graph.State("B").To("A")),
			[]string{`state "B": expected transitions that lead to it from the entry state of its layer, found none`},
		},
		"island": {
			oneLayer(graph.State("A"),
				graph.State("M").Machine(graph.State("B"), graph.AnyState().To("B"))),
			[]string{`"M/B": expected transitions that lead to it from the entry state of its layer, found none`},
		},
		"exit of rest pose": {
			oneLayer(graph.State("A").To("A").ExitTime(1)),
			[]string{"expected an exit time that is reached, found 1: the state has no duration"},
		},
		"exit of single pose": {
			oneLayer(graph.State("A").Clip("Still").To("A").ExitTime(1)),
			[]string{"expected an exit time that is reached, found 1: the state has no duration"},
		},
		"fraction of nothing": {
			oneLayer(graph.State("A").To("A").FadeFraction(1)),
			[]string{"expected a state with a duration, of which the fade is the fraction 1, found none"},
		},
		"exit after hold": {
			oneLayer(graph.State("A").Clip("Walk").PlayMode(clip.Hold).To("A").ExitTime(1.5)),
			[]string{"expected an exit time that is reached, found 1.5: the state plays once"},
		},
		"exit after loop limit": {
			oneLayer(graph.State("A").Clip("Walk").LoopLimit(3).To("A").ExitTime(3.5)),
			[]string{"expected an exit time that is reached, found 3.5: the state's loop limit is 3"},
		},
		"exit at speed 0": {
			oneLayer(graph.State("A").Clip("Walk").Speed(0).To("A").ExitTime(0.5)),
			[]string{"expected an exit time that is reached, found 0.5: the state's speed is 0"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.graph.Build(lib.library, lib.model)
			wantProblems(t, err, row.want...)
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "graph ") {
					t.Errorf("a line does not name the graph: %s", line)
				}
			}
		})
	}
}

func TestLimits(t *testing.T) {
	many := oneLayer(graph.State("A"))
	for i := range 30 {
		many.Bool(fmt.Sprint("p", i), false)
	}
	_, err := many.Build(nil)
	wantProblems(t, err, "expected at most 32 parameters, found 34")

	layers := graph.New("g")
	for i := range 9 {
		layers.Layer(fmt.Sprint("l", i), graph.State("A"))
	}
	_, err = layers.Build(nil)
	wantProblems(t, err, "expected at most 8 layers, found 9")

	deep := graph.State("A")
	for range 16 {
		deep = graph.State("M").Machine(deep)
	}
	_, err = oneLayer(deep).Build(nil)
	wantProblems(t, err, "expected at most 16 levels of machines, found more")

	var states []graph.Member
	for i := range 5000 {
		states = append(states, graph.State(fmt.Sprint(i)))
	}
	_, err = oneLayer(states...).Build(nil)
	wantProblems(t, err, "expected at most 4096 states in the graph, found more")

	crossed := states[:1000:1000]
	for i := range crossed {
		crossed = append(crossed, graph.AnyState().To(fmt.Sprint(i)).Fade(1))
	}
	_, err = oneLayer(crossed...).Build(nil)
	wantProblems(t, err, "expected at most 262144 transitions in total")

	conditions := graph.State("A").To("A").Fade(1)
	for range 65 {
		conditions.WhenTrue("flag")
	}
	_, err = oneLayer(conditions).Build(nil)
	wantProblems(t, err, "expected at most 64 conditions, found 65")
}

func TestBuildReportsAtMost100Problems(t *testing.T) {
	a := graph.State("A").To("A").Fade(1)
	for range 150 {
		a.To("Nowhere")
	}
	_, err := oneLayer(a).Build(nil)
	if n := strings.Count(err.Error(), "\n") + 1; n != 101 || !strings.Contains(err.Error(), "and 50 more problems") {
		t.Errorf("%d lines, want 101: %v", n, err)
	}
}

// Without a model, a clip name that exists for two skeletons means the clip for the skeleton of the
// graph's other clips.
func TestClipNameForTwoSkeletons(t *testing.T) {
	lib, other := newTestLibrary(t), newTestLibrary(t)
	lib.library.AddClip(other.library.Clip(other.clips["Walk"]))
	_, err := oneLayer(graph.State("A").Clip("Walk")).Build(lib.library)
	wantProblems(t, err, `expected the model to choose between several skeletons with a clip "Walk"`)
	for _, second := range []*graph.StateBuilder{
		graph.State("B").Clip("Run"),
		graph.State("B").MotionByID(lib.clips["Run"]),
	} {
		g, err := oneLayer(graph.State("A").Clip("Walk").To("B").Fade(1), second).Build(lib.library)
		if err != nil {
			t.Fatal(err)
		}
		if g.States()[0].Motion != lib.clips["Walk"] {
			t.Error("the clip is for the other skeleton")
		}
	}
}

// A clip and the additive clip made from it can have the same name: the layer chooses between them.
func TestClipNameOfAnAdditiveClip(t *testing.T) {
	lib := newTestLibrary(t)
	walk := lib.library.Clip(lib.clips["Walk"])
	additive, err := clip.MakeAdditive(walk, rig.NewPose(walk.Skeleton()))
	if err != nil {
		t.Fatal(err)
	}
	id := lib.library.AddClip(additive)
	g := lib.build(t, oneLayer(graph.State("A").Clip("Walk")).Layer("b", graph.State("A").Clip("Walk")).Additive())
	if g.States()[0].Motion != lib.clips["Walk"] || g.States()[1].Motion != id || additive.Name() != "Walk" {
		t.Errorf("the clips are %d and %d, want %d and %d", g.States()[0].Motion, g.States()[1].Motion,
			lib.clips["Walk"], id)
	}
}

// A nil reader is an error.
func TestReadNil(t *testing.T) {
	if _, err := graph.Read(nil, nil); err == nil || !strings.Contains(err.Error(),
		"graph: expected a reader of JSON, found nil") {
		t.Error(err)
	}
}
