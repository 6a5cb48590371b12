package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/exact"
)

// Camera looks from Position at Target, with +Y up, in world space.
type Camera struct {
	Position, Target mgl32.Vec3
	// FieldOfView is the vertical angle of view in radians; 0 means 40 degrees.
	FieldOfView float32
	// Near and Far are the distances of the clip planes; 0 selects them by the distance to the
	// target.
	Near, Far float32
}

const (
	defaultFieldOfView = 40 * math.Pi / 180
	// maxPitch keeps an orbit away from the poles, where the up direction is not defined.
	maxPitch = 89 * math.Pi / 180
)

// Distance returns the distance from the camera to its target.
func (c *Camera) Distance() float32 { return c.Position.Sub(c.Target).Len() }

// Fit moves the target to the center of the box, and the camera along its line of sight, such that
// an image of that aspect ratio (width over height) shows the whole box with a small margin. A
// camera without a line of sight looks from the front, a little from the right and above. An empty
// box changes nothing.
func (c *Camera) Fit(box assets.Box, aspect float32) {
	size := box.Max.Sub(box.Min)
	if !(size[0] >= 0 && size[1] >= 0 && size[2] >= 0) || !exact.IsFinite(size.Len()) || !(aspect > 0) {
		return
	}
	away := c.Position.Sub(c.Target)
	if !(away.Len() > 0) {
		away = mgl32.Vec3{0.42, 0.22, 1}
	}
	away = away.Normalize()
	right := mgl32.Vec3{0, 1, 0}.Cross(away)
	if right.Len() < 1e-4 {
		right = mgl32.Vec3{1, 0, 0}
	}
	right = right.Normalize()
	up := away.Cross(right)
	c.Target = box.Min.Add(box.Max).Mul(0.5)
	tangent := float32(math.Tan(float64(c.fieldOfView()) / 2))
	var distance float32
	for corner := range 8 {
		v := size.Mul(0.5)
		for axis := range 3 {
			if corner>>axis&1 == 0 {
				v[axis] = -v[axis]
			}
		}
		wide := float32(math.Abs(float64(v.Dot(right)))) / (tangent * aspect)
		high := float32(math.Abs(float64(v.Dot(up)))) / tangent
		distance = max(distance, v.Dot(away)+1.12*max(wide, high))
	}
	if distance == 0 {
		distance = 1
	}
	c.Position = c.Target.Add(away.Mul(distance))
}

// Orbit rotates the camera around its target, by angles in radians to the right and upward. It
// stops before the poles.
func (c *Camera) Orbit(right, up float32) {
	away := c.Position.Sub(c.Target)
	distance := away.Len()
	if !(distance > 0) {
		return
	}
	yaw := math.Atan2(float64(away[0]), float64(away[2])) + float64(right)
	pitch := math.Asin(float64(mgl32.Clamp(away[1]/distance, -1, 1))) + float64(up)
	pitch = math.Max(-maxPitch, math.Min(maxPitch, pitch))
	sinYaw, cosYaw := math.Sincos(yaw)
	sinPitch, cosPitch := math.Sincos(pitch)
	c.Position = c.Target.Add(mgl32.Vec3{
		distance * float32(sinYaw*cosPitch), distance * float32(sinPitch), distance * float32(cosYaw*cosPitch),
	})
}

// Zoom multiplies the distance to the target by a factor. A factor that is not above 0 and finite
// changes nothing.
func (c *Camera) Zoom(factor float32) {
	if factor > 0 && exact.IsFinite(factor) {
		c.Position = c.Target.Add(c.Position.Sub(c.Target).Mul(factor))
	}
}

// Pan moves camera and target sideways and upward, by fractions of the image's height at the
// target's distance.
func (c *Camera) Pan(right, up float32) {
	away := c.Position.Sub(c.Target)
	across := mgl32.Vec3{0, 1, 0}.Cross(away)
	if !(across.Len() > 0) {
		return
	}
	across = across.Normalize()
	upward := away.Normalize().Cross(across)
	height := 2 * away.Len() * float32(math.Tan(float64(c.fieldOfView())/2))
	move := across.Mul(right * height).Add(upward.Mul(up * height))
	c.Position, c.Target = c.Position.Add(move), c.Target.Add(move)
}

// View returns the matrix from world space to camera space: x right, y up, looking along -z.
func (c *Camera) View() mgl32.Mat4 {
	away := c.Position.Sub(c.Target)
	if !(away.Len() > 0) {
		away = mgl32.Vec3{0, 0, 1}
	}
	up := mgl32.Vec3{0, 1, 0}
	if up.Cross(away.Normalize()).Len() < 1e-4 { // looking straight down or up
		up = mgl32.Vec3{0, 0, -1}
	}
	return mgl32.LookAtV(c.Position, c.Position.Sub(away), up)
}

// Projection returns the matrix from camera space to clip space, for an image of that aspect ratio
// (width over height).
func (c *Camera) Projection(aspect float32) mgl32.Mat4 {
	near, far := c.Near, c.Far
	distance := c.Distance()
	if !(distance > 0) {
		distance = 1
	}
	if near <= 0 {
		near = distance / 40
	}
	if far <= near {
		far = max(distance*100, 2*near)
	}
	return mgl32.Perspective(c.fieldOfView(), aspect, near, far)
}

func (c *Camera) fieldOfView() float32 {
	if c.FieldOfView > 0 && c.FieldOfView < math.Pi {
		return c.FieldOfView
	}
	return defaultFieldOfView
}
