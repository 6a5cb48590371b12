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
func (s *Stack) TargetUse(goal int) TargetUse { return s.facts.Uses[goal] }

// HasPolePoint reports that a solver with a goal bends toward its pole as a point; for the others
// the pole is a direction.
func (s *Stack) HasPolePoint(goal int) bool { return s.facts.PolePoints[goal] }
