package rig

import "fmt"

// MaterialProperty selects a property of a material that clips can change.
type MaterialProperty uint8

// The properties. The transform is that of the base color texture, as in KHR_texture_transform; the
// other textures have one each, which [MaterialProperty.OfTexture] returns.
const (
	MaterialBaseColor         MaterialProperty = iota // linear RGBA
	MaterialEmissive                                  // linear RGB, to be multiplied by the strength
	MaterialEmissiveStrength                          // 1 number
	MaterialMetallic                                  // 1 number
	MaterialRoughness                                 // 1 number
	MaterialAlphaCutoff                               // 1 number
	MaterialTextureOffset                             // u and v
	MaterialTextureRotation                           // radians, clockwise in the image
	MaterialTextureScale                              // of u and v
	MaterialNormalScale                               // 1 number
	MaterialOcclusionStrength                         // 1 number
)

// MaterialTextures is the number of textures of a material, which are numbered in this order: base
// color, metallic-roughness, emissive, normal, occlusion.
const MaterialTextures = 5

const (
	transformParts  = int(MaterialTextureScale-MaterialTextureOffset) + 1
	firstTransforms = int(MaterialOcclusionStrength) + 1 // of the textures after the base color texture
)

// The colors of toon shading (Toon of package mesh, linear RGB), which come after the transforms of
// all textures.
const (
	MaterialShadeColor = MaterialProperty(lastTransforms) + iota
	MaterialMatcapColor
	MaterialRimColor
	MaterialOutlineColor
)

const lastTransforms = firstTransforms + (MaterialTextures-1)*transformParts // after the last one

// MaterialProperties is the number of properties.
const MaterialProperties = int(MaterialOutlineColor) + 1

// OfTexture returns what a property of the transform of the base color texture, such as
// [MaterialTextureOffset], is of another texture of the material, given its number from 0 to
// [MaterialTextures]-1. It returns other properties as they are.
func (p MaterialProperty) OfTexture(texture int) MaterialProperty {
	if p < MaterialTextureOffset || p > MaterialTextureScale || texture <= 0 || texture >= MaterialTextures {
		return p
	}
	return MaterialProperty(firstTransforms+(texture-1)*transformParts) + p - MaterialTextureOffset
}

// Texture returns the number of the texture whose transform the property belongs to, and what it is
// of the base color texture; false if it belongs to no transform.
func (p MaterialProperty) Texture() (texture int, of MaterialProperty, ok bool) {
	switch at := int(p) - firstTransforms; {
	case p >= MaterialTextureOffset && p <= MaterialTextureScale:
		return 0, p, true
	case at >= 0 && int(p) < lastTransforms:
		return 1 + at/transformParts, MaterialTextureOffset + MaterialProperty(at%transformParts), true
	}
	return 0, p, false
}

func (p MaterialProperty) String() string {
	if int(p) >= MaterialProperties {
		return fmt.Sprintf("MaterialProperty(%d)", uint8(p))
	}
	if p >= MaterialShadeColor {
		return [...]string{"shade color", "matcap color", "rim color", "outline color"}[p-MaterialShadeColor]
	}
	if texture, of, _ := p.Texture(); texture > 0 {
		return [...]string{"metallic-roughness", "emissive", "normal", "occlusion"}[texture-1] + " " + of.String()
	}
	return [...]string{
		"base color", "emissive color", "emissive strength", "metallic factor", "roughness factor", "alpha cutoff",
		"texture offset", "texture rotation", "texture scale", "normal scale", "occlusion strength",
	}[p]
}

// Width returns how many numbers the property has, 1 to 4, or 0 for a property that does not exist.
func (p MaterialProperty) Width() int {
	if int(p) >= MaterialProperties {
		return 0
	}
	if p >= MaterialShadeColor {
		return 3
	}
	_, p, _ = p.Texture()
	return [...]int{4, 3, 1, 1, 1, 1, 2, 1, 2, 1, 1}[p]
}

// MaterialChannel is the run of numbers of a pose by which clips change a property of a material.
// They are blended like morph weights.
type MaterialChannel struct {
	Joint    int    // by whose weight in a mask the channel is blended
	Material string // the name of the material
	Property MaterialProperty
	Offset   int // index of the first number in [Pose.Morphs]
	Count    int // of numbers: [MaterialProperty.Width]
}

// MaterialRest is a property of a material that clips can change, with its value in the rest pose,
// for [Joint.Materials].
type MaterialRest struct {
	Material string // the name of the material
	Property MaterialProperty
	Value    []float32 // as many numbers as [MaterialProperty.Width] returns
}

// MaterialChannels returns the channels of materials of this skeleton's poses, ordered by joint.
// Clips name a channel by its index in this list. The slice is the skeleton's own: read only.
func (s *Skeleton) MaterialChannels() []MaterialChannel { return s.orNone().materials }

// FindMaterialChannel returns the index of the first channel of a material and a property in
// [Skeleton.MaterialChannels], and false if there is none.
func (s *Skeleton) FindMaterialChannel(material string, property MaterialProperty) (channel int, ok bool) {
	for i, c := range s.MaterialChannels() {
		if c.Material == material && c.Property == property {
			return i, true
		}
	}
	return 0, false
}
