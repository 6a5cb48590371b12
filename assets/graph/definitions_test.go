package graph_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
)

// definingGraph returns a graph that defines masks and blend spaces with every feature.
func definingGraph() *graph.Builder {
	left, right := clip.Marker{Name: "left", Time: 0.125}, clip.Marker{Name: "right", Time: 0.375}
	return graph.New("defining").Float("x", 0).Float("y", 0).Bool("b", false).
		Masks(
			graph.Mask("above <1>").Feather("shoulder", 2).Joints(0.25, "shoulder").Joints(1).Subtree(0, "elbow"),
			graph.Mask("most").Subtree(0.5, "elbow").Invert(),
			graph.Mask("all").Invert().Invert().Invert(),
			graph.Mask("one").Joints(1, "elbow", "shoulder"),
			graph.Mask("none")).
		BlendSpaces(
			graph.BlendSpace1D("line").At(3, "Run").Speed(1.1).Markers(left, right).At(-0.5, "Idle").SyncByTime().
				At(1, "Walk").Markers(right, left).SyncByMarkers("left", "right"),
			graph.BlendSpace1D("starts").At(0, "Walk").At(1, "Run").AlignStarts(),
			graph.BlendSpace2D("polar.[0] <2>", blendspace.PolarGradientBands).At2(0, 0, "Idle").SyncByTime().
				At2(0, 1, "Walk").Markers(left).At2(1.5, 0, "Run").Markers(left),
			graph.BlendSpace2D("triangles", blendspace.Delaunay).At2(0, 0, "Idle").At2(0, 1, "Walk").At2(1.5, 0, "Run"),
			graph.BlendSpace1D("Gait").At(0, "Run"), // hides the library's
			graph.BlendSpace1D("nods").At(0, "Nod")).
		Layer("base",
			graph.State("line").BlendSpace("line", "x").To("plane").WhenTrue("b").Fade(1),
			graph.State("plane").BlendSpace("polar.[0] <2>", "x", "y").To("Gait").Fade(1),
			graph.State("Gait").BlendSpace("Gait", "x")).
		Layer("above", graph.State("triangles").BlendSpace("triangles", "x", "y")).Mask("above <1>").
		Layer("most", graph.State("nod").BlendSpace("nods", "x")).Additive().Mask("most")
}

// The masks and blend spaces that a graph defines are those that their own builders make.
func TestDefinitionsAreBuilt(t *testing.T) {
	lib := newTestLibrary(t)
	g := lib.build(t, definingGraph())
	skeleton, c := g.Skeleton(), lib.clips
	left, right := clip.Marker{Name: "left", Time: 0.125}, clip.Marker{Name: "right", Time: 0.375}
	for i, b := range []*rig.MaskBuilder{
		rig.NewMask("above <1>", skeleton).Feather("shoulder", 2).Joints(0.25, "shoulder").Subtree(0, "elbow"),
		rig.NewMask("most", skeleton).Subtree(0.5, "elbow").Invert(),
		rig.NewMask("all", skeleton).Invert(),
		rig.NewMask("one", skeleton).Joints(1, "elbow", "shoulder"),
		rig.NewMask("none", skeleton),
	} {
		want, err := b.Build()
		if err != nil {
			t.Fatal(err)
		}
		if got := g.DefinedMasks()[i]; got.Name != want.Name() || !reflect.DeepEqual(got.Mask, want) {
			t.Errorf("mask %q has the weights %v, want %v", got.Name, got.Mask.Rows(), want.Rows())
		}
	}
	for i, b := range []*blendspace.Builder{
		blendspace.New1D("line").At(3, c["Run"]).Speed(1.1).Markers(left, right).At(-0.5, c["Idle"]).SyncByTime().
			At(1, c["Walk"]).Markers(right, left).SyncByMarkers("left", "right"),
		blendspace.New1D("starts").At(0, c["Walk"]).At(1, c["Run"]).AlignStarts(),
		blendspace.New2D("polar.[0] <2>", blendspace.PolarGradientBands).At2(0, 0, c["Idle"]).SyncByTime().
			At2(0, 1, c["Walk"]).Markers(left).At2(1.5, 0, c["Run"]).Markers(left),
		blendspace.New2D("triangles", blendspace.Delaunay).At2(0, 0, c["Idle"]).At2(0, 1, c["Walk"]).
			At2(1.5, 0, c["Run"]),
		blendspace.New1D("Gait").At(0, c["Run"]),
		blendspace.New1D("nods").At(0, c["Nod"]),
	} {
		want, err := b.Build(lib.library)
		if err != nil {
			t.Fatal(err)
		}
		got := g.DefinedBlendSpaces()[i]
		if got.Name != want.Name() || got.Method != want.Method() || !reflect.DeepEqual(got.Space, want) {
			t.Errorf("blend space %q is %+v, want %+v", got.Name, got.Space, want)
		}
	}
}

