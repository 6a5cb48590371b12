package solvers

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
	"github.com/sinew-go/sinew/internal/solving"
)

// bodyWork is memory for a [Body].
type bodyWork struct {
	nodes   []bodyNodeWork
	kept    []solve.Quat      // for each effector the rotation that it has before
	targets []solve.Point     // for each effector, where it is at work
	limbs   []solve.LimbPull  // for each limb
	stretch [Lanes]float32    // the part of its length to which a limb stretches before the rest of the body follows
	sums    [2]solve.PullSums // of the children of a joint
	size    [][Lanes]float32  // for each effector the square of the distance at which it has come to its target
	active  [Lanes]float32    // 1 for the lanes that are not done
	base    solve.Point       // where the motions have the root
	inverse [Lanes]rig.Matrix // from model space to the space of the root's parent
	fit     solve.FitRows
	turnBy  solve.TurnByRows
}

// bodyNodeWork is a joint of a [Body] while it is solved.
type bodyNodeWork struct {
	chainLink
	now    solve.Point    // where it is
	point  solve.Point    // where it is to come
	far    [Lanes]float32 // the distance between the two
	length [Lanes]float32 // the distance from its parent
	pull   [Lanes]float32 // the sum of the pulls of the effectors at it and below
	blend  [Lanes]float32 // the largest weight of these effectors
	own    [Lanes]float32 // the weight of the effector at the joint
	turns  [Lanes]float32 // 1 if it turns: the lane is not done and an effector is at work
}

func (t *Body) solve(w *Work, weights *[Lanes]float32, _ int) {
	t.begin(w, weights)
	b := &w.body
	for i := range t.Iterations {
		if t.allDone(w, i > 0) {
			break
		}
		t.bendLimbs(w)
		// The body follows more than it must at first, and at last only as far as limbs cannot
		// reach.
		t.reachBack(w, t.Stretch+float32((1-t.Stretch)*(float32(i)/float32(t.Iterations))))
		t.moveRoot(w)
		t.turnAll(w)
	}
	t.bendLimbs(w)
	nodes := b.nodes[:len(t.Nodes)]
	for i := range t.Effectors {
		e := &t.Effectors[i]
		if len(t.Nodes[e.Node].Children) == 0 && (e.KeepRotation || e.GoalRotation) {
			t.turnEffector(w, e.Node)
		}
	}
	for i := range nodes {
		node, joint := &nodes[i], t.Nodes[i].Joint
		var from, to, out solve.Quat
		copy(from[:], w.LocalOf(joint)[:])
		copy(to[:], node.local[:])
		solve.Mix(&out, &from, &to, &node.blend)
		w.setRotation(joint, out[:])
	}
	if t.Reach > 0 {
		local := w.LocalOf(t.Nodes[0].Joint)
		for l, weight := range nodes[0].blend {
			for r := 4; weight > 0 && r < 7; r++ {
				local[r*Lanes+l] = mix(local[r*Lanes+l], nodes[0].local[r*Lanes+l], weight)
			}
		}
	}
}

// begin copies the pose, brings it within its limits, and finds the pulls.
func (t *Body) begin(w *Work, weights *[Lanes]float32) {
	b, n := &w.body, len(t.Nodes)
	if len(b.nodes) < n {
		b.nodes = make([]bodyNodeWork, n)
	}
	if len(b.kept) < len(t.Effectors) {
		b.kept, b.size = make([]solve.Quat, len(t.Effectors)), make([][Lanes]float32, len(t.Effectors))
		b.targets, b.limbs = make([]solve.Point, len(t.Effectors)), make([]solve.LimbPull, len(t.Effectors))
	}
	nodes := b.nodes[:n]
	for i := range nodes {
		joint := t.Nodes[i].Joint
		node := &nodes[i]
		node.local, node.model = *w.LocalOf(joint), *w.ModelOf(joint)
		node.pull, node.blend, node.own = [Lanes]float32{}, [Lanes]float32{}, [Lanes]float32{}
		setOrigin(&node.point, &node.model)
		if i > 0 {
			solve.Distance(&node.length, &nodes[t.Nodes[i].Parent].point, &node.point)
		}
	}
	b.base = nodes[0].point
	for l := range Lanes {
		b.active[l] = 0
		if weights[l] == 0 {
			continue
		}
		b.active[l] = 1
		scale := weights[l] / t.largest(w, l)
		for i := range t.Effectors {
			e := &t.Effectors[i]
			weight := min(float32(w.goalWeight(e.Goal, l)*scale), 1)
			node := &nodes[e.Node]
			node.own[l], node.blend[l], node.pull[l] = weight, weight, float32(weight*e.Pull)
			PutVec(b.targets[i][:], 0, l, w.goalTarget(e.Goal, l))
		}
		if t.Reach > 0 {
			b.inverse[l] = t.fromModel(w, l)
		}
	}
	for i := n - 1; i > 0; i-- {
		parent := &nodes[t.Nodes[i].Parent]
		for l := range Lanes {
			parent.pull[l] += nodes[i].pull[l]
			parent.blend[l] = max(parent.blend[l], nodes[i].blend[l])
		}
	}
	t.measureLimbs(w)
	for i := range t.Effectors {
		solve.Rotation(&b.kept[i], &nodes[t.Effectors[i].Node].model)
		b.size[i] = [Lanes]float32{}
		for k := t.Effectors[i].Node; k > 0 && t.Tolerance > 0; k = t.Nodes[k].Parent {
			for l := range Lanes {
				b.size[i][l] += nodes[k].length[l]
			}
		}
	}
	limited := false
	for i := range nodes {
		if t.Nodes[i].Limit != nil {
			w.keepWithin(&nodes[i].chainLink, t.Nodes[i].Limit)
			limited = true
		}
	}
	for i := range nodes {
		if limited {
			t.refresh(w, i)
		}
	}
}

