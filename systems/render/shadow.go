package render

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// shadowMap is a depth texture, drawn from the directional light: the square maps of the cascades
// side by side.
type shadowMap struct {
	device      gpu.Device
	size        int // width and height of a map
	cascades    int // largest number of maps
	room        int // for maps, in the largest texture
	maps        int // that have memory
	contexts    *contexts
	framebuffer perContext[gpu.Framebuffer]
	texture     gpu.Texture
	grew        bool // since the memory was last checked
}

// defaultCascades is the number of cascades where the program asks for none.
const defaultCascades = 2

// depthSampling is how shaders read a shadow map: compared with a depth, filtered between four
// texels.
var depthSampling = gpu.Sampling{
	Min: gpu.Linear, Mag: gpu.Linear, WrapU: gpu.ClampToEdge, WrapV: gpu.ClampToEdge, Compare: true,
}

// newShadowMap makes shadow maps of a size for so many cascades; 0 means [defaultCascades], or as
// many as the driver has room for.
func newShadowMap(d gpu.Device, c *contexts, size, cascades int) (*shadowMap, error) {
	maxSize := d.Limits().TextureSize
	if size < 1 || size > maxSize {
		return nil, fmt.Errorf("shadow map: expected a size of 1 to %d texels, found %d", maxSize, size)
	}
	if cascades < 0 || cascades > maxCascades {
		return nil, fmt.Errorf("shadow map: expected 1 to %d cascades, or 0 for the default, found %d", maxCascades,
			cascades)
	}
	if cascades == 0 {
		cascades = min(defaultCascades, maxSize/size)
	}
	if cascades*size > maxSize {
		return nil, fmt.Errorf("shadow map: expected cascades of at most %d texels in all, the driver's limit, "+
			"found %d of %d", maxSize, cascades, size)
	}
	s := &shadowMap{
		device: d, contexts: c, size: size, cascades: cascades, room: maxSize / size, texture: d.CreateTexture(),
	}
	s.reserve(1)
	s.bindFramebuffer()
	if err := framebufferError(d); err != nil {
		s.delete()
		return nil, fmt.Errorf("shadow map: %w", err)
	}
	return s, nil
}

// most returns the largest number of maps of a frame in a style.
func (s *shadowMap) most(style *Style) int {
	if style.ShadowCascades <= 0 {
		return s.cascades
	}
	return max(1, min(style.ShadowCascades, maxCascades, s.room))
}

// reserve makes memory for so many maps.
func (s *shadowMap) reserve(maps int) {
	if maps <= s.maps {
		return
	}
	d := s.device
	s.maps, s.grew = maps, true
	d.BindTexture(unitShadow, s.texture)
	d.ResetPixels()
	d.TexImage(unitShadow, gpu.Depth24, maps*s.size, s.size, nil)
	d.TexSampling(unitShadow, depthSampling)
}

// bindFramebuffer binds the framebuffer of the current context, which it makes if need be.
func (s *shadowMap) bindFramebuffer() {
	framebuffer, ok := s.framebuffer.get(s.contexts)
	if !ok {
		framebuffer = s.device.CreateFramebuffer()
		s.framebuffer.set(s.contexts, framebuffer)
	}
	s.device.BindFramebuffer(framebuffer, framebuffer)
	if !ok {
		s.device.AttachTexture(s.texture, true)
		s.device.DrawNoColor()
	}
}

// begin clears the maps and makes them the framebuffer.
func (s *shadowMap) begin() {
	s.bindFramebuffer()
	s.device.Clear(false, true)
}

// beginMap lets the following draws go to one map.
func (s *shadowMap) beginMap(cascade int) { s.device.Viewport(cascade*s.size, 0, s.size, s.size) }

// bind makes the maps the shaders' shadow texture.
func (s *shadowMap) bind() {
	s.device.BindTexture(unitShadow, s.texture)
	s.device.BindSampler(unitShadow, 0)
}

func (s *shadowMap) delete() {
	if s != nil {
		s.framebuffer.free(s.contexts, s.device.DeleteFramebuffer)
		s.device.DeleteTexture(s.texture)
	}
}

// shadowTexelError is the tolerance of levels of detail in a shadow map, in texels: about the width
// of the blur.
const shadowTexelError = 2

// drawShadows draws everything to the shadow maps, at no more detail than their resolution needs.
func (r *Renderer) drawShadows() {
	d := r.device
	r.shadows.begin()
	d.Enable(gpu.DepthOffset)
	d.PolygonOffset(1.5, 2)
	for i := range r.cascades.list[:r.cascades.count] {
		r.shadows.beginMap(i)
		r.drawShadowMap(i, 2*r.cascades.list[i].radius/float32(r.shadows.size))
	}
	d.Disable(gpu.DepthOffset)
}

// drawShadowMap draws the map of a cascade, whose texels have that size in world units.
func (r *Renderer) drawShadowMap(cascade int, texel float32) {
	d := r.device
	var program *program
	for _, batch := range r.batches.active {
		first, end := batch.inShadowMap(cascade)
		if first == end {
			continue
		}
		level := batch.level
		if r.Style.PixelError > 0 {
			level = max(level, batch.mesh.detail.level(shadowTexelError*texel/batch.scale))
		}
		for i := range batch.mesh.primitives {
			p := &batch.mesh.primitives[i]
			if p.mode != gpu.Triangles {
				continue // lines and points have no width that could cast a shadow
			}
			material, programs := r.materialOf(p), &r.shadowMesh
			if material.alphaMode == mesh.AlphaOpaque {
				programs = &r.opaqueShadow
			} else {
				material.bind(d)
			}
			if next := programs.ofBatch(batch); next != program {
				program = next
				program.use()
				d.Uniform1i(program.cascade, int32(cascade))
			}
			setFaces(d, material, batch.mirrored)
			r.drawPrimitive(program, batch, p, level, first, end)
		}
	}
	d.FrontFace(false)
	r.drawCrowdShadows(cascade, texel)
}
