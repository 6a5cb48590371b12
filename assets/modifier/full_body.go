package modifier

import (
	"slices"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/solvers"
)

// FullBody are the settings of inverse kinematics with several ends, such as a body whose hands,
// feet and head reach targets at once.
type FullBody struct {
	// Root is the joint from which all ends hang, such as the pelvis.
	Root string
	// RootReach is how far the root may move from where the motions have it, in the units of model
	// space; 0 for not at all.
	RootReach float32
	// Effectors are the joints that come to targets. Joints below the root that lead to none keep
	// their motions.
	Effectors []Effector
	// Iterations is how often the body is worked through, 1 to 64; 8 if it is 0.
	Iterations int
	// Stretch is the part of its length, 0 to 1, to which a limb stretches before the rest of the
	// body follows; 0.95 if it is 0. A limb that the motions stretch more stretches as far as they
	// do, up to 0.99. A limb is what lies between an effector and the joint where its way parts
	// from the others.
	Stretch float32
	// Tolerance is the distance of all ends from their targets at which the iterations stop, as a
	// fraction of the distance along the bones from the root; 0 for none.
	Tolerance float32
	// Limits are the limits of joints. A body without them folds its shoulders into its chest and
	// bends its elbows sideways to come nearer: give clavicles and spine small cones, and make
	// elbows and knees hinges.
	Limits []JointLimit
	// OffLevel is as in [Aim].
	OffLevel int
}

// Effector is a joint of a [FullBody] that comes to a target.
type Effector struct {
	// Joint is the joint's name.
	Joint string
	// Goal is the name of the effector's goal.
	Goal string
	// Pull is how strongly it pulls where the ways to several effectors part; 1 if it is 0.
	Pull float32
	// KeepRotation keeps the rotation that the joint has in model space. GoalRotation turns it to
	// the goal's rotation, if it has one.
	KeepRotation, GoalRotation bool
}

// FullBody adds inverse kinematics for several effectors over branching joints. Each effector comes
// to the target of its goal. Where the ways to several effectors part, they pull at the joint by
// the weights of their goals times their Pull. The root moves with that pull, within its reach.
// Joints turn by the shortest rotations, so that the pose stays near to the motions, and keep
// within their limits.
//
// An effector whose goal has weight 0 goes along with the joint above. A weight between 0 and 1
// blends the joints that lead to the effector, from the motions to the solution; a joint that leads
// to several is blended by the largest weight. The weight of the goal given here, if it has a name,
// scales all of them.
//
// If not all targets can be met, the effectors come near to them, and the stronger pull comes
// nearer. Every iteration comes closer: of the built-in character whose hands, feet and head reach
// a pose with bent limbs, half are within 2 mm after 8 iterations and within 0.2 mm after 16, and
// nine of ten within 2 cm and 5 mm. For limbs that must meet their targets and bend to a known
// side, add [TwoBone] or [Hand] with the same goals after it.
//
// Method: A. Aristidou and J. Lasenby, "FABRIK: A fast, iterative solver for the Inverse Kinematics
// problem", Graphical Models 73, 2011. Each iteration works through the limbs, from where they
// begin; then, from the limbs to the root, joints come to where the limbs need them. Where ways
// part this is the mean, weighted by the pulls and by how far the ways are from what they need, so
// that limbs at ease do not hold others back. A joint with limits passes on half of what it may not
// be able to turn. Joints are rigid: one with several children turns by the least squares of their
// distances.
func (b *Builder) FullBody(goal string, s FullBody) *Builder {
	b = b.record("fullBody", goal, s)
	c := b.context("full body", goal)
	t := solvers.Body{
		Master: c.goalOrNone(), Reach: s.RootReach, Stretch: s.Stretch, Iterations: s.Iterations,
		Tolerance: s.Tolerance,
	}
	root := c.joint("root", s.Root)
	if t.Iterations == 0 {
		t.Iterations = 8
	}
	if t.Iterations < 1 || t.Iterations > 64 {
		c.fail("expected 1 to 64 iterations, found %d", s.Iterations)
	}
	if !(s.Tolerance >= 0 && s.Tolerance <= 1) {
		c.fail("expected a tolerance from 0 to 1, found %v", s.Tolerance)
	}
	if t.Stretch == 0 {
		t.Stretch = 0.95
	}
	if !(t.Stretch > 0 && t.Stretch <= 1) {
		c.fail("expected a stretch from 0 to 1, found %v", s.Stretch)
	}
	if !(s.RootReach >= 0) || !exact.IsFinite(s.RootReach) {
		c.fail("expected a finite reach of the root of at least 0, found %v", s.RootReach)
	}
	if len(s.Effectors) == 0 {
		c.fail("expected at least one effector, found none")
	}
	for i := range s.Effectors {
		c.addEffector(&t, root, &s.Effectors[i])
	}
	if len(b.errs) > 0 {
		return b
	}
	c.addNodes(&t, root)
	for _, limit := range s.Limits {
		joint := c.joint("limit", limit.Joint)
		i := slices.IndexFunc(t.Nodes, func(n solvers.BodyNode) bool { return n.Joint == joint && len(n.Children) > 0 })
		if i < 0 {
			c.fail("expected a limit of a joint that turns, found one of %q", limit.Joint)
			continue
		}
		child := t.Nodes[t.Nodes[i].Children[0]].Joint
		t.Nodes[i].Limit = c.limit(&limit, joint, b.skeleton.Rest(child).Translation)
	}
	t.AddLimbs()
	t.AddSteps()
	return c.add(&t, s.OffLevel)
}

