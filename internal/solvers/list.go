package solvers

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/solving"
)

// list are the solvers of a stack in their order. It implements [solving.Solvers].
type list struct {
	skeleton  *rig.Skeleton
	goals     []string
	targets   []bool // by goal: solvers use its target
	rotations []bool // by goal: solvers use its rotation
	solvers   []placed
}

// placed is a solver at its place in a stack.
type placed struct {
	Solver
	joined    joined  // the solver, or nil if it has one goal at most
	toward    int     // its goal, or -1
	refreshed []int16 // joints whose model matrices are computed again after it, because a later solver reads them
	// What it remembers are the numbers of the state from own to end. Its weight by the level of
	// detail, if it has an offLevel, is at state, before own.
	state, own, end int
	offLevel        int    // level of detail from which on it is left out, or 0
	kind            string // such as "aim"
}

// Solver changes the local transforms of some joints in 8 lanes.
type Solver interface {
	// goal returns the index of its goal, or -1 if it is always applied.
	goal() int
	// reads returns the joints whose model matrices it reads.
	reads() []int16
	// changes returns the joints whose local transforms it writes.
	changes() []int16
	// stateSize returns how many numbers it remembers for each character. If the first one is 0 it
	// begins anew.
	stateSize() int
	// solve works on the lanes in which weights is above 0.
	solve(w *Work, weights *[Lanes]float32, state int)
}

// unrotated is a solver that may use no rotation of its goal. Others count as ones that do.
type unrotated interface{ ignoresRotation() bool }

// joined is a solver that works toward several goals.
type joined interface {
	// weight returns the weight of the solver toward a character's goals, which have weights, and
	// targets the goals whose targets it uses.
	weight(weights [solving.MaxGoals]float32) float32
	targets() []int
}

// simulated is a solver that needs no target.
type simulated interface{ simulates() }

// turning is a solver that writes rotations only.
type turning interface{ turns() }

// weight returns the weight of the solver toward a character's goals.
func (p *placed) weight(goals []solving.Goal) float32 {
	if p.joined != nil {
		var weights [solving.MaxGoals]float32
		for i := range goals {
			weights[i] = weightOf(&goals[i])
		}
		return p.joined.weight(weights)
	}
	if p.toward >= 0 {
		return weightOf(&goals[p.toward])
	}
	return 1
}

// goals returns the goals of the solver; -1 is none.
func (p *placed) goals() []int {
	if p.joined != nil {
		return p.joined.targets()
	}
	return []int{p.toward}
}

// levelFade is how many seconds a solver takes to fade when the level of detail leaves it out, or
// uses it again.
const levelFade = 0.25

// IsActive implements [solving.Solvers].
func (s *list) IsActive(goals []solving.Goal, state []float32, level int) bool {
	for i := range s.solvers {
		p := &s.solvers[i]
		if p.weight(goals) > 0 &&
			(p.offLevel == 0 || level < p.offLevel || len(state) > p.state && state[p.state] > 1) {
			return true
		}
	}
	return false
}

// Forget implements [solving.Solvers].
func (s *list) Forget(state []float32) {
	for i := range s.solvers {
		if p := &s.solvers[i]; p.end <= len(state) {
			clear(state[p.own:p.end])
		}
	}
}

// Solve implements [solving.Solvers].
func (s *list) Solve(b *solving.Block) {
	w := workOn(b, s.skeleton)
	s.gatherGoals(w)
	for i := range s.solvers {
		p := &s.solvers[i]
		if !p.weigh(w) {
			continue
		}
		p.solve(w, &w.weights, p.own)
		for _, joint := range p.refreshed {
			w.refresh(int(joint))
		}
	}
}

// weigh writes the weights of a solver, and reports whether one is above 0. It clears the state of
// the lanes without a weight.
func (p *placed) weigh(w *Work) (active bool) {
	weights := &w.weights
	switch {
	case p.joined != nil:
		for l := range weights {
			var of [solving.MaxGoals]float32
			for goal := range of {
				of[goal] = w.goalWeight(goal, l)
			}
			weights[l] = p.joined.weight(of)
		}
	case p.toward >= 0:
		*weights = [Lanes]float32(w.goals.rows[p.toward][layout.GoalWeightOut*Lanes:])
	default:
		for l, goals := range &w.Goals {
			weights[l] = solving.Number(goals != nil)
		}
	}
	if p.offLevel > 0 {
		for l, weight := range weights {
			if weight > 0 {
				if weights[l] = float32(weight * p.levelWeight(w, l)); !(weights[l] > 0) {
					weights[l] = 0 // also for the state of a damaged snapshot that is no number
				}
			}
		}
	}
	bits := uint32(0)
	for _, weight := range weights {
		bits |= math.Float32bits(weight)
	}
	if p.own < p.end {
		for l, weight := range weights {
			if state := w.State[l]; weight == 0 && w.Goals[l] != nil && len(state) >= p.end {
				clear(state[p.own:p.end])
			}
		}
	}
	return bits != 0
}

// levelWeight moves a solver's weight by the level of detail of the character in a lane, and
// returns it.
func (p *placed) levelWeight(w *Work, lane int) float32 {
	target := solving.Number(w.Level[lane] < p.offLevel)
	if len(w.State[lane]) <= p.state {
		return target
	}
	state := &w.State[lane][p.state] // 1 more than the weight; 0 before the first frame
	if step := float32(w.Delta[lane] * (1 / levelFade)); *state == 0 || !(step < 1) {
		*state = 1 + target
	} else {
		*state = min(max(*state-step, 1+target), *state+step)
	}
	return *state - 1
}
