package modifier

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/springs"
	"github.com/sinew-go/sinew/internal/solvers"
	"github.com/sinew-go/sinew/internal/solving"
)

// defaultTeleport is the distance, in meters, beyond which a character that moved within a frame
// was put somewhere else.
const defaultTeleport = 2

// Spring are the forces on a bone, with the meanings and units that VRM 1.0 gives them
// (VRMC_springBone). A zero Spring swings freely and is never slowed down.
type Spring struct {
	// Stiffness is how strongly the bone returns to the animated pose, in meters per second; VRM
	// files have 0 to 4 and usually 1.
	Stiffness float32
	// Drag is the part of its speed that the bone loses in a substep, 0 to 1; usually 0.4.
	Drag float32
	// Gravity is how strongly the bone is pulled toward GravityDirection, in meters per second;
	// usually 0 to 2.
	Gravity float32
	// GravityDirection is a direction in the world; down, -Y, if it is 0.
	GravityDirection mgl32.Vec3
	// HitRadius is the radius of the bone's tail for colliders, in units of model space.
	HitRadius float32
}

// SpringSettings are the settings of a chain of bones that swing, such as hair, a tail or an
// antenna.
type SpringSettings struct {
	// Joints are the names of the chain's joints, each above the next one; others may lie between.
	// A bone is from one joint to the next, and the last joint is only the end of the last bone.
	Joints []string
	// Spring are the forces on all bones.
	Spring Spring
	// Bones, if there are any, are forces for each bone, instead of Spring.
	Bones []Spring
	// Tip is where a further bone ends that begins at the last joint, in that joint's space. If it
	// is 0 there is none.
	Tip mgl32.Vec3
	// Center is the space in which the bones have inertia: they do not swing when the center moves.
	Center Center
	// CenterJoint is the joint of [CenterAtJoint].
	CenterJoint string
	// Colliders are shapes that the tails of the bones do not enter. Several springs may share
	// colliders.
	Colliders []Collider
	// PushOnce handles each collider as the VRM specification has it: the tail goes to the surface
	// and then back to its distance from the head, which may leave it a little inside. Otherwise it
	// goes to the nearest point that fulfills both.
	PushOnce bool
	// Teleport is how far, in units of model space, the first joint moves within a frame at most.
	// If it moves farther the bones are at rest again. 2 m if it is 0.
	Teleport float32
	// Scale is how many meters a unit of model space is, by which Stiffness, Gravity and the
	// default of Teleport become lengths of model space. If it is 0 it is found from the size of
	// the skeleton ([rig.Skeleton.MetersPerUnit]): 1 for one of 0.1 to 10 units, 0.01 for a larger
	// one in centimeters.
	Scale float32
	// OffLevel is as in [Aim].
	OffLevel int
}

// Center selects the space in which bones have inertia.
type Center uint8

// The centers of springs.
const (
	// CenterWorld is the world: bones swing when the character moves.
	CenterWorld Center = iota
	// CenterCharacter is the character: bones swing when the pose changes, and not when the
	// character moves as a whole.
	CenterCharacter
	// CenterAtJoint is a joint of the character.
	CenterAtJoint
)

// Collider is a shape that moves with a joint and that springs do not enter.
type Collider struct {
	// Joint is the joint's name.
	Joint string
	// Shape selects what follows.
	Shape ColliderShape
	// Offset is the center of a sphere, one end of a capsule, or a point of a plane, in the joint's
	// space.
	Offset mgl32.Vec3
	// Tail is the other end of a capsule, in the joint's space.
	Tail mgl32.Vec3
	// Normal is the direction to the free side of a plane, in the joint's space.
	Normal mgl32.Vec3
	// Radius is in units of model space: the scale of the joint does not change it.
	Radius float32
	// Inside keeps tails in a sphere or capsule, instead of out of it.
	Inside bool
}

// ColliderShape is the shape of a [Collider].
type ColliderShape uint8

// The shapes of colliders.
const (
	SphereCollider ColliderShape = iota
	CapsuleCollider
	PlaneCollider
)

