package modifier

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/solvers"
)

// ChainMethod selects how a chain of joints is bent.
type ChainMethod uint8

// The methods of a [Chain].
const (
	// FABRIK moves points: from the end to the root and back, each point keeps its distance from
	// the one before. All joints bend alike, and the chain stays as near to its pose as the target
	// allows.
	FABRIK ChainMethod = iota
	// CCD turns joint by joint, from the last to the first, so that the end points to the target:
	// the last joints bend most.
	CCD
)

// Chain are the settings of inverse kinematics for a chain of joints, such as a tail, a tentacle or
// a spine.
type Chain struct {
	// Root and End are the names of the first and the last joint. All joints from the first to the
	// one before the last turn.
	Root, End string
	// Method is [FABRIK] or [CCD].
	Method ChainMethod
	// Iterations is how often the chain is worked through, 1 to 64; 4 if it is 0. More come nearer
	// to a target close to the limit of reach.
	Iterations int
	// Tolerance is the distance of the end from its target at which the iterations stop, as a
	// fraction of the chain's length; 0 for none.
	Tolerance float32
	// Limits are the limits of joints of the chain. With limits, every iteration costs about six
	// times as much.
	Limits []JointLimit
	// OffLevel is as in [Aim].
	OffLevel int
}

// JointLimit limits how far a joint turns away from its rest pose.
type JointLimit struct {
	// Joint is the joint's name.
	Joint string
	// Axis is the axis of the twist, in the joint's space. If it is 0, it is the direction to the
	// next joint of the chain.
	Axis mgl32.Vec3
	// Hinge makes the axis a hinge: the joint turns about it only.
	Hinge bool
	// Cone is the largest angle by which the axis turns away, in radians; 0 for no limit. A hinge
	// has none.
	Cone float32
	// Twist is the least and the largest angle about the axis, in radians from -π to π. There is no
	// limit if both are 0.
	Twist [2]float32
}

// Chain adds inverse kinematics for a chain of joints, whose end comes to the goal's target. Joints
// turn by the shortest rotations. A target out of reach stretches the chain. Joints with limits
// keep within them, also where the motions are outside; with the goal's weight between 0 and 1 the
// pose is between the motions' and the limited one.
func (b *Builder) Chain(goal string, s Chain) *Builder {
	b = b.record("chain", goal, s)
	c := b.context("chain", goal)
	t := solvers.Chain{
		GoalIndex: c.goal(), TurnsJoints: s.Method == CCD, Iterations: s.Iterations,
		Tolerance: s.Tolerance,
	}
	root, end := c.joint("root", s.Root), c.joint("end", s.End)
	c.checkBelow(end, root)
	if t.Iterations == 0 {
		t.Iterations = 4
	}
	if t.Iterations < 1 || t.Iterations > 64 {
		c.fail("expected 1 to 64 iterations, found %d", s.Iterations)
	}
	if !(s.Tolerance >= 0 && s.Tolerance <= 1) {
		c.fail("expected a tolerance from 0 to 1, found %v", s.Tolerance)
	}
	if s.Method > CCD {
		c.fail("expected the method FABRIK or CCD, found %d", s.Method)
	}
	if len(b.errs) > 0 {
		return b
	}
	for j := end; j != root; j = b.skeleton.Parent(j) {
		t.Joints = append(t.Joints, int16(j))
	}
	t.Joints = append(t.Joints, int16(root))
	slices.Reverse(t.Joints)
	t.RootParent = b.skeleton.Parent(root)
	t.Limits = make([]*solvers.LimitSettings, len(t.Joints))
	for _, limit := range s.Limits {
		joint := c.joint("limit", limit.Joint)
		i := slices.Index(t.Joints[:len(t.Joints)-1], int16(joint))
		if i < 0 {
			c.fail("expected a limit of a joint that turns, found one of %q", limit.Joint)
			continue
		}
		t.Limits[i] = c.limit(&limit, joint, b.skeleton.Rest(int(t.Joints[i+1])).Translation)
		t.IsLimited = true
	}
	return c.add(&t, s.OffLevel)
}
