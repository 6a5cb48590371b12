package vrm_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
)

// painted is the face with materials, of which the mesh uses the first one.
func painted(expression string) string {
	return strings.NewReplacer(
		`"materials": [{}],`, `"materials": [{"name": "skin", "emissiveFactor": [0.1, 0, 0],
 "pbrMetallicRoughness": {"baseColorFactor": [1, 0.8, 0.6, 1], "baseColorTexture": {"index": 0,
 "extensions": {"KHR_texture_transform": {"offset": [0.25, 0], "scale": [2, 1]}}}}}, {"name": "unused"}],
 "textures": [{"source": 0}], "images": [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}],`,
		`"attributes": {"POSITION": 0}, "targets"`, `"material": 0, "attributes": {"POSITION": 0}, "targets"`,
		`"materialColorBinds": [{"material": 0, "type": "rimColor"}]`, expression,
	).Replace(face)
}

// shownMaterial returns the material of the face at a weight of an expression, as renderers read
// it.
func shownMaterial(t *testing.T, library *assets.Library, a *vrm.Avatar, expression string, weight float32) []float32 {
	t.Helper()
	pose := rig.NewPose(library.Skeleton(a.Model.Skeleton))
	a.ShowFace(pose.Locals, pose.Morphs, &vrm.Face{})
	e, err := a.Expression(expression)
	must(t, err)
	e.Apply(pose.Morphs, weight)
	for i := range a.Model.Parts {
		part := &a.Model.Parts[i]
		values, changes := part.MaterialValues(0)
		if !changes {
			continue
		}
		m := values.Apply(library.Material(library.Mesh(part.Mesh).Primitives[0].Material), pose.Morphs)
		shown := append(m.BaseColor[:], m.Emissive[:]...)
		if m.BaseColorTexture != nil {
			x := m.BaseColorTexture.Transform
			shown = append(shown, x[0], x[4], x[6], x[7])
		}
		return shown
	}
	t.Fatal("no material changes")
	return nil
}

func compareNumbers(t *testing.T, what string, got, want []float32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %v, want %v", what, got, want)
	}
	for i := range got {
		if math.Abs(float64(got[i]-want[i])) > 1e-6 {
			t.Errorf("%s: %v, want %v", what, got, want)
			return
		}
	}
}

// An expression moves colors and the transform of the texture from what the material has to the
// target, by its weight: base color, emissive color, then scale and offset.
func TestMaterialBinds(t *testing.T) {
	library := assets.NewLibrary()
	a, err := vrm.Parse(library, "face.vrm", []byte(painted(`"materialColorBinds": [
 {"material": 0, "type": "color", "targetValue": [1, 0, 0, 0.5]},
 {"material": 0, "type": "emissionColor", "targetValue": [0.5, 0.2, 0, 1]},
 {"material": 0, "type": "shadeColor", "targetValue": [0, 0, 0, 1]},
 {"material": 1, "type": "color", "targetValue": [0, 0, 0, 1]}],
"textureTransformBinds": [{"material": 0, "offset": [0.75, 0.5], "scale": [1, 2]}]`)))
	must(t, err)
	for weight, want := range map[float32][]float32{
		0:   {1, 0.8, 0.6, 1, 0.1, 0, 0, 2, 1, 0.25, 0},
		0.5: {1, 0.4, 0.3, 0.75, 0.3, 0.1, 0, 1.5, 1.5, 0.5, 0.25},
		1:   {1, 0, 0, 0.5, 0.5, 0.2, 0, 1, 2, 0.75, 0.5},
	} {
		compareNumbers(t, "smirk", shownMaterial(t, library, a, "smirk", weight), want)
	}
	if got := strings.Join(a.Warnings, "\n"); len(a.Warnings) != 2 ||
		!strings.Contains(got, "custom.smirk.materialColorBinds[2]: the shadeColor of a material without toon shading is not drawn") ||
		!strings.Contains(got, `materialColorBinds[3]: the base color of material "unused" shows on no mesh`) {
		t.Errorf("warnings %s", got)
	}
	id, err := a.AddExpressionClip(library, "smirk")
	must(t, err)
	channel, _ := library.Skeleton(a.Model.Skeleton).FindMaterialChannel("skin", rig.MaterialBaseColor)
	pose := rig.NewPose(library.Skeleton(a.Model.Skeleton))
	library.Clip(id).Sample(0.5, pose)
	at := pose.Skeleton().MaterialChannels()[channel].Offset
	compareNumbers(t, "the clip", pose.Morphs[at:at+4], []float32{0, -0.8, -0.6, -0.5})
}

