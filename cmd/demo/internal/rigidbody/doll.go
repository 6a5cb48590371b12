package rigidbody

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/internal/exact"
)

// Doll is the bodies of a character and their joints.
type Doll struct {
	bodies   []body
	joints   []joint
	contacts []contact
	pairs    []pair // of bodies that touch each other
	box      box    // around all bodies
}

// pair is two bodies that touch each other, and how deep they may be in each other.
type pair struct {
	a, b  int
	slack float64
}

// joint connects a body to the one above.
type joint struct {
	child, parent      int
	inParent, inChild  exact.Vec3 // the place of the joint, from the centers, in the spaces of the bodies
	parentFrame, frame exact.Quat
	bend, sway, twist  float64
	target             exact.Quat // of the child in the space of the parent, if isDriven
	stiffness          float64
	isDriven           bool
}

// NewDoll makes the bodies of a character in a world. Joints are the matrices of its bodies' joints
// in the world, and motions where the bodies are and how they move.
func NewDoll(w *World, definition *ragdoll.Definition, joints []mgl32.Mat4, motions []ragdoll.Motion) (*Doll, error) {
	d := &Doll{}
	for i := range definition.Bodies {
		a, b, radius, ok := definition.Capsule(i, joints[i])
		if !ok {
			return nil, fmt.Errorf("rigidbody: the joint of body %d (%s) is scaled to 0", i, definition.Name(i))
		}
		from, to := exact.ToVec3(a), exact.ToVec3(b)
		body := body{
			radius: float64(radius), half: to.Sub(from).Length() / 2, center: from.Lerp(to, 0.5),
			axis: exact.Vec3{0, 1, 0},
		}
		if body.half > 1e-6 {
			body.axis = to.Sub(from).Normalized()
		}
		body.capsuleMass(float64(definition.Bodies[i].Mass))
		d.bodies = append(d.bodies, body)
		d.set(i, motions[i])
		d.bodies[i].sink()
	}
	for i := range definition.Bodies {
		parent := definition.Parent(i)
		if parent < 0 {
			continue
		}
		above, own, ok := definition.Frames(i, joints[i], joints[parent])
		if !ok {
			return nil, fmt.Errorf("rigidbody: the joint of body %d (%s) is scaled to 0", i, definition.Name(i))
		}
		child, up, limit := &d.bodies[i], &d.bodies[parent], &definition.Bodies[i].Limit
		at := child.position.Sub(child.rotation.Rotate(child.center))
		d.joints = append(d.joints, joint{
			child: i, parent: parent, inChild: child.center.Scale(-1),
			inParent:    up.rotation.Conjugate().Rotate(at.Sub(up.position)),
			parentFrame: exact.ToQuat(exact.XYZW(above)), frame: exact.ToQuat(exact.XYZW(own)),
			bend: float64(limit.Bend), sway: float64(limit.Sway), twist: float64(limit.Twist),
		})
	}
	d.findPairs(definition)
	w.dolls = append(w.dolls, d)
	return d, nil
}

// findPairs lists the pairs of bodies that touch each other: all that do not meet at a joint. Those
// that overlap at first may stay as deep in each other, but not come deeper.
func (d *Doll) findPairs(definition *ragdoll.Definition) {
	for i := range d.bodies {
		for k := range i {
			if definition.Parent(i) == k || definition.Parent(k) == i {
				continue
			}
			a, b := &d.bodies[i], &d.bodies[k]
			p1, q1 := a.ends()
			p2, q2 := b.ends()
			p, q := closest(p1, q1, p2, q2)
			d.pairs = append(d.pairs, pair{i, k, max(0, a.radius+b.radius-p.Sub(q).Length())})
		}
	}
}

// set puts a body where a motion is.
func (d *Doll) set(i int, m ragdoll.Motion) {
	b := &d.bodies[i]
	b.rotation = exact.ToQuat(exact.XYZW(m.Rotation)).Normalized()
	arm := b.rotation.Rotate(b.center)
	b.position = exact.ToVec3(m.Position).Add(arm)
	b.angular = exact.ToVec3(m.Angular)
	b.linear = exact.ToVec3(m.Linear).Add(b.angular.Cross(arm))
	b.before, b.was = b.position, b.rotation
}

// Transforms writes where the bodies are to dst and returns it.
func (d *Doll) Transforms(dst []ragdoll.Transform) []ragdoll.Transform {
	dst = dst[:0]
	for i := range d.bodies {
		b := &d.bodies[i]
		at := b.position.Sub(b.rotation.Rotate(b.center))
		dst = append(dst, ragdoll.Transform{Position: at.Float32(), Rotation: exact.QuatFromXYZW(b.rotation.Float32())})
	}
	return dst
}

// Push changes the velocity of a body at a point in the world by an impulse, in newton seconds.
func (d *Doll) Push(i int, point, impulse mgl32.Vec3) {
	b := &d.bodies[i]
	b.linear = b.linear.AddScaled(b.mass, exact.ToVec3(impulse))
	arm := exact.ToVec3(point).Sub(b.position)
	b.angular = b.angular.Add(b.inverseInertia(arm.Cross(exact.ToVec3(impulse))))
}

