package modifier

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// ChainMethod selects how a chain of joints is bent.
type ChainMethod uint8

// The methods of a [Chain].
const (
	// FABRIK moves points: from the end to the root and back, each point keeps its distance from the one before. All joints bend
	// alike, and the chain stays as near to its pose as the target allows.
	FABRIK ChainMethod = iota
	// CCD turns joint by joint, from the last to the first, so that the end points to the target: the last joints bend most.
	CCD
)

// Chain are the settings of inverse kinematics for a chain of joints, such as a tail, a tentacle or a spine.
type Chain struct {
	// Root and End are the names of the first and the last joint. All joints from the first to the one before the last turn.
	Root, End string
	// Method is [FABRIK] or [CCD].
	Method ChainMethod
	// Iterations is how often the chain is worked through, 1 to 64; 4 if it is 0. More come nearer to a target close to the
	// limit of reach.
	Iterations int
	// Tolerance is the distance of the end from its target at which the iterations stop, as a fraction of the chain's length; 0
	// for none.
	Tolerance float32
	// Limits are the limits of joints of the chain. With limits, every iteration costs about six times as much.
	Limits []JointLimit
	// OffLevel is as in [Aim].
	OffLevel int
}

// JointLimit limits how far a joint turns away from its rest pose.
type JointLimit struct {
	// Joint is the joint's name.
	Joint string
	// Axis is the axis of the twist, in the joint's space. If it is 0, it is the direction to the next joint of the chain.
	Axis mgl32.Vec3
	// Hinge makes the axis a hinge: the joint turns about it only.
	Hinge bool
	// Cone is the largest angle by which the axis turns away, in radians; 0 for no limit. A hinge has none.
	Cone float32
	// Twist is the least and the largest angle about the axis, in radians from -π to π. There is no limit if both are 0.
	Twist [2]float32
}

// Chain adds inverse kinematics for a chain of joints, whose end comes to the goal's target. Joints turn by the shortest rotations. A
// target out of reach stretches the chain. Joints with limits keep within them, also where the motions are outside; with the goal's
// weight between 0 and 1 the pose is between the motions' and the limited one.
func (b *Builder) Chain(goal string, s Chain) *Builder {
	b.record("chain", goal, s)
	c := b.context("chain", goal)
	t := chain{goalIndex: c.goal(), method: s.Method, iterations: s.Iterations, tolerance: s.Tolerance}
	root, end := c.joint("root", s.Root), c.joint("end", s.End)
	c.checkBelow(end, root)
	if t.iterations == 0 {
		t.iterations = 4
	}
	if t.iterations < 1 || t.iterations > 64 {
		c.fail("the iterations must be 1 to 64, not %d", s.Iterations)
	}
	if !(s.Tolerance >= 0 && s.Tolerance <= 1) {
		c.fail("the tolerance must be 0 to 1, not %v", s.Tolerance)
	}
	if s.Method > CCD {
		c.fail("there is no method %d", s.Method)
	}
	if len(b.errs) > 0 {
		return b
	}
	for j := end; j != root; j = b.stack.skeleton.Parent(j) {
		t.joints = append(t.joints, int16(j))
	}
	t.joints = append(t.joints, int16(root))
	slices.Reverse(t.joints)
	t.rootParent = b.stack.skeleton.Parent(root)
	t.limits = make([]*limitSettings, len(t.joints))
	for _, limit := range s.Limits {
		joint := c.joint("limit", limit.Joint)
		i := slices.Index(t.joints[:len(t.joints)-1], int16(joint))
		if i < 0 {
			c.fail("the limited joint %q is not among the joints that turn", limit.Joint)
			continue
		}
		t.limits[i] = c.limit(&limit, joint, b.stack.skeleton.Rest(int(t.joints[i+1])).Translation)
		t.isLimited = true
	}
	return c.add(&t, s.OffLevel)
}

type chain struct {
	goalIndex, iterations, rootParent int
	method                            ChainMethod
	tolerance                         float32
	joints                            []int16          // from the root to the end
	limits                            []*limitSettings // of each joint; nil for none
	isLimited                         bool
}

func (t *chain) turns() {}

func (t *chain) ignoresRotation() bool { return true }

