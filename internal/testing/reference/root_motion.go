package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// Traveled returns the movement of a character over legs of a clip with root motion about the Y axis, leg after leg: along the ground and up, and the turn in radians.
func rootMotionOver(c *assets.Clip, legs []Interval) (way Vector, yaw float64) {
	root := c.RootMotion()
	if root == nil {
		return way, 0
	}
	turn := func(yaw float64, v Vector) Vector {
		sin, cos := math.Sincos(yaw)
		return Vector{cos*v[0] + sin*v[2], v[1], cos*v[2] - sin*v[0]}
	}
	for _, leg := range legs {
		a, b := root.At(leg.From), root.At(leg.To)
		step := turn(-a.Yaw, Vector{b.X - a.X, b.Y - a.Y, b.Z - a.Z})
		way = way.Add(turn(yaw, step))
		yaw += b.Yaw - a.Yaw
	}
	return way, yaw
}

// RootMotion returns the rigid movement of a whole character from a clip's start to a time in seconds, as a joint tells it: the
// twist about the up axis of the joint's rotation in model space since the start, and on the chosen axes what way this leaves from
// the joint's place at the start to its place now. Scales above the joint must be positive and even.
func RootMotion(c *assets.Clip, joint int, axes clip.Axes, yaw bool, up clip.UpAxis, time float64) Matrix {
	from, to := modelRotation(c, joint, c.Start()), modelRotation(c, joint, time)
	turned := to.Mul(Quaternion{-from[0], -from[1], -from[2], from[3]})
	twist := Quaternion{0, turned[1], 0, turned[3]}
	if up == clip.UpZ {
		twist = Quaternion{0, 0, turned[2], turned[3]}
	}
	if !yaw {
		twist = Quaternion{0, 0, 0, 1}
	}
	motion := TRS{Rotation: twist.Unit(), Scale: Vector{1, 1, 1}}
	start := Models(c.Skeleton(), Sample(c, c.Start()))[joint].column(3)
	now := Models(c.Skeleton(), Sample(c, time))[joint].column(3)
	way := now.Add(motion.Rotation.Rotate(start).Times(-1))
	for i, axis := range [3]clip.Axes{clip.AxisX, clip.AxisY, clip.AxisZ} {
		if axes&axis != 0 {
			motion.Translation[i] = way[i]
		}
	}
	return motion.Matrix()
}

// modelRotation returns the product of the rotations from a joint's root down to it.
func modelRotation(c *assets.Clip, joint int, time float64) Quaternion {
	pose := Sample(c, time)
	q := pose.Locals[joint].Rotation.Unit()
	for j := c.Skeleton().Parent(joint); j >= 0; j = c.Skeleton().Parent(j) {
		q = pose.Locals[j].Rotation.Unit().Mul(q)
	}
	return q
}

// MotionMatrix returns a character's movement as a matrix.
func MotionMatrix(m clip.Motion, up clip.UpAxis) Matrix {
	var out Matrix
	for i, v := range m.Matrix(up) {
		out[i%4][i/4] = v
	}
	return out
}
