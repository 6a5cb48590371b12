package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// frameBlock is the uniform block Frame of the shaders, in their layout (std140).
type frameBlock struct {
	viewProjection, inverseViewProjection, shadowFromWorld  mgl32.Mat4
	eye, lightDirection, lightColor, rimDirection, rimLight mgl32.Vec4
	zenith, horizon, ground, grid, shadowArea               mgl32.Vec4
	cascades                                                [maxCascades]mgl32.Vec4
	programFromWorld                                        [maxProgramShadows]mgl32.Mat4
	programShadows                                          mgl32.Vec4
	occlusionGrid, occlusionCells                           mgl32.Vec4
	lights                                                  [MaxLights]light
	irradiance                                              [9]mgl32.Vec4
}

// set fills the block, without the shadows, given the camera and the matrix from world space to
// clip space.
func (f *frameBlock) set(style *Style, camera *Camera, viewProjection mgl32.Mat4) {
	f.viewProjection = viewProjection
	f.inverseViewProjection = f.viewProjection.Inv()
	light := direction(style.LightDirection)
	f.eye = camera.Position.Vec4(0)
	f.lightDirection = light.Vec4(mgl32.Clamp(style.ShadowStrength, 0, 1))
	f.lightColor = style.LightColor.Vec4(0)
	exposure := style.Exposure
	if exposure == 0 {
		exposure = 1
	}
	f.rimDirection = rimDirection(light, camera.Target.Sub(camera.Position)).Vec4(0)
	f.rimLight = style.RimLight.Vec4(exposure)
	for i, c := range style.reflected() {
		f.irradiance[i] = c.Vec4(0)
	}
	if style.Environment.prepared() != nil {
		f.irradiance[0][3] = 1
	}
	f.zenith, f.horizon = style.Zenith.Vec4(0), style.Horizon.Vec4(0)
	if style.ShowEnvironment && f.irradiance[0][3] == 1 {
		f.zenith[3] = 1
	}
	f.ground = style.Ground.Vec4(style.GroundHeight)
	f.programShadows = mgl32.Vec4{}
}

// setMultisampled fills in whether pixels have several samples.
func (f *frameBlock) setMultisampled(multisampled bool) {
	f.eye[3] = 0
	if multisampled {
		f.eye[3] = 1
	}
}

// setShadows fills the part of the block that depends on the cascades, whose shadow maps have that
// width and height in texels.
func (f *frameBlock) setShadows(style *Style, camera *Camera, c *cascades, texels int) {
	distance := camera.Distance()
	spacing := style.GridSpacing
	if !(spacing > 0) {
		spacing = automaticSpacing(distance)
	}
	widest := &c.list[0]
	f.grid = mgl32.Vec4{spacing, max(14*distance, 4*widest.radius), float32(c.count), f.grid[3]}
	f.shadowFromWorld = c.fromWorld
	f.shadowArea = widest.center.Vec4(widest.radius)
	for i := range c.list[:c.count] {
		// The blur has about the same width in the image at every distance, within the limits of the
		// map's resolution.
		blur := mgl32.Clamp(0.004*distance/(2*c.list[i].radius), 1.5/float32(texels), 7/float32(texels))
		f.cascades[i] = c.list[i].place.Vec4(blur)
	}
}

// direction returns the unit vector of a direction toward a light; up if it has no length.
func direction(light mgl32.Vec3) mgl32.Vec3 {
	if length := light.Len(); length > 0 && length-length == 0 {
		return light.Mul(1 / length)
	}
	return mgl32.Vec3{0, 1, 0}
}

// rimDirection returns the direction toward a light that outlines what a camera sees: behind it,
// above it, and on the other side than the directional light. It turns steadily with the camera.
func rimDirection(light, forward mgl32.Vec3) mgl32.Vec3 {
	forward = mgl32.Vec3{forward[0], 0, forward[2]}
	if !(forward.Len() > 0) {
		return mgl32.Vec3{0, 1, 0}
	}
	forward = forward.Normalize()
	right := mgl32.Vec3{-forward[2], 0, forward[0]}
	return direction(forward.Add(right.Mul(-0.8 * light.Dot(right))).Add(mgl32.Vec3{0, 0.6, 0}))
}

func (f *frameBlock) upload(d gpu.Device, buffer gpu.Buffer) {
	d.BindBuffer(gpu.Uniforms, buffer)
	d.BufferAllocate(gpu.Uniforms, int(unsafe.Sizeof(*f)))
	d.BufferSubData(gpu.Uniforms, 0, gpu.Bytes(unsafe.Slice(f, 1)))
	d.BindUniformBuffer(bindingFrame, buffer)
}

// automaticSpacing returns a grid spacing, a fifth of a power of ten, that shows a handful of
// strong lines at that distance of the camera.
func automaticSpacing(distance float32) float32 {
	if !(distance > 0) || math.IsInf(float64(distance), 0) {
		return 1
	}
	return 0.2 * float32(math.Pow(10, math.Floor(math.Log10(float64(distance)/2))))
}