// The library gets the masks and blend spaces under their names, and removes them with the last
// graph that uses them.
func TestLibraryGetsDefinitions(t *testing.T) {
	lib := newTestLibrary(t)
	before := lib.library.Count()
	g := lib.build(t, definingGraph())
	if lib.library.Count() != before {
		t.Error("Build changed the library")
	}
	id, err := lib.library.AddGraph(g)
	if err != nil {
		t.Fatal(err)
	}
	if n := lib.library.Count(); n.Masks != before.Masks+5 || n.Motions != before.Motions+6 {
		t.Errorf("the library has %+v, had %+v", n, before)
	}
	added := lib.library.Graph(id)
	for i, name := range []string{"line", "polar.[0] <2>", "Gait", "triangles", "nods"} {
		space := lib.library.BlendSpace(added.States()[i].Motion)
		if space == nil || space.Name() != name {
			t.Errorf("state %d plays %v, want the blend space %q", i, space, name)
		}
	}
	for i, name := range []string{"above <1>", "most"} {
		if mask := lib.library.Mask(added.Layers()[i+1].Mask); mask == nil || mask.Name() != name {
			t.Errorf("layer %d has the mask %v, want %q", i+1, mask, name)
		}
	}
	if g.States()[0].Motion != 0 || g.DefinedMasks()[0].ID != 0 || written(t, added) != written(t, g) {
		t.Error("adding the graph changed it")
	}
	again, err := lib.library.AddGraph(added) // refers to the same masks and blend spaces
	if err != nil || again == id {
		t.Fatal(again, err)
	}
	if n := lib.library.Count(); n.Masks != before.Masks+5 || n.Graphs != 2 {
		t.Errorf("the library has %+v, had %+v", n, before)
	}
	lib.library.RemoveGraph(id)
	if lib.library.BlendSpace(added.States()[0].Motion) == nil || lib.library.Mask(added.Layers()[1].Mask) == nil {
		t.Error("a mask or blend space that another graph uses was removed")
	}
	if !lib.library.RemoveGraph(again) || lib.library.RemoveGraph(again) || lib.library.Count() != before {
		t.Errorf("the library has %+v, had %+v", lib.library.Count(), before)
	}
}