// Spring adds a chain of bones that swing. The goal needs no target, only a weight.
//
// The bones keep their lengths and turn: toward the animated pose by their stiffness, down by
// gravity, and on by their inertia, in 60 substeps a second, with the animated pose interpolated
// between two frames. The simulation is in the character's model space, so that a character whose
// Transform scales it swings in proportion, gravity included: it looks as the same character
// unscaled does from a distance by which both are equally large. So does a character in other
// units, by Scale.
//
// The springs are at rest, in the animated pose, in the first frame, after a goal had weight 0,
// after a frame of more than half a second, and after a movement beyond Teleport.
func (b *Builder) Spring(goal string, s SpringSettings) *Builder {
	b = b.record("spring", goal, s)
	c := b.context("spring", goal)
	t := solvers.Spring{
		GoalIndex: c.goal(), InCharacter: s.Center == CenterCharacter, CenterJoint: -1,
		PushOnce: s.PushOnce,
	}
	hasTip := s.Tip != mgl32.Vec3{}
	bones := len(s.Joints)
	if !hasTip {
		bones--
	}
	if bones < 1 {
		c.fail("expected a joint at the head of a bone, and another joint or a tip at its tail, found %d joints",
			len(s.Joints))
		return b
	}
	if len(s.Bones) > 0 && len(s.Bones) != bones {
		c.fail("expected forces for each of %d bones, found them for %d", bones, len(s.Bones))
		return b
	}
	if !(s.Scale >= 0) || !exact.IsFinite(s.Scale) {
		c.fail("expected a finite scale above 0, or 0 to find it, found %v", s.Scale)
		return b
	}
	scale := float64(s.Scale)
	if scale == 0 {
		scale = b.skeleton.MetersPerUnit()
	}
	t.Meters = scale
	teleport := s.Teleport
	if teleport == 0 {
		teleport = float32(defaultTeleport / scale)
	}
	if !(teleport > 0) {
		c.fail("expected a distance of a teleport above 0, found %v", s.Teleport)
	}
	putRow(t.Teleport[:], 0, math.Nextafter32(min(float32(teleport*teleport), math.MaxFloat32), math.MaxFloat32))
	if !exact.ToVec3(s.Tip).IsFinite() {
		c.fail("expected a finite tip, found %v", s.Tip)
	}
	if s.CenterJoint != "" && s.Center != CenterAtJoint {
		c.fail("expected the center CenterAtJoint with the joint %q, found it with the center %d", s.CenterJoint, s.Center)
	}
	for i, name := range s.Joints {
		joint := c.joint("joint", name)
		if i > 0 {
			c.checkBelow(joint, int(t.Joints[i-1]))
		}
		t.Joints = append(t.Joints, int16(joint))
	}
	t.Tip = s.Tip
	switch s.Center {
	case CenterWorld, CenterCharacter:
	case CenterAtJoint:
		t.CenterJoint = c.joint("center", s.CenterJoint)
	default:
		c.fail("expected the center CenterWorld, CenterCharacter or CenterAtJoint, found %d", s.Center)
	}
	for i, shape := range s.Colliders {
		t.Colliders = append(t.Colliders, c.collider(i, shape))
	}
	for i := range bones {
		forces := s.Spring
		if len(s.Bones) > 0 {
			forces = s.Bones[i]
		}
		c.addBone(&t, forces, s.Colliders, scale)
	}
	if len(b.errs) > 0 {
		return b
	}
	skeleton := b.skeleton
	for i := range t.Bones {
		t.Bones[i].Joint, t.Bones[i].Child = int(t.Joints[i]), -1
		if i+1 < len(t.Joints) {
			t.Bones[i].Child = int(t.Joints[i+1])
		}
		t.Bones[i].Parent = skeleton.Parent(t.Bones[i].Joint)
	}
	t.Read = append(t.Read, t.Joints...)
	for i := range t.Colliders {
		t.Read = append(t.Read, int16(t.Colliders[i].Joint))
	}
	if t.CenterJoint >= 0 {
		t.Read = append(t.Read, int16(t.CenterJoint))
	}
	return c.add(&t, s.OffLevel)
}

