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

// one is a graph of one layer.
func one(parts ...graph.Member) *graph.Builder {
	return graph.New("g").Float("speed", 0).Int("n", 0).Bool("flag", false).Trigger("go").Layer("base", parts...)
}

func TestGraphsThatCannotBe(t *testing.T) {
	stock := newGraphStock(t)
	nan, infinity := float32(math.NaN()), float32(math.Inf(1))
	foreign := newGraphStock(t)
	stock.library.AddClip(foreign.library.Clip(foreign.clips["Walk"])) // of a skeleton of the same name
	alien := graphClip(t, "Alien", handmade.ExampleArm(), 1)
	stock.library.AddClip(alien)
	to := func(target string) *graph.TransitionBuilder { return graph.State("A").Clip("Walk").To(target) }
	for name, row := range map[string]struct {
		graph *graph.Builder
		want  []string
	}{
		"nothing":        {graph.New("g"), []string{"there is no layer"}},
		"no name":        {graph.New("").Layer("base", graph.State("A")), []string{"the graph has no name"}},
		"no state":       {one(), []string{`layer "base": the machine has no state`}},
		"names":          {one(graph.State("")), []string{"it has no name"}},
		"control":        {one(graph.State("A\n")), []string{"control characters"}},
		"UTF-8":          {one(graph.State("A\xff")), []string{"no UTF-8"}},
		"long":           {one(graph.State(strings.Repeat("A", 129))), []string{"129 bytes"}},
		"slash":          {one(graph.State("A/B")), []string{"slash"}},
		"state twice":    {one(graph.State("A").To("A").Fade(1), graph.State("A")), []string{`state "A": there are two states`}},
		"two parameters": {one(graph.State("A")).Bool("speed", true), []string{`parameter "speed": there are two`}},
		"two layers": {
			one(graph.State("A")).Layer("base", graph.State("A")),
			[]string{`layer "base": there are two layers`},
		},
		"parameter NaN": {one(graph.State("A")).Float("f", nan), []string{`parameter "f": its default is NaN`}},
		"lowest layer": {
			one(graph.State("A")).Mask("elbow").Additive().Weight(0.5),
			[]string{"to add to", "has a mask", "weight of 0.5"},
		},
		"upper layer": {
			one(graph.State("A")).Layer("b", graph.State("A")).Weight(1.5).Mask("legs").Layer("c", graph.State("A")).Weight(nan).Additive(),
			[]string{"its weight is 1.5", `there is no mask "legs"`, "its weight is NaN"},
		},
		"layer before":       {graph.New("g").Weight(1).Layer("base", graph.State("A")), []string{"Weight is said before"}},
		"entries":            {one(graph.State("A").Entry().To("B"), graph.State("B").Entry()), []string{`two entries, "A" and "B"`}},
		"clip":               {one(graph.State("A").Clip("Wlk")), []string{`state "A": there is no clip "Wlk"`}},
		"clip ID":            {one(graph.State("A").ClipByID(999)), []string{"clip 999 is not in the library"}},
		"clip 0":             {one(graph.State("A").ClipByID(0)), []string{"neither a name nor an ID"}},
		"other skeleton":     {one(graph.State("A").Clip("Alien")), []string{`clip "Alien" is made for the skeleton "arm"`}},
		"difference below":   {one(graph.State("A").Clip("Nod")), []string{`clip "Nod" holds differences`}},
		"pose above":         {one(graph.State("A")).Layer("b", graph.State("A").Clip("Walk")).Additive(), []string{`clip "Walk" holds poses`}},
		"blendSpace":         {one(graph.State("A").BlendSpace("Gate", "speed")), []string{`no blend space "Gate"`}},
		"space without":      {one(graph.State("A").BlendSpace("Gait")), []string{"has 1 dimensions, and 0 parameters"}},
		"space with 2":       {one(graph.State("A").BlendSpace("Gait", "speed", "speed")), []string{"and 2 parameters"}},
		"space by int":       {one(graph.State("A").BlendSpace("Gait", "n")), []string{`parameter "n" is a int, not a float`}},
		"both":               {one(graph.State("A").BlendSpace("Gait", "speed").Clip("Walk")), []string{"a clip and a blend space"}},
		"machine plays":      {one(graph.State("A").Clip("Walk").Speed(2).Machine(graph.State("B"))), []string{"plays something itself", "each has its own"}},
		"speed":              {one(graph.State("A").Speed(infinity)), []string{"its speed is +Inf"}},
		"speed from":         {one(graph.State("A").SpeedParameter("sped")), []string{`speed: there is no parameter "sped"`}},
		"loopLimit":          {one(graph.State("A").PlayMode(clip.Hold).LoopLimit(2)), []string{"plays it once"}},
		"mode":               {one(graph.State("A").PlayMode(77)), []string{"play mode 77"}},
		"target":             {one(to("Nowhere")), []string{`state "A", transition to "Nowhere": there is no such state`}},
		"inner target":       {one(graph.State("M").Machine(graph.State("B"), graph.State("C")).To("B")), []string{`to "B": there is no such state`}},
		"any target":         {one(graph.State("A"), graph.AnyState().To("")), []string{`layer "base", transition from any state to "": there is no such`}},
		"numbers":            {one(to("A").ExitTime(-1).Fade(nan).Offset(2)), []string{"exit time is -1", "duration is NaN", "offset is 2"}},
		"frozen inertia":     {one(to("A").Fade(1).FrozenSource().Inertialized()), []string{"frozen and inertial"}},
		"interruption":       {one(to("A").Fade(1).Interruption(9)), []string{"interruption rule 9"}},
		"curve":              {one(to("A").Fade(1).Curve("wild")), []string{`there is no curve "wild"`}},
		"curve ID":           {one(to("A").Fade(1).CurveByID(777)), []string{"curve 777 is not"}},
		"unknown":            {one(to("A").Fade(1).WhenTrue("flog")), []string{`there is no parameter "flog"`}},
		"op":                 {one(to("A").Fade(1).When("speed", "=>", 1)), []string{`"=>" is no condition for the float parameter "speed"`}},
		"compared bool":      {one(to("A").Fade(1).When("flag", ">", 0)), []string{`">" is no condition for the bool parameter "flag"`}},
		"set bool":           {one(to("A").Fade(1).WhenTriggered("flag")), []string{`"triggered" is no condition for the bool`}},
		"trigger not set":    {one(to("A").Fade(1).WhenFalse("go")), []string{`"false" is no condition for the trigger`}},
		"float true":         {one(to("A").Fade(1).WhenTrue("speed")), []string{`"true" is no condition for the float`}},
		"compared to NaN":    {one(to("A").Fade(1).When("speed", "<", math.NaN()).When("speed", ">", 1e39)), []string{"compared to NaN", "compared to 1e+39"}},
		"half an int":        {one(to("A").Fade(1).When("n", "<", 0.5).When("n", ">", 1e10)), []string{"compared to 0.5", "compared to 1e+10"}},
		"above all ints":     {one(to("A").Fade(1).When("n", ">", math.MaxInt32)), []string{"no int is > 2147483647"}},
		"below all ints":     {one(to("A").Fade(1).When("n", "<", math.MinInt32)), []string{"no int is < -2147483648"}},
		"unreachable":        {one(graph.State("A"), graph.State("B").To("A")), []string{`state "B": no transitions lead to it`}},
		"island":             {one(graph.State("A"), graph.State("M").Machine(graph.State("B"), graph.AnyState().To("B"))), []string{`"M/B": no transitions lead`}},
		"exit without end":   {one(graph.State("A").To("A").ExitTime(1)), []string{"has no duration"}},
		"exit of a still":    {one(graph.State("A").Clip("Still").To("A").ExitTime(1)), []string{"has no duration"}},
		"part of nothing":    {one(graph.State("A").To("A").FadeFraction(1)), []string{"which has none"}},
		"exit after hold":    {one(graph.State("A").Clip("Walk").PlayMode(clip.Hold).To("A").ExitTime(1.5)), []string{"plays once"}},
		"exit after repeats": {one(graph.State("A").Clip("Walk").LoopLimit(3).To("A").ExitTime(3.5)), []string{"repeats less often"}},
		"exit standing":      {one(graph.State("A").Clip("Walk").Speed(0).To("A").ExitTime(0.5)), []string{"speed is 0"}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.graph.Build(stock.library, stock.model)
			wantProblems(t, err, row.want...)
			for line := range strings.Lines(err.Error()) {
				if !strings.HasPrefix(line, "graph ") {
					t.Errorf("a line does not say which graph: %s", line)
				}
			}
		})
	}
}

