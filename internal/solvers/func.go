package solvers

import (
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/solving"
)

// Custom is a solver that is a function of the program.
type Custom struct {
	GoalIndex   int
	Function    func(pose *Pose)
	Changeable  []bool
	All, Change []int16
}

func (t *Custom) goal() int { return t.GoalIndex }

func (t *Custom) reads() []int16 { return t.All }

func (t *Custom) changes() []int16 { return t.Change }

func (t *Custom) stateSize() int { return 0 }

func (t *Custom) solve(w *Work, weights *[Lanes]float32, _ int) {
	p := &w.pose
	for l, weight := range weights {
		if weight == 0 {
			continue
		}
		p.work, p.lane, p.goal, p.custom, p.clean = w, l, w.goalAt(t.GoalIndex, l), t, w.skeleton.Len()
		p.before = p.before[:0]
		for _, joint := range t.Change {
			p.before = append(p.before, p.Local(int(joint)))
		}
		t.Function(p)
		for i, joint := range t.Change {
			p.settle(int(joint), p.before[i], weight)
		}
		p.clean = min(p.clean, p.firstChanged())
		p.update(w.skeleton.Len())
	}
	p.work, p.custom = nil, nil
}

// Pose is one character's pose while a function of the program changes it. It is valid during the
// call only.
type Pose struct {
	work   *Work
	custom *Custom
	lane   int
	goal   solving.Goal
	clean  int // model matrices of the joints below are right
	before []rig.TRS
}

// isOver reports that the call is over in which the pose is valid, or that it never was.
func (p *Pose) isOver() bool { return p == nil || p.work == nil }

// Skeleton returns the character's skeleton, or nil after the call.
func (p *Pose) Skeleton() *rig.Skeleton {
	if p.isOver() {
		return nil
	}
	return p.work.skeleton
}

// Goal returns the goal of the solver. After the call it has no weight.
func (p *Pose) Goal() *solving.Goal {
	if p.isOver() {
		return &solving.Goal{}
	}
	return &p.goal
}

// Delta returns the time since the last frame, in seconds, or 0 after the call.
func (p *Pose) Delta() float32 {
	if p.isOver() {
		return 0
	}
	return p.work.Delta[p.lane]
}

// Level returns the level of detail at which the character is posed; 0 is full detail.
func (p *Pose) Level() int {
	if p.isOver() {
		return 0
	}
	return p.work.Level[p.lane]
}

// Local returns the transform of a joint relative to its parent, or the identity if there is no
// such joint.
func (p *Pose) Local(joint int) rig.TRS {
	if p.isOver() || joint < 0 || joint >= p.work.skeleton.Len() {
		return rig.IdentityTRS()
	}
	var n [kernel.Rows]float32
	local := p.work.LocalOf(joint)
	for r := range n {
		n[r] = local[r*Lanes+p.lane]
	}
	t := rig.TRS{Translation: [3]float32(n[4:7]), Scale: [3]float32(n[7:10])}
	t.Rotation = exact.QuatFromXYZW([4]float32(n[:4]))
	return t
}

// SetLocal sets the transform of a joint relative to its parent, and reports whether the solver may
// change the joint. The rotation is normalized. A transform that is not finite, or a rotation of
// length 0, changes nothing.
func (p *Pose) SetLocal(joint int, t rig.TRS) bool {
	if p.isOver() || joint < 0 || joint >= len(p.custom.Changeable) || !p.custom.Changeable[joint] {
		return false
	}
	q := exact.XYZW(t.Rotation)
	if !Finite(t.Translation) || !Finite(t.Scale) || !Finite([3]float32(q[:3])) || !exact.IsFinite(q[3]) ||
		q == ([4]float32{}) {
		return true
	}
	p.put(joint, exact.Normalized32(q), t.Translation, t.Scale)
	p.clean = min(p.clean, joint)
	return true
}

func (p *Pose) put(joint int, q [4]float32, translation, scale [3]float32) {
	local := p.work.LocalOf(joint)
	for r, x := range q {
		local[r*Lanes+p.lane] = x
	}
	PutVec(local[:], layout.LocalTranslation, p.lane, translation)
	PutVec(local[:], layout.LocalScale, p.lane, scale)
}

// Model returns the model matrix of a joint, with all changes made before, or the identity if there
// is no such joint.
func (p *Pose) Model(joint int) rig.Matrix {
	if p.isOver() || joint < 0 || joint >= p.work.skeleton.Len() {
		return rig.IdentityMatrix()
	}
	p.update(joint + 1)
	return p.modelAt(joint)
}

// SetModel sets a joint's model matrix: its transform becomes the one relative to the parent that
// leads there. It reports whether the solver may change the joint. A matrix without a rotation, or
// with shear relative to the parent, changes nothing.
func (p *Pose) SetModel(joint int, m rig.Matrix) bool {
	if p.isOver() {
		return false
	}
	if parent := p.work.skeleton.Parent(max(min(joint, p.work.skeleton.Len()-1), 0)); parent >= 0 {
		inverse, ok := p.Model(parent).Inverse()
		if !ok {
			return true
		}
		m = inverse.Mul(m)
	}
	t, err := m.Decompose()
	if err != nil {
		return joint >= 0 && joint < len(p.custom.Changeable) && p.custom.Changeable[joint]
	}
	return p.SetLocal(joint, t)
}

func (p *Pose) modelAt(joint int) (m rig.Matrix) {
	model := p.work.ModelOf(joint)
	for e := range m {
		m[e] = model[e*Lanes+p.lane]
	}
	return m
}

// update computes the model matrices of the joints below end, after changes. It writes the
// character's lane only.
func (p *Pose) update(end int) {
	for j := p.clean; j < end; j++ {
		m := p.Local(j).Matrix()
		if parent := p.work.skeleton.Parent(j); parent >= 0 {
			m = p.modelAt(parent).Mul(m)
		}
		model := p.work.ModelOf(j)
		for e, x := range m {
			model[e*Lanes+p.lane] = x
		}
	}
	p.clean = max(p.clean, end)
}

// settle blends a joint from its transform before the solver to the present one.
func (p *Pose) settle(joint int, before rig.TRS, weight float32) {
	if weight >= 1 {
		return
	}
	now := p.Local(joint)
	if now == before {
		return
	}
	var translation, scale [3]float32
	for i := range translation {
		translation[i], scale[i] = mix(before.Translation[i], now.Translation[i], weight),
			mix(before.Scale[i], now.Scale[i], weight)
	}
	a, b := exact.XYZW(before.Rotation), exact.XYZW(now.Rotation)
	sign := float32(1)
	if exact.Dot32(a, b) < 0 {
		sign = -1
	}
	for i := range b {
		b[i] = mix(a[i], float32(sign*b[i]), weight)
	}
	p.put(joint, exact.Normalized32(b), translation, scale)
}

// firstChanged returns the first joint that the solver may have changed.
func (p *Pose) firstChanged() int {
	if len(p.custom.Change) == 0 {
		return p.work.skeleton.Len()
	}
	return int(p.custom.Change[0])
}

// mix returns a + (b-a)·weight, and b itself for a weight of 1.
func mix(a, b, weight float32) float32 {
	if weight >= 1 {
		return b
	}
	return a + float32((b-a)*weight)
}
