package modifier

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/solvers"
)

// KeepOut are the settings of a limb that keeps out of other parts of the body, such as a leg out
// of the other leg and a hand out of a thigh. Lengths are in model space.
type KeepOut struct {
	// Root is the joint that turns, a hip or a shoulder.
	Root string
	// Limb are spheres and capsules at Root or below, and Body those that they keep out of, at
	// joints that are not below Root. There are 1 to 8 of each. Those whose joints hang on the same
	// joint, and one that hangs on another, meet there as limbs bend, and do not keep out of each
	// other.
	Limb, Body []Collider
	// Aside is the direction in model space, in the rest pose, to which the limb makes way: to its own
	// side. It turns with the joint above Root.
	Aside mgl32.Vec3
	// MaxAngle is the largest angle by which the limb turns, in radians; 0.6 if it is 0.
	MaxAngle float32
	// End and OtherEnd are joints whose heights along Up decide how much of the way the limb makes,
	// such as both feet: nothing where End is as far above OtherEnd as the first of Heights, and
	// all of it from the second one on. So who stands lets the other one make way, in a solver of
	// its own. Without them the limb makes all of the way. Heights are -0.1 and 0.1 if they are 0,
	// and Up is +Y.
	End, OtherEnd string
	Heights       [2]float32
	Up            mgl32.Vec3
	// OffLevel is as in [Aim].
	OffLevel int
}

// KeepOut adds a limb that keeps out of other parts of the body. Where one of its capsules is in
// one of theirs it turns at its root, to its own side, until the two touch; elsewhere the pose
// keeps its bits. So it passes beside what it would pass through, without a jump. Motions do not
// need it that are good alone; a transition mixes two, in which a swinging leg may come into the
// other one. Without a goal it is always applied.
func (b *Builder) KeepOut(goal string, s KeepOut) *Builder {
	b = b.record("keepOut", goal, s)
	c := b.context("keep out", goal)
	t := solvers.KeepOut{
		GoalIndex: c.goalOrNone(), Root: c.joint("root", s.Root), End: -1, Other: -1, MostAngle: 0.6,
		Up: exact.Vec3{0, 1, 0},
	}
	if !(s.MaxAngle >= 0 && s.MaxAngle <= halfTurn) {
		c.fail("expected a MaxAngle from 0 to π radians, found %v%s", s.MaxAngle, inDegrees(s.MaxAngle))
	}
	if s.Heights == [2]float32{} {
		s.Heights = [2]float32{-0.1, 0.1}
	}
	if !(s.Heights[0] < s.Heights[1]) || !exact.AllFinite(s.Heights[:]...) {
		c.fail("expected two finite Heights that ascend, found %v", s.Heights)
	}
	if (s.End == "") != (s.OtherEnd == "") {
		c.fail("expected End and OtherEnd, or neither, found %q and %q", s.End, s.OtherEnd)
	}
	aside, up := exact.ToVec3(s.Aside), exact.ToVec3(s.Up)
	if !aside.IsFinite() || aside.Length() == 0 || !up.IsFinite() {
		c.fail("expected a finite Aside that is not 0, and a finite Up, found %v and %v", s.Aside, s.Up)
	}
	t.Limb, t.Body = c.capsules("limb", s.Limb), c.capsules("body", s.Body)
	if len(b.errs) > 0 {
		return b
	}
	if s.MaxAngle > 0 {
		t.MostAngle = float64(s.MaxAngle)
	}
	t.Lowest, t.Range = float64(s.Heights[0]), float64(s.Heights[1])-float64(s.Heights[0])
	if up.Length() > 0 {
		t.Up = up.Normalized()
	}
	t.Parent = b.skeleton.Parent(t.Root)
	t.Aside = exact.ToVec3(c.fromModelAtRest(t.Parent).Point(aside.Float32())).Normalized()
	t.Aside32 = t.Aside.Float32()
	t.Read, t.Change = []int16{int16(t.Root)}, []int16{int16(t.Root)}
	if t.Parent >= 0 {
		t.Read = append(t.Read, int16(t.Parent))
	}
	if s.End != "" {
		t.End, t.Other = c.joint("end", s.End), c.joint("other end", s.OtherEnd)
		t.Read = append(t.Read, int16(t.End), int16(t.Other))
	}
	for i := range t.Limb {
		if joint := t.Limb[i].Joint; joint != t.Root {
			c.checkBelow(joint, t.Root)
		}
		t.Read = append(t.Read, int16(t.Limb[i].Joint))
	}
	for i := range t.Body {
		if joint := t.Body[i].Joint; joint == t.Root || c.below(joint, t.Root) {
			c.fail("expected a body beside the limb, found joint %q of the limb", b.skeleton.JointName(joint))
		}
		t.Read = append(t.Read, int16(t.Body[i].Joint))
		for k := range t.Limb {
			if b.skeleton.Parent(t.Limb[k].Joint) == b.skeleton.Parent(t.Body[i].Joint) ||
				b.skeleton.Parent(t.Limb[k].Joint) == t.Body[i].Joint {
				t.Meet[k] |= 1 << i
			}
		}
	}
	return c.add(&t, s.OffLevel)
}

// capsules returns the compiled form of spheres and capsules.
func (c context) capsules(role string, list []Collider) (capsules []solvers.Capsule) {
	if len(list) == 0 || len(list) > solvers.MaxCapsules {
		c.fail("%s: expected 1 to %d colliders, found %d", role, solvers.MaxCapsules, len(list))
		return nil
	}
	for i, s := range list {
		if s.Shape > CapsuleCollider || s.Inside {
			c.fail("%s: collider %d: expected a sphere or a capsule from outside, found another one", role, i)
		}
		if !(s.Radius >= 0) || !exact.IsFinite(s.Radius) {
			c.fail("%s: collider %d: expected a finite radius of at least 0, found %v", role, i, s.Radius)
		}
		t := solvers.Capsule{
			Joint: c.joint(role, s.Joint), A: exact.ToVec3(s.Offset), B: exact.ToVec3(s.Offset), Radius: float64(s.Radius),
		}
		if s.Shape == CapsuleCollider {
			t.B = exact.ToVec3(s.Tail)
		}
		if !t.A.IsFinite() || !t.B.IsFinite() {
			c.fail("%s: collider %d: expected finite points, found %v and %v", role, i, s.Offset, s.Tail)
		}
		t.A32, t.B32, t.Radius32 = t.A.Float32(), t.B.Float32(), s.Radius
		capsules = append(capsules, t)
	}
	return capsules
}
