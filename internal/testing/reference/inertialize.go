package reference

import "math"

// Inertialization makes a change of clip continuous: it adds the difference from the pose shown
// before, which then decays (D. Bollo, "Inertialization: High-Performance Animation Transitions in
// Gears of War", GDC 2018). Frames must be at least 1 ms apart.
type Inertialization struct {
	shown             []Pose   // in the last two frames
	lastStep          float64  // seconds between these frames
	initial           []Offset // the difference at the beginning
	velocity          []Offset // per second at the beginning: of the difference if fitted, otherwise of the shown pose
	farthest          []Offset // how far the velocity may lead within the decay, if fitted
	elapsed, duration float64  // seconds; a duration of 0 is no decay
	fitted            bool
}

// Offset is the difference between two transforms: a rotation that is applied after the first
// transform's, as its axis times 4·tan(angle/4), then a translation and a scale, which are added.
// The offset of a morph weight is the first number.
type Offset [3]Vector

// Next returns the pose to show in a frame, given the pose that is played and the step in seconds
// since the frame before. A duration above the step begins a decay of that many seconds.
func (i *Inertialization) Next(played Pose, step, duration float64) Pose {
	out := played
	n := len(i.shown)
	switch {
	case n > 0 && duration > step:
		out = i.begin(played, step, duration)
	case i.duration > 0:
		if i.elapsed += step; i.elapsed >= i.duration {
			i.duration = 0
			break
		}
		if !i.fitted {
			i.fitted = true
			i.farthest = limits(i.shown[len(i.shown)-1], played, 1)
			for j, d := range i.offsets(i.extrapolated(step), played) {
				for part := range d {
					i.velocity[j][part] = d[part].Add(i.initial[j][part].Times(-1)).Times(1 / i.elapsed)
				}
			}
		}
		out = i.decayed(played)
	}
	i.shown = append(i.shown, out)[max(0, n-1):]
	i.lastStep = step
	return out
}

// begin continues the shown motion from the last pose. Its velocity is reduced by step/duration, so
// that repeated beginnings cannot accumulate speed.
func (i *Inertialization) begin(played Pose, step, duration float64) Pose {
	last := i.shown[len(i.shown)-1]
	i.fitted, i.elapsed, i.duration = false, 0, duration
	i.velocity = make([]Offset, len(last.Locals)+len(last.Morphs))
	if len(i.shown) > 1 {
		for j, d := range i.offsets(last, i.shown[0]) {
			for part := range d {
				i.velocity[j][part] = d[part].Times((1 - step/duration) / i.lastStep)
			}
		}
	}
	out := i.extrapolated(step)
	i.initial = i.offsets(out, played)
	return out
}

// extrapolated returns the last pose, moved by the velocity for a number of seconds. A scale that
// would move by more than 4 times its size stays.
func (i *Inertialization) extrapolated(seconds float64) Pose {
	last := i.shown[len(i.shown)-1]
	moved := make([]Offset, len(i.velocity))
	for j, d := range i.velocity {
		for part := range d {
			moved[j][part] = d[part].Times(seconds)
		}
		if j < len(last.Locals) {
			for n, scale := range last.Locals[j].Scale {
				if math.Abs(moved[j][2][n]) > 4*math.Max(math.Abs(scale), 1) {
					moved[j][2][n] = 0
				}
			}
		}
	}
	return apply(last, moved)
}

// limits returns how far each number of an offset between two poses may move: a scale as many times
// as given of the largest of 1 and the joint's scales in the poses, anything else without limit.
func limits(a, b Pose, times float64) []Offset {
	all := make([]Offset, len(a.Locals)+len(a.Morphs))
	for j := range all {
		size := math.Inf(1)
		if j < len(a.Locals) {
			size = 1
			for n, scale := range a.Locals[j].Scale {
				size = math.Max(size, math.Max(math.Abs(scale), math.Abs(b.Locals[j].Scale[n])))
			}
		}
		for n := range 3 {
			all[j][0][n], all[j][1][n], all[j][2][n] = math.Inf(1), math.Inf(1), times*size
		}
	}
	return all
}

