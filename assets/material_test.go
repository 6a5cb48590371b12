package assets_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
)

func TestMaterialTextures(t *testing.T) {
	m := assets.DefaultMaterial()
	if len(m.Textures()) != 0 {
		t.Error("the default material has textures")
	}
	base, emissive := &assets.Texture{Image: 1}, &assets.Texture{Image: 2}
	m.BaseColorTexture, m.EmissiveTexture = base, emissive
	if got := m.Textures(); len(got) != 2 || got[0] != base || got[1] != emissive {
		t.Errorf("textures %v", got)
	}
}

func TestNamesOfConstants(t *testing.T) {
	got := fmt.Sprint(assets.AlphaOpaque, assets.AlphaMask, assets.AlphaBlend, assets.AlphaMode(9), assets.MorphWeights, assets.Property(9), assets.CubicBezier, assets.Interpolation(9))
	want := "opaque mask blend AlphaMode(9) morph weights Property(9) cubic Bezier Interpolation(9)"
	if difference := cmp.Diff(want, got); difference != "" {
		t.Error(difference)
	}
}
