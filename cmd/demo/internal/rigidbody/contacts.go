package rigidbody

import "github.com/sinew-go/sinew/internal/exact"

// contact is where an end of a capsule touches the ground.
type contact struct {
	body  int
	arm   exact.Vec3 // from the center, in the world
	depth float64    // how far the ground pushed, in meters
}

// solveContacts pushes the bodies out of the ground and out of each other, and stops points on the ground from sliding
// as far as friction can.
func (d *Doll) solveContacts(w *World) {
	for _, pair := range d.pairs {
		a, b := &d.bodies[pair[0]], &d.bodies[pair[1]]
		p1, q1 := a.ends()
		p2, q2 := b.ends()
		p, q := closest(p1, q1, p2, q2)
		apart := p.Sub(q)
		distance := apart.Length()
		if depth := a.radius + b.radius - distance; depth > 0 && distance > 1e-9 {
			n := apart.Scale(1 / distance)
			movePoints(a, b, p.AddScaled(-a.radius, n).Sub(a.position), q.AddScaled(b.radius, n).Sub(b.position), n.Scale(depth))
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
			depth := -end[1]
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

// solveFriction takes velocity from points that touch the ground: what bounces, and a part of what slides and rolls.
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
