package mannequin

import "github.com/sinew-go/sinew/internal/exact"

import (
	"cmp"
	"slices"

	"github.com/sinew-go/sinew/assets/mesh"
)

// influences is how many joints move a vertex.
const influences = 4

// spreads is how many times weights are evened out between neighbors.
const spreads = 24

// share is how much of a vertex a joint moves.
type share struct {
	joint  joint
	weight float64
}

// bind returns the joints that move each vertex, heaviest first, their weights adding up to 1. It begins with the joints
// that the nearest solid is bound to and lets the weights spread along the surface, as heat does, so far as suits the
// limb: a joint then bends over a stretch in proportion to its thickness.
func (s *surface) bind(f *field) [][]share {
	now, next := newWeights(len(s.points)), newWeights(len(s.points))
	spread := make([]float64, len(s.points))
	for v, p := range s.points {
		_, owner := f.nearest(p)
		on := left
		if p[0] < 0 {
			on = right
		}
		first, second, part := owner.bound.at(fold(p))
		now[v].add(first.on(on), 1-part)
		now[v].add(second.on(on), part)
		spread[v] = owner.spread
	}
	edges := s.edges()
	rate := s.spreadRates(edges, spread)
	degree := make([]float64, len(s.points))
	for _, e := range edges {
		degree[e[0]]++
		degree[e[1]]++
	}
	for range spreads {
		for v := range next {
			next[v].joints = append(next[v].joints[:0], now[v].joints...)
			for i := range next[v].joints {
				next[v].joints[i].weight = float64(next[v].joints[i].weight * (1 - rate[v]))
			}
		}
		for _, e := range edges {
			next[e[0]].blend(&now[e[1]], rate[e[0]]/degree[e[0]])
			next[e[1]].blend(&now[e[0]], rate[e[1]]/degree[e[1]])
		}
		now, next = next, now
	}
	out := make([][]share, len(now))
	for v := range now {
		out[v] = now[v].heaviest()
	}
	return out
}

// weights are the shares of one vertex, in no order.
type weights struct{ joints []share }

// newWeights returns that many vertices' shares with room for most of them in one piece of memory.
func newWeights(n int) []weights {
	const room = 6
	list, memory := make([]weights, n), make([]share, n*room)
	for v := range list {
		list[v].joints = memory[v*room : v*room : (v+1)*room]
	}
	return list
}

func (w *weights) add(j joint, weight float64) {
	if weight == 0 {
		return
	}
	for i := range w.joints {
		if w.joints[i].joint == j {
			w.joints[i].weight += weight
			return
		}
	}
	w.joints = append(w.joints, share{j, weight})
}

func (w *weights) blend(o *weights, part float64) {
	for _, s := range o.joints {
		w.add(s.joint, float64(s.weight*part))
	}
}

// heaviest returns the largest shares, those too small to be seen left out.
func (w *weights) heaviest() []share {
	slices.SortFunc(w.joints, func(a, b share) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.joint, b.joint))
	})
	kept := w.joints[:min(influences, len(w.joints))]
	for len(kept) > 1 && kept[len(kept)-1].weight < 0.01 {
		kept = kept[:len(kept)-1]
	}
	var sum float64
	for _, s := range kept {
		sum += s.weight
	}
	for i := range kept {
		kept[i].weight /= sum
	}
	return kept
}

// edges returns each edge once, the lower vertex first, in the order of the triangles.
func (s *surface) edges() [][2]int32 {
	var edges [][2]int32
	for _, t := range s.triangles {
		for k := range 3 {
			if a, b := t[k], t[(k+1)%3]; a < b { // the other way round it is an edge of the neighbor
				edges = append(edges, [2]int32{a, b})
			}
		}
	}
	return edges
}

// spreadRates returns for each vertex which part of its weights it takes over from its neighbors in one round, so that all
// rounds together spread them over the given distance.
func (s *surface) spreadRates(edges [][2]int32, distance []float64) []float64 {
	square, count := make([]float64, len(s.points)), make([]float64, len(s.points))
	for _, e := range edges {
		d := s.points[e[0]].Sub(s.points[e[1]])
		n := d.Dot(d)
		for _, v := range e {
			square[v] += n
			count[v]++
		}
	}
	rate := make([]float64, len(s.points))
	for v := range rate {
		// A round at full rate spreads by half the mean square length of the edges along each of the surface's two axes.
		full := float64(spreads*square[v]) / float64(2*count[v])
		rate[v] = min(float64(distance[v]*distance[v])/full, 0.9)
	}
	return rate
}

// streams returns the shares as a primitive has them; joints are entries of a skin that holds every joint.
func streams(shares [][]share) (joints []uint16, values []float32) {
	for _, list := range shares {
		var slots [influences]uint16
		var weights [influences]float32
		rest := float32(1)
		for i := range slots {
			slots[i] = mesh.NoInfluence
			if i < len(list) {
				slots[i], weights[i] = uint16(list[i].joint), float32(list[i].weight)
				if i > 0 {
					rest -= weights[i]
				}
			}
		}
		weights[0] = rest
		joints, values = append(joints, slots[:]...), append(values, weights[:]...)
	}
	return joints, values
}

// occlusion returns how open the sky is above a point of the surface, 1 in the open, from the distances along its normal
// (A. Evans, "Fast approximations for global illumination on dynamic scenes", 2006).
func (f *field) occlusion(p, normal exact.Vec3) float64 {
	open, weight := 1.0, 1.0
	for i := 1; i <= 4; i++ {
		reach := float64(0.009 * float64(i))
		open -= float64(weight * max(0, reach-f.distance(p.AddScaled(reach, normal))) / reach * 0.22)
		weight = float64(weight * 0.8)
	}
	return clamp(open, 0.25, 1)
}
