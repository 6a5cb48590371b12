package vrm

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
)

// material0Document is an element of materialProperties, of VRM 0.x: a material as the shader of
// its application knows it. It stands in for the material of glTF with the same index.
type material0Document struct {
	Shader   string               `json:"shader"`
	Queue    *int                 `json:"renderQueue"`
	Numbers  map[string]float64   `json:"floatProperties"`
	Vectors  map[string][]float64 `json:"vectorProperties"`
	Textures map[string]int       `json:"textureProperties"`
	Keywords map[string]bool      `json:"keywordMap"`
}

// The shaders of VRM 0.x.
const (
	toonShader0  = "VRM/MToon"
	unlitShader0 = "VRM/Unlit" // and Texture, Cutout, Transparent, TransparentZWrite
	gltfShader0  = "VRM_USE_GLTFSHADER"
)

func (m *material0Document) number(name string, otherwise float64) float64 {
	if v, ok := m.Numbers[name]; ok {
		return v
	}
	return otherwise
}

// blends returns whether the material is blended, and whether it writes depth then.
func (m *material0Document) blends() (blends, writesDepth bool) {
	writes := strings.HasSuffix(m.Shader, "TransparentZWrite")
	blends = m.Keywords["_ALPHABLEND_ON"] || strings.HasSuffix(m.Shader, "Transparent") || writes
	return blends, blends && (writes || m.number("_ZWrite", 0) == 1)
}

// withMaterials returns the contents of a file of VRM 0.x with the materials that its extension
// describes in place of those of glTF: toon shading as VRMC_materials_mtoon 1.0 has it. It also
// replaces the materials of the document.
func (a *Avatar) withMaterials(data []byte, from *document) ([]byte, error) {
	const at = "extensions.VRM.materialProperties"
	list := from.Extensions.VRM0.Materials
	text, err := jsonOf(data)
	if err != nil || len(list) == 0 {
		return data, err
	}
	var whole map[string]json.RawMessage
	var materials []map[string]json.RawMessage
	if err := json.Unmarshal([]byte(strings.TrimRight(string(text), "\x00")), &whole); err != nil {
		return nil, err
	}
	if m := whole["materials"]; len(m) > 0 {
		if err := json.Unmarshal(m, &materials); err != nil {
			return nil, err
		}
	}
	queues, changed := queues0(list), false
	for i := range list {
		m, path := &list[i], fmt.Sprintf("%s[%d]", at, i)
		switch {
		case i >= len(materials) || materials[i] == nil:
			a.warn("%s: the file has no material of this index; it is left out", path)
			continue
		case m.Shader == toonShader0, strings.HasPrefix(m.Shader, unlitShader0):
		case m.Shader == gltfShader0:
			continue
		default:
			a.warn("%s.shader: expected %s, %s... or %s, found %q; the material is drawn as glTF says", path, toonShader0,
				unlitShader0, gltfShader0, m.Shader)
			continue
		}
		members, err := m.convert(path, queues)
		if err != nil {
			return nil, err
		}
		for _, name := range []string{
			"pbrMetallicRoughness", "normalTexture", "occlusionTexture", "emissiveTexture", "emissiveFactor", "alphaMode",
			"alphaCutoff", "extensions",
		} {
			delete(materials[i], name)
		}
		for name, value := range members {
			materials[i][name] = encoded(value)
		}
		changed = true
	}
	if !changed {
		return data, nil
	}
	whole["materials"] = encoded(materials)
	text = encoded(whole)
	var again document
	if err := unmarshal("", text, &again); err != nil {
		return nil, err
	}
	from.Materials, a.materials = again.Materials, again.Materials
	return withJSON(data, text), nil
}

// queues0 returns the offsets of the queues of VRM 0.x, which are absolute numbers: those without
// depth up to 0, and those with depth from 0 on.
func queues0(list []material0Document) (offsets [2]map[int]int) {
	var used [2][]int
	for i := range list {
		if blends, depth := list[i].blends(); blends && list[i].Queue != nil {
			k := 0
			if depth {
				k = 1
			}
			used[k] = append(used[k], *list[i].Queue)
		}
	}
	for k := range used {
		offsets[k] = map[int]int{}
		slices.Sort(used[k])
		sorted := slices.Compact(used[k])
		for i, queue := range sorted {
			if k == 0 {
				offsets[k][queue] = max(i-len(sorted)+1, -9)
			} else {
				offsets[k][queue] = min(i, 9)
			}
		}
	}
	return offsets
}