// addEffector checks an effector and adds it.
func (c context) addEffector(t *solvers.Body, root int, s *Effector) {
	joint := c.joint("effector", s.Joint)
	c.checkBelow(joint, root)
	own := context{b: c.b, kind: "full body, effector", name: s.Goal}
	e := solvers.Effector{
		Goal: own.goal(), Node: joint, Pull: s.Pull, KeepRotation: s.KeepRotation,
		GoalRotation: s.GoalRotation,
	}
	if e.Pull == 0 {
		e.Pull = 1
	}
	if !(e.Pull > 0) || !exact.IsFinite(e.Pull) {
		own.fail("expected a finite pull above 0, found %v", s.Pull)
	}
	for _, other := range t.Effectors {
		if len(c.b.errs) == 0 && other.Node == joint {
			own.fail("expected one effector of joint %q, found two", s.Joint)
		}
	}
	t.Effectors = append(t.Effectors, e)
}

// addNodes adds the joints from the root to the effectors, parents first, and gives the effectors
// their nodes.
func (c context) addNodes(t *solvers.Body, root int) {
	skeleton := c.b.skeleton
	index := map[int]int{root: 0} // by joint
	joints := []int{root}
	for _, e := range t.Effectors {
		for j := e.Node; j != root; j = skeleton.Parent(j) {
			if _, ok := index[j]; !ok {
				index[j] = 0
				joints = append(joints, j)
			}
		}
	}
	order.Ints(joints)
	for i, j := range joints {
		n := solvers.BodyNode{Joint: j, Parent: -1, Effector: -1}
		if index[j] = i; i > 0 {
			n.Parent = index[skeleton.Parent(j)]
			t.Nodes[n.Parent].Children = append(t.Nodes[n.Parent].Children, i)
		}
		t.Nodes, t.Joints = append(t.Nodes, n), append(t.Joints, int16(j))
	}
	for i := range t.Effectors {
		e := &t.Effectors[i]
		e.Node = index[e.Node]
		t.Nodes[e.Node].Effector = i
	}
	for i := range t.Nodes {
		n := &t.Nodes[i]
		turns := n.Effector >= 0 && (t.Effectors[n.Effector].KeepRotation || t.Effectors[n.Effector].GoalRotation)
		if len(n.Children) > 0 || turns {
			t.Change = append(t.Change, int16(n.Joint))
		}
	}
	t.RootParent = skeleton.Parent(root)
}
