package render

import (
	"fmt"
	"slices"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// materialTextures is the number of textures of a material.
const materialTextures = rig.MaterialTextures

// materialBlock is the uniform block Material of the shaders, in their layout (std140).
type materialBlock struct {
	baseColor   mgl32.Vec4
	emissive    mgl32.Vec4 // w: alpha cutoff
	surface     mgl32.Vec4 // metallic, roughness, unlit, alpha mode
	relief      mgl32.Vec4 // normal scale, occlusion strength, texture coordinate set of the occlusion texture
	textureSets [4]int32   // of base color, metallic-roughness, emissive and normal texture
	textureRows [2 * materialTextures]mgl32.Vec4
}

// gpuMaterial is a material in GPU memory.
type gpuMaterial struct {
	source      *mesh.Material // nil for the default material
	block       gpu.Buffer
	textures    [materialTextures]gpu.Texture // 0 for none
	samplers    [materialTextures]gpu.Sampler
	alphaMode   mesh.AlphaMode
	doubleSided bool
	unlit       bool
	toon        *gpuToon // nil without toon shading
}

// newMaterial uploads a material with its textures.
func newMaterial(d gpu.Device, m *mesh.Material, images *textures) (*gpuMaterial, error) {
	g := &gpuMaterial{alphaMode: m.AlphaMode, doubleSided: m.DoubleSided, unlit: m.Unlit}
	b := materialBlock{
		baseColor:   m.BaseColor,
		emissive:    m.Emissive.Vec4(m.AlphaCutoff),
		surface:     mgl32.Vec4{m.Metallic, m.Roughness, 0, float32(m.AlphaMode)},
		relief:      mgl32.Vec4{m.NormalScale, m.OcclusionStrength, -1, 0},
		textureSets: [4]int32{-1, -1, -1, -1},
	}
	if m.Unlit {
		b.surface[2] = 1
	}
	for i, use := range [materialTextures]*mesh.Texture{
		m.BaseColorTexture, m.MetallicRoughnessTexture, m.EmissiveTexture, m.NormalTexture, m.OcclusionTexture,
	} {
		if use == nil {
			continue
		}
		texture, err := images.texture(use.Image, i == 0 || i == 2)
		if err != nil {
			return nil, fmt.Errorf("material %q: %w", m.Name, err)
		}
		g.textures[i], g.samplers[i] = texture, images.sampler(use)
		if i < len(b.textureSets) {
			b.textureSets[i] = int32(use.TexCoord)
		} else {
			b.relief[2] = float32(use.TexCoord)
		}
		b.textureRows[2*i], b.textureRows[2*i+1] = transformRows(use)
	}
	var err error
	if g.toon, err = newToon(d, m.Toon, images); err != nil {
		return nil, fmt.Errorf("material %q: %w", m.Name, err)
	}
	g.block = newBuffer(d, gpu.Uniforms, unsafe.Slice(&b, 1))
	return g, nil
}

// transformRows returns the rows of the matrix that transforms (u, v, 1) for a texture.
func transformRows(t *mesh.Texture) (u, v mgl32.Vec4) {
	transform := t.Transform
	if transform == (mgl32.Mat3{}) { // it was made without one
		transform = mgl32.Ident3()
	}
	return transform.Row(0).Vec4(0), transform.Row(1).Vec4(0)
}

// shadesVertices reports whether the material may be lit at vertices: it has one side and hides
// what is behind it, and no texture but that of its color, and it is lit at all.
func (g *gpuMaterial) shadesVertices() bool {
	for _, texture := range g.textures[1:] {
		if texture != 0 {
			return false
		}
	}
	return g.alphaMode == mesh.AlphaOpaque && !g.doubleSided && !g.unlit && g.toon == nil
}

// bind makes the material the current one.
func (g *gpuMaterial) bind(d gpu.Device) {
	d.BindUniformBuffer(bindingMaterial, g.block)
	for i, texture := range g.textures {
		if texture != 0 {
			unit := unitBaseColor + uint32(i)
			d.BindTexture(unit, texture)
			d.BindSampler(unit, g.samplers[i])
		}
	}
	if g.toon != nil {
		g.toon.bind(d)
	}
}

// queue returns when the material is drawn, if it is blended: 0 comes first.
func (g *gpuMaterial) queue() int {
	if g.toon != nil {
		return g.toon.queue
	}
	return plainQueue
}

func (g *gpuMaterial) delete(d gpu.Device) {
	if g != nil {
		d.DeleteBuffer(g.block)
		g.toon.delete(d)
	}
}

// partMaterials is where poses hold the values of a part's materials, by primitive of its mesh.
type partMaterials struct {
	mesh     id.Mesh
	values   []assets.MaterialValues
	animated []bool // whether clips change the primitive's material
}

// newPartMaterials returns the values of the materials of a part, or nil if clips change none.
// Parts of one mesh share them, so that they are drawn together.
func newPartMaterials(part *assets.Part, primitives int, others []gpuPart) *partMaterials {
	if len(part.Materials) == 0 {
		return nil
	}
	m := &partMaterials{mesh: part.Mesh}
	for i := range primitives {
		values, animated := part.MaterialValues(i)
		m.values, m.animated = append(m.values, values), append(m.animated, animated)
	}
	for i := range others {
		if o := others[i].materials; o != nil && o.mesh == m.mesh && slices.Equal(o.values, m.values) {
			return o
		}
	}
	return m
}

// setMaterialValues sets where the program finds the values of the material of a primitive. It
// costs nothing while no material is animated.
func (p *program) setMaterialValues(m *partMaterials, primitive int) {
	animated := m != nil && m.animated[primitive]
	if animated != p.isAnimated {
		value := int32(0)
		if animated {
			value = 1
		}
		p.device.Uniform1i(p.animatedMaterial, value)
		p.isAnimated = animated
	}
	if animated {
		p.device.Uniform1iv(p.materialValues, m.values[primitive][:])
	}
}
