package vrm_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
)

// materialOf returns the material of the first primitive of an avatar.
func materialOf(library *assets.Library, a *vrm.Avatar) *mesh.Material {
	return library.Material(library.Mesh(a.Model.Parts[0].Mesh).Primitives[0].Material)
}

// oldPainted is the avatar of VRM 0.x with a material and its properties.
func oldPainted(properties string) string {
	return strings.NewReplacer(
		`"accessors"`, `"materials": [{"name": "skin", "occlusionTexture": {"index": 0}}],
 "textures": [{"source": 0}], "images": [{"uri": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="}], "accessors"`,
		`"attributes": {"POSITION": 0}, "targets"`, `"material": 0, "attributes": {"POSITION": 0}, "targets"`,
		`"extensions": {"VRM": {`, `"extensions": {"VRM": {"materialProperties": [`+properties+`],`,
	).Replace(old)
}

// The properties of materials of VRM 0.x become the toon shading of VRM 1.0.
func TestToonShadingOfVRM0(t *testing.T) {
	library := assets.NewLibrary()
	a, err := vrm.Parse(library, "old.vrm", []byte(oldPainted(`{"name": "skin", "shader": "VRM/MToon", "renderQueue": 3000,
 "floatProperties": {"_ShadeShift": -0.5, "_ShadeToony": 0.5, "_IndirectLightIntensity": 0.25, "_OutlineWidthMode": 2,
  "_OutlineWidth": 0.5, "_OutlineColorMode": 1, "_OutlineLightingMix": 0.75, "_RimLightingMix": 0.5, "_RimFresnelPower": 4,
  "_RimLift": 0.125, "_UvAnimScrollX": 1, "_UvAnimScrollY": 2, "_UvAnimRotation": 0.5, "_CullMode": 0, "_ZWrite": 1},
 "vectorProperties": {"_Color": [1, 0.5, 0, 0.5], "_ShadeColor": [0, 0.5, 1, 1], "_RimColor": [0.5, 0, 0, 1],
  "_OutlineColor": [0, 0, 0.5, 1], "_EmissionColor": [0, 0, 1, 1], "_MainTex": [0.25, 0.5, 2, 0.25]},
 "textureProperties": {"_MainTex": 0, "_ShadeTexture": 0, "_SphereAdd": 0, "_OutlineWidthTexture": 0},
 "keywordMap": {"_ALPHABLEND_ON": true}}`)))
	must(t, err)
	if len(a.Warnings) > 0 {
		t.Errorf("warnings %q", a.Warnings)
	}
	m := materialOf(library, a)
	toon := m.Toon
	if toon == nil || m.AlphaMode != mesh.AlphaBlend || !m.DoubleSided || m.Unlit || m.OcclusionTexture != nil {
		t.Fatalf("found %+v", m)
	}
	const half = 0.21404114 // of sRGB as linear light
	for name, row := range map[string]struct{ got, want []float32 }{
		"colors": {
			append(append(append(append(m.BaseColor[:], toon.ShadeColor[:]...), toon.RimColor[:]...), toon.OutlineColor[:]...),
				m.Emissive[:]...),
			[]float32{1, half, 0, 0.5, 0, half, 1, half, 0, 0, 0, 0, half, 0, 0, 1},
		},
		"numbers": {
			[]float32{
				toon.ShadingToony, toon.ShadingShift, toon.GIEqualization, toon.RimLightingMix, toon.RimFresnelPower,
				toon.RimLift, toon.OutlineWidth, toon.OutlineLightingMix, toon.Scroll[0], toon.Scroll[1], toon.Spin,
			},
			[]float32{0.625, 0.5 - 0.375, 0.75, 0.5, 4, 0.125, 0.0025, 0.75, 1, -2, math.Pi},
		},
		"transform": {m.BaseColorTexture.Transform[:], []float32{2, 0, 0, 0, 0.25, 0, 0.25, 0.25, 1}},
		"matcap":    {toon.MatcapTexture.Transform[:], []float32{1, 0, 0, 0, 1, 0, 0, 0, 1}},
	} {
		compareNumbers(t, name, row.got, row.want)
	}
	if !toon.OutlineInScreen || !toon.WritesDepth || toon.ShadeTexture.Transform != m.BaseColorTexture.Transform ||
		toon.OutlineWidthTexture == nil || toon.RimTexture != nil {
		t.Errorf("found %+v", toon)
	}
}

