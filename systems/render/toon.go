package render

import (
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// toonTextures is the number of textures of toon shading.
const toonTextures = len([...]uint32{
	unitShade, unitShadingShift, unitRim, unitOutline, unitMotionMask, unitMatcap,
})

// toonBlock is the uniform block Toon of the shaders, in their layout (std140).
type toonBlock struct {
	shadeColor, shading, rimColor, matcapColor, outlineColor, outlineWidth, motion mgl32.Vec4
	sets                                                                           [8]int32
	rows                                                                           [2 * toonTextures]mgl32.Vec4
}

// gpuToon is the toon shading of a material in GPU memory.
type gpuToon struct {
	block    gpu.Buffer
	textures [toonTextures]gpu.Texture // 0 for none
	samplers [toonTextures]gpu.Sampler
	outlines bool
	queue    int // among the blended materials, from 0 on
}

// The queues of blended materials: first those that write depth, and from firstPlainQueue on the
// others. That of materials without toon shading is plainQueue.
const (
	firstPlainQueue = 10
	plainQueue      = 19
	blendQueues     = plainQueue + 1
)

// newToon uploads toon shading with its textures; nil gives nil.
func newToon(d gpu.Device, t *mesh.Toon, images *textures) (*gpuToon, error) {
	if t == nil {
		return nil, nil
	}
	g := &gpuToon{outlines: t.OutlineWidth != 0}
	if g.queue = plainQueue + min(max(t.QueueOffset, -9), 0); t.WritesDepth {
		g.queue = min(max(t.QueueOffset, 0), 9)
	}
	b := toonBlock{
		shadeColor:   t.ShadeColor.Vec4(t.ShadingShift),
		shading:      mgl32.Vec4{t.ShadingToony, t.ShadingShiftScale, t.GIEqualization, t.RimLightingMix},
		rimColor:     t.RimColor.Vec4(t.RimFresnelPower),
		matcapColor:  t.MatcapColor.Vec4(t.RimLift),
		outlineColor: t.OutlineColor.Vec4(t.OutlineLightingMix),
		outlineWidth: mgl32.Vec4{t.OutlineWidth, 0},
		motion:       mgl32.Vec4{t.Scroll[0], t.Scroll[1], t.Spin},
	}
	if t.OutlineInScreen {
		b.outlineWidth[1] = 1
	}
	for i, use := range t.Textures() {
		if use == nil {
			b.sets[i] = -1
			continue
		}
		isColor := use == t.ShadeTexture || use == t.RimTexture || use == t.MatcapTexture
		texture, err := images.texture(use.Image, isColor)
		if err != nil {
			return nil, err
		}
		g.textures[i], g.samplers[i] = texture, images.sampler(use)
		b.sets[i] = int32(use.TexCoord)
		b.rows[2*i], b.rows[2*i+1] = transformRows(use)
	}
	g.block = newBuffer(d, gpu.Uniforms, unsafe.Slice(&b, 1))
	return g, nil
}

// bind makes the shading the current one.
func (g *gpuToon) bind(d gpu.Device) {
	d.BindUniformBuffer(bindingToon, g.block)
	for i, texture := range g.textures {
		if texture != 0 {
			d.BindTexture(unitShade+uint32(i), texture)
			d.BindSampler(unitShade+uint32(i), g.samplers[i])
		}
	}
}

// toonOf returns the toon shading with which a primitive is drawn, nil for none: lines and points
// have none, as they have no normals.
func (g *gpuPrimitive) toonOf(m *gpuMaterial) *gpuToon {
	if g.mode != gpu.Triangles {
		return nil
	}
	return m.toon
}

func (g *gpuToon) delete(d gpu.Device) {
	if g != nil {
		d.DeleteBuffer(g.block)
	}
}

// toonSource returns the program that draws with toon shading what a program draws without, given
// the file that reads instances.
func toonSource(name, instances string) programSource {
	return programSource{
		name:   name,
		vertex: []string{"frame", "texels", instances, "skin", "vertex", "toon_block", "toon.vert"},
		fragment: []string{
			"frame", "texels", "material_block", "material", "toon_block", "tone", "environment", "light", "surface",
			"fade", "toon.frag",
		},
	}
}

// linkLike links the forms of a program that another one has, unless that was done before.
func (s *skinPrograms) linkLike(r *Renderer, source programSource, other *skinPrograms) error {
	if s.blend == nil {
		if err := s.link(r, source); err != nil {
			return err
		}
	}
	if other.dual != nil {
		if err := s.linkDual(r); err != nil {
			return err
		}
	}
	if other.ahead != nil {
		return s.linkAhead(r)
	}
	return nil
}

// prepareToon links the programs of toon shading if something in the frame needs them.
func (r *Renderer) prepareToon() error {
	if r.toonNeeded {
		if err := r.toon.linkLike(r, toonSource("toon mesh", "instance"), &r.mesh); err != nil {
			return err
		}
	}
	if r.crowd.toonNeeded {
		return r.crowd.toon.linkLike(r, toonSource("toon crowd", "crowd"), &r.crowd.mesh)
	}
	return nil
}

// useFor makes one of two programs the current one, for a material with toon shading or for one
// without, unless it is already, and returns it.
func (r *Renderer) useFor(isToon bool, plain, toon, current *program) *program {
	next := plain
	if isToon {
		next = toon
	}
	if next == current {
		return next
	}
	next.use()
	if isToon {
		r.device.Uniform1f(next.toonSeconds, float32(r.Style.Seconds))
		r.device.Uniform1f(next.imageHeight, r.imageHeight)
		r.device.Uniform1i(next.outlinePass, 0)
	}
	return next
}

// beginOutline lets a program of toon shading draw outlines: the back faces of a hull around the
// surface.
func (r *Renderer) beginOutline(p *program) {
	r.device.Uniform1i(p.outlinePass, 1)
	r.device.Enable(gpu.FaceCulling)
	r.device.CullFront(true)
}

// endOutline lets the program draw surfaces again.
func (r *Renderer) endOutline(p *program) {
	r.device.CullFront(false)
	r.device.Uniform1i(p.outlinePass, 0)
}
