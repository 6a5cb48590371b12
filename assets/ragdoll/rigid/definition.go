package rigid

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// Definition describes the bodies of the characters of a skeleton.
type Definition struct {
	Skeleton *rig.Skeleton
	// Bodies are in ascending order of their joints.
	Bodies []Body
	// Root is the index of the body of the pelvis, by which a character's place on the ground is
	// found.
	Root int
	// Front and Up are the directions to the character's front and up, in model space in the rest
	// pose, of length 1.
	Front, Up mgl32.Vec3
}

// Body is a capsule that moves with a joint: all points within a radius of a line segment.
type Body struct {
	Joint int
	// A and B are the ends of the segment in the joint's space. They may be equal, for a sphere.
	A, B mgl32.Vec3
	// Radius is in the joint's space, too.
	Radius float32
	// Mass is in kilograms, for a character of the size for which they were computed.
	Mass float32
	// Above is the name of the joint of the body that it hangs on, if that is not the nearest one
	// above in the skeleton: a foot whose joint is moved by inverse kinematics hangs in the
	// skeleton beside the leg that it belongs to.
	Above string
	// Limit is how far the body turns against the body above. The root of a ragdoll does not use
	// it.
	Limit Limit
}

// Limit is a cone, which may be wider in one direction than in the other, and a twist.
type Limit struct {
	// Axis is the axis of the twist, along the bone, and Side the axis that the joint bends about
	// most, both in the joint's space. They have length 1 and are at right angles.
	Axis, Side mgl32.Vec3
	// Center and CenterSide are where Axis and Side point in the middle of the cone, in the space
	// of the joint of the body above.
	Center, CenterSide mgl32.Vec3
	// Bend is how far Axis turns about Side from the middle to either side, Sway how far about the
	// axis across both.
	Bend, Sway float32
	// Twist is how far the body turns about Axis to either side.
	Twist float32
}

// Errors of definitions.
var (
	// ErrBody means that a body or its limit is not possible; the error names the joint.
	ErrBody = errors.New("the body is not possible")
	// ErrNoBodies means that a model has no vertices that joints move, or that a definition has no
	// bodies.
	ErrNoBodies = errors.New("there are no bodies")
	// ErrModel means that a model or its skeleton is not in the library, or that a definition has
	// no skeleton.
	ErrModel = errors.New("there is no such model")
)

// noDefinition is what a nil definition holds.
var noDefinition Definition

func (d *Definition) orNone() *Definition {
	if d == nil {
		return &noDefinition
	}
	return d
}

// Name returns the name of a body: of its joint. It is empty for a joint that the skeleton does not
// have, and for an index that no body has.
func (d *Definition) Name(i int) string {
	d = d.orNone()
	if i < 0 || i >= len(d.Bodies) || d.Skeleton == nil {
		return ""
	}
	if joint := d.Bodies[i].Joint; joint >= 0 && joint < d.Skeleton.Len() {
		return d.Skeleton.JointName(joint)
	}
	return ""
}

// names returns the names of the joints with bodies.
func (d *Definition) names() []string {
	list := make([]string, len(d.Bodies))
	for i := range list {
		list[i] = d.Name(i)
	}
	return list
}

// Find returns the index of the body of a joint, by name, and false if there is none.
func (d *Definition) Find(joint string) (i int, ok bool) {
	d = d.orNone()
	for i := range d.Bodies {
		if d.Name(i) == joint {
			return i, true
		}
	}
	return 0, false
}

// Parent returns the index of the body that a body hangs on, or -1 if there is none: the nearest
// body above its joint, or the body of [Body.Above]. It is -1, too, for an index that no body has,
// and for a joint that the skeleton does not have.
func (d *Definition) Parent(i int) int {
	d = d.orNone()
	if i < 0 || i >= len(d.Bodies) || d.Skeleton == nil {
		return -1
	}
	if above := d.Bodies[i].Above; above != "" {
		if k, ok := d.Find(above); ok {
			return k
		}
		return -1
	}
	return d.nearestAbove(i)
}

// nearestAbove returns the index of the nearest body above a body's joint in the skeleton, or -1.
func (d *Definition) nearestAbove(i int) int {
	if joint := d.Bodies[i].Joint; joint < 0 || joint >= d.Skeleton.Len() {
		return -1
	}
	for j := d.Skeleton.Parent(d.Bodies[i].Joint); j >= 0; j = d.Skeleton.Parent(j) {
		if at, ok := slices.BinarySearchFunc(d.Bodies, j, func(b Body, joint int) int { return b.Joint - joint }); ok {
			return at
		}
	}
	return -1
}

// Mass returns the sum of the masses, in kilograms.
func (d *Definition) Mass() (sum float64) {
	d = d.orNone()
	for i := range d.Bodies {
		sum += float64(d.Bodies[i].Mass)
	}
	return sum
}

// Remove removes the body of a joint; what hung on it hangs on the body above, within the limits
// that it has. It reports whether there was one. The root becomes the first body if it is removed.
func (d *Definition) Remove(joint string) bool {
	d = d.orNone()
	i, ok := d.Find(joint)
	if !ok {
		return false
	}
	above, name := d.Parent(i), ""
	if above >= 0 {
		name = d.Name(above)
	}
	rest := bodies.ModelMatrices(d.Skeleton.RestLocals(), d.Skeleton)
	for k := range d.Bodies {
		if d.Parent(k) != i || above < 0 {
			continue
		}
		limit, from, to := &d.Bodies[k].Limit, &rest[d.Bodies[i].Joint], &rest[d.Bodies[above].Joint]
		limit.Center = between(limit.Center, from, to)
		limit.CenterSide = bodies.Across(between(limit.CenterSide, from, to), limit.Center)
		d.Bodies[k].Above = name
	}
	d.Bodies = slices.Delete(d.Bodies, i, i+1)
	for k := range d.Bodies {
		b := &d.Bodies[k]
		if nearest := d.nearestAbove(k); b.Above == joint || nearest >= 0 && b.Above == d.Name(nearest) {
			b.Above = ""
		}
	}
	switch {
	case d.Root > i:
		d.Root--
	case d.Root == i:
		d.Root = 0
	}
	return true
}