// collider returns the compiled form of a collider.
func (c context) collider(i int, s Collider) solvers.Collider {
	t := solvers.Collider{
		Joint: c.joint("collider", s.Joint), IsCapsule: s.Shape == CapsuleCollider,
		IsPlane: s.Shape == PlaneCollider,
	}
	if s.Shape > PlaneCollider {
		c.fail("collider %d: expected a sphere, a capsule or a plane, found the shape %d", i, s.Shape)
	}
	if !(s.Radius >= 0) || !exact.IsFinite(s.Radius) {
		c.fail("collider %d: expected a finite radius of at least 0, found %v", i, s.Radius)
	}
	second := s.Tail
	if s.Shape == PlaneCollider {
		normal := exact.ToVec3(s.Normal)
		if !normal.IsFinite() || normal.Length() == 0 {
			c.fail("collider %d: expected a finite normal of the plane that is not 0, found %v", i, s.Normal)
		} else {
			second = normal.Normalized().Float32()
		}
	}
	if !exact.ToVec3(s.Offset).IsFinite() || !exact.ToVec3(second).IsFinite() {
		c.fail("collider %d: expected finite points, found %v and %v", i, s.Offset, s.Tail)
	}
	for l := range solvers.Lanes {
		solvers.PutVec(t.Offset[:], 0, l, s.Offset)
		solvers.PutVec(t.Second[:], 0, l, second)
	}
	return t
}

// addBone adds a bone with its forces. A unit of model space is as many meters as scale.
func (c context) addBone(t *solvers.Spring, s Spring, colliders []Collider, scale float64) {
	down := exact.ToVec3(s.GravityDirection)
	if down == (exact.Vec3{}) {
		down = exact.Vec3{0, -1, 0}
	}
	isNumber := func(x float32) bool { return x >= 0 && exact.IsFinite(x) }
	if !isNumber(s.Stiffness) || !isNumber(s.Gravity) || !isNumber(s.HitRadius) || !(s.Drag >= 0 && s.Drag <= 1) ||
		!down.IsFinite() {
		c.fail("bone %d: expected a finite stiffness, gravity and hit radius of at least 0, a drag from 0 to 1 and a "+
			"finite direction of gravity, found %+v",
			len(t.Bones), s)
		return
	}
	var bone solvers.SpringBone
	direction := down.Normalized().Float32()
	perSubstep := func(speed float32) float32 {
		return min(float32(float64(speed/solvers.SpringRate)/scale), math.MaxFloat32)
	}
	for l := range solvers.Lanes {
		bone.Setting[layout.SpringStiffness*solvers.Lanes+l] = perSubstep(s.Stiffness)
		bone.Setting[layout.SpringKeep*solvers.Lanes+l] = 1 - s.Drag
		bone.Setting[layout.SpringPull*solvers.Lanes+l] = perSubstep(s.Gravity)
		solvers.PutVec(bone.Down[:], 0, l, direction)
	}
	bone.HasGravity = s.Gravity > 0
	bone.SameGravity = len(t.Bones) > 0 && t.Bones[len(t.Bones)-1].Down == bone.Down &&
		t.Bones[len(t.Bones)-1].HasGravity
	if n := len(t.Bones); n > 0 && t.Bones[n-1].HitRadius == s.HitRadius {
		bone.Limits = t.Bones[n-1].Limits
	} else {
		bone.Limits = limits(colliders, s.HitRadius)
	}
	bone.HitRadius = s.HitRadius
	t.Bones = append(t.Bones, bone)
}

// limits returns the distances from colliders that a bone's tail keeps.
func limits(colliders []Collider, radius float32) []springs.Limit {
	all := make([]springs.Limit, len(colliders))
	for i, shape := range colliders {
		distance := shape.Radius + radius
		if shape.Shape == PlaneCollider {
			distance = radius
		} else if shape.Inside {
			distance = max(shape.Radius-radius, 0)
		}
		for l := range solvers.Lanes {
			all[i][l], all[i][solvers.Lanes+l] = distance, solving.Number(shape.Inside)
		}
	}
	return all
}
