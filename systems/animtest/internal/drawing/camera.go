package drawing

import (
	"math"

	"github.com/sinew-go/sinew/internal/exact"
)

// Box is a box in the directions of a camera. The zero Box contains nothing.
type Box struct {
	low, high exact.Vec3
	filled    bool
}

// Directions are the axes of a camera: to the right, up, and toward the eye.
type Directions [3]exact.Vec3

// LookFrom returns the axes of a camera that looks from some degrees beside the front, which is +Z,
// toward +X, and some degrees above.
func LookFrom(yaw, pitch float64) Directions {
	sinYaw, cosYaw := exact.SinCos(yaw * math.Pi / 180)
	sinPitch, cosPitch := exact.SinCos(pitch * math.Pi / 180)
	eye := exact.Vec3{float64(sinYaw * cosPitch), sinPitch, float64(cosYaw * cosPitch)}
	right := exact.Vec3{cosYaw, 0, -sinYaw}
	return Directions{right, eye.Cross(right), eye}
}

func (d *Directions) of(p exact.Vec3) exact.Vec3 {
	return exact.Vec3{p.Dot(d[0]), p.Dot(d[1]), p.Dot(d[2])}
}

// Add makes the box contain a point, if it is finite.
func (b *Box) Add(d *Directions, p exact.Vec3) {
	v := d.of(p)
	if !v.IsFinite() {
		return
	}
	if !b.filled {
		b.low, b.high, b.filled = v, v, true
	}
	for i := range v {
		b.low[i], b.high[i] = min(b.low[i], v[i]), max(b.high[i], v[i])
	}
}

// Camera takes points to a canvas.
type Camera struct {
	directions       Directions
	middle           exact.Vec3 // of the box, in its directions
	distance         float64    // from the eye to the middle; 0 without perspective
	scale            float64    // pixels for a unit, with perspective at the distance 1
	centerX, centerY float64
}

// NewCamera returns a camera that sees all of a box, with a margin, on a canvas of a size. Degrees is
// the vertical angle of view; 0 is a camera without perspective.
func NewCamera(d Directions, box *Box, width, height, degrees float64) *Camera {
	const margin = 0.94
	c := &Camera{
		directions: d, middle: box.low.Lerp(box.high, 0.5), centerX: width / 2, centerY: height / 2,
	}
	size := box.high.Sub(box.low)
	if !(size.Length() > 0) {
		size = exact.Vec3{1, 1, 1}
	}
	least := size.Length() * 1e-3
	if degrees == 0 {
		c.scale = margin * min(width/max(size[0], least), height/max(size[1], least))
		return c
	}
	// The near side of the box is seen in full, and so is all behind it.
	sin, cos := exact.SinCos(degrees * math.Pi / 360)
	tangent := sin / cos
	up, across := tangent, tangent*width/height
	c.distance = float64(size[2]/2) + max(size[1]/2/up, size[0]/2/across, least)/margin
	c.scale = height / 2 / tangent
	return c
}

// Project returns where a point is on the canvas. It returns false for a point at the eye, or on its
// other side.
func (c *Camera) Project(p exact.Vec3) (v Vertex, ok bool) {
	q := c.directions.of(p).Sub(c.middle)
	v.Inverse, v.Depth = 1, q[2]
	if c.distance > 0 {
		away := c.distance - q[2]
		if !(away > 1e-3*c.distance) {
			return v, false
		}
		v.Inverse = 1 / away
		v.Depth = v.Inverse
	}
	v.X = c.centerX + float64(float64(q[0]*v.Inverse)*c.scale)
	v.Y = c.centerY - float64(float64(q[1]*v.Inverse)*c.scale)
	return v, true
}

// Facing returns a direction in the directions of the camera: to the right, up, and toward the eye.
func (c *Camera) Facing(direction exact.Vec3) exact.Vec3 { return c.directions.of(direction) }

// Radius returns half of the largest side of what the camera sees at the middle of the box.
func (c *Camera) Radius() float64 {
	away := c.distance
	if away == 0 {
		away = 1
	}
	return max(c.centerX, c.centerY) * away / c.scale
}

// Middle returns the middle of the box in space.
func (c *Camera) Middle() (p exact.Vec3) {
	for i := range c.middle {
		p = p.AddScaled(c.middle[i], c.directions[i])
	}
	return p
}
