package modifier

import (
	"math"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// bodyWork is memory for a [FullBody].
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

// bodyNodeWork is a joint of a [FullBody] while it is solved.
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

func (t *body) solve(w *Work, weights *[Lanes]float32, _ int) {
	t.begin(w, weights)
	b := &w.body
	for i := range t.iterations {
		if t.allDone(w, i > 0) {
			break
		}
		t.bendLimbs(w)
		// The body follows more than it must at first, and at last only as far as limbs cannot reach.
		t.reachBack(w, t.stretch+float32((1-t.stretch)*(float32(i)/float32(t.iterations))))
		t.moveRoot(w)
		t.turnAll(w)
	}
	t.bendLimbs(w)
	nodes := b.nodes[:len(t.nodes)]
	for i := range t.effectors {
		e := &t.effectors[i]
		if len(t.nodes[e.node].children) == 0 && (e.keepRotation || e.goalRotation) {
			t.turnEffector(w, e.node)
		}
	}
	for i := range nodes {
		node, joint := &nodes[i], t.nodes[i].joint
		var from, to, out solve.Quat
		copy(from[:], w.local(joint)[:])
		copy(to[:], node.local[:])
		solve.Mix(&out, &from, &to, &node.blend)
		w.setRotation(joint, out[:])
	}
	if t.reach > 0 {
		local := w.local(t.nodes[0].joint)
		for l, weight := range nodes[0].blend {
			for r := 4; weight > 0 && r < 7; r++ {
				local[r*Lanes+l] = mix(local[r*Lanes+l], nodes[0].local[r*Lanes+l], weight)
			}
		}
	}
}

// begin copies the pose, brings it within its limits, and finds the pulls.
func (t *body) begin(w *Work, weights *[Lanes]float32) {
	b, n := &w.body, len(t.nodes)
	if len(b.nodes) < n {
		b.nodes = make([]bodyNodeWork, n)
	}
	if len(b.kept) < len(t.effectors) {
		b.kept, b.size = make([]solve.Quat, len(t.effectors)), make([][Lanes]float32, len(t.effectors))
		b.targets, b.limbs = make([]solve.Point, len(t.effectors)), make([]solve.LimbPull, len(t.effectors))
	}
	nodes := b.nodes[:n]
	for i := range nodes {
		joint := t.nodes[i].joint
		node := &nodes[i]
		node.local, node.model = *w.local(joint), *w.model(joint)
		node.pull, node.blend, node.own = [Lanes]float32{}, [Lanes]float32{}, [Lanes]float32{}
		setOrigin(&node.point, &node.model)
		if i > 0 {
			solve.Distance(&node.length, &nodes[t.nodes[i].parent].point, &node.point)
		}
	}
	b.base = nodes[0].point
	for l := range Lanes {
		b.active[l] = 0
		if weights[l] == 0 {
			continue
		}
		b.active[l] = 1
		goals := w.Goals[l]
		scale := weights[l] / t.largest(goals)
		for i := range t.effectors {
			e := &t.effectors[i]
			weight := min(float32(goals[e.goal].weight()*scale), 1)
			node := &nodes[e.node]
			node.own[l], node.blend[l], node.pull[l] = weight, weight, float32(weight*e.pull)
			putVec(b.targets[i][:], 0, l, goals[e.goal].Target)
		}
		if t.reach > 0 {
			b.inverse[l] = t.fromModel(w, l)
		}
	}
	for i := n - 1; i > 0; i-- {
		parent := &nodes[t.nodes[i].parent]
		for l := range Lanes {
			parent.pull[l] += nodes[i].pull[l]
			parent.blend[l] = max(parent.blend[l], nodes[i].blend[l])
		}
	}
	t.measureLimbs(w)
	for i := range t.effectors {
		solve.Rotation(&b.kept[i], &nodes[t.effectors[i].node].model)
		b.size[i] = [Lanes]float32{}
		for k := t.effectors[i].node; k > 0 && t.tolerance > 0; k = t.nodes[k].parent {
			for l := range Lanes {
				b.size[i][l] += nodes[k].length[l]
			}
		}
	}
	limited := false
	for i := range nodes {
		if t.nodes[i].limit != nil {
			w.keepWithin(&nodes[i].chainLink, t.nodes[i].limit)
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
func (t *body) measureLimbs(w *Work) {
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
			limb[layout.LimbLength*Lanes+l], limb[layout.LimbEase*Lanes+l] = length, min(ease[l], float32(length*mostEase))
			limb[layout.LimbShare*Lanes+l] = share
		}
	}
}

// largest returns the largest weight of an effector's goal.
func (t *body) largest(goals *[MaxGoals]Goal) (most float32) {
	for i := range t.effectors {
		most = max(most, goals[t.effectors[i].goal].weight())
	}
	return most
}

// fromModel returns the matrix from model space to the space of the root's parent. Where it has no inverse the root cannot move, and
// it is 0.
func (t *body) fromModel(w *Work, lane int) (m rig.Matrix) {
	parent := w.model(t.rootParent)
	for e := range m {
		m[e] = parent[e*Lanes+lane]
	}
	m, ok := m.Inverse()
	if !ok {
		return rig.Matrix{}
	}
	return m
}

func (t *body) parentOf(w *Work, i int) *solve.Matrix {
	if i == 0 {
		return w.model(t.rootParent)
	}
	return &w.body.nodes[t.nodes[i].parent].model
}

// refresh computes the model matrices of a node from its parent's.
func (t *body) refresh(w *Work, i int) {
	solve.ChildModel(&w.body.nodes[i].model, t.parentOf(w, i), &w.body.nodes[i].local)
}

// allDone finds the lanes in which every effector is within the tolerance, and reports whether all lanes are done.
func (t *body) allDone(w *Work, isLater bool) bool {
	b := &w.body
	if isLater && t.tolerance == 0 {
		return false
	}
	done := true
	for l, active := range b.active {
		if active == 0 {
			continue
		}
		if b.active[l] = number(t.tolerance == 0 || !t.isMet(w, l)); b.active[l] > 0 {
			done = false
		}
	}
	for i := range t.nodes {
		node := &b.nodes[i]
		for l := range Lanes {
			node.turns[l] = number(node.blend[l] > 0 && b.active[l] > 0)
		}
	}
	return done
}

// isMet reports whether every effector of a lane is within the tolerance.
func (t *body) isMet(w *Work, lane int) bool {
	for i := range t.effectors {
		e := &t.effectors[i]
		node := &w.body.nodes[e.node]
		if node.own[lane] == 0 {
			continue
		}
		target, square := &w.Goals[lane][e.goal].Target, float32(0)
		for r := range 3 {
			d := node.model[layout.Element(r, layout.OriginColumn)*Lanes+lane] - target[r]
			square += float32(d * d)
		}
		if within := float32(t.tolerance * w.body.size[i][lane]); !(square <= float32(within*within)) {
			return false
		}
	}
	return true
}

// moveRoot moves the root to where it is to come, within its reach.
func (t *body) moveRoot(w *Work) {
	if t.reach == 0 {
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
		if length := float32(math.Sqrt(float64(square))); length > t.reach {
			scale = t.reach / length
		}
		for r := range away {
			away[r] = b.base[r*Lanes+l] + float32(away[r]*scale)
		}
		if at := b.inverse[l].Point(away); finite(at) {
			putVec(root.local[:], layout.LocalTranslation, l, at)
		}
	}
}

// turnAll turns the joints above the limbs, from the root on, toward where their children are to come.
func (t *body) turnAll(w *Work) {
	nodes := w.body.nodes[:len(t.nodes)]
	for i := range nodes {
		children := t.nodes[i].children
		if t.nodes[i].isLimb {
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
func (t *body) turn(w *Work, i int) {
	node, children := &w.body.nodes[i], t.nodes[i].children
	before := [layout.RotationRows * Lanes]float32(node.local[:layout.RotationRows*Lanes])
	if len(children) == 1 {
		t.turnTo(w, i, children[0])
	} else {
		t.fitChildren(w, i)
	}
	if e := t.nodes[i].effector; e >= 0 && (t.effectors[e].keepRotation || t.effectors[e].goalRotation) {
		t.refresh(w, i)
		t.turnEffector(w, i)
	}
	if limit := t.nodes[i].limit; limit != nil {
		w.keepWithin(&node.chainLink, limit)
		for l, turns := range node.turns { // a lane that keeps still must not be limited again, which would round it again
			for k := 0; turns == 0 && k < 4; k++ {
				node.local[k*Lanes+l] = before[k*Lanes+l]
			}
		}
	}
}

// turnTo turns a joint with one child by the shortest rotation.
func (t *body) turnTo(w *Work, i, child int) {
	rows, node := &w.orient, &w.body.nodes[i]
	setOrigin((*solve.Point)(rows[layout.OrientHere*Lanes:]), &node.model)
	t.wanted((*solve.Point)(rows[layout.OrientThere*Lanes:]), w, i, child)
	copy(rows[layout.OrientWeight*Lanes:], node.turns[:])
	stillHere(rows)
	solve.Orient(rows, t.parentOf(w, i), &node.model, &w.body.nodes[child].model, &node.local)
	copy(node.local[:layout.RotationRows*Lanes], rows[layout.OrientOut*Lanes:])
}

// wanted writes where a child of a joint is to come. One that need not come nearer to anything goes along with the joint.
func (t *body) wanted(there *solve.Point, w *Work, i, c int) {
	node, child := &w.body.nodes[i], &w.body.nodes[c]
	if t.nodes[i].isLimb {
		*there = child.point
		return
	}
	solve.GoAlong(there, &node.model, &node.now, &child.point, &child.now, &child.far)
}

// fitChildren turns a joint with several children.
func (t *body) fitChildren(w *Work, i int) {
	rows, node := &w.body.fit, &w.body.nodes[i]
	clear(rows[layout.FitSum*Lanes : layout.FitOut*Lanes])
	for _, c := range t.nodes[i].children {
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

// turnEffector turns the joint of an effector to the goal's rotation, or back to the one that it had.
func (t *body) turnEffector(w *Work, i int) {
	node, e := &w.body.nodes[i], &t.effectors[t.nodes[i].effector]
	rows := &w.turnTo
	copy(rows[layout.TurnToGoal*Lanes:], w.body.kept[t.nodes[i].effector][:])
	clear(rows[layout.TurnToMoved*Lanes : layout.TurnToGoal*Lanes])
	for l, own := range node.own {
		rows[(layout.TurnToMoved+3)*Lanes+l], rows[layout.TurnToHasGoal*Lanes+l] = 1, 1
		weight := float32(0)
		if own > 0 && (len(t.nodes[i].children) == 0 || node.turns[l] > 0) {
			has := e.goalRotation && w.Goals[l][e.goal].HasRotation
			if has {
				putQuat(rows[:], layout.TurnToGoal, l, w.Goals[l][e.goal].Rotation)
			}
			if has || e.keepRotation {
				weight = own / node.blend[l] // the rest comes with the blend of the joint
			}
		}
		rows[layout.TurnToWeight*Lanes+l] = weight
	}
	solve.TurnTo(rows, t.parentOf(w, i), &node.model, &node.local)
	copy(node.local[:layout.RotationRows*Lanes], rows[layout.TurnToOut*Lanes:])
}
