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
	home     render.Camera // as it was at first, before it followed a character
	asked    *Camera       // where the user wants it at first; nil for a camera that swings
	followed mgl32.Vec3    // the last position of the character that the camera follows
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
	c := cameraControl{asked: asked}
	c.camera.FieldOfView = 32 * math.Pi / 180
	c.camera.Position = mgl32.Vec3{float32(sinYaw * cosPitch), float32(sinPitch), float32(cosYaw * cosPitch)}
	c.camera.Fit(nonEmpty(s.Bounds()), aspect)
	c.camera.Zoom(float32(distance))
	if asked != nil && asked.Distance > 0 {
		c.camera.Zoom(float32(asked.Distance) / c.camera.Distance())
	}
	c.home = c.camera
	c.follow(s)
	return c
}

// swung returns the camera of a recording after a fraction of its length. The camera swings to one side, to the other
// and back, so that the recording loops without a seam.
func (c *cameraControl) swung(fraction float64) render.Camera {
	camera := c.camera
	if c.asked == nil {
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
	c.move(at.Sub(c.followed))
	c.followed = at
}

// move moves the camera and its target.
func (c *cameraControl) move(by mgl32.Vec3) {
	c.camera.Position, c.camera.Target = c.camera.Position.Add(by), c.camera.Target.Add(by)
}

// refit adapts the camera to an image of another aspect ratio: the scene fills it as it filled the one before. A camera
// whose distance was asked for stays.
func (c *cameraControl) refit(s animatedScene, aspect float32) {
	if c.asked != nil && c.asked.Distance > 0 {
		return
	}
	home := newCameraControl(s, c.asked, aspect).home
	if before := c.home.Distance(); before > 0 {
		c.camera.Zoom(home.Distance() / before)
	}
	c.home = home
}

// stayAbove lifts a camera that a movement has brought below the ground, or so near to it that it would cut it: around
// its target if that suffices. A camera that began there may stay.
func (c *cameraControl) stayAbove(ground float32) {
	low := ground + 0.03*c.camera.Distance()
	if c.home.Position[1] < low {
		return
	}
	if below := low - c.camera.Target[1]; below > 0 {
		c.move(mgl32.Vec3{0, below, 0})
	}
	if c.camera.Position[1] >= low {
		return
	}
	distance := float64(c.camera.Distance())
	angle := func(height float32) float64 {
		return math.Asin(max(-1, min(1, float64(height-c.camera.Target[1])/distance)))
	}
	c.camera.Orbit(0, float32(angle(low)-angle(c.camera.Position[1])))
}

// nonEmpty returns the box, or a box of 2 m around the origin if the scene's box has no extent.
func nonEmpty(b assets.Box) assets.Box {
	if size := b.Max.Sub(b.Min); size[0] >= 0 && size.Len() > 0 {
		return b
	}
	return assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}}
}
