package mesh_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/sinew-go/sinew/assets/mesh"
)

func TestMaterialTextures(t *testing.T) {
	m := mesh.DefaultMaterial()
	if len(m.Textures()) != 0 {
		t.Error("the default material has textures")
	}
	base, emissive := &mesh.Texture{Image: 1}, &mesh.Texture{Image: 2}
	m.BaseColorTexture, m.EmissiveTexture = base, emissive
	if got := m.Textures(); len(got) != 2 || got[0] != base || got[1] != emissive {
		t.Errorf("textures %v", got)
	}
}

func TestConstantsAsText(t *testing.T) {
	got := fmt.Sprint(mesh.AlphaOpaque, mesh.AlphaMask, mesh.AlphaBlend, mesh.AlphaMode(9))
	want := "opaque mask blend AlphaMode(9)"
	if difference := cmp.Diff(want, got); difference != "" {
		t.Error(difference)
	}
}
