package rigidbody

import (
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
)

// World holds bodies on the ground, which is the plane of height 0.
type World struct {
	dolls   []*Doll
	touches []touch // of bodies, in a substep
	// Substeps is how often a step is divided. More are stiffer.
	Substeps int
	// Friction is the coefficient of friction with the ground.
	Friction float64
}

// NewWorld returns a world without bodies.
func NewWorld() *World { return &World{Substeps: 12, Friction: 1.1} }

// Keep returns a function that brings back all dolls of the world as they are now. It may be called any
// number of times.
func (w *World) Keep() (bringBack func()) {
	dolls := slices.Clone(w.dolls)
	states := make([]Doll, len(dolls))
	for i, d := range dolls {
		states[i] = d.clone()
	}
	return func() {
		w.dolls = append(w.dolls[:0], dolls...)
		for i, d := range w.dolls {
			*d = states[i].clone()
		}
	}
}

// clone returns a copy that shares nothing that changes.
func (d *Doll) clone() Doll {
	out := *d
	out.bodies, out.joints, out.contacts = slices.Clone(d.bodies), slices.Clone(d.joints), slices.Clone(d.contacts)
	return out
}

// Remove takes a doll out of the world.
func (w *World) Remove(d *Doll) {
	for i, other := range w.dolls {
		if other == d {
			w.dolls = append(w.dolls[:i], w.dolls[i+1:]...)
			return
		}
	}
}

var gravity = exact.Vec3{0, -9.81, 0}

// Damping of velocities per second, as of air and flesh, and the largest speeds.
const (
	linearDamping  = 0.15
	angularDamping = 1.5
	maxSpeed       = 25.0 // meters per second
	maxTurn        = 30.0 // radians per second
)

// body is a capsule. Its place is that of its center of mass, and its axes are those of the joint's
// body.
type body struct {
	position, before exact.Vec3
	rotation, was    exact.Quat
	linear, angular  exact.Vec3
	mass             float64    // inverse, as is inertia
	axis             exact.Vec3 // of the capsule, in the body's space
	alongInertia     float64    // inverse inertia about the axis
	acrossInertia    float64    // inverse inertia about any axis at a right angle
	half, radius     float64    // half the length of the segment
	center           exact.Vec3 // of mass, from the joint, in the body's space
	sunk             [2]float64 // how deep the ends may be in the ground
}

// sink lets the ends of the body stay as deep in the ground as they are, but not come deeper: the
// capsule of a foot is thicker than its sole.
func (b *body) sink() {
	low, high := b.ends()
	b.sunk = [2]float64{max(0, b.radius-low[1]), max(0, b.radius-high[1])}
}

// inverseInertia returns the inverse of the inertia tensor in the world times a vector.
func (b *body) inverseInertia(v exact.Vec3) exact.Vec3 {
	axis := b.rotation.Rotate(b.axis)
	along := axis.Scale(axis.Dot(v))
	return v.Sub(along).Scale(b.acrossInertia).AddScaled(b.alongInertia, along)
}

// turn rotates the body by a rotation vector.
func (b *body) turn(v exact.Vec3) {
	d := exact.Quat{v[0], v[1], v[2], 0}.Mul(b.rotation)
	for i := range b.rotation {
		b.rotation[i] += float64(0.5 * d[i])
	}
	b.rotation = b.rotation.Normalized()
}

// ends returns the ends of the capsule's segment in the world.
func (b *body) ends() (exact.Vec3, exact.Vec3) {
	v := b.rotation.Rotate(b.axis).Scale(b.half)
	return b.position.Sub(v), b.position.Add(v)
}

// Step moves all bodies by a time in seconds.
func (w *World) Step(seconds float64) {
	if !(seconds > 0) {
		return
	}
	h := seconds / float64(w.Substeps)
	for range w.Substeps {
		for _, d := range w.dolls {
			for i := range d.bodies {
				d.bodies[i].integrate(h)
			}
			d.solveMotors(h)
			d.solveJoints()
			d.measureBox()
		}
		w.solveDolls()
		for _, d := range w.dolls {
			d.solveContacts(w)
			for i := range d.bodies {
				d.bodies[i].finish(h)
			}
			d.solveFriction(w, h)
		}
		w.calmTouches(h)
	}
	for _, d := range w.dolls {
		d.tidy()
	}
}

func (b *body) integrate(h float64) {
	b.before, b.was = b.position, b.rotation
	b.linear = limited(b.linear.AddScaled(h, gravity).Scale(1-float64(linearDamping*h)), maxSpeed)
	b.angular = limited(b.angular.Scale(1-float64(angularDamping*h)), maxTurn)
	b.position = b.position.AddScaled(h, b.linear)
	b.turn(b.angular.Scale(h))
}

