package rig_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets/rig"
)

// Each texture has its own transform, and every property belongs to one texture at most.
func TestMaterialPropertiesOfTextures(t *testing.T) {
	named := map[string]bool{}
	for i := range rig.MaterialProperties {
		p := rig.MaterialProperty(i)
		if named[p.String()] || p.Width() == 0 {
			t.Errorf("property %d: name %q, width %d", i, p, p.Width())
		}
		named[p.String()] = true
		texture, of, ok := p.Texture()
		if ok && (of.OfTexture(texture) != p || of.Width() != p.Width()) || !ok && p.OfTexture(3) != p {
			t.Errorf("%s: of texture %d it is %s", p, texture, of)
		}
	}
	for _, p := range []rig.MaterialProperty{
		rig.MaterialTextureOffset, rig.MaterialTextureRotation, rig.MaterialTextureScale,
	} {
		for texture := range rig.MaterialTextures {
			if got, of, ok := p.OfTexture(texture).Texture(); got != texture || of != p || !ok {
				t.Errorf("the %s of texture %d is of texture %d, %s", p, texture, got, of)
			}
		}
		if p.OfTexture(-1) != p || p.OfTexture(rig.MaterialTextures) != p {
			t.Errorf("the %s of a texture that does not exist: %s", p, p.OfTexture(rig.MaterialTextures))
		}
	}
	if rig.MaterialShadeColor-1 != rig.MaterialTextureScale.OfTexture(4) ||
		rig.MaterialProperties-1 != int(rig.MaterialOutlineColor) {
		t.Error("the last property is not the last one")
	}
}
