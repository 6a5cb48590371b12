package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// Style is the look of a frame. Colors are linear RGB.
type Style struct {
	// LightDirection points toward the directional light; it need not have unit length.
	LightDirection mgl32.Vec3
	LightColor     mgl32.Vec3
	// SkyLight and GroundLight are the ambient light from straight above and from straight below. Other directions
	// receive a mix of both.
	SkyLight, GroundLight mgl32.Vec3

	// Zenith and Horizon are the colors of the sky.
	Zenith, Horizon mgl32.Vec3

	// ShadowStrength is the fraction of the directional light that a shadow removes, 0 to 1; 0 draws no shadows.
	ShadowStrength float32

	// NoGround omits the ground, whose color is Ground, at the height GroundHeight.
	NoGround     bool
	Ground       mgl32.Vec3
	GroundHeight float32
	// GridSpacing is the distance between the lines of the ground's grid; every fifth line is stronger. 0 selects a
	// distance that suits the camera's.
	GridSpacing float32

	// PixelError is the tolerance, in pixels, of the coarser levels of detail of distant meshes; 0 draws full detail.
	PixelError float32

	// NoCulling draws what is outside of the camera's view and of the shadow map too. It is for programs that move the
	// joints of a character apart by more than about twice [assets.Model.Reach], such as debris.
	NoCulling bool

	// Skinning overrides how parts are skinned, for everything that is drawn; nil leaves it to each part
	// ([assets.Part.Skinning]). It does not change vertices that are skinned on the CPU. With rigid skinning and dual quaternions
	// the first influence of a vertex counts as the heaviest.
	Skinning *mesh.Skinning

	// Skeletons draws skeletons over everything else, of the characters that keep their model matrices: with a
	// [github.com/sinew-go/sinew/components.ModelPose].
	Skeletons     bool
	SkeletonColor mgl32.Vec3

	// Bounds draws the box of each character in its pose over everything else: the box in model space that decides
	// whether the character is in view, for morph weights from 0 to 1.
	Bounds      bool
	BoundsColor mgl32.Vec3
}

// DefaultStyle returns soft daylight over a pale ground.
func DefaultStyle() Style {
	return Style{
		LightDirection: mgl32.Vec3{-0.62, 0.85, 0.38},
		LightColor:     mgl32.Vec3{0.98, 0.88, 0.74},
		SkyLight:       mgl32.Vec3{0.30, 0.36, 0.46},
		GroundLight:    mgl32.Vec3{0.19, 0.17, 0.15},
		Zenith:         mgl32.Vec3{0.20, 0.33, 0.50},
		Horizon:        mgl32.Vec3{0.68, 0.74, 0.80},
		ShadowStrength: 0.85,
		Ground:         mgl32.Vec3{0.44, 0.46, 0.48},
		PixelError:     2,
		SkeletonColor:  mgl32.Vec3{0.03, 0.55, 0.75},
		BoundsColor:    mgl32.Vec3{0.90, 0.42, 0.03},
	}
}

// frameBlock is the uniform block Frame of the shaders, in their layout (std140).
type frameBlock struct {
	viewProjection, inverseViewProjection, shadowFromWorld mgl32.Mat4
	eye, lightDirection, lightColor, skyLight, groundLight mgl32.Vec4
	zenith, horizon, ground, grid, shadowArea              mgl32.Vec4
}

// set fills the block but for the shadows, given the eye in world space and the matrix from there to clip space.
func (f *frameBlock) set(style *Style, eye mgl32.Vec3, viewProjection mgl32.Mat4) {
	f.viewProjection = viewProjection
	f.inverseViewProjection = f.viewProjection.Inv()
	light := style.LightDirection
	if !(light.Len() > 0) {
		light = mgl32.Vec3{0, 1, 0}
	}
	light = light.Normalize()
	f.eye = eye.Vec4(1)
	f.lightDirection = light.Vec4(mgl32.Clamp(style.ShadowStrength, 0, 1))
	f.lightColor = style.LightColor.Vec4(0)
	f.skyLight, f.groundLight = style.SkyLight.Vec4(0), style.GroundLight.Vec4(0)
	f.zenith, f.horizon = style.Zenith.Vec4(0), style.Horizon.Vec4(0)
	f.ground = style.Ground.Vec4(style.GroundHeight)
}

// setShadows fills the part of the block that depends on the box around everything that casts shadows.
func (f *frameBlock) setShadows(style *Style, camera *Camera, bounds assets.Box, shadowTexels int) {
	light := f.lightDirection.Vec3()
	distance := camera.Distance()
	center, radius := shadowArea(camera.Target, distance, bounds)
	spacing := style.GridSpacing
	if !(spacing > 0) {
		spacing = automaticSpacing(distance)
	}
	// The blur has about the same width in the image at every distance, within the limits of the map's resolution.
	blur := mgl32.Clamp(0.004*distance/(2*radius), 1.5/float32(shadowTexels), 7/float32(shadowTexels))
	f.grid = mgl32.Vec4{spacing, max(14*distance, 4*radius), blur, 0}
	f.shadowFromWorld, center = shadowMatrix(light, center, radius, shadowTexels)
	f.shadowArea = center.Vec4(radius)
}

func (f *frameBlock) upload(d gpu.Device, buffer gpu.Buffer) {
	d.BindBuffer(gpu.Uniforms, buffer)
	d.BufferAllocate(gpu.Uniforms, int(unsafe.Sizeof(*f)))
	d.BufferSubData(gpu.Uniforms, 0, gpu.Bytes(unsafe.Slice(f, 1)))
	d.BindUniformBuffer(bindingFrame, buffer)
}

// automaticSpacing returns a grid spacing, a fifth of a power of ten, that shows a handful of strong lines at that
// distance of the camera.
func automaticSpacing(distance float32) float32 {
	if !(distance > 0 && exact.IsFinite(distance)) {
		return 1
	}
	return 0.2 * float32(math.Pow(10, math.Floor(math.Log10(float64(distance)/2))))
}