// between returns a direction in the space of one joint in the space of another, at length 1.
func between(v mgl32.Vec3, from, to *exact.Affine) mgl32.Vec3 {
	return bodies.ToJoint(from.Direction(exact.ToVec3(v)), to)
}

// Clone returns a copy that shares no memory but the skeleton.
func (d *Definition) Clone() *Definition {
	if d == nil {
		return nil
	}
	c := *d
	c.Bodies = slices.Clone(d.Bodies)
	return &c
}

// Check returns all errors of a definition, joined, or nil. The errors are [ErrModel],
// [ErrNoBodies] and [ErrBody].
func (d *Definition) Check() error {
	if d == nil {
		return fmt.Errorf("%w: expected a definition, such as Propose makes, found nil", ErrNoBodies)
	}
	if d.Skeleton == nil && len(d.Bodies) == 0 {
		return fmt.Errorf("%w: expected a definition with bodies, such as Propose makes, found an empty one", ErrNoBodies)
	}
	if d.Skeleton == nil {
		return fmt.Errorf("%w: expected a definition with a skeleton, found none", ErrModel)
	}
	if len(d.Bodies) == 0 {
		return fmt.Errorf("%w: expected bodies for skeleton %q, found none", ErrNoBodies, d.Skeleton.Name())
	}
	var all []error
	report := func(format string, arguments ...any) {
		all = append(all, fmt.Errorf("%w: "+format, append([]any{ErrBody}, arguments...)...))
	}
	if d.Root < 0 || d.Root >= len(d.Bodies) {
		report("expected a root below %d, the number of bodies, found %d", len(d.Bodies), d.Root)
	}
	if !isUnit(d.Front) || !isUnit(d.Up) {
		report("expected front and up of length 1, found %v and %v", d.Front, d.Up)
	}
	for i := range d.Bodies {
		b := &d.Bodies[i]
		if b.Joint < 0 || b.Joint >= d.Skeleton.Len() {
			report("body %d: expected a joint below %d, those of skeleton %q, found %d", i, d.Skeleton.Len(),
				d.Skeleton.Name(), b.Joint)
			continue
		}
		if i > 0 && b.Joint <= d.Bodies[i-1].Joint {
			report(
				"body %d: expected bodies in ascending order of their joints, one for each, found joint %d "+
					"after joint %d", i, b.Joint, d.Bodies[i-1].Joint)
		}
		at := fmt.Sprintf("body %d at joint %q", i, d.Name(i))
		if reason := d.checkAbove(i); reason != "" {
			report("%s: %s", at, reason)
		}
		if !exact.ToVec3(b.A).IsFinite() || !exact.ToVec3(b.B).IsFinite() {
			report("%s: expected finite ends, found %v and %v", at, b.A, b.B)
		}
		if !(b.Radius > 0) || !exact.IsFinite(b.Radius) {
			report("%s: expected a positive radius, found %v", at, b.Radius)
		}
		if !(b.Mass > 0) || !exact.IsFinite(b.Mass) {
			report("%s: expected a positive mass, found %v kg", at, b.Mass)
		}
		if reason := b.Limit.check(); reason != "" {
			report("%s: %s", at, reason)
		}
	}
	return errors.Join(all...)
}

// checkAbove returns what is wrong with what a body hangs on, or "".
func (d *Definition) checkAbove(i int) string {
	above := d.Bodies[i].Above
	if above == "" {
		return ""
	}
	if _, ok := d.Find(above); !ok {
		return fmt.Sprintf("expected a body above it at joint %q, found none%s", above,
			names.Meant(above, slices.Delete(d.names(), i, i+1)))
	}
	k := i
	for range d.Bodies {
		if k = d.Parent(k); k < 0 {
			return ""
		}
	}
	return "expected a body above it that does not hang on it, found joint " + strconv.Quote(above)
}

// check returns what is wrong with a limit, or "".
func (l *Limit) check() string {
	for _, pair := range [...][2]mgl32.Vec3{{l.Axis, l.Side}, {l.Center, l.CenterSide}} {
		if !isUnit(pair[0]) || !isUnit(pair[1]) ||
			math.Abs(exact.ToVec3(pair[0]).Dot(exact.ToVec3(pair[1]))) > unitTolerance {
			return fmt.Sprintf("expected axes of a limit of length 1 at right angles, found %v and %v",
				pair[0], pair[1])
		}
	}
	for _, angle := range [...]float32{l.Bend, l.Sway, l.Twist} {
		if !(angle >= 0 && angle <= math.Pi) {
			return fmt.Sprintf("expected angles of a limit from 0 to pi, in radians, found %v, %v and %v", l.Bend, l.Sway,
				l.Twist)
		}
	}
	return ""
}

// unitTolerance is how far a length may be from 1.
const unitTolerance = 1e-3

func isUnit(v mgl32.Vec3) bool { return math.Abs(exact.ToVec3(v).Length()-1) <= unitTolerance }