// convert returns the members of the material of glTF.
func (m *material0Document) convert(path string, queues [2]map[int]int) (map[string]any, error) {
	var wrong error
	color := func(name string, otherwise ...float64) []float64 {
		v, ok := m.Vectors[name]
		if !ok {
			v = otherwise
		}
		if len(v) < 3 {
			if wrong == nil {
				wrong = fmt.Errorf("%s.vectorProperties.%s: expected 4 numbers, found %d", path, name, len(v))
			}
			return []float64{0, 0, 0}
		}
		return []float64{linear(v[0]), linear(v[1]), linear(v[2])}
	}
	var extensions map[string]any
	if v, ok := m.Vectors["_MainTex"]; ok {
		if len(v) != 4 {
			return nil, fmt.Errorf("%s.vectorProperties._MainTex: expected 4 numbers, found %d", path, len(v))
		}
		// the origin of textures was at the bottom left
		extensions = map[string]any{"KHR_texture_transform": map[string]any{
			"offset": []float64{v[0], 1 - v[3] - v[1]}, "scale": []float64{v[2], v[3]},
		}}
	}
	texture := func(name string) map[string]any {
		index, ok := m.Textures[name]
		if !ok {
			return nil
		}
		info := map[string]any{"index": index}
		if extensions != nil && name != "_SphereAdd" {
			info["extensions"] = extensions
		}
		return info
	}
	alpha := 1.0
	if v := m.Vectors["_Color"]; len(v) > 3 {
		alpha = v[3]
	}
	base := map[string]any{"baseColorFactor": append(color("_Color", 1, 1, 1), alpha), "metallicFactor": 0}
	if t := texture("_MainTex"); t != nil {
		base["baseColorTexture"] = t
	}
	out := map[string]any{"pbrMetallicRoughness": base, "alphaMode": "OPAQUE"}
	blends, depth := m.blends()
	switch {
	case blends:
		out["alphaMode"] = "BLEND"
	case m.Keywords["_ALPHATEST_ON"] || strings.HasSuffix(m.Shader, "Cutout"):
		out["alphaMode"], out["alphaCutoff"] = "MASK", m.number("_Cutoff", 0.5)
	}
	if m.Shader != toonShader0 {
		out["extensions"] = map[string]any{"KHR_materials_unlit": map[string]any{}}
		return out, wrong
	}
	out["doubleSided"] = m.number("_CullMode", 2) == 0
	if t := texture("_BumpMap"); t != nil {
		t["scale"] = m.number("_BumpScale", 1)
		out["normalTexture"] = t
	}
	out["emissiveFactor"] = color("_EmissionColor", 0, 0, 0)
	if t := texture("_EmissionMap"); t != nil {
		out["emissiveTexture"] = t
	}
	toon := m.toon(color)
	for name, of := range map[string]string{
		"shadeMultiplyTexture": "_ShadeTexture", "matcapTexture": "_SphereAdd", "rimMultiplyTexture": "_RimTexture",
		"outlineWidthMultiplyTexture": "_OutlineWidthTexture", "uvAnimationMaskTexture": "_UvAnimMaskTexture",
	} {
		if t := texture(of); t != nil {
			toon[name] = t
		}
	}
	toon["transparentWithZWrite"] = depth
	if blends && m.Queue != nil {
		k := 0
		if depth {
			k = 1
		}
		toon["renderQueueOffsetNumber"] = queues[k][*m.Queue]
	}
	out["extensions"] = map[string]any{"VRMC_materials_mtoon": toon}
	return out, wrong
}

// toon returns the numbers and colors of VRMC_materials_mtoon 1.0, as the applications convert
// those of VRM 0.x.
func (m *material0Document) toon(color func(name string, otherwise ...float64) []float64) map[string]any {
	shift := m.number("_ShadeShift", 0)
	toony := m.number("_ShadeToony", 0.9)
	toony += float64((1 - toony) * (0.5 + float64(0.5*shift)))
	mode := m.number("_OutlineWidthMode", 0)
	width := 0.01 * m.number("_OutlineWidth", 0) // was in centimeters
	name := "none"
	switch mode {
	case 1:
		name = "worldCoordinates"
	case 2:
		name = "screenCoordinates"
		width *= 0.5 // was in hundredths of half the image's height
	}
	outlineMix := 0.0
	if m.number("_OutlineColorMode", 0) == 1 {
		outlineMix = m.number("_OutlineLightingMix", 1)
	}
	return map[string]any{
		"specVersion": "1.0", "shadeColorFactor": color("_ShadeColor", 0.97, 0.81, 0.86),
		"shadingShiftFactor": -shift - (1 - toony), "shadingToonyFactor": toony,
		"giEqualizationFactor": 1 - m.number("_IndirectLightIntensity", 0.1),
		"matcapFactor":         []float64{1, 1, 1}, "rimLightingMixFactor": m.number("_RimLightingMix", 0),
		"parametricRimColorFactor":        color("_RimColor", 0, 0, 0),
		"parametricRimFresnelPowerFactor": m.number("_RimFresnelPower", 1),
		"parametricRimLiftFactor":         m.number("_RimLift", 0),
		"outlineWidthMode":                name, "outlineWidthFactor": width,
		"outlineColorFactor": color("_OutlineColor", 0, 0, 0), "outlineLightingMixFactor": outlineMix,
		"uvAnimationScrollXSpeedFactor":  m.number("_UvAnimScrollX", 0),
		"uvAnimationScrollYSpeedFactor":  -m.number("_UvAnimScrollY", 0),               // v points down now
		"uvAnimationRotationSpeedFactor": 2 * math.Pi * m.number("_UvAnimRotation", 0), // was in turns
	}
}

// linear returns a component of a color of VRM 0.x, which is encoded as sRGB, as linear light. The
// power of 2.4 is that of 2 times the fifth root of it, which Newton's iteration finds, so that all
// machines compute the same bits.
func linear(x float64) float64 {
	if !(x > 0.04045) {
		return max(x, 0) / 12.92
	}
	u := (x + 0.055) / 1.055
	square := u * u
	root := max(square, 1)
	for range 60 {
		power := root * root
		power *= power
		root = (float64(4*root) + square/power) / 5
	}
	return square * root
}
