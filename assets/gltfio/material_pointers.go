package gltfio

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio/internal/export"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// materialTarget is what a channel of KHR_animation_pointer animates: a property of a material of
// the file.
type materialTarget struct {
	material int // may be out of range until checkReferences
	property rig.MaterialProperty
}

// materialOf returns the property of a material that a channel animates, and false if it animates
// something else.
func materialOf(c *gltf.AnimationChannel) (t materialTarget, ok bool) {
	if c == nil {
		return t, false
	}
	t, ok = c.Target.Extensions[extPointer].(materialTarget)
	return t, ok
}

// parseMaterialPointer returns the property of a material that a pointer names, or false.
func parseMaterialPointer(pointer string) (t materialTarget, ok bool) {
	rest, ok := strings.CutPrefix(pointer, "/materials/")
	if !ok {
		return t, false
	}
	number, path, _ := strings.Cut(rest, "/")
	index, err := strconv.ParseUint(number, 10, 31)
	property := slices.Index(export.MaterialPaths[:], path)
	return materialTarget{int(index), rig.MaterialProperty(property)}, err == nil && property >= 0
}

// materialRests returns the properties of materials that get channels, by the node with the mesh
// that uses the material first. Such a node must be in the scene.
func (l *loader) materialRests() map[int][]materialTarget {
	animated := map[materialTarget]bool{}
	for _, a := range l.doc.Animations {
		for _, c := range a.Channels {
			t, ok := materialOf(c)
			if !ok {
				continue
			}
			for _, p := range channelsWith(t.property) {
				animated[materialTarget{t.material, p}] = true
			}
		}
	}
	for material, properties := range l.options.Materials {
		for _, asked := range properties {
			for _, p := range channelsWith(asked) {
				animated[materialTarget{material, p}] = true
			}
		}
	}
	if len(animated) == 0 {
		return nil
	}
	rests, visible, known := map[int][]materialTarget{}, l.visibleNodes(), map[int]bool{}
	for i, n := range l.doc.Nodes {
		if n.Mesh == nil || !visible[i] {
			continue
		}
		for _, primitive := range l.doc.Meshes[*n.Mesh].Primitives {
			if primitive.Material == nil || known[*primitive.Material] {
				continue
			}
			known[*primitive.Material] = true
			for p := range rig.MaterialProperties {
				t := materialTarget{*primitive.Material, rig.MaterialProperty(p)}
				if animated[t] && l.whyUnused(t) == "" {
					rests[i] = append(rests[i], t)
				}
			}
		}
	}
	return rests
}

// channelsWith returns the properties that get channels if a property is animated: those from which
// a color or a matrix is computed together.
func channelsWith(p rig.MaterialProperty) []rig.MaterialProperty {
	switch p {
	case rig.MaterialEmissive, rig.MaterialEmissiveStrength:
		return []rig.MaterialProperty{rig.MaterialEmissive, rig.MaterialEmissiveStrength}
	}
	if texture, _, ok := p.Texture(); ok {
		return []rig.MaterialProperty{
			rig.MaterialTextureOffset.OfTexture(texture), rig.MaterialTextureRotation.OfTexture(texture),
			rig.MaterialTextureScale.OfTexture(texture),
		}
	}
	return []rig.MaterialProperty{p}
}

// whyUnused returns why a property has no effect on a material, or an empty text.
func (l *loader) whyUnused(t materialTarget) string {
	texture, _, isTransform := t.property.Texture()
	switch {
	case isTransform && l.textureOf(t.material, texture) == nil:
		return "it has no " + textureNames[texture] + " texture"
	case t.property == rig.MaterialNormalScale && l.doc.Materials[t.material].NormalTexture == nil:
		return "it has no normal texture"
	case t.property == rig.MaterialOcclusionStrength && l.doc.Materials[t.material].OcclusionTexture == nil:
		return "it has no occlusion texture"
	case t.property == rig.MaterialAlphaCutoff && l.doc.Materials[t.material].AlphaMode != gltf.AlphaMask:
		return "its alpha mode is not MASK"
	case t.property >= rig.MaterialShadeColor && l.doc.Materials[t.material].Extensions[extToon] == nil:
		return "it has no toon shading (" + extToon + ")"
	}
	return ""
}

// textureNames are the names of textures, by number.
var textureNames = [rig.MaterialTextures]string{"base color", "metallic-roughness", "emissive", "normal", "occlusion"}

// textureOf returns a texture of a material by its number, or nil.
func (l *loader) textureOf(material, texture int) *gltf.TextureInfo {
	m := l.doc.Materials[material]
	switch pbr := m.PBRMetallicRoughness; {
	case texture == 0 && pbr != nil:
		return pbr.BaseColorTexture
	case texture == 1 && pbr != nil:
		return pbr.MetallicRoughnessTexture
	case texture == 2:
		return m.EmissiveTexture
	case texture == 3 && m.NormalTexture != nil && m.NormalTexture.Index != nil:
		return normalInfo(m.NormalTexture)
	case texture == 4 && m.OcclusionTexture != nil && m.OcclusionTexture.Index != nil:
		return occlusionInfo(m.OcclusionTexture)
	}
	return nil
}

// materialName returns the name of a material, which is never empty.
func (l *loader) materialName(material int) string {
	if name := l.doc.Materials[material].Name; name != "" {
		return name
	}
	return fmt.Sprintf("material_%d", material)
}

