package modifier_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/solving"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// mover solves one character for targets on a line.
type mover struct {
	skeleton   *rig.Skeleton
	stack      *solving.Stack
	goal       solving.Goal
	start, end reference.Vector
}

// at returns the local transforms for the target at a fraction of the line.
func (m *mover) at(u float64) []rig.TRS {
	w := posed(m.skeleton)
	goals := [solving.MaxGoals]solving.Goal{m.goal}
	for i := range 3 {
		goals[0].Target[i] = float32(m.start[i] + u*(m.end[i]-m.start[i]))
	}
	w.Goals[0] = goals[:]
	m.stack.Solve(w)
	var out []rig.TRS
	for j := range m.skeleton.Len() {
		out = append(out, transform(w, j, 0))
	}
	return out
}

func largestTurn(a, b []rig.TRS) (angle float64) {
	for j := range a {
		angle = max(angle, turnAngle(a[j], b[j]))
	}
	return angle
}

// jump returns what [jumpOf] finds for the line.
func (m *mover) jump(steps, halvings int) float64 { return jumpOf(m.at, steps, halvings) }

// jumpOf returns the largest turn of a joint that remains when the step of the line with the
// largest turn is halved again and again. Of a continuous solver, little remains.
func jumpOf(at func(u float64) []rig.TRS, steps, halvings int) float64 {
	worst, low := 0.0, 0.0
	before := at(0)
	for i := range steps {
		after := at(float64(i+1) / float64(steps))
		if turn := largestTurn(before, after); turn > worst {
			worst, low = turn, float64(i)/float64(steps)
		}
		before = after
	}
	size := 1 / float64(steps)
	for range halvings {
		size /= 2
		first, second := largestTurn(at(low), at(low+size)), largestTurn(at(low+size), at(low+2*size))
		if worst = first; second > first {
			low, worst = low+size, second
		}
	}
	return worst
}

// TestSolversAreContinuous moves targets along lines: at random, out of reach, and close past the
// places where no solver can be continuous, which are the root, the pole, and the direction
// opposite to the pose's.
func TestSolversAreContinuous(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 30))
	worst := map[string]float64{}
	for range long(8, 200) {
		skeleton := randomChain(t, random, 6)
		w := posed(skeleton)
		m := models(skeleton, w, 0)
		root, middle, end := position(m[1]), position(m[2]), position(m[4])
		length := minus(middle, root).Length() + minus(end, middle).Length()
		if length < 0.1*root.Length() {
			// float32 moves its target in steps, which are large beside a limb that is small and
			// far from the origin
			continue
		}
		bend, forward := randomUnit(random), randomUnit(random)
		stacks := map[string]*solving.Stack{
			"two bones": solveTest(t,
				modifier.New("s", skeleton).TwoBone("g",
					modifier.TwoBone{Root: "a", Middle: "b", End: "d", Bend: bend, KeepRotation: true})),
			"soft two bones": solveTest(t,
				modifier.New("s", skeleton).TwoBone("g",
					modifier.TwoBone{Root: "a", Middle: "b", End: "d", Bend: bend, Softness: 0.1})),
			"aim": solveTest(t,
				modifier.New("s", skeleton).Aim("g",
					modifier.Aim{Joint: "b", Forward: forward, Up: randomUnit(random)})),
			"look at": solveTest(t,
				modifier.New("s", skeleton).LookAt("g", modifier.LookAt{
					Joints:  []string{"a", "b", "d"},
					Forward: forward, MaxAngles: []float32{0.5, 0.5, 1},
				})),
			"FABRIK": solveTest(t, modifier.New("s", skeleton).Chain("g", modifier.Chain{Root: "a", End: "e"})),
			"CCD": solveTest(t,
				modifier.New("s", skeleton).Chain("g", modifier.Chain{Root: "a", End: "e", Method: modifier.CCD})),
		}
		old := minus(end, root).Unit()
		pole := vector(randomUnit(random)).Times(length).Add(root)
		side := func() reference.Vector { return vector(randomUnit(random)).Times(length) }
		past := func(point reference.Vector) [2]reference.Vector { // a line at a hundredth of the length from a point
			direction := side()
			offset := across(side(), direction.Unit()).Times(length / 100)
			return [2]reference.Vector{
				minus(point.Add(offset), direction.Times(0.3)),
				point.Add(offset).Add(direction.Times(0.3)),
			}
		}
		lines := map[string][2]reference.Vector{
			"at random":       {root.Add(side()), root.Add(side())},
			"out of reach":    {root.Add(side().Times(0.5)), root.Add(side().Times(4))},
			"past the root":   past(root),
			"past the pole":   past(root.Add(minus(pole, root).Times(0.6))),
			"past the back":   past(root.Add(old.Times(-0.6 * length))),
			"past the middle": past(middle),
		}
		for solver, stack := range stacks {
			for name, line := range lines {
				goal := solving.Goal{Weight: 1, HasPole: name == "past the pole"}
				for i := range 3 {
					goal.Pole[i], goal.PoleDirection[i] = float32(pole[i]), float32(minus(pole, root).Unit()[i])
				}
				mover := mover{skeleton, stack, goal, line[0], line[1]}
				jump := mover.jump(60, 12)
				worst[solver] = max(worst[solver], jump)
				limit := 0.1
				if solver == "CCD" { // steep where the end passes close to a joint that turns
					limit = 0.3
				}
				if jump > limit {
					t.Errorf("%s: a target moving %s makes a joint jump by %.3g radians", solver, name, jump)
				}
			}
		}
	}
	t.Logf("largest turns within 1/245,760 of a line, in radians: %v", worst)
}
