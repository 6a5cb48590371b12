package ragdoll

import (
	"math"
	"strings"

	"github.com/sinew-go/sinew/internal/bodies"
	"github.com/sinew-go/sinew/internal/exact"
)

// direction names a direction of a humanoid.
type direction uint8

const (
	forward direction = iota
	backward
	upward
)

// jointLimit is the limit of a bone. Angles are in degrees.
type jointLimit struct {
	toward            direction // where the bone bends to
	center            float64   // how far the middle of the cone is from the rest pose, toward that
	bend, sway, twist float64
}

// boneLimits are the limits of a humanoid's bones without their side. They are wider than a person
// can comfortably reach, so that clips stay within.
var boneLimits = map[string]jointLimit{
	"head":      {forward, 5, 40, 28, 40},
	"upper arm": {forward, 33, 92, 95, 80},
	"lower arm": {forward, 69, 74, 6, 80},
	"hand":      {forward, 0, 70, 35, 25},
	"upper leg": {forward, 45, 75, 30, 35},
	"lower leg": {backward, 65, 68, 4, 10},
	"foot":      {upward, -11, 48.5, 20, 20},
}

// backLimit is how far all bodies of the back turn together, from the pelvis to the chest. However
// many a rig has, a back does not fold.
var backLimit = jointLimit{forward, 22, 49, 36, 40}

// usualLimit is the limit of joints of no humanoid.
var usualLimit = jointLimit{forward, 0, 40, 40, 25}

// limit returns the limit of a body against the body above.
func (p *proposer) limit(d *Definition, i int) Limit {
	joint := d.Bodies[i].Joint
	own := &p.pose[joint]
	above := own
	if parent := d.Parent(i); parent >= 0 {
		above = &p.pose[d.Bodies[parent].Joint]
	}
	values, known := boneLimits[withoutSide(p.bones[joint])]
	if !known {
		values = usualLimit
		if count := p.backBodies(d, joint); count > 0 {
			share := 1 / float64(count)
			values = jointLimit{
				backLimit.toward, float64(backLimit.center * share), float64(backLimit.bend * share),
				float64(backLimit.sway * share), float64(backLimit.twist * share),
			}
		}
	}
	along := p.alongBone(d, i)
	// The axis that turns the bone toward the direction.
	side := along.Cross(p.direction(values.toward))
	if side.Length() < 0.2 { // the bone points there already, as the foot does
		side = along.Cross(p.up)
	}
	if side.Length() < 0.2 {
		side = p.left
	}
	side = exact.ToVec3(bodies.Across(side.Normalized().Float32(), along.Float32()))
	middle := exact.AxisAngle(side, radians(values.center)).Rotate(along)
	l := Limit{
		Bend: float32(radians(values.bend)), Sway: float32(radians(values.sway)), Twist: float32(radians(values.twist)),
		Axis: bodies.ToJoint(along, own), Center: bodies.ToJoint(middle, above),
	}
	l.Side, l.CenterSide = bodies.Across(bodies.ToJoint(side, own), l.Axis), bodies.Across(bodies.ToJoint(side, above), l.Center)
	return l
}

// backBodies returns the number of bodies between the pelvis and the head, if a joint's body is one
// of them; otherwise 0.
func (p *proposer) backBodies(d *Definition, joint int) (count int) {
	head, mapped := p.joints["head"]
	i, found := d.Find(p.skeleton.JointName(head))
	if !mapped || !found {
		return 0
	}
	isOne := false
	for i = d.Parent(i); i >= 0 && i != d.Root; i = d.Parent(i) {
		count++
		isOne = isOne || d.Bodies[i].Joint == joint
	}
	if !isOne {
		return 0
	}
	return count
}

// alongBone returns the direction of the bone of a body in model space: to the body that hangs on
// it, or else to the middle of its capsule.
func (p *proposer) alongBone(d *Definition, i int) exact.Vec3 {
	joint := &p.pose[d.Bodies[i].Joint]
	for k := range d.Bodies {
		if d.Parent(k) == i && (i != d.Root) {
			if v := p.pose[d.Bodies[k].Joint].Translation().Sub(joint.Translation()); v.Length() > 0 {
				return v.Normalized()
			}
		}
	}
	b := &d.Bodies[i]
	middle := exact.ToVec3(b.A).Add(exact.ToVec3(b.B)).Scale(0.5)
	if v := joint.Direction(middle); v.Length() > 0 {
		return v.Normalized()
	}
	return p.up
}

// direction returns a direction in model space.
func (p *proposer) direction(to direction) exact.Vec3 {
	switch to {
	case backward:
		return p.front.Scale(-1)
	case upward:
		return p.up
	}
	return p.front
}

// withoutSide returns the name of a bone without its side.
func withoutSide(bone string) string {
	return strings.TrimPrefix(strings.TrimPrefix(bone, "left "), "right ")
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
