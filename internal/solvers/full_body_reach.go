package solvers

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/layout"
	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// limbIterations is how often FABRIK works through a limb in each iteration, and limitedIterations
// through one with limits.
const limbIterations, limitedIterations = 8, 3

// bendLimbs bends each limb toward its target, from where its first joint is.
func (t *Body) bendLimbs(w *Work) {
	nodes := w.body.nodes
	for k := range t.limbs {
		limb := &t.limbs[k]
		t.refreshLimb(w, limb)
		if !limb.isLimited {
			t.setTarget(w, limb.end())
			continue
		}
		for range limitedIterations {
			t.setTarget(w, limb.end())
			for j := len(limb.nodes) - 2; j > 0; j-- {
				node, child := &nodes[limb.nodes[j]], &nodes[limb.nodes[j+1]]
				solve.Reach(&node.point, &child.point, &node.point, &child.length)
			}
			t.turnLimitedLimb(w, limb)
		}
	}
	for range limbIterations {
		for _, step := range t.steps {
			solve.Reach(&nodes[step.node].point, &nodes[step.toward].point, &nodes[step.node].point,
				&nodes[step.length].length)
		}
	}
	for k := range t.limbs {
		if limb := &t.limbs[k]; !limb.isLimited {
			t.turnLimb(w, limb)
		}
	}
}

// reachStep is a step of FABRIK in a limb: a joint comes to a length from another one.
type reachStep struct{ node, toward, length int }

// AddSteps lists the steps of an iteration in the limbs without limits: back from the target, which
// is the point of the end, and forth from the first joint. The limbs take turns, because a
// processor works on steps at once that do not wait for each other.
func (t *Body) AddSteps() {
	var all [][]reachStep
	longest := 0
	for k := range t.limbs {
		limb := &t.limbs[k]
		if limb.isLimited {
			continue
		}
		var steps []reachStep
		for j := len(limb.nodes) - 2; j > 0; j-- {
			steps = append(steps, reachStep{limb.nodes[j], limb.nodes[j+1], limb.nodes[j+1]})
		}
		for j := 1; j < len(limb.nodes)-1; j++ {
			steps = append(steps, reachStep{limb.nodes[j], limb.nodes[j-1], limb.nodes[j]})
		}
		all, longest = append(all, steps), max(longest, len(steps))
	}
	for i := range longest {
		for _, steps := range all {
			if i < len(steps) {
				t.steps = append(t.steps, steps[i])
			}
		}
	}
}

// mostEase is the part of its length to which a limb stretches at most before the body follows, if
// the motions stretch it as far: a straight limb comes to its target slowly.
const mostEase = 0.99

// setTarget makes the target of an effector the point of its joint.
func (t *Body) setTarget(w *Work, i int) {
	w.body.nodes[i].point = w.body.targets[t.Nodes[i].Effector]
}

// refreshLimb computes the model matrices of a limb, and where its joints are.
func (t *Body) refreshLimb(w *Work, limb *limb) {
	for _, i := range limb.nodes {
		t.refresh(w, i)
		node := &w.body.nodes[i]
		setOrigin(&node.now, &node.model)
		node.point = node.now
	}
}

// turnLimb turns the joints of a limb toward the points of the next ones.
func (t *Body) turnLimb(w *Work, limb *limb) {
	nodes, rows := w.body.nodes, &w.orient
	copy(rows[layout.OrientWeight*Lanes:], nodes[limb.nodes[0]].turns[:])
	stillHere(rows)
	for j, i := range limb.nodes[:len(limb.nodes)-1] {
		node, next := &nodes[i], &nodes[limb.nodes[j+1]]
		copy(rows[layout.OrientHere*Lanes:], node.point[:])
		copy(rows[layout.OrientThere*Lanes:], next.point[:])
		solve.Orient(rows, t.parentOf(w, i), &node.model, &next.model, &node.local)
		copy(node.local[:layout.RotationRows*Lanes], rows[layout.OrientOut*Lanes:])
		copy(rows[layout.OrientMoved*Lanes:layout.OrientOut*Lanes], rows[layout.OrientMovedOut*Lanes:])
	}
	t.refreshLimb(w, limb)
}

