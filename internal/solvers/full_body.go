package solvers

import (
	"slices"

	"github.com/sinew-go/sinew/internal/solving"
)

// AddLimbs finds the limbs, and marks their joints.
func (t *Body) AddLimbs() {
	for i := range t.Nodes {
		if len(t.Nodes[i].Children) > 0 {
			continue
		}
		base := i
		for p := t.Nodes[i].Parent; p >= 0 && len(t.Nodes[p].Children) == 1 &&
			t.Nodes[p].Effector < 0; p = t.Nodes[p].Parent {
			base = p
		}
		var l limb
		for k := i; ; k = t.Nodes[k].Parent {
			l.nodes = append(l.nodes, k)
			l.isLimited = l.isLimited || t.Nodes[k].Limit != nil
			t.Nodes[k].isLimb = true
			if k == base {
				break
			}
		}
		slices.Reverse(l.nodes)
		t.limbs = append(t.limbs, l)
	}
}

// Body makes several ends reach their targets at once.
type Body struct {
	Master                 int // the goal whose weight scales all, or -1
	Effectors              []Effector
	Nodes                  []BodyNode // from the root, parents first
	RootParent, Iterations int
	Reach                  float32
	Stretch, Tolerance     float32
	limbs                  []limb
	steps                  []reachStep
	Joints, Change         []int16
}

// limb is the way from the last joint where ways part, or that has an effector, to the effector at
// its end.
type limb struct {
	nodes     []int
	isLimited bool
}

func (l *limb) end() int { return l.nodes[len(l.nodes)-1] }

// Effector is an end of a full body that reaches for a goal.
type Effector struct {
	Goal, Node                 int
	Pull                       float32
	KeepRotation, GoalRotation bool
}

// BodyNode is a joint on the way to an effector.
type BodyNode struct {
	Joint, Parent int // the parent is a node, or -1
	Children      []int
	Effector      int // or -1
	Limit         *LimitSettings
	isLimb        bool
}

func (t *Body) goal() int { return t.Effectors[0].Goal }

func (t *Body) reads() []int16 { return t.Joints }

func (t *Body) changes() []int16 { return t.Change }

func (t *Body) stateSize() int { return 0 }

// targets returns the goals whose targets it uses.
func (t *Body) targets() (goals []int) {
	for _, e := range t.Effectors {
		goals = append(goals, e.Goal)
	}
	return goals
}

// weight returns the largest weight of an effector.
func (t *Body) weight(weights [solving.MaxGoals]float32) (most float32) {
	for i := range t.Effectors {
		most = max(most, weights[t.Effectors[i].Goal])
	}
	if t.Master >= 0 {
		most *= weights[t.Master]
	}
	return most
}
