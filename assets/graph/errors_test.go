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
	wantProblems(t, err, "model 1 of 2 is nil", `clip "Walk" is for the skeleton "arm"`)
	_, err = oneLayer(graph.State("A").MotionByID(foreign)).Build(nil)
	wantProblems(t, err, "is given by its ID, which needs a library")
	lib.library.RemoveClip(foreign)
	_, err = oneLayer(graph.State("A").MotionByID(foreign)).Build(lib.library)
	wantProblems(t, err, "is not in the library")
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
		"nothing":                   {graph.New("g"), []string{`graph "g": it has no layers, want at least one`}},
		"no name":                   {graph.New("").Layer("base", graph.State("A")), []string{`graph "": its name is empty`}},
		"no state":                  {oneLayer(), []string{`layer "base": the machine has no states`}},
		"names":                     {oneLayer(graph.State("")), []string{`state "": its name is empty`}},
		"control":                   {oneLayer(graph.State("A\n")), []string{"contains control characters"}},
		"UTF-8":                     {oneLayer(graph.State("A\xff")), []string{"is not valid UTF-8"}},
		"long":                      {oneLayer(graph.State(strings.Repeat("A", 129))), []string{"its name has 129 characters, want at most 128"}},
		"its name contains a slash": {oneLayer(graph.State("A/B")), []string{"its name contains a slash"}},
		"state twice":               {oneLayer(graph.State("A").To("A").Fade(1), graph.State("A")), []string{`state "A": two states of the machine have this name`}},
		"two parameters":            {oneLayer(graph.State("A")).Bool("speed", true), []string{`parameter "speed": two parameters have this name`}},
		"two layers": {
			oneLayer(graph.State("A")).Layer("base", graph.State("A")),
			[]string{`layer "base": two layers have this name`},
		},
		"parameter NaN": {oneLayer(graph.State("A")).Float("f", nan), []string{`parameter "f": its default is NaN, want a finite number`}},
		"lowest layer": {
			oneLayer(graph.State("A")).Mask("elbow").Additive().Weight(0.5),
			[]string{"has the mode additive, want override", "has a mask, want none", "weight of 0.5, want 1"},
		},
		"upper layer": {
			oneLayer(graph.State("A")).Layer("b", graph.State("A")).Weight(1.5).Mask("legs").Layer("c", graph.State("A")).Weight(nan).Additive(),
			[]string{"its weight is 1.5, want 0 to 1", `layer "b": there is no mask "legs"`, "its weight is NaN, want a finite number"},
		},
		"weight before layer":   {graph.New("g").Weight(1).Layer("base", graph.State("A")), []string{"Weight is called before the first Layer"}},
		"entries":               {oneLayer(graph.State("A").Entry().To("B"), graph.State("B").Entry()), []string{`two entry states, "A" and "B"`}},
		"clip":                  {oneLayer(graph.State("A").Clip("Wlk")), []string{`state "A": there is no clip "Wlk"`}},
		"clip ID":               {oneLayer(graph.State("A").MotionByID(999)), []string{"motion 999 is not in the library"}},
		"clip 0":                {oneLayer(graph.State("A").MotionByID(0)), []string{"the motion has neither a name nor an ID"}},
		"other skeleton":        {oneLayer(graph.State("A").Clip("Alien")), []string{`clip "Alien" is for the skeleton "arm", but the graph moves the skeleton "arm", a different one`}},
		"additive clip":         {oneLayer(graph.State("A").Clip("Nod")), []string{`clip "Nod" is additive, but its layer is not`}},
		"additive layer":        {oneLayer(graph.State("A")).Layer("b", graph.State("A").Clip("Walk")).Additive(), []string{`clip "Walk" is not additive, but its layer is`}},
		"blend space":           {oneLayer(graph.State("A").BlendSpace("Gate", "speed")), []string{`no blend space "Gate"`}},
		"coordinates missing":   {oneLayer(graph.State("A").BlendSpace("Gait")), []string{`it has 0 parameters as coordinates in blend space "Gait", want 1`}},
		"coordinates too many":  {oneLayer(graph.State("A").BlendSpace("Gait", "speed", "speed")), []string{`it has 2 parameters as coordinates in blend space "Gait", want 1`}},
		"coordinate type":       {oneLayer(graph.State("A").BlendSpace("Gait", "n")), []string{`parameter "n" has the type int, want float for the x coordinate in its blend space`}},
		"clip and blend space":  {oneLayer(graph.State("A").BlendSpace("Gait", "speed").Clip("Walk")), []string{"it plays more than one clip, blend space or motion, want at most one"}},
		"machine plays":         {oneLayer(graph.State("A").Clip("Walk").Speed(2).Machine(graph.State("B"))), []string{"it is a machine and plays a motion itself", "it is a machine, which has no parameters, speed,"}},
		"speed":                 {oneLayer(graph.State("A").Speed(infinity)), []string{"its speed is +Inf, want a finite number"}},
		"sync group":            {oneLayer(graph.State("A").SyncGroup(9)), []string{`state "A": its sync group is 9, want 1 to 8, or 0 for none`}},
		"speed parameter":       {oneLayer(graph.State("A").SpeedParameter("sped")), []string{`there is no parameter "sped" for its speed; did you mean "speed"?`}},
		"loop limit":            {oneLayer(graph.State("A").PlayMode(clip.Hold).LoopLimit(2)), []string{"its loop limit is 2, but in play mode hold it plays once"}},
		"mode":                  {oneLayer(graph.State("A").PlayMode(77)), []string{"its play mode is PlayMode(77), want once, loop, ping-pong or hold"}},
		"target":                {oneLayer(to("Nowhere")), []string{`state "A", transition to "Nowhere": there is no such state or machine`}},
		"near target":           {oneLayer(to("Aa"), graph.State("Ab")), []string{`there is no such state or machine; did you mean "Ab"?`}},
		"inner target":          {oneLayer(graph.State("M").Machine(graph.State("B"), graph.State("C")).To("B")), []string{`to "B": there is no such state or machine`}},
		"any target":            {oneLayer(graph.State("A"), graph.AnyState().To("")), []string{`layer "base", transition from any state to "": there is no such state or machine`}},
		"numbers":               {oneLayer(to("A").ExitTime(-1).Fade(math.NaN()).Offset(2)), []string{"exit time is -1, want", "fade is NaN, want", "offset is 2, want 0 to 1"}},
		"frozen inertialized":   {oneLayer(to("A").Fade(1).FrozenSource().Inertialized()), []string{"it is inertialized, which stops playing the source, and has a frozen source"}},
		"interruption":          {oneLayer(to("A").Fade(1).Interruption(9)), []string{"its interruption is Interruption(9), want none, source, "}},
		"curve":                 {oneLayer(to("A").Fade(1).Curve("wild")), []string{`there is no curve "wild"`}},
		"curve ID":              {oneLayer(to("A").Fade(1).CurveByID(777)), []string{"curve 777 is not"}},
		"condition parameter":   {oneLayer(to("A").Fade(1).WhenTrue("flog")), []string{`there is no parameter "flog" for its condition; did you mean "flag"?`}},
		"operator":              {oneLayer(to("A").Fade(1).When("speed", "=>", 1)), []string{`"=>" is no condition for the float parameter "speed"; a float takes > < >= <= == !=`}},
		"compared bool":         {oneLayer(to("A").Fade(1).When("flag", ">", 0)), []string{`">" is no condition for the bool parameter "flag"; a bool takes "true" or "false"`}},
		"set bool":              {oneLayer(to("A").Fade(1).WhenTriggered("flag")), []string{`"triggered" is no condition for the bool`}},
		"trigger not set":       {oneLayer(to("A").Fade(1).WhenFalse("go")), []string{`"false" is no condition for the trigger parameter "go"; a trigger takes "triggered"`}},
		"float true":            {oneLayer(to("A").Fade(1).WhenTrue("speed")), []string{`"true" is no condition for the float parameter "speed"`}},
		"compared to NaN":       {oneLayer(to("A").Fade(1).When("speed", "<", math.NaN()).When("speed", ">", 1e39)), []string{`compares the float parameter "speed" to NaN`, `compares the float parameter "speed" to 1e+39`}},
		"half an int":           {oneLayer(to("A").Fade(1).When("n", "<", 0.5).When("n", ">", 1e10)), []string{`compares the int parameter "n" to 0.5, want an integer`, `compares the int parameter "n" to 1e+10`}},
		"above all ints":        {oneLayer(to("A").Fade(1).When("n", ">", math.MaxInt32)), []string{"its condition never holds: no int is > 2147483647"}},
		"below all ints":        {oneLayer(to("A").Fade(1).When("n", "<", math.MinInt32)), []string{"no int is < -2147483648"}},
		"unreachable":           {oneLayer(graph.State("A"), graph.State("B").To("A")), []string{`state "B": it cannot be reached`}},
		"island":                {oneLayer(graph.State("A"), graph.State("M").Machine(graph.State("B"), graph.AnyState().To("B"))), []string{`"M/B": it cannot be reached`}},
		"exit of rest pose":     {oneLayer(graph.State("A").To("A").ExitTime(1)), []string{"its exit time 1 is never reached: the state has no duration"}},
		"exit of single pose":   {oneLayer(graph.State("A").Clip("Still").To("A").ExitTime(1)), []string{"its exit time 1 is never reached: the state has no duration"}},
		"fraction of nothing":   {oneLayer(graph.State("A").To("A").FadeFraction(1)), []string{"its fade is the fraction 1 of the state's duration, but the state has none"}},
		"exit after hold":       {oneLayer(graph.State("A").Clip("Walk").PlayMode(clip.Hold).To("A").ExitTime(1.5)), []string{"its exit time 1.5 is never reached: the state plays once"}},
		"exit after loop limit": {oneLayer(graph.State("A").Clip("Walk").LoopLimit(3).To("A").ExitTime(3.5)), []string{"its exit time 3.5 is never reached: the state's loop limit is 3"}},
		"exit at speed 0":       {oneLayer(graph.State("A").Clip("Walk").Speed(0).To("A").ExitTime(0.5)), []string{"its exit time 0.5 is never reached: the state's speed is 0"}},
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
	wantProblems(t, err, "it has 34 parameters, want at most 32")

	layers := graph.New("g")
	for i := range 9 {
		layers.Layer(fmt.Sprint("l", i), graph.State("A"))
	}
	_, err = layers.Build(nil)
	wantProblems(t, err, "it has 9 layers, want at most 8")

	deep := graph.State("A")
	for range 16 {
		deep = graph.State("M").Machine(deep)
	}
	_, err = oneLayer(deep).Build(nil)
	wantProblems(t, err, "machines are nested deeper than 16 levels")

	var states []graph.Member
	for i := range 5000 {
		states = append(states, graph.State(fmt.Sprint(i)))
	}
	_, err = oneLayer(states...).Build(nil)
	wantProblems(t, err, "the graph has more than 4096 states")

	crossed := states[:1000:1000]
	for i := range crossed {
		crossed = append(crossed, graph.AnyState().To(fmt.Sprint(i)).Fade(1))
	}
	_, err = oneLayer(crossed...).Build(nil)
	wantProblems(t, err, "more than 262144 transitions")

	conditions := graph.State("A").To("A").Fade(1)
	for range 65 {
		conditions.WhenTrue("flag")
	}
	_, err = oneLayer(conditions).Build(nil)
	wantProblems(t, err, "it has 65 conditions, want at most 64")
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

// Without a model, a clip name that exists for two skeletons means the clip for the skeleton of the graph's other
// clips.
func TestClipNameForTwoSkeletons(t *testing.T) {
	lib, other := newTestLibrary(t), newTestLibrary(t)
	lib.library.AddClip(other.library.Clip(other.clips["Walk"]))
	_, err := oneLayer(graph.State("A").Clip("Walk")).Build(lib.library)
	wantProblems(t, err, `a clip "Walk" for more than one skeleton`)
	for _, second := range []*graph.StateBuilder{graph.State("B").Clip("Run"), graph.State("B").MotionByID(lib.clips["Run"])} {
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
		t.Errorf("the clips are %d and %d, want %d and %d", g.States()[0].Motion, g.States()[1].Motion, lib.clips["Walk"], id)
	}
}
