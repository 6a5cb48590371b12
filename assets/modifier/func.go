package modifier

import "github.com/sinew-go/sinew/internal/solvers"

// Func is a solver of the program's own: it changes one character's pose. It is called by several
// goroutines at once, each with a pose of its own, so it must not change shared data. The results
// should depend on the pose alone.
type Func func(pose *Pose)

// Func adds a solver of the program's own. It may change the joints that are named, and all joints
// if none is. The goal's weight blends from the pose before to the pose that the function leaves.
func (b *Builder) Func(goal string, f Func, joints ...string) *Builder {
	b = b.record("func", goal, nil)
	c := b.context("func", goal)
	t := solvers.Custom{GoalIndex: c.goal(), Function: func(p *solvers.Pose) { f((*Pose)(p)) }}
	if f == nil {
		c.fail("expected a function, found nil")
	}
	t.Changeable = make([]bool, b.skeleton.Len())
	for _, name := range joints {
		t.Changeable[c.joint("joint", name)] = true
	}
	for j := range t.Changeable {
		t.All = append(t.All, int16(j))
		if len(joints) == 0 {
			t.Changeable[j] = true
		}
		if t.Changeable[j] {
			t.Change = append(t.Change, int16(j))
		}
	}
	return c.add(&t, 0)
}
