package mesh

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/id"
)

// AlphaMode selects the use of a surface's alpha, as in glTF 2.0 section 3.9.4.
type AlphaMode uint8

// The alpha modes.
const (
	AlphaOpaque AlphaMode = iota // alpha is ignored
	AlphaMask                    // drawn where alpha is at least [Material.AlphaCutoff]
	AlphaBlend                   // blended over the background
)

func (m AlphaMode) String() string {
	if m > AlphaBlend {
		return fmt.Sprintf("AlphaMode(%d)", uint8(m))
	}
	return [...]string{"opaque", "mask", "blend"}[m]
}

// Material is how a surface looks: the metallic-roughness model of glTF 2.0, or the toon shading of
// VRM.
type Material struct {
	Name                     string
	BaseColor                mgl32.Vec4 // linear RGBA
	BaseColorTexture         *Texture   // sRGB
	Metallic, Roughness      float32
	MetallicRoughnessTexture *Texture   // linear: green roughness, blue metallic
	Emissive                 mgl32.Vec3 // linear RGB
	EmissiveTexture          *Texture   // sRGB
	// NormalTexture holds a direction in each pixel: x along the tangent, y along the bitangent and
	// z along the normal of the surface, as red, green and blue from -1 to 1. NormalScale
	// multiplies x and y.
	NormalTexture *Texture // linear
	NormalScale   float32
	// OcclusionTexture holds how much ambient light reaches the surface, in red. OcclusionStrength
	// is how much of that counts: 0 for none, 1 for all.
	OcclusionTexture  *Texture // linear
	OcclusionStrength float32
	AlphaMode         AlphaMode
	AlphaCutoff       float32
	DoubleSided       bool
	Unlit             bool
	// Toon shades the surface like a drawing; nil shades it as glTF does. It goes before Unlit.
	Toon *Toon
}

// DefaultMaterial returns the material that glTF 2.0 prescribes for a primitive without one.
func DefaultMaterial() Material {
	return Material{
		BaseColor: mgl32.Vec4{1, 1, 1, 1}, Metallic: 1, Roughness: 1, NormalScale: 1, OcclusionStrength: 1,
		AlphaCutoff: 0.5,
	}
}

// Textures returns the textures of the material that are not nil.
func (m *Material) Textures() []*Texture {
	if m == nil {
		return nil
	}
	var textures []*Texture
	for _, t := range m.textureFields() {
		if *t != nil {
			textures = append(textures, *t)
		}
	}
	return textures
}

// textureFields returns pointers to all fields that hold a texture.
func (m *Material) textureFields() []**Texture {
	fields := []**Texture{
		&m.BaseColorTexture, &m.MetallicRoughnessTexture, &m.EmissiveTexture, &m.NormalTexture,
		&m.OcclusionTexture,
	}
	if m.Toon != nil {
		toon := m.Toon.textureFields()
		fields = append(fields, toon[:]...)
	}
	return fields
}

// WithImages returns the same material for a library in which the same images have other IDs:
// renamed returns the new ID of each.
func (m *Material) WithImages(renamed func(id.Image) id.Image) *Material {
	if m == nil || renamed == nil {
		return m
	}
	copied := *m
	if m.Toon != nil {
		toon := *m.Toon
		copied.Toon = &toon
	}
	for _, t := range copied.textureFields() {
		if *t != nil {
			texture := **t
			texture.Image = renamed(texture.Image)
			*t = &texture
		}
	}
	return &copied
}

// Wrap selects what a texture shows outside its edges.
type Wrap uint8

// The wrap modes.
const (
	WrapRepeat Wrap = iota // the texture again
	WrapMirror             // the texture again, every second time mirrored
	WrapClamp              // the color of the nearest edge
)

// Texture is an image as a material uses it.
type Texture struct {
	Image    id.Image
	TexCoord int // index in [Primitive.TexCoords], 0 or 1
	WrapU    Wrap
	WrapV    Wrap
	Nearest  bool // the nearest texel, instead of a filtered color
	// Transform takes a vertex's texture coordinate (u, v, 1) to the coordinate to look up
	// (KHR_texture_transform).
	Transform mgl32.Mat3
}
