package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// Style is how pictures look. Colors are linear RGB, not sRGB.
type Style struct {
	// LightDirection points toward the directional light; it need not have unit length.
	LightDirection mgl32.Vec3
	LightColor     mgl32.Vec3
	// SkyLight and GroundLight come from straight above and below; between them light from all around is mixed.
	SkyLight, GroundLight mgl32.Vec3

	// Zenith and Horizon color the background.
	Zenith, Horizon mgl32.Vec3

	// ShadowStrength is how much of the directional light a shadow takes away, 0 to 1; 0 draws no shadows.
	ShadowStrength float32

	// NoGround leaves the ground out.
	NoGround     bool
	Ground       mgl32.Vec3
	GroundHeight float32
	// GridSpacing is the distance between lines of the ground's grid, of which every fifth is stronger; 0 chooses it by the
	// camera's distance.
	GridSpacing float32

	// PixelError is how many pixels apart vertices may be that distant meshes of many triangles merge, for speed; 0 draws
	// everything in full.
	PixelError float32

	// Skeletons draws the joints of characters over everything else. It shows those that keep their model matrices, by a
	// [github.com/sinew-go/sinew/components.ModelPose].
	Skeletons     bool
	SkeletonColor mgl32.Vec3
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
	}
}

// frameBlock is the uniform block Frame of the shaders, in their layout (std140).
type frameBlock struct {
	viewProjection, inverseViewProjection, shadowFromWorld mgl32.Mat4
	eye, lightDirection, lightColor, skyLight, groundLight mgl32.Vec4
	zenith, horizon, ground, grid, shadowArea              mgl32.Vec4
}

// set fills the block for a picture of that aspect of what lies within the bounds.
func (f *frameBlock) set(style *Style, camera *Camera, aspect float32, bounds assets.Box, shadowTexels int) {
	projection, view := camera.Projection(aspect), camera.View()
	f.viewProjection = projection.Mul4(view)
	f.inverseViewProjection = f.viewProjection.Inv()
	light := style.LightDirection
	if !(light.Len() > 0) {
		light = mgl32.Vec3{0, 1, 0}
	}
	light = light.Normalize()
	f.eye = camera.Position.Vec4(1)
	f.lightDirection = light.Vec4(mgl32.Clamp(style.ShadowStrength, 0, 1))
	f.lightColor = style.LightColor.Vec4(0)
	f.skyLight, f.groundLight = style.SkyLight.Vec4(0), style.GroundLight.Vec4(0)
	f.zenith, f.horizon = style.Zenith.Vec4(0), style.Horizon.Vec4(0)
	f.ground = style.Ground.Vec4(style.GroundHeight)
	distance := camera.Distance()
	center, radius := shadowArea(camera.Target, distance, bounds)
	spacing := style.GridSpacing
	if !(spacing > 0) {
		spacing = automaticSpacing(distance)
	}
	// Shadows are about as soft everywhere in the picture, as far as the map's texels allow.
	blur := mgl32.Clamp(0.004*distance/(2*radius), 1.5/float32(shadowTexels), 7/float32(shadowTexels))
	f.grid = mgl32.Vec4{spacing, max(14*distance, 4*radius), blur, 0}
	f.shadowFromWorld, center = shadowMatrix(light, center, radius, shadowTexels)
	f.shadowArea = center.Vec4(radius)
}

func (f *frameBlock) upload(buffer uint32) {
	gl.BindBuffer(gl.UNIFORM_BUFFER, buffer)
	gl.BufferData(gl.UNIFORM_BUFFER, int(unsafe.Sizeof(*f)), unsafe.Pointer(f), gl.STREAM_DRAW)
	gl.BindBufferBase(gl.UNIFORM_BUFFER, bindingFrame, buffer)
}

// automaticSpacing returns a fifth of a power of ten that gives a picture a handful of strong lines.
func automaticSpacing(distance float32) float32 {
	if !(distance > 0) || math.IsInf(float64(distance), 0) {
		return 1
	}
	return 0.2 * float32(math.Pow(10, math.Floor(math.Log10(float64(distance)/2))))
}