func TestGraphsThatAreTooLarge(t *testing.T) {
	many := one(graph.State("A"))
	for i := range 30 {
		many.Bool(fmt.Sprint("p", i), false)
	}
	_, err := many.Build(nil)
	wantProblems(t, err, "34 parameters, above 32")

	layers := graph.New("g")
	for i := range 9 {
		layers.Layer(fmt.Sprint("l", i), graph.State("A"))
	}
	_, err = layers.Build(nil)
	wantProblems(t, err, "9 layers, above 8")

	deep := graph.State("A")
	for range 16 {
		deep = graph.State("M").Machine(deep)
	}
	_, err = one(deep).Build(nil)
	wantProblems(t, err, "nested deeper than 16")

	var states []graph.Member
	for i := range 5000 {
		states = append(states, graph.State(fmt.Sprint(i)))
	}
	_, err = one(states...).Build(nil)
	wantProblems(t, err, "more than 4096 states")

	crossed := states[:1000:1000]
	for i := range crossed {
		crossed = append(crossed, graph.AnyState().To(fmt.Sprint(i)).Fade(1))
	}
	_, err = one(crossed...).Build(nil)
	wantProblems(t, err, "more than 262144 transitions")

	conditions := graph.State("A").To("A").Fade(1)
	for range 65 {
		conditions.WhenTrue("flag")
	}
	_, err = one(conditions).Build(nil)
	wantProblems(t, err, "too many conditions")
}

