package mesh

import (
	"fmt"
	"image"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/id"
)

// AlphaMode says how a surface's alpha is used, as in glTF 2.0 section 3.9.4.
type AlphaMode uint8

// The alpha modes.
const (
	AlphaOpaque AlphaMode = iota // alpha is ignored
	AlphaMask                    // drawn where alpha is at least the cutoff
	AlphaBlend                   // blended over what is behind
)

func (m AlphaMode) String() string {
	if m > AlphaBlend {
		return fmt.Sprintf("AlphaMode(%d)", uint8(m))
	}
	return [...]string{"opaque", "mask", "blend"}[m]
}

// Material is how a surface looks: the metallic-roughness model of glTF 2.0.
type Material struct {
	Name                     string
	BaseColor                mgl32.Vec4 // linear RGBA
	BaseColorTexture         *Texture   // sRGB
	Metallic, Roughness      float32
	MetallicRoughnessTexture *Texture   // linear: green roughness, blue metallic
	Emissive                 mgl32.Vec3 // linear RGB
	EmissiveTexture          *Texture   // sRGB
	AlphaMode                AlphaMode
	AlphaCutoff              float32
	DoubleSided              bool
	Unlit                    bool
}

// DefaultMaterial returns what glTF 2.0 prescribes for a primitive without a material.
func DefaultMaterial() Material {
	return Material{BaseColor: mgl32.Vec4{1, 1, 1, 1}, Metallic: 1, Roughness: 1, AlphaCutoff: 0.5}
}

// Textures returns the textures that the material has.
func (m *Material) Textures() []*Texture {
	var textures []*Texture
	for _, t := range []*Texture{m.BaseColorTexture, m.MetallicRoughnessTexture, m.EmissiveTexture} {
		if t != nil {
			textures = append(textures, t)
		}
	}
	return textures
}

// Wrap says what a texture shows beyond its edges.
type Wrap uint8

// The wrap modes.
const (
	WrapRepeat Wrap = iota
	WrapMirror
	WrapClamp
)

// Texture is an image as a material uses it.
type Texture struct {
	Image    id.Image
	TexCoord int // 0 or 1: which of [Primitive.TexCoords]
	WrapU    Wrap
	WrapV    Wrap
	Nearest  bool // no filtering between texels
	// Transform takes a texture coordinate (u, v, 1) to the one that is looked up (KHR_texture_transform).
	Transform mgl32.Mat3
}

// Image is a decoded picture.
type Image struct {
	Name   string
	Pixels *image.NRGBA
}
