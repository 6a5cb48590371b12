//go:build cgo

package view

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/render"
)

// swingAngle is the largest angle, in radians, by which a swinging camera leaves its middle position.
const swingAngle = 11 * math.Pi / 180

// cameraControl is a camera that swings in recordings and follows a character that is steered.
type cameraControl struct {
	camera   render.Camera
	fixed    bool       // the camera does not swing
	followed mgl32.Vec3 // the last position of the character that the camera follows
}

// newCameraControl places the camera where it was asked to stand or, for nil, such that the scene fills an image of
// that aspect ratio.
func newCameraControl(s animatedScene, asked *Camera, aspect float32) cameraControl {
	yaw, pitch, distance := s.Viewpoint()
	if asked != nil {
		yaw, pitch, distance = asked.Yaw, asked.Pitch, 1
	}
	sinYaw, cosYaw := math.Sincos(yaw * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(pitch * math.Pi / 180)
	c := cameraControl{fixed: asked != nil}
	c.camera.FieldOfView = 32 * math.Pi / 180
	c.camera.Position = mgl32.Vec3{float32(sinYaw * cosPitch), float32(sinPitch), float32(cosYaw * cosPitch)}
	c.camera.Fit(nonEmpty(s.Bounds()), aspect)
	c.camera.Zoom(float32(distance))
	if asked != nil && asked.Distance > 0 {
		c.camera.Zoom(float32(asked.Distance) / c.camera.Distance())
	}
	c.follow(s)
	return c
}

// swung returns the camera of a recording after a fraction of its length. The camera swings to one side, to the other
// and back, so that the recording loops without a seam.
func (c *cameraControl) swung(fraction float64) render.Camera {
	camera := c.camera
	if !c.fixed {
		camera.Orbit(swingAngle*float32(math.Sin(2*math.Pi*fraction)), 0)
	}
	return camera
}

// follow moves the camera with the character that is steered, horizontally.
func (c *cameraControl) follow(s animatedScene) {
	steerable, ok := s.(steerableScene)
	if !ok {
		return
	}
	at := steerable.Transform().Col(3).Vec3()
	at[1] = 0
	move := at.Sub(c.followed)
	c.followed = at
	c.camera.Position, c.camera.Target = c.camera.Position.Add(move), c.camera.Target.Add(move)
}

// nonEmpty returns the box, or a box of 2 m around the origin if the scene's box has no extent.
func nonEmpty(b assets.Box) assets.Box {
	if size := b.Max.Sub(b.Min); size[0] >= 0 && size.Len() > 0 {
		return b
	}
	return assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}}
}
