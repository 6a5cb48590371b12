package render

import (
	"math"
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// frameBlock is the uniform block Frame of the shaders, in their layout (std140).
type frameBlock struct {
	viewProjection, inverseViewProjection, shadowFromWorld  mgl32.Mat4
	eye, lightDirection, lightColor, skyLight, groundLight mgl32.Vec4
	zenith, horizon, ground, grid, shadowArea               mgl32.Vec4
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

// shadowArea returns the ball in which shadows fall: around everything that is drawn, but no larger than what the camera sees
// well. Radii come in steps, so that shadows do not shimmer while characters move.
func shadowArea(target mgl32.Vec3, distance float32, bounds assets.Box) (center mgl32.Vec3, radius float32) {
	widest := 3 * max(distance, 1e-6)
	size := bounds.Max.Sub(bounds.Min)
	if !(size[0] >= 0) {
		return target, widest
	}
	center, radius = bounds.Min.Add(size.Mul(0.5)), max(1.15*size.Len()/2, 1e-6)
	if radius > widest {
		return target, widest
	}
	steps := math.Ceil(4 * math.Log2(float64(radius)))
	return center, float32(math.Exp2(steps / 4))
}

// shadowMatrix returns the matrix from world space to the shadow map, whose x, y and depth run from 0 to 1, and the area's
// center, moved to a whole texel so that texels stay where they are in the world.
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
	// What stands between the light and the area casts shadows into it from as far as three radii.
	box := mgl32.Ortho(at[0]-radius, at[0]+radius, at[1]-radius, at[1]+radius, -at[2]-4*radius, -at[2]+2*radius)
	half := mgl32.Translate3D(0.5, 0.5, 0.5).Mul4(mgl32.Scale3D(0.5, 0.5, 0.5))
	return half.Mul4(box).Mul4(turn), mgl32.TransformCoordinate(at, turn.Transpose())
}
