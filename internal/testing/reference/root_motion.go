package reference

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// rootMotionOver returns the movement of a character over intervals of a clip with root motion
// about the Y axis, one after the other: the translation in meters, in the character's space at the
// beginning, and the rotation in radians.
func rootMotionOver(c *assets.Clip, intervals []Interval) (translation Vector, yaw float64) {
	root := c.RootMotion()
	if root == nil {
		return translation, 0
	}
	rotate := func(yaw float64, v Vector) Vector {
		sin, cos := math.Sincos(yaw)
		return Vector{cos*v[0] + sin*v[2], v[1], cos*v[2] - sin*v[0]}
	}
	for _, interval := range intervals {
		a, b := root.At(interval.From), root.At(interval.To)
		step := rotate(-a.Yaw, Vector{b.X - a.X, b.Y - a.Y, b.Z - a.Z})
		translation = translation.Add(rotate(yaw, step))
		yaw += b.Yaw - a.Yaw
	}
	return translation, yaw
}

// RootMotion returns the rigid movement of a whole character from a clip's start to a time in
// seconds, taken from one joint. Its rotation is the twist about the up axis of the joint's
// rotation in model space since the start. Its translation, on the chosen axes, is the movement of
// the joint in model space that the rotation does not account for. Scales above the joint must be
// positive and uniform.
func RootMotion(c *assets.Clip, joint int, axes clip.Axes, yaw bool, up clip.UpAxis, time float64) Matrix {
	from, to := modelRotation(c, joint, c.Start()), modelRotation(c, joint, time)
	rotated := to.Mul(Quaternion{-from[0], -from[1], -from[2], from[3]})
	twist := Quaternion{0, rotated[1], 0, rotated[3]}
	if up == clip.UpZ {
		twist = Quaternion{0, 0, rotated[2], rotated[3]}
	}
	if !yaw {
		twist = Quaternion{0, 0, 0, 1}
	}
	motion := TRS{Rotation: twist.Unit(), Scale: Vector{1, 1, 1}}
	start := Models(c.Skeleton(), Sample(c, c.Start()))[joint].column(3)
	now := Models(c.Skeleton(), Sample(c, time))[joint].column(3)
	translation := now.Add(motion.Rotation.Rotate(start).Times(-1))
	for i, axis := range [3]clip.Axes{clip.AxisX, clip.AxisY, clip.AxisZ} {
		if axes&axis != 0 {
			motion.Translation[i] = translation[i]
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

// MotionMatrix converts a character's movement to a matrix.
func MotionMatrix(m clip.Motion, up clip.UpAxis) Matrix {
	var out Matrix
	for i, v := range m.Matrix(up) {
		out[i%4][i/4] = v
	}
	return out
}
