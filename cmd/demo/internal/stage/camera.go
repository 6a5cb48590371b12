//go:build cgo || js

package stage

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/systems/render"
)

// swingAngle is the largest angle, in radians, by which a swinging camera leaves its middle position.
const swingAngle = 11 * math.Pi / 180

// CameraControl is a camera that swings in recordings and follows a character that is steered.
type CameraControl struct {
	Camera   render.Camera
	fixed    bool       // the camera does not swing
	followed mgl32.Vec3 // the last position of the character that the camera follows
}

// NewCamera places the camera where it was asked to stand or, for nil, such that the scene fills an image of
// that aspect ratio.
func NewCamera(s Scene, asked *Placement, aspect float32) CameraControl {
	yaw, pitch, distance := s.Viewpoint()
	if asked != nil {
		yaw, pitch, distance = asked.Yaw, asked.Pitch, 1
	}
	sinYaw, cosYaw := math.Sincos(yaw * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(pitch * math.Pi / 180)
	c := CameraControl{fixed: asked != nil}
	c.Camera.FieldOfView = 32 * math.Pi / 180
	c.Camera.Position = mgl32.Vec3{float32(sinYaw * cosPitch), float32(sinPitch), float32(cosYaw * cosPitch)}
	c.Camera.Fit(nonEmpty(s.Bounds()), aspect)
	c.Camera.Zoom(float32(distance))
	if asked != nil && asked.Distance > 0 {
		c.Camera.Zoom(float32(asked.Distance) / c.Camera.Distance())
	}
	c.Follow(s)
	return c
}

// Swung returns the camera of a recording after a fraction of its length. The camera swings to one side, to the other
// and back, so that the recording loops without a seam.
func (c *CameraControl) Swung(fraction float64) render.Camera {
	camera := c.Camera
	if !c.fixed {
		camera.Orbit(swingAngle*float32(math.Sin(2*math.Pi*fraction)), 0)
	}
	return camera
}

// Follow moves the camera with the character that is steered, horizontally.
func (c *CameraControl) Follow(s Scene) {
	steerable, ok := s.(Steerable)
	if !ok {
		return
	}
	at := steerable.Transform().Col(3).Vec3()
	at[1] = 0
	move := at.Sub(c.followed)
	c.followed = at
	c.Camera.Position, c.Camera.Target = c.Camera.Position.Add(move), c.Camera.Target.Add(move)
}

// Drag orbits the camera by a movement of the mouse, in fractions of the image's height.
func (c *CameraControl) Drag(right, down float64) {
	const turn = 3.2 // radians over the image's height
	c.Camera.Orbit(float32(-right*turn), float32(down*turn))
}

// Pan moves the camera by a movement of the mouse, in fractions of the image's height.
func (c *CameraControl) Pan(right, down float64) { c.Camera.Pan(float32(-right), float32(down)) }

// Wheel moves the camera nearer for positive clicks, which are those away from the user.
func (c *CameraControl) Wheel(clicks float64) { c.Camera.Zoom(float32(math.Pow(0.9, clicks))) }

// ApplyStyle sets the renderer's style for a scene.
func ApplyStyle(renderer *render.Renderer, s Scene, skeletons bool) {
	renderer.Style.Skeletons = skeletons
	renderer.Style.GroundHeight = s.Ground()
	if _, ok := s.(Steerable); ok {
		renderer.Style.GridSpacing = locomotion.Grid // fixed, so that sliding feet would be visible
	}
}

// nonEmpty returns the box, or a box of 2 m around the origin if the scene's box has no extent.
func nonEmpty(b assets.Box) assets.Box {
	if size := b.Max.Sub(b.Min); size[0] >= 0 && size.Len() > 0 {
		return b
	}
	return assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}}
}