func (t *chain) goal() int        { return t.goalIndex }
func (t *chain) reads() []int16   { return t.joints }
func (t *chain) changes() []int16 { return t.joints[:len(t.joints)-1] }
func (t *chain) stateSize() int   { return 0 }

func (t *chain) solve(w *Work, weights *[Lanes]float32, _ int) {
	n := len(t.joints)
	if len(w.points) < 2*n {
		w.points, w.lengths = make([]solve.Point, 2*n), make([][Lanes]float32, n)
	}
	points, lengths := w.points[:n], w.lengths[:n]
	for i, joint := range t.joints {
		setOrigin(&points[i], w.model(int(joint)))
		if i > 0 {
			solve.Distance(&lengths[i-1], &points[i-1], &points[i])
		}
	}
	target := solve.Point(w.goals[t.goalIndex][layout.GoalTarget*Lanes:][:layout.PointRows*Lanes])
	if t.isLimited || t.method == CCD {
		t.solveLinks(w, weights, points, lengths, &target)
		return
	}
	root := points[0]
	within := t.within(lengths)
	for range t.iterations {
		kept, all := t.done(&within, weights, &points[n-1], &target)
		if all {
			break
		}
		before := w.points[n:][:n]
		if kept != 0 {
			copy(before, points)
		}
		points[n-1] = target
		t.reachBack(points, lengths)
		points[0] = root
		for i := 1; i < n; i++ {
			solve.Reach(&points[i], &points[i-1], &points[i], &lengths[i-1])
		}
		for l := range Lanes {
			if kept&(1<<l) == 0 {
				continue
			}
			for i := range points {
				for r := range 3 {
					points[i][r*Lanes+l] = before[i][r*Lanes+l]
				}
			}
		}
	}
	t.orient(w, weights, points)
}

// reachBack moves the points before the last one, each to its distance from the next one.
func (t *chain) reachBack(points []solve.Point, lengths [][Lanes]float32) {
	for i := len(points) - 2; i >= 0; i-- {
		solve.Reach(&points[i], &points[i+1], &points[i], &lengths[i])
	}
}

// within returns the square of the distance from the target at which each lane is done; below 0 for none.
func (t *chain) within(lengths [][Lanes]float32) (square [Lanes]float32) {
	for l := range square {
		square[l] = -1
		if t.tolerance > 0 {
			sum := float32(0)
			for _, length := range lengths[:len(t.joints)-1] {
				sum += length[l]
			}
			square[l] = float32(float32(sum*t.tolerance) * float32(sum*t.tolerance))
		}
	}
	return square
}

// done returns the lanes, as bits, that are not solved or whose end is within the tolerance, and reports whether all are.
func (t *chain) done(within, weights *[Lanes]float32, end, target *solve.Point) (lanes uint, all bool) {
	if t.tolerance == 0 {
		return 0, false
	}
	for l, limit := range within {
		square := float32(0)
		for r := range 3 {
			d := end[r*Lanes+l] - target[r*Lanes+l]
			square += float32(d * d)
		}
		if square <= limit || weights[l] == 0 {
			lanes |= 1 << l
		}
	}
	return lanes, lanes == 1<<Lanes-1
}

func setOrigin(point *solve.Point, m *solve.Matrix) {
	for r := range 3 {
		copy(point[r*Lanes:(r+1)*Lanes], m[layout.Element(r, layout.OriginColumn)*Lanes:])
	}
}

// orient turns the joints so that they come to the points.
func (t *chain) orient(w *Work, weights *[Lanes]float32, points []solve.Point) {
	rows := &w.orient
	copy(rows[layout.OrientWeight*Lanes:], weights[:])
	stillHere(rows)
	parent := t.rootParent
	for i, joint := range t.joints[:len(t.joints)-1] {
		copy(rows[layout.OrientHere*Lanes:], points[i][:])
		copy(rows[layout.OrientThere*Lanes:], points[i+1][:])
		solve.Orient(rows, w.model(parent), w.model(int(joint)), w.model(int(t.joints[i+1])), w.local(int(joint)))
		w.setRotation(int(joint), rows[layout.OrientOut*Lanes:])
		copy(rows[layout.OrientMoved*Lanes:], rows[layout.OrientMovedOut*Lanes:][:layout.RotationRows*Lanes])
		parent = int(joint)
	}
}
