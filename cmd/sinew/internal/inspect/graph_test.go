package inspect_test

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/sinew/internal/inspect"
)

// rounds is a graph with nested machines, and with names that need quoting.
func rounds() *graph.Builder {
	return graph.New(`"rounds"`).
		Masks(graph.Mask("half").Subtree(0.5, "lower").Joints(1, "upper").Invert(),
			graph.Mask("soft").Feather("upper", 1)).
		BlendSpaces(
			graph.BlendSpace1D("own line").At(0, "bend").At(1.5, "bend").AlignStarts(),
			graph.BlendSpace2D("own plane", blendspace.Delaunay).At2(0, 0, "bend").At2(0, 2, "bend")).
		Float(`sp"eed`, 0.5).Int("n", -2).Bool("b", true).Trigger("t").
		Layer(`ba\se`,
			graph.State(`a"b`).Clip("bend").EnterEvent("in").ExitEvent("out").Tag("still").
				To("M").When(`sp"eed`, ">", 0.1).Fade(0.25).Interruption(graph.InterruptBySource),
			graph.State("M").Machine(
				graph.State("in").Clip("bend").PlayMode(assets.PingPong).LoopLimit(3).Speed(2).SpeedParameter(`sp"eed`).
					To("deep").ExitTime(1.5).FadeFraction(0.5).Offset(0.125).FrozenSource(),
				graph.State("deep").Machine(graph.State("end").BlendSpace("turn", `sp"eed`, `sp"eed`).Entry(),
					graph.AnyState().To("M").Inertialized().Fade(1)),
			).To(`a"b`).WhenTrue("b"),
			graph.State("own").BlendSpace("own plane", `sp"eed`, `sp"eed`).To("once").Fade(1),
			graph.State("once").Clip("bend").PlayMode(assets.Once).FadeOut(0.3),
			graph.AnyState().To("own").WhenFalse("b").Fade(1),
			graph.AnyState().To(`a"b`).WhenTriggered("t").Fade(0.25).Curve("wild").Restart()).
		Layer("upper", graph.State("nod").Clip("bend")).Mask("all").Additive().Weight(0.5)
}

func TestGraphTables(t *testing.T) {
	g, err := rounds().Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := inspect.WriteGraph(&out, g, "rounds.json"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"4 parameters, 2 layers, 6 states, 7 transitions", "lower and below: 0.5, upper inverted",
		"upper and below, feathered over 1", "own line   linear    starts       bend at 0, bend at 1.5",
		"bend at 0 0, bend at 0 2", "once, fades out in 0.3 s", "Masks of the graph", "Blend spaces of the graph",
		"not resolved", "sp\"eed  float", "-2", "true", "additive     0.5  all   nod",
		"ping-pong ×3", "2 × sp\"eed", "turn by sp\"eed, sp\"eed", "enter in, exit out", "still",
		"interrupted by source", "0.5 ×", "0.125", "1.5",
		"frozen", "inertial", "restart", "wild", "M/deep (any)", "sp\"eed > 0.1", "0.25 s", "none",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing from\n%s", want, out.String())
		}
	}
}

// The test parses the output: arrows are between declared nodes, and strings and boxes are closed.
func TestWriteDOT(t *testing.T) {
	g, err := rounds().Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := inspect.WriteDOT(&out, g); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	text = regexp.MustCompile(`"([^"\\]|\\.)*"`).ReplaceAllString(text, "S") // quoted strings
	if strings.Contains(text, `"`) || strings.Count(text, "{") != strings.Count(text, "}") {
		t.Errorf("a string or box is not closed in\n%s", out.String())
	}
	declared := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^\t+(\w+) \[|subgraph (\w+) \{`).FindAllStringSubmatch(text, -1) {
		declared[m[1]+m[2]] = true
	}
	arrows := regexp.MustCompile(`(\w+) -> (\w+)( \[.*)?`).FindAllStringSubmatch(text, -1)
	for _, m := range arrows {
		if !declared[m[1]] || !declared[m[2]] {
			t.Errorf("%s: an end is not declared", m[0])
		}
		for _, box := range regexp.MustCompile(`(?:ltail|lhead)=(\w+)`).FindAllStringSubmatch(m[3], -1) {
			if !declared[box[1]] {
				t.Errorf("%s: the box is not declared", m[0])
			}
		}
	}
	if want := len(g.AuthoredTransitions()) + 4; len(arrows) != want { // with the entries of 2 layers and 2 machines
		t.Errorf("%d arrows, want %d", len(arrows), want)
	}
	for _, want := range []string{
		`digraph "\"rounds\""`, `label="ba\\se\noverride, weight 1"`, `[label="a\"b\nbend"]`,
		`label="sp\"eed > 0.1\nfade 0.25 s\ninterrupted by source", lhead=cluster_1`,
		`ltail=cluster_1`, `any_cluster_2 -> state_1 [label="fade 1 s\ninertial"]`,
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%s is missing from\n%s", want, out.String())
		}
	}
}

func TestAddPlaceholders(t *testing.T) {
	library, model := arm(t)
	g, err := rounds().Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := inspect.AddPlaceholders(library, model, g); err != nil {
		t.Fatal(err)
	}
	resolved, err := g.Resolve(library, model)
	if err != nil {
		t.Fatal(err)
	}
	if resolved.Unresolved() || resolved.States()[2].Motion == 0 || library.Mask(resolved.Layers()[1].Mask) == nil {
		t.Errorf("%+v", resolved.States())
	}
	var out strings.Builder
	if err := inspect.WriteGraph(&out, resolved, "rounds.json"); err != nil ||
		!strings.Contains(out.String(), "animates the skeleton arm") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

func TestGraphWriteErrors(t *testing.T) {
	g, err := rounds().Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := inspect.WriteGraph(full{}, g, "rounds.json"); !errors.Is(err, errFull) {
		t.Error(err)
	}
	if err := inspect.WriteDOT(full{}, g); !errors.Is(err, errFull) {
		t.Error(err)
	}
}

func ExampleWriteDOT() {
	graph, err := graph.New("door").Trigger("push").
		Layer("base",
			graph.State("closed").To("opening").WhenTriggered("push").Fade(0.1),
			graph.State("opening").Clip("Open").PlayMode(assets.Hold)).
		Build(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	if err := inspect.WriteDOT(os.Stdout, graph); err != nil {
		fmt.Println(err)
	}
	// Output:
	// digraph "door" {
	// 	compound=true
	// 	rankdir=LR
	// 	node [shape=box, style=rounded, fontname="sans-serif"]
	// 	edge [fontname="sans-serif", fontsize=10]
	// 	subgraph cluster_0 {
	// 		label="base\noverride, weight 1"
	// 		entry_cluster_0 [shape=point, label=""]
	// 		state_0 [label="closed\nrest pose"]
	// 		state_1 [label="opening\nOpen"]
	// 		entry_cluster_0 -> state_0
	// 	}
	// 	state_0 -> state_1 [label="push\nfade 0.1 s"]
	// }
}
