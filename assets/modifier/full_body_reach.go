package modifier

import (
	"math"

	"github.com/sinew-go/sinew/internal/kernel/solve"
)

// limbIterations is how often FABRIK works through a limb in each iteration, and limitedIterations through one with limits.
const limbIterations, limitedIterations = 8, 3

// bendLimbs bends each limb toward its target, from where its first joint is.
func (t *body) bendLimbs(w *Work) {
	nodes := w.body.nodes
	for k := range t.limbs {
		limb := &t.limbs[k]
		last := len(limb.nodes) - 1
		for _, i := range limb.nodes {
			t.refresh(w, i)
			setOrigin(&nodes[i].now, &nodes[i].model)
			nodes[i].point = nodes[i].now
		}
		if last == 0 {
			continue
		}
		iterations := limbIterations
		if limb.isLimited {
			iterations = limitedIterations
		}
		for range iterations {
			t.setTarget(w, limb.nodes[last])
			for j := last - 1; j > 0; j-- {
				node, child := &nodes[limb.nodes[j]], &nodes[limb.nodes[j+1]]
				solve.Reach(&node.point, &child.point, &node.point, &child.length)
			}
			if limb.isLimited {
				t.turnLimb(w, limb)
				continue
			}
			for j := 1; j <= last; j++ {
				node := &nodes[limb.nodes[j]]
				solve.Reach(&node.point, &nodes[limb.nodes[j-1]].point, &node.point, &node.length)
			}
		}
		if !limb.isLimited {
			t.turnLimb(w, limb)
		}
	}
}

// mostEase is the part of its length to which a limb stretches at most before the body follows, if the motions stretch it as far: a
// straight limb comes to its target slowly.
const mostEase = 0.99

// setTarget makes the target of an effector the point of its joint.
func (t *body) setTarget(w *Work, i int) {
	node, goal := &w.body.nodes[i], t.effectors[t.nodes[i].effector].goal
	for l, own := range node.own {
		if own > 0 {
			putVec(node.point[:], 0, l, w.Goals[l][goal].Target)
		}
	}
}

// turnLimb turns the joints of a limb toward the points of the next ones.
func (t *body) turnLimb(w *Work, limb *limb) {
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
func (t *body) reachBack(w *Work, stretch float32) {
	nodes := w.body.nodes[:len(t.nodes)]
	for i := range t.limbs {
		t.pullLimb(w, i, stretch)
	}
	for i := len(nodes) - 1; i >= 0; i-- {
		node, children := &nodes[i], t.nodes[i].children
		if t.nodes[i].isLimb {
			continue
		}
		setOrigin(&node.now, &node.model)
		if t.nodes[i].effector < 0 && len(children) == 1 {
			child := &nodes[children[0]]
			solve.Reach(&node.point, &child.point, &node.now, &child.length)
			if t.nodes[i].limit != nil {
				t.passOn(node, child)
			}
			node.measure()
			continue
		}
		sum, total, energy := solve.Point{}, [Lanes]float32{}, [Lanes]float32{}
		for _, c := range children {
			child := &nodes[c]
			for l, pull := range child.pull {
				weight := float32(pull * child.far[l])
				total[l] += weight
				energy[l] += float32(weight * child.far[l])
				for r := range 3 {
					k := r*Lanes + l
					sum[k] += float32((child.point[k] - child.now[k]) * weight)
				}
			}
		}
		if i := t.nodes[i].effector; i >= 0 {
			e := &t.effectors[i]
			for l, own := range node.own {
				if own == 0 {
					continue
				}
				var way [3]float32
				for r, x := range w.Goals[l][e.goal].Target {
					way[r] = float32((x - node.now[r*Lanes+l]) * (own / nodes[0].blend[l]))
				}
				far := length32(way)
				weight := float32(float32(own*e.pull) * far)
				total[l] += weight
				energy[l] += float32(weight * far)
				for r := range way {
					sum[r*Lanes+l] += float32(way[r] * weight)
				}
			}
		}
		node.point = node.now
		for l, weight := range total {
			if !(weight > 0) || !(energy[l] > 0) {
				continue
			}
			// The whole way if all agree, and half of it where they are opposed: a full step would pass the balance and come back.
			step := 0.5 + float32(0.5*(length32([3]float32{sum[l], sum[Lanes+l], sum[2*Lanes+l]})/energy[l]))
			for r := range 3 {
				node.point[r*Lanes+l] += float32(sum[r*Lanes+l] * (step / weight))
			}
		}
		node.measure()
	}
}

// passOn moves the point of a joint with limits half way to where it would have to be if it did not turn at all, because it may not be
// able to turn as far as its child needs.
func (t *body) passOn(node, child *bodyNodeWork) {
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

// pullLimb finds where the first joint of a limb is to come, so that the limb need not stretch too far, or misses its target no more.
func (t *body) pullLimb(w *Work, k int, stretch float32) {
	nodes, limb := w.body.nodes, &t.limbs[k]
	base, end := &nodes[limb.nodes[0]], &nodes[limb.nodes[len(limb.nodes)-1]]
	goal := t.effectors[t.nodes[limb.nodes[len(limb.nodes)-1]].effector].goal
	base.point = base.now
	for l, own := range end.own {
		if own == 0 {
			continue
		}
		length := float32(0)
		for _, i := range limb.nodes[1:] {
			length += nodes[i].length[l]
		}
		var way, miss [3]float32
		for r, x := range w.Goals[l][goal].Target {
			way[r], miss[r] = x-base.now[r*Lanes+l], x-end.now[r*Lanes+l]
		}
		distance, missed := length32(way), length32(miss)
		over, share := max(distance-max(float32(length*stretch), min(w.body.ease[k][l], float32(length*mostEase))), 0), own/nodes[0].blend[l]
		for r := range way {
			if over > 0 {
				base.point[r*Lanes+l] += float32(way[r] * float32(share*(over/distance)))
			}
			if missed > over {
				base.point[r*Lanes+l] += float32(miss[r] * float32(share*((missed-over)/missed)))
			}
		}
	}
	base.measure()
}