// Drive makes motors turn the bodies to each other as targets are, for example the targets of
// systems.Ragdoll. Stiffness is in newton meters per radian; 0 switches the motors off.
func (d *Doll) Drive(targets []ragdoll.Motion, stiffness float64) {
	for k := range d.joints {
		j := &d.joints[k]
		child, parent := exact.ToQuat(exact.XYZW(targets[j.child].Rotation)),
			exact.ToQuat(exact.XYZW(targets[j.parent].Rotation))
		j.target, j.stiffness, j.isDriven = parent.Conjugate().Mul(child), stiffness, stiffness > 0
	}
}

// Speed returns the root mean square of the bodies' speeds, in meters per second, by which a
// program finds that a doll lies.
func (d *Doll) Speed() float64 {
	sum := 0.0
	for i := range d.bodies {
		sum += d.bodies[i].linear.Dot(d.bodies[i].linear)
	}
	return math.Sqrt(sum / float64(len(d.bodies)))
}

func (d *Doll) solveMotors(h float64) {
	for k := range d.joints {
		j := &d.joints[k]
		if !j.isDriven {
			continue
		}
		child, parent := &d.bodies[j.child], &d.bodies[j.parent]
		turnBodies(child, parent, rotationVector(parent.rotation.Mul(j.target).Mul(child.rotation.Conjugate())),
			1/(j.stiffness*h*h))
	}
}

// jointPasses is how often the joints of a doll are solved in a substep.
const jointPasses = 2

func (d *Doll) solveJoints() {
	for range jointPasses {
		d.solveJointsOnce(softness)
	}
}

// solveJointsOnce turns the bodies to within the limits, of whose violation it leaves a part, and brings
// the joints together.
func (d *Doll) solveJointsOnce(softness float64) {
	for k := range d.joints {
		j := &d.joints[k]
		child, parent := &d.bodies[j.child], &d.bodies[j.parent]
		j.limit(child, parent, softness)
		rc, rp := child.rotation.Rotate(j.inChild), parent.rotation.Rotate(j.inParent)
		movePoints(child, parent, rc, rp, parent.position.Add(rp).Sub(child.position.Add(rc)))
	}
}

// tidyPasses is how often what a step left of violations is solved after it.
const tidyPasses = 6

// tidy takes away what a step left of violations of limits, of gaps in joints and of overlaps, where
// bodies were hit hard. It changes no velocities, so that nothing bounces.
func (d *Doll) tidy() {
	for range tidyPasses {
		for _, pair := range d.pairs {
			pushApart(&d.bodies[pair.a], &d.bodies[pair.b], pair.slack)
		}
		d.solveJointsOnce(0)
	}
}

// softness is the part of a violation of a limit that a pass leaves, so that bodies do not bounce
// off their limits.
const softness = 0.25

// limit turns the bodies back to within the cone and the twist, but for a part of the violation.
func (j *joint) limit(child, parent *body, softness float64) {
	above, own := parent.rotation.Mul(j.parentFrame), child.rotation.Mul(j.frame)
	q := above.Conjugate().Mul(own)
	if q[3] < 0 {
		q = exact.Quat{-q[0], -q[1], -q[2], -q[3]}
	}
	twist := exact.Quat{q[0], 0, 0, q[3]}
	if twist.Dot(twist) < 1e-9 {
		return
	}
	twist = twist.Normalized()
	angle := 2 * exact.Atan2(twist[0], twist[3])
	if excess := angle - min(max(angle, -j.twist), j.twist); excess != 0 {
		// The axis that turns the twist fastest is half way between the two bones.
		a, b := above.Rotate(exact.Vec3{1, 0, 0}), own.Rotate(exact.Vec3{1, 0, 0})
		turnAlong(child, parent, a.Add(b).Scale(1/max(1+a.Dot(b), 0.01)), -excess*(1-softness))
	}
	swing := rotationVector(q.Mul(twist.Conjugate())) // about y and z
	y, z := swing[1]/max(j.bend, 0.01), swing[2]/max(j.sway, 0.01)
	if out := math.Sqrt(float64(y*y) + float64(z*z)); out > 1 {
		gradient := exact.Vec3{0, y / (out * max(j.bend, 0.01)), z / (out * max(j.sway, 0.01))}
		turnAlong(child, parent, above.Rotate(swingAxis(swing, gradient)), (1-out)*(1-softness))
	}
}

// swingAxis returns the rotation vector that changes a function of a swing fastest, from the
// function's gradient. Both lie in the plane of y and z. A turn about the swing's own axis changes
// its angle; one about the axes across changes its direction.
func swingAxis(swing, gradient exact.Vec3) exact.Vec3 {
	angle := swing.Length()
	sin, cos := exact.SinCos(angle)
	if sin < 1e-3 {
		return gradient
	}
	u, x := swing.Scale(1/angle), exact.Vec3{1, 0, 0}
	m := u.Cross(x)
	across := angle * gradient.Dot(m)
	return u.Scale(u.Dot(gradient)).AddScaled(across*cos/sin, m).AddScaled(-across, x)
}

// rotationVector returns the axis of a rotation times its angle, the shorter way.
func rotationVector(q exact.Quat) exact.Vec3 {
	v := exact.Vec3{q[0], q[1], q[2]}
	sine := v.Length()
	if sine < 1e-12 {
		return exact.Vec3{}
	}
	angle := 2 * exact.Atan2(sine, math.Abs(q[3]))
	if q[3] < 0 {
		angle = -angle
	}
	return v.Scale(angle / sine)
}
