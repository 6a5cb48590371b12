package pack

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// imageRecord is the name and the pixels of an image, 4 bytes each.
func (c *coder) imageRecord(v *mesh.Image) {
	c.text(&v.Name)
	has := v.Pixels != nil || v.Width != 0 || v.Height != 0
	if c.flag(&has); !has {
		return
	}
	c.number(&v.Width)
	c.number(&v.Height)
	c.bytes(&v.Pixels)
	if err := v.Check(); err != nil {
		c.fail("%v", err)
	}
}

func (c *coder) materialRecord(m *mesh.Material) {
	c.text(&m.Name)
	c.fixed(m.BaseColor[:])
	c.texture(&m.BaseColorTexture)
	c.fixed32(&m.Metallic)
	c.fixed32(&m.Roughness)
	c.texture(&m.MetallicRoughnessTexture)
	c.fixed(m.Emissive[:])
	c.texture(&m.EmissiveTexture)
	c.texture(&m.NormalTexture)
	c.fixed32(&m.NormalScale)
	c.texture(&m.OcclusionTexture)
	c.fixed32(&m.OcclusionStrength)
	c.byte((*uint8)(&m.AlphaMode))
	c.fixed32(&m.AlphaCutoff)
	c.flag(&m.DoubleSided)
	c.flag(&m.Unlit)
	c.toon(&m.Toon)
	numbers := []float32{m.Metallic, m.Roughness, m.NormalScale, m.OcclusionStrength, m.AlphaCutoff}
	for _, v := range append(append(numbers, m.BaseColor[:]...), m.Emissive[:]...) {
		c.expect(exact.IsFinite(v), "finite numbers of the material, found %v", v)
	}
	c.expect(m.AlphaMode <= mesh.AlphaBlend, "a known mode of alpha, found %d", m.AlphaMode)
}

// toon codes toon shading, or that there is none.
func (c *coder) toon(v **mesh.Toon) {
	has := *v != nil
	if c.flag(&has); !has {
		return
	}
	if !c.writes() {
		*v = &mesh.Toon{}
	}
	t := *v
	for _, color := range []*mgl32.Vec3{&t.ShadeColor, &t.RimColor, &t.MatcapColor, &t.OutlineColor} {
		c.fixed(color[:])
		c.expect(exact.IsFinite(color[0]+color[1]+color[2]), "a finite color of toon shading, found %v", *color)
	}
	for _, texture := range []**mesh.Texture{
		&t.ShadeTexture, &t.ShadingShiftTexture, &t.RimTexture, &t.OutlineWidthTexture, &t.AnimationMask, &t.MatcapTexture,
	} {
		c.texture(texture)
	}
	for _, number := range []*float32{
		&t.ShadingShift, &t.ShadingShiftScale, &t.ShadingToony, &t.GIEqualization, &t.RimFresnelPower, &t.RimLift,
		&t.RimLightingMix, &t.OutlineWidth, &t.OutlineLightingMix, &t.Scroll[0], &t.Scroll[1], &t.Spin,
	} {
		c.fixed32(number)
		c.expect(exact.IsFinite(*number), "a finite number of toon shading, found %v", *number)
	}
	c.flag(&t.OutlineInScreen)
	c.flag(&t.WritesDepth)
	c.number(&t.QueueOffset)
}

// texture codes a texture, or that there is none. One without an image is none.
func (c *coder) texture(v **mesh.Texture) {
	has := *v != nil && (*v).Image != 0
	if c.flag(&has); !has {
		*v = nil
		return
	}
	if !c.writes() {
		*v = &mesh.Texture{}
	}
	t := *v
	refer(c, &c.refs.images, &t.Image)
	c.number(&t.TexCoord)
	c.byte((*uint8)(&t.WrapU))
	c.byte((*uint8)(&t.WrapV))
	c.flag(&t.Nearest)
	c.fixed(t.Transform[:])
	c.expect(t.TexCoord == 0 || t.TexCoord == 1, "the texture coordinates 0 or 1, found %d", t.TexCoord)
	c.expect(t.WrapU <= mesh.WrapClamp && t.WrapV <= mesh.WrapClamp, "known wrap modes, found %d and %d", t.WrapU, t.WrapV)
	for _, x := range t.Transform {
		c.expect(exact.IsFinite(x), "a finite transform of the texture, found %v", x)
	}
}

func (c *coder) meshRecord(m *mesh.Mesh) {
	c.text(&m.Name)
	c.texts(&m.TargetNames)
	c.floats(&m.Weights)
	list(c, &m.Primitives, 53, c.primitive)
}

func (c *coder) primitive(p *mesh.Primitive) {
	c.number(&p.Source)
	c.byte((*uint8)(&p.Topology))
	vectors(c, &p.Positions)
	vectors(c, &p.Normals)
	vectors(c, &p.Tangents)
	vectors(c, &p.TexCoords[0])
	vectors(c, &p.TexCoords[1])
	vectors(c, &p.Colors)
	c.number(&p.Influences)
	joints(c, &p.Joints, mesh.NoInfluence)
	c.floats(&p.Weights)
	list(c, &p.Indices, 4, func(v *uint32) {
		vertex := int(int32(*v))
		c.number(&vertex)
		*v = uint32(vertex)
	})
	list(c, &p.Targets, 12, func(t *mesh.MorphTarget) {
		vectors(c, &t.Positions)
		vectors(c, &t.Normals)
		vectors(c, &t.Tangents)
	})
	refer(c, &c.refs.materials, &p.Material)
}
