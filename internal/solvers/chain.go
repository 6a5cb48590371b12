package solvers

import (
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Chain is the compiled form of a chain that reaches: FABRIK or CCD, see package modifier.
type Chain struct {
	GoalIndex, Iterations, RootParent int
	TurnsJoints                       bool // joint by joint, from the last to the first
	Tolerance                         float32
	Joints                            []int16          // from the root to the end
	Limits                            []*LimitSettings // of each joint; nil for none
	IsLimited                         bool
}

func (t *Chain) turns() {}

func (t *Chain) ignoresRotation() bool { return true }

func (t *Chain) goal() int { return t.GoalIndex }

func (t *Chain) reads() []int16 { return t.Joints }

func (t *Chain) changes() []int16 { return t.Joints[:len(t.Joints)-1] }

func (t *Chain) stateSize() int { return 0 }

func (t *Chain) solve(w *Work, weights *[Lanes]float32, _ int) {
	n := len(t.Joints)
	if len(w.points) < 2*n {
		w.points, w.lengths = make([]solve.Point, 2*n), make([][Lanes]float32, n)
	}
	points, lengths := w.points[:n], w.lengths[:n]
	for i, joint := range t.Joints {
		setOrigin(&points[i], w.ModelOf(int(joint)))
		if i > 0 {
			solve.Distance(&lengths[i-1], &points[i-1], &points[i])
		}
	}
	target := solve.Point(w.GoalRows(t.GoalIndex)[layout.GoalTarget*Lanes:][:layout.PointRows*Lanes])
	if t.IsLimited || t.TurnsJoints {
		t.solveLinks(w, weights, points, lengths, &target)
		return
	}
	root := points[0]
	within := t.within(lengths)
	for range t.Iterations {
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
func (t *Chain) reachBack(points []solve.Point, lengths [][Lanes]float32) {
	for i := len(points) - 2; i >= 0; i-- {
		solve.Reach(&points[i], &points[i+1], &points[i], &lengths[i])
	}
}

// within returns the square of the distance from the target at which each lane is done; below 0 for
// none.
func (t *Chain) within(lengths [][Lanes]float32) (square [Lanes]float32) {
	for l := range square {
		square[l] = -1
		if t.Tolerance > 0 {
			sum := float32(0)
			for _, length := range lengths[:len(t.Joints)-1] {
				sum += length[l]
			}
			square[l] = float32(float32(sum*t.Tolerance) * float32(sum*t.Tolerance))
		}
	}
	return square
}

// done returns the lanes, as bits, that are not solved or whose end is within the tolerance, and
// reports whether all are.
func (t *Chain) done(within, weights *[Lanes]float32, end, target *solve.Point) (lanes uint, all bool) {
	if t.Tolerance == 0 {
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
func (t *Chain) orient(w *Work, weights *[Lanes]float32, points []solve.Point) {
	rows := &w.orient
	copy(rows[layout.OrientWeight*Lanes:], weights[:])
	stillHere(rows)
	parent := t.RootParent
	for i, joint := range t.Joints[:len(t.Joints)-1] {
		copy(rows[layout.OrientHere*Lanes:], points[i][:])
		copy(rows[layout.OrientThere*Lanes:], points[i+1][:])
		solve.Orient(rows, w.ModelOf(parent), w.ModelOf(int(joint)), w.ModelOf(int(t.Joints[i+1])),
			w.LocalOf(int(joint)))
		w.setRotation(int(joint), rows[layout.OrientOut*Lanes:])
		copy(rows[layout.OrientMoved*Lanes:], rows[layout.OrientMovedOut*Lanes:][:layout.RotationRows*Lanes])
		parent = int(joint)
	}
}