// decayed returns the played pose with the remaining offsets applied.
func (i *Inertialization) decayed(played Pose) Pose {
	remaining := make([]Offset, len(i.initial))
	for j, x := range i.initial {
		for part := range x {
			remaining[j][part] = decay(x[part], i.velocity[j][part], i.farthest[j][part], i.duration, i.elapsed)
		}
	}
	return apply(played, remaining)
}

// decay returns the remainder, after t seconds, of a difference x with the velocity v per second.
// It is the polynomial of degree 5 that begins with x, v and the acceleration a, and is 0 with
// velocity and acceleration 0 at the time t1. A number of v that would lead farther than that of
// farthest within t1 counts as 0.
func decay(x, v, farthest Vector, duration, t float64) Vector {
	square, along := dot(x, x), dot(x, v)
	t1 := duration
	if along < 0 { // it must not overshoot, but may not stop faster than in a quarter of the duration
		t1 = math.Max(math.Min(duration, -5*square/along), duration/4)
	}
	if t >= t1 {
		return Vector{}
	}
	var a Vector
	if square > 0 {
		a = x.Times(math.Max(0, math.Min(20, -8*along*t1/square-20)) / (t1 * t1))
	}
	var left Vector
	for n := range left {
		a, v, x := a[n]*t1*t1, v[n]*t1, x[n]
		if math.Abs(v) > farthest[n] {
			v = 0
		}
		p5 := -(a + 6*v + 12*x) / 2
		p4 := (3*a + 16*v + 30*x) / 2
		p3 := -(3*a + 12*v + 20*x) / 2
		s := t / t1
		left[n] = ((((p5*s+p4)*s+p3)*s+a/2)*s+v)*s + x
	}
	return left
}

func dot(v, w Vector) float64 { return v[0]*w[0] + v[1]*w[1] + v[2]*w[2] }

// offsets returns the offset from one pose to another of each joint, then of each morph weight. A
// rotation takes the shorter arc. If both arcs are long during a decay, it takes the one nearer to
// the initial offset.
func (i *Inertialization) offsets(to, from Pose) []Offset {
	var all []Offset
	for j, a := range to.Locals {
		b := from.Locals[j]
		delta := a.Rotation.Mul(Quaternion{-b.Rotation[0], -b.Rotation[1], -b.Rotation[2], b.Rotation[3]})
		cosine := delta[3]
		if i.fitted && math.Abs(cosine) < 0.5 {
			cosine = delta.Dot(rotation(i.initial[j][0]))
		}
		if cosine < 0 {
			delta = delta.Times(-1)
		}
		sine := Vector{delta[0], delta[1], delta[2]}
		angle := 2 * math.Atan2(sine.Length(), delta[3])
		all = append(all, Offset{
			sine.Unit().Times(4 * math.Tan(angle/4)), a.Translation.Add(b.Translation.Times(-1)),
			a.Scale.Add(b.Scale.Times(-1)),
		})
	}
	for m, x := range to.Morphs {
		all = append(all, Offset{{x - from.Morphs[m]}})
	}
	return all
}

// rotation converts the rotation of an [Offset] to a quaternion.
func rotation(d Vector) Quaternion {
	angle := 4 * math.Atan(d.Length()/4)
	axis := d.Unit().Times(math.Sin(angle / 2))
	return Quaternion{axis[0], axis[1], axis[2], math.Cos(angle / 2)}
}

// apply returns a pose with offsets applied.
func apply(p Pose, by []Offset) Pose {
	moved := Pose{}
	for j, local := range p.Locals {
		moved.Locals = append(moved.Locals, TRS{
			Translation: local.Translation.Add(by[j][1]),
			Rotation:    rotation(by[j][0]).Mul(local.Rotation).Unit(),
			Scale:       local.Scale.Add(by[j][2]),
		})
	}
	for m, x := range p.Morphs {
		moved.Morphs = append(moved.Morphs, x+by[len(p.Locals)+m][0][0])
	}
	return moved
}