// measureLimbs finds how far limbs stretch, and which part of the pull of an effector counts.
func (t *Body) measureLimbs(w *Work) {
	b := &w.body
	for k := range t.limbs {
		joints, limb := t.limbs[k].nodes, &b.limbs[k]
		first, end := &b.nodes[joints[0]], &b.nodes[t.limbs[k].end()]
		var ease [Lanes]float32
		solve.Distance(&ease, &first.point, &end.point)
		for l, own := range end.own {
			length, share := float32(0), float32(0)
			for _, i := range joints[1:] {
				length += b.nodes[i].length[l]
			}
			if own > 0 {
				share = own / b.nodes[0].blend[l]
			}
			limb[layout.LimbLength*Lanes+l], limb[layout.LimbEase*Lanes+l] = length,
				min(ease[l], float32(length*mostEase))
			limb[layout.LimbShare*Lanes+l] = share
		}
	}
}

// largest returns the largest weight of an effector's goal in a lane.
func (t *Body) largest(w *Work, lane int) (most float32) {
	for i := range t.Effectors {
		most = max(most, w.goalWeight(t.Effectors[i].Goal, lane))
	}
	return most
}

// fromModel returns the matrix from model space to the space of the root's parent. Where it has no
// inverse the root cannot move, and it is 0.
func (t *Body) fromModel(w *Work, lane int) (m rig.Matrix) {
	parent := w.ModelOf(t.RootParent)
	for e := range m {
		m[e] = parent[e*Lanes+lane]
	}
	m, ok := m.Inverse()
	if !ok {
		return rig.Matrix{}
	}
	return m
}

func (t *Body) parentOf(w *Work, i int) *solve.Matrix {
	if i == 0 {
		return w.ModelOf(t.RootParent)
	}
	return &w.body.nodes[t.Nodes[i].Parent].model
}

// refresh computes the model matrices of a node from its parent's.
func (t *Body) refresh(w *Work, i int) {
	solve.ChildModel(&w.body.nodes[i].model, t.parentOf(w, i), &w.body.nodes[i].local)
}

// allDone finds the lanes in which every effector is within the tolerance, and reports whether all
// lanes are done.
func (t *Body) allDone(w *Work, isLater bool) bool {
	b := &w.body
	if isLater && t.Tolerance == 0 {
		return false
	}
	done := true
	for l, active := range b.active {
		if active == 0 {
			continue
		}
		if b.active[l] = solving.Number(t.Tolerance == 0 || !t.isMet(w, l)); b.active[l] > 0 {
			done = false
		}
	}
	for i := range t.Nodes {
		node := &b.nodes[i]
		for l := range Lanes {
			node.turns[l] = solving.Number(node.blend[l] > 0 && b.active[l] > 0)
		}
	}
	return done
}

// isMet reports whether every effector of a lane is within the tolerance.
func (t *Body) isMet(w *Work, lane int) bool {
	for i := range t.Effectors {
		e := &t.Effectors[i]
		node := &w.body.nodes[e.Node]
		if node.own[lane] == 0 {
			continue
		}
		target, square := w.goalTarget(e.Goal, lane), float32(0)
		for r := range 3 {
			d := node.model[layout.Element(r, layout.OriginColumn)*Lanes+lane] - target[r]
			square += float32(d * d)
		}
		if within := float32(t.Tolerance * w.body.size[i][lane]); !(square <= float32(within*within)) {
			return false
		}
	}
	return true
}

// moveRoot moves the root to where it is to come, within its reach.
func (t *Body) moveRoot(w *Work) {
	if t.Reach == 0 {
		return
	}
	b := &w.body
	root := &b.nodes[0]
	for l, turns := range root.turns {
		if turns == 0 || b.inverse[l] == (rig.Matrix{}) {
			continue
		}
		var away [3]float32
		square := float32(0)
		for r := range away {
			away[r] = root.point[r*Lanes+l] - b.base[r*Lanes+l]
			square += float32(away[r] * away[r])
		}
		scale := float32(1)
		if length := float32(math.Sqrt(float64(square))); length > t.Reach {
			scale = t.Reach / length
		}
		for r := range away {
			away[r] = b.base[r*Lanes+l] + float32(away[r]*scale)
		}
		if at := b.inverse[l].Point(away); Finite(at) {
			PutVec(root.local[:], layout.LocalTranslation, l, at)
		}
	}
}

