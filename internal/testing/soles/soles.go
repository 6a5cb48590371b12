package soles

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Ball is a ball inside a foot, by which that rolls on the ground.
type Ball struct {
	center mgl32.Vec3 // in the space of the joint
	radius float32
}

// NewBall returns the ball of a joint with a matrix in the rest pose, in which it stands on the ground
// at height 0: how far ahead of the joint, in the direction of the joint's Y axis, and how high its
// center is, which is its radius. Lengths are in meters.
func NewBall(rest mgl32.Mat4, ahead, height float32) Ball {
	forward := rest.Col(1).Vec3()
	forward[1] = 0
	center := rest.Col(3).Vec3().Add(forward.Normalize().Mul(ahead))
	center[1] = height
	return Ball{mgl32.TransformCoordinate(center, rest.Inv()), height}
}

// Above returns how far a ball is above the ground, in meters, where its joint has a matrix. The ground
// leads through the origin and has a normal of length 1.
func (b Ball) Above(joint mgl32.Mat4, normal mgl32.Vec3) float32 {
	return mgl32.TransformCoordinate(b.center, joint).Dot(normal) - b.radius
}

// Slip returns how far the bottom of a ball moved between two matrices of its joint: the point that is
// there half way between them. It does not move while the ball rolls.
func (b Ball) Slip(before, now mgl32.Mat4, normal mgl32.Vec3) mgl32.Vec3 {
	middle := mgl32.TransformCoordinate(b.center, before).Add(mgl32.TransformCoordinate(b.center, now)).Mul(0.5)
	bottom := middle.Sub(normal.Mul(b.radius))
	return bottom.Sub(mgl32.TransformCoordinate(mgl32.TransformCoordinate(bottom, now.Inv()), before))
}

// OnGround is how far a ball may be above or below the ground, in meters, that stands on it.
const OnGround = 0.002

// Contact is a ball that touches the ground, or not.
type Contact struct {
	// Frames is for how many frames the ball has touched the ground.
	Frames int

	before mgl32.Mat4 // of the joint
	slid   mgl32.Vec3
}

// Follow notes where the joint is in the next frame, and returns how far the ball has slipped since it
// came to the ground, in meters.
func (c *Contact) Follow(b Ball, now mgl32.Mat4, normal mgl32.Vec3) float64 {
	above, before := b.Above(now, normal), c.before
	c.before = now
	if max(above, -above) > OnGround || before == (mgl32.Mat4{}) {
		c.Frames, c.slid = 0, mgl32.Vec3{}
		return 0
	}
	if c.Frames++; c.Frames == 1 {
		return 0
	}
	step := b.Slip(before, now, normal)
	if step.Len() > 0.5 { // the character was put elsewhere
		c.Frames, c.slid = 0, mgl32.Vec3{}
		return 0
	}
	c.slid = c.slid.Add(step)
	return math.Hypot(float64(c.slid[0]), float64(c.slid[2]))
}
