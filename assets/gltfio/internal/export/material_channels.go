package export

import (
	"fmt"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/qmuntal/gltf/ext/texturetransform"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// MaterialPaths holds the paths of the properties of materials in a glTF file, below /materials/N/,
// by [rig.MaterialProperty].
var MaterialPaths = withTransforms([rig.MaterialProperties]string{
	rig.MaterialBaseColor:         "pbrMetallicRoughness/baseColorFactor",
	rig.MaterialEmissive:          "emissiveFactor",
	rig.MaterialEmissiveStrength:  "extensions/" + emissiveStrength + "/emissiveStrength",
	rig.MaterialMetallic:          "pbrMetallicRoughness/metallicFactor",
	rig.MaterialRoughness:         "pbrMetallicRoughness/roughnessFactor",
	rig.MaterialAlphaCutoff:       "alphaCutoff",
	rig.MaterialNormalScale:       "normalTexture/scale",
	rig.MaterialOcclusionStrength: "occlusionTexture/strength",
	rig.MaterialShadeColor:        "extensions/" + toonExtension + "/shadeColorFactor",
	rig.MaterialMatcapColor:       "extensions/" + toonExtension + "/matcapFactor",
	rig.MaterialRimColor:          "extensions/" + toonExtension + "/parametricRimColorFactor",
	rig.MaterialOutlineColor:      "extensions/" + toonExtension + "/outlineColorFactor",
})

// TexturePaths holds the paths of the textures of a material, below /materials/N/, by number.
var TexturePaths = [rig.MaterialTextures]string{
	"pbrMetallicRoughness/baseColorTexture", "pbrMetallicRoughness/metallicRoughnessTexture", "emissiveTexture",
	"normalTexture", "occlusionTexture",
}

// withTransforms adds the paths of the transforms of all textures.
func withTransforms(paths [rig.MaterialProperties]string) [rig.MaterialProperties]string {
	for i, texture := range TexturePaths {
		transform := texture + "/extensions/" + texturetransform.ExtensionName + "/"
		paths[rig.MaterialTextureOffset.OfTexture(i)] = transform + "offset"
		paths[rig.MaterialTextureRotation.OfTexture(i)] = transform + "rotation"
		paths[rig.MaterialTextureScale.OfTexture(i)] = transform + "scale"
	}
	return paths
}

// textureExtensions returns where the extensions of a texture of a material are, by its number, or
// nil for a material without it.
func textureExtensions(m *gltf.Material, texture int) *gltf.Extensions {
	info := m.EmissiveTexture
	switch texture {
	case 0:
		info = m.PBRMetallicRoughness.BaseColorTexture
	case 1:
		info = m.PBRMetallicRoughness.MetallicRoughnessTexture
	case 3:
		if m.NormalTexture == nil {
			return nil
		}
		return &m.NormalTexture.Extensions
	case 4:
		if m.OcclusionTexture == nil {
			return nil
		}
		return &m.OcclusionTexture.Extensions
	}
	if info == nil {
		return nil
	}
	return &info.Extensions
}

// hasLimit holds the properties whose numbers may not exceed 1.
var hasLimit = [rig.MaterialProperties]bool{
	rig.MaterialBaseColor: true, rig.MaterialEmissive: true, rig.MaterialMetallic: true, rig.MaterialRoughness: true,
	rig.MaterialOcclusionStrength: true,
	rig.MaterialShadeColor:        true, rig.MaterialMatcapColor: true, rig.MaterialRimColor: true,
	rig.MaterialOutlineColor: true,
}

// findMaterialChannels sets the material of every material channel that a part uses.
func (e *exporter) findMaterialChannels() error {
	e.channelMaterials = map[int]id.Material{}
	for i := range e.model.Parts {
		p := &e.model.Parts[i]
		mesh := e.lib.Mesh(p.Mesh)
		for _, m := range p.Materials {
			if mesh == nil || m.Primitive < 0 || m.Primitive >= len(mesh.Primitives) {
				return fmt.Errorf("part %d (%q): expected a mesh of the library with a primitive %d, found none", i,
					p.Name, m.Primitive)
			}
			id := mesh.Primitives[m.Primitive].Material
			if other, known := e.channelMaterials[m.Offset]; known && other != id {
				return fmt.Errorf(
					"part %d (%q): expected a channel for each material, as glTF has, found two with that "+
						"for the %s of material %q", i, p.Name, m.Property, m.Material)
			}
			e.channelMaterials[m.Offset] = id
		}
	}
	return nil
}

// materialOf returns the index in the document of the material of a channel, or -1 if no part uses
// it.
func (e *exporter) materialOf(channel int) int {
	id, ok := e.channelMaterials[e.skeleton.MaterialChannels()[channel].Offset]
	if i, written := e.materials[id]; ok && written {
		return i
	}
	return -1
}

// setAnimatedValues sets the properties of a material that clips change to their values in the rest
// pose.
func (e *exporter) setAnimatedValues(id id.Material, out *gltf.Material) error {
	for _, c := range e.skeleton.MaterialChannels() {
		if owner, ok := e.channelMaterials[c.Offset]; !ok || owner != id {
			continue
		}
		rest := e.skeleton.RestMorphs()[c.Offset:][:c.Count]
		value := make([]float64, c.Count)
		for i, v := range rest {
			value[i] = float64(v)
			isTransform := c.Property >= rig.MaterialTextureOffset && c.Property < rig.MaterialShadeColor
			if (!isTransform || c.Property == rig.MaterialOcclusionStrength) && !(v >= 0) {
				return fmt.Errorf("the %s in the rest pose: expected at least 0, as glTF does, found %v",
					c.Property, rest)
			}
			if hasLimit[c.Property] && !(v <= 1) {
				return fmt.Errorf("the %s in the rest pose: expected 0 to 1, as glTF does, found %v", c.Property,
					rest)
			}
		}
		pbr := out.PBRMetallicRoughness
		switch c.Property {
		case rig.MaterialBaseColor:
			pbr.BaseColorFactor = (*[4]float64)(value)
		case rig.MaterialEmissive:
			out.EmissiveFactor = [3]float64(value)
		case rig.MaterialEmissiveStrength:
			e.addExtension(out, emissiveStrength, map[string]float64{"emissiveStrength": value[0]})
		case rig.MaterialMetallic:
			pbr.MetallicFactor = &value[0]
		case rig.MaterialRoughness:
			pbr.RoughnessFactor = &value[0]
		case rig.MaterialAlphaCutoff:
			if out.AlphaMode != gltf.AlphaMask {
				return fmt.Errorf("expected the alpha mode mask, since its %s is animated, found %v", c.Property,
					e.lib.Material(id).AlphaMode)
			}
			out.AlphaCutoff = &value[0]
		case rig.MaterialNormalScale:
			if out.NormalTexture == nil {
				return fmt.Errorf("expected a normal texture, since its %s is animated, found none", c.Property)
			}
			out.NormalTexture.Scale = &value[0]
		case rig.MaterialOcclusionStrength:
			if out.OcclusionTexture == nil {
				return fmt.Errorf("expected an occlusion texture, since its %s is animated, found none", c.Property)
			}
			out.OcclusionTexture.Strength = &value[0]
		case rig.MaterialShadeColor, rig.MaterialMatcapColor, rig.MaterialRimColor, rig.MaterialOutlineColor:
			toon, ok := out.Extensions[toonExtension].(map[string]any)
			if !ok {
				return fmt.Errorf("expected toon shading, since its %s is animated, found none", c.Property)
			}
			toon[strings.TrimPrefix(MaterialPaths[c.Property], "extensions/"+toonExtension+"/")] = value
		default:
			texture, of, _ := c.Property.Texture()
			at := textureExtensions(out, texture)
			if at == nil {
				return fmt.Errorf("expected the texture whose %s is animated, found none", c.Property)
			}
			e.setTextureTransform(at, of, value)
		}
	}
	return nil
}

// setTextureTransform sets one property of the transform of a texture in its extensions.
func (e *exporter) setTextureTransform(extensions *gltf.Extensions, property rig.MaterialProperty, value []float64) {
	e.used[texturetransform.ExtensionName] = true
	transform, ok := (*extensions)[texturetransform.ExtensionName].(*texturetransform.TextureTranform)
	if !ok {
		transform = &texturetransform.TextureTranform{Scale: [2]float64{1, 1}}
		*extensions = gltf.Extensions{texturetransform.ExtensionName: transform}
	}
	switch property {
	case rig.MaterialTextureOffset:
		transform.Offset = [2]float64(value)
	case rig.MaterialTextureRotation:
		transform.Rotation = value[0]
	default:
		transform.Scale = [2]float64(value)
	}
}
