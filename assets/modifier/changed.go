package modifier

import (
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// Changed returns the joints whose local transforms the solvers write, ascending. The slice is the stack's own: read only.
func (s *Stack) Changed() []int16 { return s.changed }

// ChangedGroups returns the groups with the joints of [Stack.Changed], ascending. The slice is the stack's own: read only.
func (s *Stack) ChangedGroups() []solve.ChangedGroup { return s.groups }

// ShownSize returns how many numbers the rows of all changed groups have.
func (s *Stack) ShownSize() int {
	if len(s.groups) == 0 {
		return 0
	}
	last := &s.groups[len(s.groups)-1]
	return last.Shown + last.Rows*Lanes
}

// addChanged adds a joint whose local transform, or whose rotation alone, the solvers write.
func (s *Stack) addChanged(joint int, whole bool) {
	s.changed = append(s.changed, int16(joint))
	if n := len(s.groups); n == 0 || s.groups[n-1].Group != joint/Lanes {
		s.groups = append(s.groups, solve.ChangedGroup{Group: joint / Lanes, Rows: 4, Shown: s.ShownSize()})
	}
	g := &s.groups[len(s.groups)-1]
	g.Joints |= 1 << (joint % Lanes)
	if whole {
		g.Rows = kernel.Rows
	}
}
