package solving

// TargetUse is what a stack does with the target of a goal.
type TargetUse uint8

// The uses of a target.
const (
	// WeightOnly is the use of a goal whose weight alone counts, as for springs.
	WeightOnly TargetUse = iota
	// MayUseTarget is the use of a goal that a function reads, which may do without a target.
	MayUseTarget
	// NeedsTarget is the use of a goal that has no effect without a target.
	NeedsTarget
	// NeedsGround is the use of a goal whose target is the ground under a foot.
	NeedsGround
)

// TargetUse returns what the stack does with the target of a goal: the most that a solver needs.
func (s *Stack) TargetUse(goal int) TargetUse { return s.uses[goal] }

// HasPolePoint reports that a solver with a goal bends toward its pole as a point; for the others
// the pole is a direction.
func (s *Stack) HasPolePoint(goal int) bool {
	solvers := solversOf(s)
	for i := range solvers {
		if t, ok := solvers[i].Solver.(*TwoBone); ok && t.GoalIndex == goal {
			return true
		}
	}
	return false
}

// targetUse returns what a solver with a goal, which is neither simulated nor places feet, does
// with the target.
func targetUse(s Solver) TargetUse {
	switch s := s.(type) {
	case *Custom:
		return MayUseTarget
	case *LaneConstraint:
		if !s.UsesTarget {
			return WeightOnly
		}
	}
	return NeedsTarget
}
