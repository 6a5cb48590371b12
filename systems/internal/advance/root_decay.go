package advance

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// leastFrame is the time in seconds from which on a frame tells how fast a character moves. Over
// less time the rounding of the times of motions would dominate.
const leastFrame = 1e-6

// decayRootMotion makes the movement of a character smooth where a decay of its pose begins, some
// seconds of the character's time after the frame before. As the pose does, the character goes on
// at its old velocity for a frame, and then the difference decays: of place and velocity, so that
// in the end the character is where the new motion alone has led it, and a foot that stands in both
// motions, which the pose keeps in its place by the opposite difference, stands in the world.
//
// The movement up and down is that of the motions, since the ground decides it.
func decayRootMotion(c *Character, seconds float64) {
	n, r := c.Inertialization, c.RootMotion
	d := &r.Decay
	if n == nil {
		if d.Length != 0 {
			*d = components.RootDecay{}
		}
		return
	}
	switch {
	case n.Cut || n.History == 0 || n.Begin && !(seconds < n.Duration && exact.IsFinite(n.Duration)):
		*d = components.RootDecay{}
	case n.Begin:
		*d = components.RootDecay{Velocity: d.Velocity, Offset: rootOffset(d), Length: n.Duration, Begins: true}
	}
	if !(seconds >= leastFrame) || !exact.IsFinite(seconds) {
		return
	}
	moved := r.Delta
	switch {
	case d.Begins:
		moved = beginRootDecay(r, seconds)
	case d.Length > 0:
		before := rootOffset(d)
		d.Elapsed += seconds
		moved = moved.AddScaled(rootOffset(d), 1).AddScaled(before, -1)
		if !(d.Elapsed < d.Length) {
			*d = components.RootDecay{}
		}
	}
	velocity := clip.Motion{}.AddScaled(moved, 1/seconds)
	if !isFiniteMotion(moved) || !isFiniteMotion(velocity) { // a program wrote such numbers
		*d = components.RootDecay{}
		return
	}
	d.Velocity, r.Delta = velocity, moved
}

// beginRootDecay begins a decay in a frame, whose movement is that of the new motion, and returns
// the movement that shows. The old velocity is damped as that of the pose, so that repeated
// beginnings come to the new one.
func beginRootDecay(r *components.RootMotion, seconds float64) clip.Motion {
	d := &r.Decay
	faster := d.Velocity.AddScaled(r.Delta, -1/seconds)
	if r.Up == clip.UpZ {
		faster.Z = 0
	} else {
		faster.Y = 0
	}
	d.Faster = clip.Motion{}.AddScaled(faster, 1-seconds/d.Length)
	d.Offset, d.Begins = d.Offset.AddScaled(d.Faster, seconds), false
	return r.Delta.AddScaled(d.Faster, seconds)
}

func isFiniteMotion(m clip.Motion) bool {
	return exact.IsFinite(m.X) && exact.IsFinite(m.Y) && exact.IsFinite(m.Z) && exact.IsFinite(m.Yaw)
}

// rootOffset returns how far a character is from where its motions have led it, by the curve of
// degree 5 that joints decay by (package inertia), without their limits.
func rootOffset(d *components.RootDecay) clip.Motion {
	if !(d.Elapsed < d.Length) {
		return clip.Motion{}
	}
	s := d.Elapsed / d.Length
	square, left := float64(s*s), 1-s
	cube := float64(float64(left*left) * left)
	offset := float64(cube * (1 + float64(3*s) + float64(6*square)))
	faster := float64(float64(cube*(s+float64(3*square))) * d.Length)
	return clip.Motion{}.AddScaled(d.Offset, offset).AddScaled(d.Faster, faster)
}