// materialRest returns the value in the file of a property of a material.
func (l *loader) materialRest(t materialTarget) (rig.MaterialRest, error) {
	m, path := l.doc.Materials[t.material], fmt.Sprintf("materials[%d]", t.material)
	pbr := m.PBRMetallicRoughness
	if pbr == nil {
		pbr = &gltf.PBRMetallicRoughness{}
	}
	var value []float64
	var err error
	switch t.property {
	case rig.MaterialBaseColor:
		color := pbr.BaseColorFactorOrDefault()
		value = color[:]
	case rig.MaterialEmissive:
		value = m.EmissiveFactor[:]
	case rig.MaterialEmissiveStrength:
		value = []float64{1}
		value[0], err = emissiveStrength(path, m)
	case rig.MaterialMetallic:
		value = []float64{pbr.MetallicFactorOrDefault()}
	case rig.MaterialRoughness:
		value = []float64{pbr.RoughnessFactorOrDefault()}
	case rig.MaterialAlphaCutoff:
		value = []float64{m.AlphaCutoffOrDefault()}
	case rig.MaterialNormalScale:
		value = []float64{m.NormalTexture.ScaleOrDefault()}
	case rig.MaterialOcclusionStrength:
		value = []float64{m.OcclusionTexture.StrengthOrDefault()}
	case rig.MaterialShadeColor, rig.MaterialMatcapColor, rig.MaterialRimColor, rig.MaterialOutlineColor:
		value, err = toonColor(path, m, t.property)
	default:
		var transform textureTransform
		texture, of, _ := t.property.Texture()
		transform, err = decodeTextureTransform(path+"."+strings.ReplaceAll(export.TexturePaths[texture], "/", "."),
			l.textureOf(t.material, texture))
		value = map[rig.MaterialProperty][]float64{
			rig.MaterialTextureOffset: transform.offset[:], rig.MaterialTextureRotation: {transform.rotation},
			rig.MaterialTextureScale: transform.scale[:],
		}[of]
	}
	rest := rig.MaterialRest{
		Material: l.materialName(t.material), Property: t.property,
		Value: make([]float32, len(value)),
	}
	if err != nil {
		return rest, err
	}
	if err := toFloat32s(rest.Value, value); err != nil {
		return rest, &Error{Path: fmt.Sprintf("%s: %s", path, t.property), Err: err}
	}
	return rest, nil
}

// emissiveStrength returns the strength of a material's emissive color, 1 without
// KHR_materials_emissive_strength.
func emissiveStrength(path string, m *gltf.Material) (float64, error) {
	strength := 1.0
	_, err := decodeExtension(path, m.Extensions, extEmissiveStrength, func(d *decoder, v jsontree.Value) {
		for name, value := range d.members(v) {
			if name != "emissiveStrength" {
				continue
			}
			if strength = d.float(value); strength < 0 {
				d.fail("expected a strength of at least 0, found %v", strength)
			}
		}
	})
	return strength, err
}

// setMaterialChannels sets the channels of the properties of materials, by the targets of the
// joints' materials.
func (l *loader) setMaterialChannels(rests map[int][]materialTarget, jointOf func(node int) int) {
	if len(rests) == 0 {
		return
	}
	l.materialChannels = map[materialTarget]int{}
	targets := map[int][]materialTarget{} // by joint, in the order of its channels
	for i := range l.nodes {
		if list := rests[i]; len(list) > 0 {
			joint := jointOf(i)
			targets[joint] = append(targets[joint], list...)
		}
	}
	for i, c := range l.skeleton.MaterialChannels() {
		l.materialChannels[targets[c.Joint][0]] = i
		targets[c.Joint] = targets[c.Joint][1:]
	}
}

// channelsOfMaterial returns the channels of a material in the order of the properties.
func (l *loader) channelsOfMaterial(material int) (channels []rig.MaterialChannel) {
	if len(l.materialChannels) == 0 {
		return nil
	}
	for p := range rig.MaterialProperties {
		if i, ok := l.materialChannels[materialTarget{material, rig.MaterialProperty(p)}]; ok {
			channels = append(channels, l.skeleton.MaterialChannels()[i])
		}
	}
	return channels
}

// addMaterialChannel adds the track of a channel that animates a material, and returns the time of
// its last key in seconds. The JSON path of the animation is path, that of the channel is at.
func (l *loader) addMaterialChannel(b *clip.Builder, name, path, at string, a *gltf.Animation, c *gltf.AnimationChannel,
	t materialTarget,
) (last float64, err error) {
	sampler := a.Samplers[c.Sampler]
	path = fmt.Sprintf("%s.samplers[%d]", path, c.Sampler)
	times, err := l.readTimes(path+".input", sampler.Input)
	if err != nil {
		return 0, err
	}
	width := t.property.Width()
	interpolation := trackInterpolations[sampler.Interpolation]
	values, err := l.readKeys(path+".output", sampler.Output, materialTrackRules[width], times, width, interpolation)
	if err != nil {
		return 0, err
	}
	last = float64(times[len(times)-1])
	channel, ok := l.materialChannels[t]
	if !ok {
		why := l.whyUnused(t)
		if why == "" {
			why = "no mesh of the scene uses it"
		}
		l.warn(at+".target", "the channel animates the %s of material %q, but %s; the channel was skipped", t.property,
			l.materialName(t.material), why)
		return last, nil
	}
	if l.binding != nil {
		if channel, ok = l.binding.bindMaterial(name, l.materialName(t.material), t.property); !ok {
			return last, nil
		}
	}
	b.Material(channel, interpolation, times, values)
	return last, nil
}