// turnAll turns the joints above the limbs, from the root on, toward where their children are to
// come.
func (t *Body) turnAll(w *Work) {
	nodes := w.body.nodes[:len(t.Nodes)]
	for i := range nodes {
		children := t.Nodes[i].Children
		if t.Nodes[i].isLimb {
			continue
		}
		t.refresh(w, i)
		for _, c := range children {
			t.refresh(w, c)
		}
		t.turn(w, i)
		t.refresh(w, i)
	}
}

// turn turns a joint toward where its children are to come, within its limits.
func (t *Body) turn(w *Work, i int) {
	node, children := &w.body.nodes[i], t.Nodes[i].Children
	before := [layout.RotationRows * Lanes]float32(node.local[:layout.RotationRows*Lanes])
	if len(children) == 1 {
		t.turnTo(w, i, children[0])
	} else {
		t.fitChildren(w, i)
	}
	if e := t.Nodes[i].Effector; e >= 0 && (t.Effectors[e].KeepRotation || t.Effectors[e].GoalRotation) {
		t.refresh(w, i)
		t.turnEffector(w, i)
	}
	if limit := t.Nodes[i].Limit; limit != nil {
		w.keepWithin(&node.chainLink, limit)
		for l, turns := range node.turns {
			// a lane that keeps still must not be limited again, which would round it again
			for k := 0; turns == 0 && k < 4; k++ {
				node.local[k*Lanes+l] = before[k*Lanes+l]
			}
		}
	}
}

// turnTo turns a joint with one child by the shortest rotation.
func (t *Body) turnTo(w *Work, i, child int) {
	rows, node := &w.orient, &w.body.nodes[i]
	setOrigin((*solve.Point)(rows[layout.OrientHere*Lanes:]), &node.model)
	t.wanted((*solve.Point)(rows[layout.OrientThere*Lanes:]), w, i, child)
	copy(rows[layout.OrientWeight*Lanes:], node.turns[:])
	stillHere(rows)
	solve.Orient(rows, t.parentOf(w, i), &node.model, &w.body.nodes[child].model, &node.local)
	copy(node.local[:layout.RotationRows*Lanes], rows[layout.OrientOut*Lanes:])
}

// wanted writes where a child of a joint is to come. One that need not come nearer to anything goes
// along with the joint.
func (t *Body) wanted(there *solve.Point, w *Work, i, c int) {
	node, child := &w.body.nodes[i], &w.body.nodes[c]
	if t.Nodes[i].isLimb {
		*there = child.point
		return
	}
	solve.GoAlong(there, &node.model, &node.now, &child.point, &child.now, &child.far)
}

// fitChildren turns a joint with several children.
func (t *Body) fitChildren(w *Work, i int) {
	rows, node := &w.body.fit, &w.body.nodes[i]
	clear(rows[layout.FitSum*Lanes : layout.FitOut*Lanes])
	for _, c := range t.Nodes[i].Children {
		child := &w.body.nodes[c]
		t.wanted((*solve.Point)(rows[layout.FitThere*Lanes:]), w, i, c)
		copy(rows[layout.FitWeight*Lanes:], child.pull[:])
		solve.Fit(rows, &node.model, &child.model)
		copy(rows[layout.FitSum*Lanes:], rows[layout.FitOut*Lanes:])
	}
	turn := &w.body.turnBy
	copy(turn[layout.TurnBySum*Lanes:], rows[layout.FitSum*Lanes:layout.FitOut*Lanes])
	copy(turn[layout.TurnByWeight*Lanes:], node.turns[:])
	solve.TurnBy(turn, t.parentOf(w, i), &node.local)
	copy(node.local[:layout.RotationRows*Lanes], turn[layout.TurnByOut*Lanes:])
}

// turnEffector turns the joint of an effector to the goal's rotation, or back to the rotation that
// it had.
func (t *Body) turnEffector(w *Work, i int) {
	node, e := &w.body.nodes[i], &t.Effectors[t.Nodes[i].Effector]
	rows := &w.turnTo
	copy(rows[layout.TurnToGoal*Lanes:], w.body.kept[t.Nodes[i].Effector][:])
	clear(rows[layout.TurnToMoved*Lanes : layout.TurnToGoal*Lanes])
	for l, own := range node.own {
		rows[(layout.TurnToMoved+3)*Lanes+l], rows[layout.TurnToHasGoal*Lanes+l] = 1, 1
		weight := float32(0)
		if own > 0 && (len(t.Nodes[i].Children) == 0 || node.turns[l] > 0) {
			rotation, has := w.goalRotation(e.Goal, l)
			if has = has && e.GoalRotation; has {
				putQuat(rows[:], layout.TurnToGoal, l, rotation)
			}
			if has || e.KeepRotation {
				weight = own / node.blend[l] // the rest comes with the blend of the joint
			}
		}
		rows[layout.TurnToWeight*Lanes+l] = weight
	}
	solve.TurnTo(rows, t.parentOf(w, i), &node.model, &node.local)
	copy(node.local[:layout.RotationRows*Lanes], rows[layout.TurnToOut*Lanes:])
}