// A transform of textures moves all textures of the material from where each of them is, as
// three-vrm does.
func TestTransformsOfAllTextures(t *testing.T) {
	library := assets.NewLibrary()
	text := strings.Replace(painted(`"textureTransformBinds": [{"material": 0, "offset": [0.75, 0.5], "scale": [1, 2]}]`),
		`{"name": "skin",`, `{"name": "skin", "emissiveTexture": {"index": 0}, "normalTexture": {"index": 0,
 "extensions": {"KHR_texture_transform": {"offset": [0.5, 0.5], "rotation": 1.5707963}}},
 "occlusionTexture": {"index": 0},`, 1)
	text = strings.Replace(text, `"baseColorFactor"`, `"metallicRoughnessTexture": {"index": 0}, "baseColorFactor"`, 1)
	a, err := vrm.Parse(library, "face.vrm", []byte(text))
	must(t, err)
	if got := strings.Join(a.Warnings, "\n"); strings.Contains(got, "texture") {
		t.Errorf("warnings %s", got)
	}
	e, err := a.Expression("smirk")
	must(t, err)
	pose := rig.NewPose(library.Skeleton(a.Model.Skeleton))
	e.Apply(pose.Morphs, 0.5)
	// Offset and scale of each texture, half of the way from its own to the target.
	for texture, want := range [rig.MaterialTextures][]float32{
		{0.5, 0.25, 1.5, 1.5}, // base color
		{0.375, 0.25, 1, 1.5}, // metallic-roughness
		{0.375, 0.25, 1, 1.5}, // emissive
		{0.625, 0.5, 1, 1.5},  // normal
		{0.375, 0.25, 1, 1.5}, // occlusion
	} {
		for i := range a.Model.Parts {
			part := &a.Model.Parts[i]
			values, changes := part.MaterialValues(0)
			if !changes {
				continue
			}
			m := values.Apply(library.Material(library.Mesh(part.Mesh).Primitives[0].Material), pose.Morphs)
			x := m.Textures()[texture].Transform
			scale := []float32{x[0], x[4]}
			if texture == 3 { // turned by a quarter
				scale = []float32{-x[1], x[3]}
			}
			compareNumbers(t, rig.MaterialTextureOffset.OfTexture(texture).String(), append([]float32{x[6], x[7]}, scale...),
				want)
		}
	}
}

// Materials that do not exist and values of another size are errors that name the place.
func TestMaterialBindErrors(t *testing.T) {
	const at = "face.vrm: extensions.VRMC_vrm.expressions.custom.smirk."
	for bind, want := range map[string]string{
		`"materialColorBinds": [{"material": 2}]`: at +
			"materialColorBinds[0].material: expected the index of one of 2 materials, found 2",
		`"materialColorBinds": [{"material": 0, "type": "colour"}]`: at + "materialColorBinds[0].type: expected color, " +
			`emissionColor, shadeColor, matcapColor, rimColor or outlineColor, found "colour"; did you mean "color"?`,
		`"materialColorBinds": [{"material": 0, "type": "color", "targetValue": [1]}]`: at +
			"materialColorBinds[0].targetValue: expected 4 numbers, of which the first 4 count, found 1",
		`"textureTransformBinds": [{"material": -1}]`: at +
			"textureTransformBinds[0].material: expected the index of one of 2 materials, found -1",
		`"textureTransformBinds": [{"material": 0, "scale": [1]}]`: at +
			"textureTransformBinds[0]: expected 2 numbers of scale and of offset, found 1 and 2",
	} {
		_, err := vrm.Parse(assets.NewLibrary(), "face.vrm", []byte(painted(bind)))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// Values of materials of VRM 0.x are by name; the origin of its textures is at the bottom, and a
// value may change one axis alone.
func TestMaterialValuesOfVRM0(t *testing.T) {
	text := strings.NewReplacer(
		`"accessors"`, `"materials": [{"name": "skin", "pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}],
 "textures": [{"source": 0}], "images": [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}], "accessors"`,
		`"attributes": {"POSITION": 0}, "targets"`, `"material": 0, "attributes": {"POSITION": 0}, "targets"`,
		`"presetName": "unknown", "binds": []`, `"presetName": "unknown", "materialValues": [
 {"materialName": "skin", "propertyName": "_Color", "targetValue": [0, 0.5, 1, 1]},
 {"materialName": "skin", "propertyName": "_MainTex_ST_T", "targetValue": [9, 0.5, 9, 0.25]},
 {"materialName": "skim", "propertyName": "_Color", "targetValue": [0, 0, 0, 1]},
 {"materialName": "skin", "propertyName": "_Cutoff", "targetValue": [0, 0, 0, 1]}]`,
	).Replace(old)
	library := assets.NewLibrary()
	a, err := vrm.Parse(library, "old.vrm", []byte(text))
	must(t, err)
	compareNumbers(t, "smirk", shownMaterial(t, library, a, "smirk", 1), []float32{0, 0.5, 1, 1, 0, 0, 0, 1, 0.5, 0, 0.25})
	if got := strings.Join(a.Warnings, "\n"); len(a.Warnings) != 2 || !strings.Contains(got,
		`materialValues[2]: no material has the name "skim", so the value is left out; did you mean "skin"?`) ||
		!strings.Contains(got, `materialValues[3]: the property "_Cutoff"`) {
		t.Errorf("warnings %s", got)
	}
}