// finish measures velocities from what the constraints made of the places.
func (b *body) finish(h float64) {
	b.linear = b.position.Sub(b.before).Scale(1 / h)
	d := b.rotation.Mul(b.was.Conjugate())
	v := exact.Vec3{d[0], d[1], d[2]}.Scale(2 / h)
	if d[3] < 0 {
		v = v.Scale(-1)
	}
	b.angular = v
}

// limited returns a vector of at most a length.
func limited(v exact.Vec3, most float64) exact.Vec3 {
	if length := v.Length(); length > most {
		return v.Scale(most / length)
	}
	return v
}

// movePoints corrects two bodies, or one and the world for nil, so that a point of each, given from
// its center, comes nearer to the other by a vector.
func movePoints(a, b *body, ra, rb, correction exact.Vec3) {
	length := correction.Length()
	if length < 1e-12 {
		return
	}
	n := correction.Scale(1 / length)
	weight := 0.0
	for _, side := range [...]struct {
		body *body
		arm  exact.Vec3
	}{{a, ra}, {b, rb}} {
		if side.body != nil {
			c := side.arm.Cross(n)
			weight += side.body.mass + c.Dot(side.body.inverseInertia(c))
		}
	}
	impulse := n.Scale(length / weight)
	if a != nil {
		a.position = a.position.AddScaled(a.mass, impulse)
		a.turn(a.inverseInertia(ra.Cross(impulse)))
	}
	if b != nil {
		b.position = b.position.AddScaled(-b.mass, impulse)
		b.turn(b.inverseInertia(rb.Cross(impulse)).Scale(-1))
	}
}

// turnBodies corrects two bodies so that the first turns by a rotation vector against the second.
// Compliance is 0 for a rigid correction.
func turnBodies(a, b *body, correction exact.Vec3, compliance float64) {
	angle := correction.Length()
	if angle < 1e-12 {
		return
	}
	n := correction.Scale(1 / angle)
	ia, ib := a.inverseInertia(n), b.inverseInertia(n)
	impulse := angle / (n.Dot(ia) + n.Dot(ib) + compliance)
	a.turn(ia.Scale(impulse))
	b.turn(ib.Scale(-impulse))
}

// turnAlong corrects two bodies so that a function of their rotations changes by an amount, in the
// direction in which it changes fastest: its gradient, by rotation vectors of the first body. In
// any other direction a limit would do work on bodies that stay at it.
func turnAlong(a, b *body, gradient exact.Vec3, change float64) {
	ia, ib := a.inverseInertia(gradient), b.inverseInertia(gradient)
	weight := gradient.Dot(ia) + gradient.Dot(ib)
	if !(weight > 0) {
		return
	}
	a.turn(ia.Scale(change / weight))
	b.turn(ib.Scale(-change / weight))
}

// capsuleMass sets mass and inertia of a capsule of even density.
func (b *body) capsuleMass(mass float64) {
	r2, length := float64(b.radius*b.radius), 2*b.half
	cylinder, ball := length, b.radius*4/3 // volumes, but for pi r²
	mc, mb := mass*cylinder/(cylinder+ball), mass*ball/(cylinder+ball)
	along := float64(mc*r2)/2 + float64(mb*r2)*2/5
	across := float64(mc*(r2/4+float64(length*length)/12)) +
		float64(mb*(r2*2/5+float64(length*length)/4+float64(3*length*b.radius)/8))
	// Long thin bodies spin too easily for a solver of points; a little more inertia about the axis
	// keeps them calm.
	along = max(along, across/6)
	b.mass, b.alongInertia, b.acrossInertia = 1/mass, 1/along, 1/across
}

// closest returns the nearest points of two segments.
//
// Method: C. Ericson, Real-Time Collision Detection (2005), section 5.1.9.
func closest(p1, q1, p2, q2 exact.Vec3) (exact.Vec3, exact.Vec3) {
	d1, d2, r := q1.Sub(p1), q2.Sub(p2), p1.Sub(p2)
	a, e, f := d1.Dot(d1), d2.Dot(d2), d2.Dot(r)
	c, b := d1.Dot(r), d1.Dot(d2)
	clamp := func(x float64) float64 { return min(max(x, 0), 1) }
	s, t := 0.0, 0.0
	switch {
	case a <= 1e-12 && e <= 1e-12:
	case a <= 1e-12:
		t = clamp(f / e)
	case e <= 1e-12:
		s = clamp(-c / a)
	default:
		if denominator := float64(a*e) - float64(b*b); denominator > 1e-12 {
			s = clamp((float64(b*f) - float64(c*e)) / denominator)
		}
		t = (float64(b*s) + f) / e
		if t < 0 {
			t, s = 0, clamp(-c/a)
		} else if t > 1 {
			t, s = 1, clamp((b-c)/a)
		}
	}
	return p1.AddScaled(s, d1), p2.AddScaled(t, d2)
}
