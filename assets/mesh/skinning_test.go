package mesh_test

import (
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/mesh"
)

func TestSkinningMethodsHaveNames(t *testing.T) {
	for _, method := range []mesh.Skinning{mesh.SkinLinear, mesh.SkinRigid, mesh.SkinDualQuaternion} {
		if got, err := mesh.ParseSkinning(method.String()); got != method || err != nil {
			t.Errorf("%s: got %v, error %v", method, got, err)
		}
	}
	if _, err := mesh.ParseSkinning("cubic"); err == nil || !strings.Contains(err.Error(), "cubic") {
		t.Errorf("cubic: %v", err)
	}
	if text := mesh.Skinning(9).String(); text != "Skinning(9)" {
		t.Error(text)
	}
}

func TestSkinningNeedsTheHeaviestInfluenceFirst(t *testing.T) {
	p := mesh.Primitive{Influences: 4, Weights: []float32{0.5, 0.5, 0, 0, 0.4, 0.6, 0, 0}}
	for method, want := range map[mesh.Skinning]string{
		mesh.SkinLinear: "", mesh.SkinRigid: "vertex 1", mesh.SkinDualQuaternion: "vertex 1", 3: "expected a skinning method up to 2, found 3",
	} {
		if err := p.CheckSkinning(method, 1); (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", method, err, want)
		}
	}
	p.Weights[4], p.Weights[5] = 0.6, 0.4
	if err := p.CheckSkinning(mesh.SkinDualQuaternion, 1); err != nil {
		t.Error(err)
	}
}