// stillHere tells [solve.Orient] that no joint before has turned.
func stillHere(rows *solve.OrientRows) {
	clear(rows[layout.OrientMoved*Lanes : (layout.OrientMoved+3)*Lanes])
	for l := range Lanes {
		rows[(layout.OrientMoved+3)*Lanes+l] = 1
	}
}

// turnLimitedLimb turns the joints of a limb toward the points of the next ones, one after the
// other, because limits may stop them.
func (t *Body) turnLimitedLimb(w *Work, limb *limb) {
	nodes := w.body.nodes
	for j, i := range limb.nodes {
		t.refresh(w, i)
		if j+1 < len(limb.nodes) {
			t.refresh(w, limb.nodes[j+1])
			t.turn(w, i)
			t.refresh(w, i)
		}
		setOrigin(&nodes[i].now, &nodes[i].model)
		nodes[i].point = nodes[i].now
	}
}

// reachBack finds where the joints above the limbs are to come, from the effectors to the root.
func (t *Body) reachBack(w *Work, stretch float32) {
	nodes := w.body.nodes[:len(t.Nodes)]
	for l := range Lanes {
		w.body.stretch[l] = stretch
	}
	for i := range t.limbs {
		t.pullLimb(w, i)
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		node, children := &nodes[i], t.Nodes[i].Children
		if t.Nodes[i].isLimb {
			continue
		}
		setOrigin(&node.now, &node.model)
		if t.Nodes[i].Effector < 0 && len(children) == 1 {
			child := &nodes[children[0]]
			solve.Reach(&node.point, &child.point, &node.now, &child.length)
			if t.Nodes[i].Limit != nil {
				t.passOn(node, child)
			}
			node.measure()
			continue
		}
		sums, next := &w.body.sums[0], &w.body.sums[1]
		clear(sums[:])
		for _, c := range children {
			child := &nodes[c]
			solve.AddPull(next, sums, &child.point, &child.now, &child.far, &child.pull)
			sums, next = next, sums
		}
		if e := t.Nodes[i].Effector; e >= 0 {
			t.pullEffector(w, sums, i)
		}
		solve.FollowPull(&node.point, &node.now, sums)
		node.measure()
	}
}

// pullEffector adds the pull of an effector at a joint with children to the sums.
func (t *Body) pullEffector(w *Work, sums *solve.PullSums, i int) {
	node, e := &w.body.nodes[i], &t.Effectors[t.Nodes[i].Effector]
	for l, own := range node.own {
		if own == 0 {
			continue
		}
		var way [3]float32
		for r, x := range w.goalTarget(e.Goal, l) {
			way[r] = float32((x - node.now[r*Lanes+l]) * (own / w.body.nodes[0].blend[l]))
		}
		far := length32(way)
		weight := float32(float32(own*e.Pull) * far)
		sums[layout.PullTotal*Lanes+l] += weight
		sums[layout.PullEnergy*Lanes+l] += float32(weight * far)
		for r := range way {
			sums[r*Lanes+l] += float32(way[r] * weight)
		}
	}
}

// passOn moves the point of a joint with limits half way to where it would have to be if it did not
// turn at all, because it may not be able to turn as far as its child needs.
func (t *Body) passOn(node, child *bodyNodeWork) {
	for k, now := range node.now {
		rigid := now + (child.point[k] - child.now[k])
		node.point[k] = float32(0.5*node.point[k]) + float32(0.5*rigid)
	}
}

// measure computes how far a joint is from where it is to come.
func (n *bodyNodeWork) measure() {
	solve.Distance(&n.far, &n.now, &n.point)
}

func length32(v [3]float32) float32 {
	return float32(math.Sqrt(float64(float32(v[0]*v[0]) + float32(v[1]*v[1]) + float32(v[2]*v[2]))))
}

// pullLimb finds where the first joint of a limb is to come, so that the limb need not stretch too
// far, or misses its target no more.
func (t *Body) pullLimb(w *Work, k int) {
	b, limb := &w.body, &t.limbs[k]
	base, end := &b.nodes[limb.nodes[0]], &b.nodes[limb.end()]
	solve.PullLimb(&base.point, &base.now, &end.now, &b.targets[t.Nodes[limb.end()].Effector], &b.limbs[k], &b.stretch)
	base.measure()
}
