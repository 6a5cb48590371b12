package ecs

import "slices"

// Fuser is a [BlockSystem] that knows a faster way to do its own work and that of certain others behind it in one go, as when
// what passes between them need not be stored. Whenever a schedule changes it asks every such system about the one that
// follows. What Fuse returns then runs in place of both, and may itself be a Fuser; it must do what the two would.
type Fuser interface {
	BlockSystem
	Fuse(next BlockSystem) (both BlockSystem, ok bool)
}

// unit is what runs in the place of a stage, or of several that are fused into one.
type unit struct {
	stage
	timing Timing
}

// plan makes the units of the stages. A unit that was there before keeps its timing.
func (s *Schedule) plan() {
	before := s.units
	s.units = make([]unit, 0, len(s.stages))
	for i := 0; i < len(s.stages); i++ {
		u := unit{stage: s.stages[i]}
		name := u.name()
		for i+1 < len(s.stages) {
			both, ok := fuse(u.block, s.stages[i+1].block)
			if !ok {
				break
			}
			i++
			u.block = both
			name += "+" + s.stages[i].name()
		}
		u.timing.Name = name
		if k := slices.IndexFunc(before, func(b unit) bool { return b.timing.Name == name }); k >= 0 {
			u.timing = before[k].timing
		}
		s.units = append(s.units, u)
	}
}

// fuse asks a block system about the next one; either may be nil.
func fuse(first, next BlockSystem) (BlockSystem, bool) {
	fuser, ok := first.(Fuser)
	if !ok || next == nil {
		return nil, false
	}
	both, ok := fuser.Fuse(next)
	return both, ok && both != nil
}
