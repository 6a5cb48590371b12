package mesh

import "github.com/go-gl/mathgl/mgl32"

// Toon is the shading of drawings, as VRMC_materials_mtoon 1.0 defines it: instead of fading with
// the angle of the light, the base color changes to a shade color along a border; the rim may glow,
// and an outline may be drawn around the surface. Colors are linear RGB. Metallic, Roughness and the
// occlusion texture of the material, and the colors of vertices, have no effect then.
type Toon struct {
	ShadeColor   mgl32.Vec3 // where no light falls
	ShadeTexture *Texture   // sRGB; multiplies ShadeColor
	// ShadingShift moves the border between base color and shade color: -1 puts all in the shade, 1
	// all in the light. The red of ShadingShiftTexture, times ShadingShiftScale, is added to it.
	ShadingShift        float32
	ShadingShiftTexture *Texture // linear
	ShadingShiftScale   float32
	// ShadingToony is how sharp the border is: 0 fades like a matt surface, 1 has an edge.
	ShadingToony float32
	// GIEqualization is how much the ambient light is the same in all directions, 0 to 1.
	GIEqualization float32

	RimColor        mgl32.Vec3 // added where the surface turns away from the eye
	RimFresnelPower float32    // how narrow the rim is
	RimLift         float32    // how far the rim reaches over the surface
	// MatcapColor multiplies MatcapTexture, which is looked up by the direction of the normal in
	// view of the eye, and added like the rim.
	MatcapColor    mgl32.Vec3
	MatcapTexture  *Texture // sRGB
	RimTexture     *Texture // sRGB; multiplies rim and matcap
	RimLightingMix float32  // how much the light multiplies both, 0 to 1

	// OutlineWidth is the width of the outline, in meters, or with OutlineInScreen in heights of
	// the image; 0 is no outline. The green of OutlineWidthTexture multiplies it.
	OutlineWidth        float32
	OutlineInScreen     bool
	OutlineWidthTexture *Texture // linear
	OutlineColor        mgl32.Vec3
	OutlineLightingMix  float32 // how much the lit surface multiplies OutlineColor, 0 to 1

	// Scroll is how far the coordinates of all textures but the matcap move in a second, and Spin
	// by how many radians they turn about (0.5, 0.5). The blue of AnimationMask multiplies both.
	Scroll        mgl32.Vec2
	Spin          float32
	AnimationMask *Texture // linear

	// WritesDepth hides what is behind the surface, with [AlphaBlend]. Such surfaces are drawn
	// before the other blended ones. Among those of either kind, a higher QueueOffset is drawn
	// later: 0 to 9 with WritesDepth, and otherwise -9 to 0.
	WritesDepth bool
	QueueOffset int
}

// DefaultToon returns the shading of an extension VRMC_materials_mtoon that says nothing.
func DefaultToon() Toon {
	return Toon{
		ShadingShiftScale: 1, ShadingToony: 0.9, GIEqualization: 0.9, RimFresnelPower: 5, RimLightingMix: 1,
		MatcapColor: mgl32.Vec3{1, 1, 1}, OutlineLightingMix: 1,
	}
}

// Textures returns the textures of the shading, in the order ShadeTexture, ShadingShiftTexture,
// RimTexture, OutlineWidthTexture, AnimationMask, MatcapTexture; nil for those that it does not
// have.
func (t *Toon) Textures() (textures [6]*Texture) {
	if t == nil {
		return textures
	}
	for i, field := range t.textureFields() {
		textures[i] = *field
	}
	return textures
}

func (t *Toon) textureFields() [6]**Texture {
	return [6]**Texture{
		&t.ShadeTexture, &t.ShadingShiftTexture, &t.RimTexture, &t.OutlineWidthTexture, &t.AnimationMask,
		&t.MatcapTexture,
	}
}
