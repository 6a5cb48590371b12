package rigidbody

import "github.com/sinew-go/sinew/internal/exact"

// contact is where an end of a capsule touches the ground.
type contact struct {
	body  int
	arm   exact.Vec3 // from the center, in the world
	depth float64    // how far the ground pushed, in meters
}

// solveContacts pushes the bodies out of the ground and out of each other, and stops points on the
// ground from sliding as far as friction can.
func (d *Doll) solveContacts(w *World) {
	for _, pair := range d.pairs {
		if t, ok := pushApart(&d.bodies[pair.a], &d.bodies[pair.b], pair.slack); ok {
			w.touches = append(w.touches, t)
		}
	}
	d.contacts = d.contacts[:0]
	for i := range d.bodies {
		b := &d.bodies[i]
		low, high := b.ends()
		for k, end := range [...]exact.Vec3{low, high} {
			if k == 1 && b.half < 1e-6 {
				break
			}
			if k == 1 {
				_, end = b.ends() // the first end may have moved it
			}
			end[1] -= b.radius
			depth := -end[1] - b.sunk[k]
			if depth <= 0 {
				continue
			}
			arm := end.Sub(b.position)
			movePoints(b, nil, arm, exact.Vec3{}, exact.Vec3{0, depth, 0})
			// Friction: the point stays where it was, if the push is strong enough for that.
			local := b.rotation.Conjugate().Rotate(arm)
			slid := b.position.Add(b.rotation.Rotate(local)).Sub(b.before.Add(b.was.Rotate(local)))
			slid[1] = 0
			movePoints(b, nil, arm, exact.Vec3{}, limited(slid.Scale(-1), w.Friction*depth))
			d.contacts = append(d.contacts, contact{i, arm, depth})
		}
	}
}

// solveFriction takes velocity from points that touch the ground: what bounces, and a part of what
// slides and rolls.
func (d *Doll) solveFriction(w *World, h float64) {
	for _, c := range d.contacts {
		b := &d.bodies[c.body]
		v := b.linear.Add(b.angular.Cross(c.arm))
		change := exact.Vec3{-v[0], 0, -v[2]}
		change = limited(change, w.Friction*c.depth/h)
		if v[1] > 0 { // pushed out, not thrown
			change[1] = -v[1]
		}
		b.impulse(c.arm, change)
		b.angular = b.angular.Scale(1 - float64(6*h)) // flesh does not roll for long
	}
}

// impulse changes the velocity of a point of a body, given from its center.
func (b *body) impulse(arm, change exact.Vec3) {
	speed := change.Length()
	if speed < 1e-12 {
		return
	}
	n := change.Scale(1 / speed)
	c := arm.Cross(n)
	p := n.Scale(speed / (b.mass + c.Dot(b.inverseInertia(c))))
	b.linear = b.linear.AddScaled(b.mass, p)
	b.angular = b.angular.Add(b.inverseInertia(arm.Cross(p)))
}

// touch is where two capsules touch: arms from their centers, in the world, and the direction from
// the second to the first.
type touch struct {
	a, b       *body
	armA, armB exact.Vec3
	normal     exact.Vec3
	depth      float64 // how far they were pushed apart, in meters
}

// pushApart moves two capsules that overlap by more than a slack to where they overlap by the slack.
// It returns false if they did not.
func pushApart(a, b *body, slack float64) (touch, bool) {
	p1, q1 := a.ends()
	p2, q2 := b.ends()
	p, q := closest(p1, q1, p2, q2)
	apart := p.Sub(q)
	distance := apart.Length()
	depth := a.radius + b.radius - slack - distance
	if !(depth > 0) || distance < 1e-9 {
		return touch{}, false
	}
	n := apart.Scale(1 / distance)
	t := touch{a, b, p.AddScaled(-a.radius, n).Sub(a.position), q.AddScaled(b.radius, n).Sub(b.position), n, depth}
	movePoints(a, b, t.armA, t.armB, n.Scale(depth))
	return t, true
}

// box is a box along the axes.
type box struct{ least, greatest exact.Vec3 }

func (b *box) overlaps(other *box) bool {
	for i := range b.least {
		if b.least[i] > other.greatest[i] || other.least[i] > b.greatest[i] {
			return false
		}
	}
	return true
}

// around returns the box around a capsule.
func around(b *body) (out box) {
	p, q := b.ends()
	for i := range p {
		out.least[i], out.greatest[i] = min(p[i], q[i])-b.radius, max(p[i], q[i])+b.radius
	}
	return out
}

// measureBox finds the box around all bodies.
func (d *Doll) measureBox() {
	d.box = around(&d.bodies[0])
	for i := range d.bodies {
		one := around(&d.bodies[i])
		for k := range one.least {
			d.box.least[k], d.box.greatest[k] = min(d.box.least[k], one.least[k]),
				max(d.box.greatest[k], one.greatest[k])
		}
	}
}

// solveDolls pushes the bodies of different dolls out of each other. Dolls whose boxes are apart do
// not meet, and of the others only the bodies that reach into the box of the other one.
func (w *World) solveDolls() {
	w.touches = w.touches[:0]
	for i, d := range w.dolls {
		for _, other := range w.dolls[:i] {
			if !d.box.overlaps(&other.box) {
				continue
			}
			for k := range d.bodies {
				a := around(&d.bodies[k])
				if !a.overlaps(&other.box) {
					continue
				}
				for l := range other.bodies {
					if b := around(&other.bodies[l]); a.overlaps(&b) {
						if t, ok := pushApart(&d.bodies[k], &other.bodies[l], 0); ok {
							w.touches = append(w.touches, t)
						}
					}
				}
			}
		}
	}
}

// calmTouches takes velocity from bodies that touch each other: what bounces, because they are
// pushed and not thrown, and what slides, as far as friction can.
func (w *World) calmTouches(h float64) {
	for i := range w.touches {
		t := &w.touches[i]
		v := t.a.linear.Add(t.a.angular.Cross(t.armA)).Sub(t.b.linear.Add(t.b.angular.Cross(t.armB)))
		away := v.Dot(t.normal)
		change := limited(v.AddScaled(-away, t.normal).Scale(-1), w.Friction*t.depth/h)
		if away > 0 {
			change = change.AddScaled(-away, t.normal)
		}
		speed := change.Length()
		if speed < 1e-12 {
			continue
		}
		n := change.Scale(1 / speed)
		ca, cb := t.armA.Cross(n), t.armB.Cross(n)
		ia, ib := t.a.inverseInertia(ca), t.b.inverseInertia(cb)
		p := speed / (t.a.mass + t.b.mass + ca.Dot(ia) + cb.Dot(ib))
		t.a.linear, t.a.angular = t.a.linear.AddScaled(t.a.mass*p, n), t.a.angular.AddScaled(p, ia)
		t.b.linear, t.b.angular = t.b.linear.AddScaled(-t.b.mass*p, n), t.b.angular.AddScaled(-p, ib)
	}
}