func TestManyProblemsAreCut(t *testing.T) {
	a := graph.State("A").To("A").Fade(1)
	for range 150 {
		a.To("Nowhere")
	}
	_, err := one(a).Build(nil)
	if n := strings.Count(err.Error(), "\n") + 1; n != 101 || !strings.Contains(err.Error(), "and 50 more") {
		t.Errorf("%d lines", n)
	}
}

// What the model does not settle, the library must: a name that two skeletons have is of the one that the rest moves.
func TestNamesOfTwoSkeletons(t *testing.T) {
	stock, foreign := newGraphStock(t), newGraphStock(t)
	stock.library.AddClip(foreign.library.Clip(foreign.clips["Walk"]))
	_, err := one(graph.State("A").Clip("Walk")).Build(stock.library)
	wantProblems(t, err, `a clip "Walk" for more than one skeleton`)
	for _, first := range []*graph.StateBuilder{graph.State("B").Clip("Run"), graph.State("B").ClipByID(stock.clips["Run"])} {
		g, err := one(graph.State("A").Clip("Walk").To("B").Fade(1), first).Build(stock.library)
		if err != nil {
			t.Fatal(err)
		}
		if g.States()[0].Clip != stock.clips["Walk"] {
			t.Error("the walk is another skeleton's")
		}
	}
}

// A clip and the differences made of it can have the same name.
func TestNamesOfDifferences(t *testing.T) {
	stock := newGraphStock(t)
	walk := stock.library.Clip(stock.clips["Walk"])
	difference, err := clip.MakeAdditive(walk, rig.NewPose(walk.Skeleton()))
	if err != nil {
		t.Fatal(err)
	}
	id := stock.library.AddClip(difference)
	g := stock.build(t, one(graph.State("A").Clip("Walk")).Layer("b", graph.State("A").Clip("Walk")).Additive())
	if g.States()[0].Clip != stock.clips["Walk"] || g.States()[1].Clip != id || difference.Name() != "Walk" {
		t.Errorf("the clips are %d and %d", g.States()[0].Clip, g.States()[1].Clip)
	}
}
