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

// targetUses returns what the stack does with the target of each goal.
func (s *Stack) targetUses() []TargetUse {
	uses := make([]TargetUse, len(s.goals))
	for i := range s.solvers {
		use := NeedsTarget
		switch t := s.solvers[i].Solver.(type) {
		case *Custom:
			use = MayUseTarget
		case *Spring, *FootSolver:
			use = WeightOnly
		case *LaneConstraint:
			if !t.UsesTarget {
				use = WeightOnly
			}
		}
		goals := []int{s.solvers[i].goal()}
		if several := s.solvers[i].joined; several != nil {
			goals = several.targets()
		}
		for _, goal := range goals {
			if goal >= 0 {
				uses[goal] = max(uses[goal], use)
			}
		}
	}
	for i := range s.probes {
		uses[s.probes[i].Goal] = max(uses[s.probes[i].Goal], NeedsGround)
	}
	return uses
}
