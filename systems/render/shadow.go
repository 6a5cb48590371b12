package render

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// shadowMap is a square depth texture, drawn from the directional light.
type shadowMap struct {
	device      gpu.Device
	size        int
	contexts    *contexts
	framebuffer perContext[gpu.Framebuffer]
	texture     gpu.Texture
}

func newShadowMap(d gpu.Device, c *contexts, size int) (*shadowMap, error) {
	if maxSize := d.Limits().TextureSize; size < 1 || size > maxSize {
		return nil, fmt.Errorf("shadow map: expected a size of 1 to %d texels, found %d", maxSize, size)
	}
	s := &shadowMap{device: d, contexts: c, size: size, texture: d.CreateTexture()}
	d.BindTexture(unitShadow, s.texture)
	d.ResetPixels()
	d.TexImage(unitShadow, gpu.Depth24, size, size, nil)
	d.TexSampling(unitShadow, gpu.Sampling{
		Min: gpu.Linear, Mag: gpu.Linear, WrapU: gpu.ClampToEdge,
		WrapV: gpu.ClampToEdge,
	})
	d.TexCompare(unitShadow)
	s.bindFramebuffer()
	if err := framebufferError(d); err != nil {
		s.delete()
		return nil, fmt.Errorf("shadow map: %w", err)
	}
	return s, nil
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

// begin clears the map and makes it the framebuffer.
func (s *shadowMap) begin() {
	s.bindFramebuffer()
	s.device.Viewport(0, 0, s.size, s.size)
	s.device.Clear(false, true)
}

// bind makes the map the shaders' shadow texture.
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

// shadowDistances is the largest radius of the area with shadows, in distances of the camera.
const shadowDistances = 3

func maxShadowRadius(camera *Camera) float32 { return shadowDistances * max(camera.Distance(), 1e-6) }

// shadowClip takes the shadow map's x, y and depth from 0 to 1, to clip space.
var shadowClip = mgl32.Translate3D(-1, -1, -1).Mul4(mgl32.Scale3D(2, 2, 2))

// shadowArea returns the sphere, in world space, within which shadows are drawn: around everything
// that is drawn, but at most three times the camera's distance. The radius is rounded up to steps,
// so that shadows do not flicker while characters move.
func shadowArea(target mgl32.Vec3, distance float32, bounds assets.Box) (center mgl32.Vec3, radius float32) {
	maxRadius := shadowDistances * max(distance, 1e-6)
	size := bounds.Max.Sub(bounds.Min)
	if !(size[0] >= 0) {
		return target, maxRadius
	}
	center, radius = bounds.Min.Add(size.Mul(0.5)), max(1.15*size.Len()/2, 1e-6)
	if radius > maxRadius {
		return target, maxRadius
	}
	steps := math.Ceil(4 * math.Log2(float64(radius)))
	return center, float32(math.Exp2(steps / 4))
}

// shadowMatrix returns the matrix from world space to the shadow map, whose x, y and depth range
// from 0 to 1, and the center of the area. The center is rounded to a whole texel, so that the
// map's texels do not move in the world.
func shadowMatrix(light, center mgl32.Vec3, radius float32, texels int) (mgl32.Mat4, mgl32.Vec3) {
	up := mgl32.Vec3{0, 1, 0}
	if math.Abs(float64(light[1])) > 0.99 {
		up = mgl32.Vec3{0, 0, 1}
	}
	turn := mgl32.LookAtV(mgl32.Vec3{}, light.Mul(-1), up)
	at := mgl32.TransformCoordinate(center, turn)
	texel := 2 * radius / float32(texels)
	for axis := range 2 {
		at[axis] = texel * float32(math.Floor(float64(at[axis]/texel)))
	}
	// Objects cast shadows into the area from up to three radii outside of it, toward the light.
	box := mgl32.Ortho(at[0]-radius, at[0]+radius, at[1]-radius, at[1]+radius, -at[2]-4*radius, -at[2]+2*radius)
	half := mgl32.Translate3D(0.5, 0.5, 0.5).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))
	return half.Mul4(box).Mul4(turn), mgl32.TransformCoordinate(at, turn.Transpose())
}

// shadowTexelError is the tolerance of levels of detail in the shadow map, in texels: about the
// width of the blur.
const shadowTexelError = 2

// drawShadows draws everything to the shadow map, at no more detail than the map's resolution
// needs.
func (r *Renderer) drawShadows() {
	d := r.device
	r.shadows.begin()
	texel := 2 * r.frame.shadowArea[3] / float32(r.shadows.size)
	d.Enable(gpu.DepthOffset)
	d.PolygonOffset(1.5, 2)
	var program *program
	for _, batch := range r.batches.active {
		if len(batch.instances) == batch.firstCaster {
			continue
		}
		if next := r.shadowMesh.ofBatch(batch); next != program {
			program = next
			program.use()
		}
		level := batch.level
		if r.Style.PixelError > 0 {
			level = max(level, batch.mesh.detail.level(shadowTexelError*texel/batch.scale))
		}
		for i := range batch.mesh.primitives {
			p := &batch.mesh.primitives[i]
			material := r.materialOf(p)
			material.bind(d)
			setFaces(d, material, batch.mirrored)
			r.drawPrimitive(program, batch, p, level, batch.firstCaster, len(batch.instances))
		}
	}
	d.FrontFace(false)
	r.drawCrowdShadows(texel)
	d.Disable(gpu.DepthOffset)
}
