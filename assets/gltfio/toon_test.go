package gltfio

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets/mesh"
)

// toonTriangle returns a file whose first material has the extension VRMC_materials_mtoon with all
// its members.
func toonTriangle() (b *builder, toon object) {
	b = glowingTriangle()
	texture := func() object { return object{"index": 0} }
	toon = object{
		"specVersion": "1.0", "transparentWithZWrite": true, "renderQueueOffsetNumber": 3,
		"shadeColorFactor": []float64{0.5, 0.25, 0.125}, "shadeMultiplyTexture": texture(),
		"shadingShiftFactor": -0.25, "shadingShiftTexture": object{"index": 0, "scale": 0.5},
		"shadingToonyFactor": 0.75, "giEqualizationFactor": 0.5,
		"matcapFactor": []float64{1, 0.5, 0}, "matcapTexture": texture(),
		"parametricRimColorFactor": []float64{0, 0.5, 1}, "rimMultiplyTexture": texture(),
		"rimLightingMixFactor": 0.25, "parametricRimFresnelPowerFactor": 3, "parametricRimLiftFactor": 0.125,
		"outlineWidthMode": "screenCoordinates", "outlineWidthFactor": 0.0625,
		"outlineWidthMultiplyTexture": texture(), "outlineColorFactor": []float64{0, 0, 0.25},
		"outlineLightingMixFactor": 0.375, "uvAnimationMaskTexture": texture(),
		"uvAnimationScrollXSpeedFactor": 0.5, "uvAnimationScrollYSpeedFactor": -0.5,
		"uvAnimationRotationSpeedFactor": 2,
	}
	b.get("materials", 0)["extensions"] = object{"VRMC_materials_mtoon": toon, "KHR_materials_unlit": object{}}
	return b, toon
}

// All of the extension is read, written and read again, and it goes before KHR_materials_unlit.
func TestToonShading(t *testing.T) {
	b, _ := toonTriangle()
	lib, model := b.load(t)
	if len(model.Warnings) > 0 {
		t.Errorf("warnings %q", model.Warnings)
	}
	lib2, model2 := writeAndRead(t, lib, model)
	for i, m := range []*mesh.Material{
		lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material),
		lib2.Material(lib2.Mesh(model2.Parts[0].Mesh).Primitives[0].Material),
	} {
		if m.Toon == nil || m.Unlit {
			t.Fatalf("file %d: found %+v", i, m)
		}
		got := *m.Toon
		for k, texture := range got.Textures() {
			if texture == nil || texture.Image == 0 {
				t.Errorf("file %d: texture %d is not there", i, k)
			}
		}
		got.ShadeTexture, got.ShadingShiftTexture, got.RimTexture = nil, nil, nil
		got.OutlineWidthTexture, got.AnimationMask, got.MatcapTexture = nil, nil, nil
		want := mesh.Toon{
			ShadeColor: mgl32.Vec3{0.5, 0.25, 0.125}, ShadingShift: -0.25, ShadingShiftScale: 0.5, ShadingToony: 0.75,
			GIEqualization: 0.5, RimColor: mgl32.Vec3{0, 0.5, 1}, RimFresnelPower: 3, RimLift: 0.125,
			MatcapColor: mgl32.Vec3{1, 0.5, 0}, RimLightingMix: 0.25, OutlineWidth: 0.0625, OutlineInScreen: true,
			OutlineColor: mgl32.Vec3{0, 0, 0.25}, OutlineLightingMix: 0.375, Scroll: mgl32.Vec2{0.5, -0.5}, Spin: 2,
			WritesDepth: true, QueueOffset: 3,
		}
		if difference := cmp.Diff(want, got); difference != "" {
			t.Errorf("file %d: %s", i, difference)
		}
	}
}

// What the extension leaves out is as its specification says.
func TestToonShadingThatSaysNothing(t *testing.T) {
	b, toon := toonTriangle()
	clear(toon)
	toon["specVersion"] = "1.0"
	lib, model := b.load(t)
	m := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material)
	if difference := cmp.Diff(mesh.DefaultToon(), *m.Toon); difference != "" {
		t.Error(difference)
	}
	toon["outlineWidthFactor"] = 0.5 // without a mode there is no outline
	toon["renderQueueOffsetNumber"] = 12
	lib, model = b.load(t)
	m = lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material)
	if m.Toon.OutlineWidth != 0 || m.Toon.QueueOffset != 0 {
		t.Errorf("width %v, offset %d", m.Toon.OutlineWidth, m.Toon.QueueOffset)
	}
	wantWarning(t, model, "materials[0].extensions.VRMC_materials_mtoon.renderQueueOffsetNumber: expected -9 to 0, "+
		"found 12; it is read as 0")
}

func TestBadToonShading(t *testing.T) {
	const at = "materials[0].extensions.VRMC_materials_mtoon"
	for member, row := range map[string]struct {
		value any
		want  string
	}{
		"shadeColorFactor":     {[]float64{1, 2}, at + ".shadeColorFactor: expected 3 numbers"},
		"shadeMultiplyTexture": {object{"index": 77}, at + ".shadeMultiplyTexture.index: expected the index of one of"},
		"outlineWidthMode":     {"thick", at + ": expected the outlineWidthMode none, worldCoordinates or screenCoordinates, found"},
		"outlineWidthFactor":   {1e300, at + ".outlineWidthFactor: expected a number that float32 can hold"},
		"giEqualizationFactor": {"much", at + ".giEqualizationFactor: expected a number"},
	} {
		b, toon := toonTriangle()
		toon[member] = row.value
		if got := b.loadError(t); !strings.HasPrefix(got, row.want) {
			t.Errorf("%s: %q, want %q", member, got, row.want)
		}
	}
}

// Clips move the colors of toon shading, and they are written and read again.
func TestPointersToToonColors(t *testing.T) {
	for _, member := range []string{
		"shadeColorFactor", "matcapFactor", "parametricRimColorFactor", "outlineColorFactor",
	} {
		b, toon := toonTriangle()
		toon[member] = []float64{0.5, 0.5, 0.5}
		channel := b.get("animations", 0)["channels"].([]any)[1].(object)
		channel["target"] = pointerTo("/materials/0/extensions/VRMC_materials_mtoon/" + member)
		lib, model := b.load(t)
		if len(model.Warnings) > 0 {
			t.Errorf("%s: warnings %q", member, model.Warnings)
		}
		lib2, model2 := writeAndRead(t, lib, model)
		before, after := materialAt(lib, model, 0, 1.5), materialAt(lib2, model2, 0, 1.5)
		rest := lib.Material(lib.Mesh(model.Parts[0].Mesh).Primitives[0].Material)
		color := func(m *mesh.Material) mgl32.Vec3 {
			return map[string]mgl32.Vec3{
				"shadeColorFactor": m.Toon.ShadeColor, "matcapFactor": m.Toon.MatcapColor,
				"parametricRimColorFactor": m.Toon.RimColor, "outlineColorFactor": m.Toon.OutlineColor,
			}[member]
		}
		if color(&before) == color(rest) || !color(&before).ApproxEqualThreshold(color(&after), 1e-6) {
			t.Errorf("%s: %v at rest, %v and %v in the clip", member, color(rest), color(&before), color(&after))
		}
	}
}