// Replacing a clip builds the blend spaces of a graph again, under the same IDs.
func TestDefinitionsFollowSetClip(t *testing.T) {
	lib := newTestLibrary(t)
	id, err := lib.library.AddGraph(lib.build(t, definingGraph()))
	if err != nil {
		t.Fatal(err)
	}
	g := lib.library.Graph(id)
	space := g.States()[2].Motion // plays Run alone
	for _, want := range []float64{0.5, 4} {
		if got := lib.library.BlendSpace(space).CycleDuration([]blendspace.Weight{{Index: 0, Weight: 1}}); got != want {
			t.Errorf("the blend space has the duration %v, want %v", got, want)
		}
		if err := lib.library.SetClip(lib.clips["Run"], translationClip(t, "Run", g.Skeleton(), 4)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestDefinitionErrors(t *testing.T) {
	lib := newTestLibrary(t)
	nan := float32(0)
	nan /= nan
	state := graph.State("A").Clip("Walk")
	for name, row := range map[string]struct {
		graph *graph.Builder
		want  []string
	}{
		"joint": {
			oneLayer(state).Masks(graph.Mask("m").Feather("elbw", 1)),
			[]string{`mask "m": skeleton "arm" has no joint "elbw"; did you mean "elbow"?`},
		},
		"weight": {
			oneLayer(state).Masks(graph.Mask("m").Joints(1.5, "elbow").Subtree(nan, "shoulder")),
			[]string{`mask "m": expected a weight from 0 to 1, found 1.5`, "expected a weight from 0 to 1, found NaN"},
		},
		"names": {
			oneLayer(state).Masks(graph.Mask(""), graph.Mask("m"), graph.Mask("m")),
			[]string{
				`mask "": expected 1 to 128 characters in its name, found none`,
				`mask "m": expected a name of its own, found a second mask of this name`,
			},
		},
		"root": {
			oneLayer(state).Masks(graph.Mask("m").Subtree(1, "").Feather("", -1)),
			[]string{
				"expected 1 to 128 characters in the name of a joint, found none",
				"generations to feather over, found -1",
				"expected 1 to 128 characters in the name of a joint, found none",
			},
		},
		"spaces": {
			oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").At(0, "Walk"), graph.BlendSpace1D("s")),
			[]string{
				`blend space "s": expected a name of its own, found a second blend space of this name`,
				`blend space "s": expected at least one sample, found none`,
			},
		},
		"clip": {
			oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").At(0, "Wlk")),
			[]string{`blend space "s": expected a clip of the library, found none named "Wlk"`},
		},
		"position": {
			oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").At(1, "Walk").At(1, "Run")),
			[]string{`sample 1 (clip "Run" at 1, 0): expected a position of its own, found sample 0 there`},
		},
		"numbers": {
			oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").At(nan, "Walk").Speed(-1)),
			[]string{
				"expected a sample at finite coordinates, found NaN, 0",
				"expected a finite speed above 0 of a sample, found -1",
			},
		},
		"dimensions": {oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").At2(1, 0, "Walk"),
			graph.BlendSpace2D("t", blendspace.Linear)), []string{
			"(At), found two",
			"expected a method for two dimensions, found linear", "expected at least one sample, found none",
		}},
		"markers": {
			oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").At(0, "Walk").SyncByMarkers("foot")),
			[]string{`blend space "s": sample 0`},
		},
		"before": {
			oneLayer(state).BlendSpaces(graph.BlendSpace1D("s").Speed(1).At(0, "Walk")),
			[]string{"expected a sample before Speed, found none"},
		},
		"coordinate": {
			oneLayer(graph.State("A").BlendSpace("s", "speed", "speed")).
				BlendSpaces(graph.BlendSpace1D("s").At(0, "Walk")),
			[]string{`expected 1 parameters as coordinates in blend space "s", found 2`},
		},
		"additive": {oneLayer(graph.State("A").BlendSpace("s", "speed")).BlendSpaces(graph.BlendSpace1D("s").At(0,
			"Nod")), []string{`expected a blend space that is not additive in a layer that is not, found "s"`}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := row.graph.Build(lib.library, lib.model)
			wantProblems(t, err, row.want...)
		})
	}
	_, err := graph.New("g").Masks(graph.Mask("m")).Layer("l", graph.State("A")).Build(lib.library)
	wantProblems(t, err, "expected the model, since a graph that plays nothing does not say its skeleton")
}

// All problems of a document have a line and a column, also if names contain dots and brackets.
func TestProblemsHaveLineAndColumn(t *testing.T) {
	lib := newTestLibrary(t)
	_, err := graph.Read(strings.NewReader(`{
  "name": "g",
  "masks": {
    "a": {"root": "elbow"}, "a.b[0]": [
      {"joints": ["elbow"]},
      {"joints": ["elbow", "fist"]}]
  },
  "blendSpaces": {"s": {"samples": [
    {"clip": "Wlk", "x": 0}]}},
  "layers": [{"name": "l", "states": [
    {"name": "A", "transitions": [
      {"to": "B"}, {"to": "A", "conditions": [{"parameter": "p", "op": "true"}]}]}]}]
}`), lib.library, lib.model)
	wantProblems(t, err,
		`graph "g": line 6, column 7: masks.a.b[0][1]: mask "a.b[0]": skeleton "arm" has no joint "fist"`,
		`graph "g": line 9, column 5: blendSpaces.s.samples[0]: blend space "s": expected a clip of the library, found none named "Wlk"`,
		`graph "g": line 12, column 7: layers[0].states[0].transitions[0]: layer "l", state "A", transition to "B": expected a state or machine as its target`,
		`graph "g": line 12, column 47: layers[0].states[0].transitions[1].conditions[0]:`)
	_, err = graph.Read(strings.NewReader("{\"name\": \"g\",\n \"layers\": [{\"name\": \"l\",\n\t\"states\": "+
		"[{\"name\": \"é\", \"clip\": 7}, {}]}]}"), nil)
	wantProblems(t, err, `graph: line 3, column 27: layers[0].states[0].clip: expected a string`,
		`graph: line 3, column 39: layers[0].states[1]: expected the member "name", found none`)
}
