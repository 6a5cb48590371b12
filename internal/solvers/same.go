package solvers

import (
	"slices"

	"github.com/sinew-go/sinew/internal/solving"
)

// SameState implements [solving.Solvers].
func (s *list) SameState(before solving.Solvers) (same []solving.SamePart) {
	other, ok := before.(*list)
	if !ok {
		return nil
	}
	taken := make([]bool, len(other.solvers))
	for i := range s.solvers {
		p := &s.solvers[i]
		for k := range other.solvers {
			q := &other.solvers[k]
			if taken[k] || !s.isSame(p, other, q) {
				continue
			}
			taken[k] = true
			if p.offLevel > 0 && q.offLevel > 0 {
				same = append(same, solving.SamePart{From: q.state, To: p.state, Size: 1})
			}
			if size := p.end - p.own; size == q.end-q.own && size > 0 && remembersAlike(p.Solver, q.Solver) {
				same = append(same, solving.SamePart{From: q.own, To: p.own, Size: size})
			}
			break
		}
	}
	return same
}

// isSame reports whether a solver of the list and one of another have the same kind, goals and
// joints.
func (s *list) isSame(p *placed, other *list, q *placed) bool {
	return p.kind == q.kind && slices.Equal(s.goalsOf(p), other.goalsOf(q)) && slices.Equal(p.changes(), q.changes())
}

// remembersAlike reports whether what two solvers of one kind remember means the same, if it has as
// many numbers.
func remembersAlike(a, b Solver) bool {
	s, isSpring := a.(*Spring)
	t, isOther := b.(*Spring)
	if isSpring && isOther {
		return s.CenterJoint == t.CenterJoint && s.InCharacter == t.InCharacter &&
			len(s.Bones) == len(t.Bones) && len(s.Colliders) == len(t.Colliders)
	}
	return isSpring == isOther
}
