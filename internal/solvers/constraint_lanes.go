package solvers

import (
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// LaneConstraint is a solver that changes one joint of all characters at once.
type LaneConstraint struct {
	GoalIndex     int
	Joint, Parent int
	Read, Change  []int16
	// UsesTarget reports that it uses the target of the goal, and not only its weight.
	UsesTarget bool
	// apply writes the joint's new local transform to out. It changes the lanes with a weight.
	Apply func(w *Work, t *LaneConstraint, out *solve.Local, weights *[Lanes]float32)
}

func (t *LaneConstraint) goal() int { return t.GoalIndex }

func (t *LaneConstraint) reads() []int16 { return t.Read }

func (t *LaneConstraint) changes() []int16 { return t.Change }

func (t *LaneConstraint) stateSize() int { return 0 }

func (t *LaneConstraint) solve(w *Work, weights *[Lanes]float32, _ int) {
	t.Apply(w, t, &w.constrained, weights)
	*w.LocalOf(t.Joint) = w.constrained
}
