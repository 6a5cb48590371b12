package graph_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// Assets that are given by ID are written by name.
func TestAssetsByID(t *testing.T) {
	lib := newTestLibrary(t)
	named := lib.build(t, oneLayer(graph.State("A").BlendSpace("Gait", "speed")).Layer("b", graph.State("A").Clip("Walk")).Mask("elbow"))
	space, mask := named.States()[0].BlendSpace, named.Layers()[1].Mask
	byID := lib.build(t, oneLayer(graph.State("A").BlendSpaceByID(space, "speed")).Layer("b", graph.State("A").ClipByID(lib.clips["Walk"])).MaskByID(mask))
	if written(t, byID) != written(t, named) {
		t.Errorf("by ID the document is\n%s\nby name it is\n%s", written(t, byID), written(t, named))
	}
	if byID.MaskName(0) != "" || byID.MaskName(1) != "elbow" || *byID.Defaults() != *named.Defaults() || byID.States()[1] != named.States()[1] {
		t.Errorf("by ID the states are %+v", byID.States())
	}
	if name, isSpace := byID.AssetName(0); name != "Gait" || !isSpace {
		t.Errorf("the first state plays %q", name)
	}
}

func TestAssetIDErrors(t *testing.T) {
	lib, other := newTestLibrary(t), newTestLibrary(t)
	foreign := lib.library.AddClip(other.library.Clip(other.clips["Walk"]))
	_, err := oneLayer(graph.State("A").ClipByID(foreign)).Build(lib.library, nil, lib.model)
	wantProblems(t, err, "model 1 of 2 is nil", `clip "Walk" is for the skeleton "arm"`)
	_, err = oneLayer(graph.State("A").ClipByID(foreign)).Build(nil)
	wantProblems(t, err, "is given by its ID, which needs a library")
	lib.library.RemoveClip(foreign)
	_, err = oneLayer(graph.State("A").ClipByID(foreign)).Build(lib.library)
	wantProblems(t, err, "is not in the library")
}

func TestStrings(t *testing.T) {
	for want, got := range map[string]interface{ String() string }{
		"target-then-source": graph.InterruptByTargetThenSource, "Interruption(5)": graph.Interruption(5),
		"trigger": graph.TriggerParameter, "ParameterType(4)": graph.ParameterType(4),
	} {
		if got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
