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

// RootDecay makes the movement of a whole character continuous where a decay of its pose begins: it
// adds the difference from where the old motion would have led, in place and velocity, which then
// decays to 0. All motions are in the character's space, numbers of which may stand for any.
type RootDecay struct {
	velocity          []float64 // shown in the last frame, per second
	offset, faster    []float64 // at the beginning: from where the motions led, and its velocity
	elapsed, duration float64   // seconds; a duration of 0 is no decay
	begins            bool      // in the next frame that takes time
}

// Next returns the movement to show in a frame, given that of the motions, and the step in seconds
// since the frame before. A duration above the step begins a decay of that many seconds.
func (d *RootDecay) Next(played []float64, step, duration float64) []float64 {
	if d.velocity == nil {
		d.velocity = make([]float64, len(played))
		d.offset, d.faster = make([]float64, len(played)), make([]float64, len(played))
	}
	out := append([]float64(nil), played...)
	if duration > step {
		d.offset, d.begins = d.left(d.elapsed), true
		d.elapsed, d.duration, d.faster = 0, duration, make([]float64, len(played))
	}
	if step == 0 {
		return out
	}
	switch {
	case d.begins: // goes on at the old velocity, which comes to the new one within the duration
		d.begins = false
		for i := range out {
			d.faster[i] = (d.velocity[i] - played[i]/step) * (1 - step/d.duration)
			d.offset[i] += d.faster[i] * step
			out[i] += d.faster[i] * step
		}
	case d.duration > 0:
		before, now := d.left(d.elapsed), d.left(d.elapsed+step)
		d.elapsed += step
		for i := range out {
			out[i] += now[i] - before[i]
		}
	}
	for i := range out {
		d.velocity[i] = out[i] / step
	}
	return out
}

// left returns what is left of the difference after t seconds: the polynomial of degree 5 that
// begins with the offset, its velocity and no acceleration, and ends with none of them.
func (d *RootDecay) left(t float64) []float64 {
	left := make([]float64, len(d.offset))
	if t >= d.duration {
		return left
	}
	for i, x := range d.offset {
		v, s := d.faster[i]*d.duration, t/d.duration
		p3, p4, p5 := -10*x-6*v, 15*x+8*v, -6*x-3*v
		left[i] = x + s*(v+s*s*(p3+s*(p4+s*p5)))
	}
	return left
}
