package modifier

import (
	"slices"

	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Chain are the settings of inverse kinematics for a chain of joints, such as a tail, a tentacle or a spine.
type Chain struct {
	// Root and End are the names of the first and the last joint. All joints between them turn.
	Root, End string
	// Iterations is how often the chain is worked through, 1 to 64; 4 if it is 0. More come nearer to a target close to the
	// limit of reach.
	Iterations int
}

// Chain adds inverse kinematics for a chain of joints by FABRIK, which moves points: from the end to the root and back, each point
// keeps its distance from the one before. The joints then turn, by the shortest rotations, so that they come to the
// points. The chain thereby stays as near to its pose as the target allows. A target out of reach stretches the chain.
func (b *Builder) Chain(goal string, s Chain) *Builder {
	c := b.context("chain", goal)
	t := chain{goalIndex: c.goal(), iterations: s.Iterations}
	root, end := c.joint("root", s.Root), c.joint("end", s.End)
	c.checkBelow(end, root)
	if t.iterations == 0 {
		t.iterations = 4
	}
	if t.iterations < 1 || t.iterations > 64 {
		c.fail("the iterations must be 1 to 64, not %d", s.Iterations)
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
	return c.add(&t)
}

type chain struct {
	goalIndex, iterations, rootParent int
	joints                            []int16 // from the root to the end
}

func (t *chain) goal() int        { return t.goalIndex }
func (t *chain) reads() []int16   { return t.joints }
func (t *chain) changes() []int16 { return t.joints[:len(t.joints)-1] }
func (t *chain) stateSize() int   { return 0 }

func (t *chain) solve(w *Work, weights *[Lanes]float32, _ int) {
	n := len(t.joints)
	if len(w.points) < n+1 {
		w.points, w.lengths = make([]solve.Point, n+1), make([][Lanes]float32, n)
	}
	points, lengths := w.points[:n], w.lengths[:n]
	for i, joint := range t.joints {
		m := w.model(int(joint))
		for r := range 3 {
			copy(points[i][r*Lanes:(r+1)*Lanes], m[(4*r+3)*Lanes:])
		}
		if i > 0 {
			solve.Distance(&lengths[i-1], &points[i-1], &points[i])
		}
	}
	root := points[0]
	var target solve.Point
	for l, weight := range weights {
		if weight > 0 {
			putVec(target[:], 0, l, w.Goals[l][t.goalIndex].Target)
		}
	}
	for range t.iterations {
		points[n-1] = target
		for i := n - 2; i >= 0; i-- {
			solve.Reach(&points[i], &points[i+1], &points[i], &lengths[i])
		}
		points[0] = root
		for i := 1; i < n; i++ {
			solve.Reach(&points[i], &points[i-1], &points[i], &lengths[i-1])
		}
	}
	t.orient(w, weights, points)
}

// orient turns the joints so that they come to the points.
func (t *chain) orient(w *Work, weights *[Lanes]float32, points []solve.Point) {
	rows := &w.orient
	copy(rows[solve.OrientWeight*Lanes:], weights[:])
	clear(rows[solve.OrientMoved*Lanes : solve.OrientOut*Lanes])
	for l := range Lanes {
		rows[(solve.OrientMoved+3)*Lanes+l] = 1
	}
	parent := t.rootParent
	for i, joint := range t.joints[:len(t.joints)-1] {
		copy(rows[solve.OrientHere*Lanes:], points[i][:])
		copy(rows[solve.OrientThere*Lanes:], points[i+1][:])
		solve.Orient(rows, w.model(parent), w.model(int(joint)), w.model(int(t.joints[i+1])), w.local(int(joint)))
		w.setRotation(int(joint), rows[solve.OrientOut*Lanes:])
		copy(rows[solve.OrientMoved*Lanes:], rows[solve.OrientMovedOut*Lanes:][:4*kernel.Lanes])
		parent = int(joint)
	}
}