// Other shaders of VRM 0.x are unlit, as glTF says, or told of.
func TestOtherShadersOfVRM0(t *testing.T) {
	for shader, row := range map[string]struct {
		unlit   bool
		mode    mesh.AlphaMode
		warning string
	}{
		"VRM/UnlitTransparent": {unlit: true, mode: mesh.AlphaBlend},
		"VRM/UnlitCutout":      {unlit: true, mode: mesh.AlphaMask},
		"VRM_USE_GLTFSHADER":   {},
		"Standard": {warning: `extensions.VRM.materialProperties[0].shader: expected VRM/MToon, VRM/Unlit... or ` +
			`VRM_USE_GLTFSHADER, found "Standard"; the material is drawn as glTF says`},
	} {
		library := assets.NewLibrary()
		a, err := vrm.Parse(library, "old.vrm", []byte(oldPainted(`{"shader": "`+shader+`"}`)))
		must(t, err)
		m := materialOf(library, a)
		if m.Unlit != row.unlit || m.AlphaMode != row.mode || m.Toon != nil || strings.Join(a.Warnings, "\n") != row.warning {
			t.Errorf("%s: %+v, warnings %q", shader, m, a.Warnings)
		}
	}
	for properties, want := range map[string]string{
		`{"shader": "VRM/MToon", "vectorProperties": {"_ShadeColor": [1]}}`: "old.vrm: " +
			"extensions.VRM.materialProperties[0].vectorProperties._ShadeColor: expected 4 numbers, found 1",
		`{"shader": "VRM/MToon", "vectorProperties": {"_MainTex": [1]}}`: "old.vrm: " +
			"extensions.VRM.materialProperties[0].vectorProperties._MainTex: expected 4 numbers, found 1",
		`{"shader": "VRM/MToon", "floatProperties": {"_ZWrite": "on"}}`: "old.vrm: " +
			"extensions.VRM.materialProperties[0].floatProperties._ZWrite: expected a number",
	} {
		_, err := vrm.Parse(assets.NewLibrary(), "old.vrm", []byte(oldPainted(properties)))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
	materials := `{"shader": "VRM_USE_GLTFSHADER"}, {"shader": "VRM/MToon"}`
	a, err := vrm.Parse(assets.NewLibrary(), "old.vrm", []byte(oldPainted(materials)))
	must(t, err)
	const want = "materialProperties[1]: the file has no material of this index"
	if len(a.Warnings) != 1 || !strings.Contains(a.Warnings[0], want) {
		t.Errorf("warnings %q", a.Warnings)
	}
}

// Queues of VRM 0.x are absolute; what counts is their order.
func TestQueuesOfVRM0(t *testing.T) {
	text := strings.Replace(oldPainted(`
 {"shader": "VRM/MToon", "renderQueue": 3005, "keywordMap": {"_ALPHABLEND_ON": true}},
 {"shader": "VRM/MToon", "renderQueue": 2900, "keywordMap": {"_ALPHABLEND_ON": true}}`),
		`"materials": [`, `"materials": [{"name": "hair"}, `, 1)
	library := assets.NewLibrary()
	a, err := vrm.Parse(library, "old.vrm", []byte(text))
	must(t, err)
	if got := materialOf(library, a).Toon; got == nil || got.QueueOffset != 0 {
		t.Errorf("the last one: %+v", got)
	}
	text = strings.Replace(text, `{"primitives": [{"material": 0,`, `{"primitives": [{"material": 1,`, 1)
	library = assets.NewLibrary()
	a, err = vrm.Parse(library, "old.vrm", []byte(text))
	must(t, err)
	if got := materialOf(library, a).Toon; got == nil || got.QueueOffset != -1 {
		t.Errorf("the first one: %+v", got)
	}
}

// Expressions move the colors of toon shading.
func TestExpressionsChangeToonColors(t *testing.T) {
	text := strings.Replace(painted(`"materialColorBinds": [
 {"material": 0, "type": "shadeColor", "targetValue": [1, 0, 0, 1]},
 {"material": 0, "type": "matcapColor", "targetValue": [0, 1, 0, 1]},
 {"material": 0, "type": "rimColor", "targetValue": [0, 0, 1, 1]},
 {"material": 0, "type": "outlineColor", "targetValue": [1, 1, 0, 1]}]`), `{"name": "skin",`,
		`{"name": "skin", "extensions": {"VRMC_materials_mtoon": {"specVersion": "1.0", "shadeColorFactor": [0, 0.5, 0]}},`, 1)
	library := assets.NewLibrary()
	a, err := vrm.Parse(library, "face.vrm", []byte(text))
	must(t, err)
	if len(a.Warnings) > 0 {
		t.Errorf("warnings %q", a.Warnings)
	}
	e, err := a.Expression("smirk")
	must(t, err)
	pose := rig.NewPose(library.Skeleton(a.Model.Skeleton))
	e.Apply(pose.Morphs, 0.5)
	for i := range a.Model.Parts {
		part := &a.Model.Parts[i]
		values, changes := part.MaterialValues(0)
		if !changes {
			continue
		}
		m := values.Apply(library.Material(library.Mesh(part.Mesh).Primitives[0].Material), pose.Morphs)
		got := [4]mgl32.Vec3{m.Toon.ShadeColor, m.Toon.MatcapColor, m.Toon.RimColor, m.Toon.OutlineColor}
		if want := [4]mgl32.Vec3{{0.5, 0.25, 0}, {0.5, 1, 0.5}, {0, 0, 0.5}, {0.5, 0.5, 0}}; got != want {
			t.Errorf("%v, want %v", got, want)
		}
		return
	}
	t.Error("no material changes")
}
