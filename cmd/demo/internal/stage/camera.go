//go:build cgo || js

package stage

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/systems/render"
)

// swingAngle is the largest angle, in radians, by which a swinging camera leaves its middle
// position.
const swingAngle = 11 * math.Pi / 180

// CameraControl is a camera that swings in recordings, follows a character that is steered, and
// stays above the ground when the user moves it.
type CameraControl struct {
	Camera   render.Camera
	home     render.Camera // as it was at first, before it followed a character
	asked    *Placement    // where the user wants it at first; nil for a camera that swings
	ground   float32       // its height
	followed mgl32.Vec3    // the last position of the character that the camera follows
	away     *away         // nil once the camera has moved since the last reset
}

// away is a camera before it was reset.
type away struct {
	camera   render.Camera
	followed mgl32.Vec3
}

// NewCamera places the camera where it was asked to stand or, for nil, such that the scene fills an
// image of that aspect ratio.
func NewCamera(s Scene, asked *Placement, aspect float32) CameraControl {
	yaw, pitch, distance := s.Viewpoint()
	if asked != nil {
		yaw, pitch, distance = asked.Yaw, asked.Pitch, 1
	}
	sinYaw, cosYaw := math.Sincos(yaw * math.Pi / 180)
	sinPitch, cosPitch := math.Sincos(pitch * math.Pi / 180)
	c := CameraControl{asked: asked, ground: s.Ground()}
	c.Camera.FieldOfView = 32 * math.Pi / 180
	c.Camera.Position = mgl32.Vec3{float32(sinYaw * cosPitch), float32(sinPitch), float32(cosYaw * cosPitch)}
	c.Camera.Fit(nonEmpty(s.Bounds()), aspect)
	c.Camera.Zoom(float32(distance))
	if asked != nil && asked.Distance > 0 {
		c.Camera.Zoom(float32(asked.Distance) / c.Camera.Distance())
	}
	c.home = c.Camera
	c.Follow(s)
	return c
}

// Swung returns the camera of a recording after a fraction of its length. The camera swings to one
// side, to the other and back, so that the recording loops without a seam.
func (c *CameraControl) Swung(fraction float64) render.Camera {
	camera := c.Camera
	if c.asked == nil {
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
	c.move(at.Sub(c.followed))
	c.followed = at
}

// move moves the camera and its target.
func (c *CameraControl) move(by mgl32.Vec3) {
	c.Camera.Position, c.Camera.Target = c.Camera.Position.Add(by), c.Camera.Target.Add(by)
}

// Refit adapts the camera to an image of another aspect ratio: the scene fills it as it filled the
// one before. A camera whose distance was asked for stays.
func (c *CameraControl) Refit(s Scene, aspect float32) {
	if c.asked != nil && c.asked.Distance > 0 {
		return
	}
	home := NewCamera(s, c.asked, aspect).home
	if before := c.home.Distance(); before > 0 {
		c.Camera.Zoom(home.Distance() / before)
	}
	c.home = home
}

// Reset returns the camera to its first place, or back if it was not moved since the last reset.
func (c *CameraControl) Reset() {
	if back := c.away; back != nil {
		c.away, c.Camera = nil, back.camera
		c.move(c.followed.Sub(back.followed))
		return
	}
	c.away = &away{c.Camera, c.followed}
	c.Camera = c.home
	c.move(c.followed)
}

// Orbit turns the camera around its target, by angles in radians.
func (c *CameraControl) Orbit(right, up float32) {
	c.Camera.Orbit(right, up)
	c.stayAbove()
}

// Zoom multiplies the camera's distance.
func (c *CameraControl) Zoom(factor float32) {
	c.Camera.Zoom(factor)
	c.stayAbove()
}

// stayAbove lifts a camera that the user has brought below the ground, or so near to it that it
// would cut it: around its target if that suffices. A camera that began there may stay.
func (c *CameraControl) stayAbove() {
	c.away = nil
	low := c.ground + 0.03*c.Camera.Distance()
	if c.home.Position[1] < low {
		return
	}
	if below := low - c.Camera.Target[1]; below > 0 {
		c.move(mgl32.Vec3{0, below, 0})
	}
	if c.Camera.Position[1] >= low {
		return
	}
	distance := float64(c.Camera.Distance())
	angle := func(height float32) float64 {
		return math.Asin(max(-1, min(1, float64(height-c.Camera.Target[1])/distance)))
	}
	c.Camera.Orbit(0, float32(angle(low)-angle(c.Camera.Position[1])))
}

// Drag orbits the camera by a movement of the mouse, in fractions of the image's height.
func (c *CameraControl) Drag(right, down float64) {
	const turn = 3.2 // radians over the image's height
	c.Orbit(float32(-right*turn), float32(down*turn))
}

// Pan moves the camera by a movement of the mouse, in fractions of the image's height.
func (c *CameraControl) Pan(right, down float64) {
	c.Camera.Pan(float32(-right), float32(down))
	c.stayAbove()
}

// Wheel moves the camera nearer for positive clicks, which the user makes by turning the wheel
// away.
func (c *CameraControl) Wheel(clicks float64) { c.Zoom(float32(math.Pow(0.9, clicks))) }

// farthest is how far away a place may be to which the user sends a character, in meters.
const farthest = 60

// GoTo lets the character of a [Guided] scene go to the place on the ground that is seen at x and y
// in the picture, 0 to 1 from the left and from above. It reports whether there is one.
func (c *CameraControl) GoTo(s Scene, aspect float32, x, y float64) bool {
	guided, ok := s.(Guided)
	if !ok {
		return false
	}
	toWorld := c.Camera.Projection(aspect).Mul4(c.Camera.View()).Inv()
	at := func(depth float32) mgl32.Vec3 {
		return mgl32.TransformCoordinate(mgl32.Vec3{float32(2*x - 1), float32(1 - 2*y), depth}, toWorld)
	}
	eye := c.Camera.Position
	way := at(0.5).Sub(at(-1)).Normalize()
	distance := (c.ground - eye[1]) / way[1]
	if !(distance > 0 && distance < farthest) {
		return false
	}
	guided.GoTo(eye.Add(way.Mul(distance)))
	return true
}

// nonEmpty returns the box, or a box of 2 m around the origin if the scene's box has no extent.
func nonEmpty(b assets.Box) assets.Box {
	if size := b.Max.Sub(b.Min); size[0] >= 0 && size.Len() > 0 {
		return b
	}
	return assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}}
}
