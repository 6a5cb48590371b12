package graph_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
)

// What is at hand by ID is written by its name.
func TestGraphsByID(t *testing.T) {
	stock := newGraphStock(t)
	named := stock.build(t, one(graph.State("A").BlendSpace("Gait", "speed")).Layer("b", graph.State("A").Clip("Walk")).Mask("elbow"))
	space, mask := named.States()[0].BlendSpace, named.Layers()[1].Mask
	byID := stock.build(t, one(graph.State("A").BlendSpaceByID(space, "speed")).Layer("b", graph.State("A").ClipByID(stock.clips["Walk"])).MaskByID(mask))
	if written(t, byID) != written(t, named) {
		t.Errorf("by ID it is\n%s", written(t, byID))
	}
	if byID.MaskName(0) != "" || byID.MaskName(1) != "elbow" || *byID.Defaults() != *named.Defaults() || byID.States()[1] != named.States()[1] {
		t.Errorf("by ID the states are %+v", byID.States())
	}
	if name, isSpace := byID.AssetName(0); name != "Gait" || !isSpace {
		t.Errorf("the first state plays %q", name)
	}
}

func TestIDsThatCannotBe(t *testing.T) {
	stock, other := newGraphStock(t), newGraphStock(t)
	alien := stock.library.AddClip(other.library.Clip(other.clips["Walk"]))
	_, err := one(graph.State("A").ClipByID(alien)).Build(stock.library, nil, stock.model)
	wantProblems(t, err, "one of the models is nil", `clip "Walk" is made for the skeleton "arm"`)
	_, err = one(graph.State("A").ClipByID(alien)).Build(nil)
	wantProblems(t, err, "is given by its ID, and there is no library")
	stock.library.RemoveClip(alien)
	_, err = one(graph.State("A").ClipByID(alien)).Build(stock.library)
	wantProblems(t, err, "is not in the library")
}

func TestNamesOfRules(t *testing.T) {
	for want, got := range map[string]interface{ String() string }{
		"target-then-source": graph.InterruptByTargetThenSource, "Interruption(5)": graph.Interruption(5),
		"trigger": graph.TriggerParameter, "ParameterKind(4)": graph.ParameterType(4),
	} {
		if got.String() != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
