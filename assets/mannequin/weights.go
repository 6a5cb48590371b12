package mannequin

import (
	"cmp"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/order"
)

// maxInfluences is the greatest number of joints that move a vertex.
const maxInfluences = 4

// diffusionRounds is how many times the weights of neighboring vertices are mixed.
const diffusionRounds = 24

// influence is the weight with which a joint moves a vertex.
type influence struct {
	joint  joint
	weight float64
}

// bindSkin returns the influences on each vertex of the surface, heaviest first, their weights
// adding up to 1.
//
// Each vertex begins with the joints to which its nearest solid is bound. The weights then diffuse
// along the surface, over the distance that the solid asks for, so that a joint bends the skin over
// a stretch in proportion to the thickness of the limb.
func (b *body) bindSkin(s *isosurface.Surface) [][]influence {
	now, next := newInfluenceSets(len(s.Points)), newInfluenceSets(len(s.Points))
	spread := make([]float64, len(s.Points))
	for v, p := range s.Points {
		_, owner := b.field.Nearest(p)
		skin := b.skin[owner]
		on := left
		if p[0] < 0 {
			on = right
		}
		first, second, weight := skin.binding.jointsAt(isosurface.Fold(p))
		now[v].add(first.on(on), 1-weight)
		now[v].add(second.on(on), weight)
		spread[v] = skin.spread
	}
	edges := s.Edges()
	pulls := edgePulls(s, edges)
	rate, sum := diffusionRates(s, edges, pulls, spread)
	// The fractions of the weights of an edge's ends that the other end replaces.
	share := make([][2]float64, len(edges))
	for i, e := range edges {
		for k, v := range e {
			share[i][k] = float64(rate[v] * pulls[i] / sum[v])
		}
	}
	for range diffusionRounds {
		for v := range next {
			next[v].list = append(next[v].list[:0], now[v].list...)
			for i := range next[v].list {
				next[v].list[i].weight = float64(next[v].list[i].weight * (1 - rate[v]))
			}
		}
		for i, e := range edges {
			next[e[0]].addScaled(&now[e[1]], share[i][0])
			next[e[1]].addScaled(&now[e[0]], share[i][1])
		}
		now, next = next, now
	}
	var sorter order.Sorter[influence]
	out := make([][]influence, len(now))
	for v := range now {
		out[v] = now[v].heaviest(&sorter)
	}
	return out
}

// shortestPull is the length in meters below which edges do not pull more.
const shortestPull = 1e-5

// edgePulls returns how strongly the ends of each edge pull at each other: the shorter the edge,
// the stronger. Otherwise two vertices a hair apart would each follow its neighbors on its own
// side, and the skin would tear between them.
func edgePulls(s *isosurface.Surface, edges [][2]int32) []float64 {
	pulls := make([]float64, len(edges))
	for i, e := range edges {
		pulls[i] = 1 / max(s.Points[e[0]].Sub(s.Points[e[1]]).Length(), shortestPull)
	}
	return pulls
}

// diffusionRates returns for each vertex the fraction of its weights to replace with its neighbors'
// in each round, so that all rounds together spread the weights over the given distance in meters,
// and the sum of the pulls of its edges.
func diffusionRates(s *isosurface.Surface, edges [][2]int32, pulls, distance []float64) (rate, sum []float64) {
	rate, sum = make([]float64, len(s.Points)), make([]float64, len(s.Points))
	square := make([]float64, len(s.Points))
	for i, e := range edges {
		d := s.Points[e[0]].Sub(s.Points[e[1]])
		for _, v := range e {
			square[v] += float64(pulls[i] * d.Dot(d))
			sum[v] += pulls[i]
		}
	}
	for v := range rate {
		// A round at rate 1 adds half the mean square length of the edges to the variance along
		// each axis of the surface.
		full := float64(diffusionRounds*square[v]) / float64(2*sum[v])
		rate[v] = min(float64(distance[v]*distance[v])/full, 0.9)
	}
	return rate, sum
}

// influenceSet holds the influences on one vertex, in no order.
type influenceSet struct{ list []influence }

// newInfluenceSets returns n empty sets with room for most vertices' influences in one allocation.
func newInfluenceSets(n int) []influenceSet {
	const room = 6
	sets, memory := make([]influenceSet, n), make([]influence, n*room)
	for v := range sets {
		sets[v].list = memory[v*room : v*room : (v+1)*room]
	}
	return sets
}

// add increases the weight of a joint.
func (s *influenceSet) add(j joint, weight float64) {
	if weight == 0 {
		return
	}
	for i := range s.list {
		if s.list[i].joint == j {
			s.list[i].weight += weight
			return
		}
	}
	s.list = append(s.list, influence{j, weight})
}

// addScaled adds the weights of another set multiplied by a factor.
func (s *influenceSet) addScaled(other *influenceSet, factor float64) {
	for _, in := range other.list {
		s.add(in.joint, float64(in.weight*factor))
	}
}

// heaviest returns the largest influences, without those below 1%, scaled to the sum 1.
func (s *influenceSet) heaviest(sorter *order.Sorter[influence]) []influence {
	sorter.Stable(s.list, func(a, b influence) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.joint, b.joint))
	})
	kept := s.list[:min(maxInfluences, len(s.list))]
	for len(kept) > 1 && kept[len(kept)-1].weight < 0.01 {
		kept = kept[:len(kept)-1]
	}
	var sum float64
	for _, in := range kept {
		sum += in.weight
	}
	for i := range kept {
		kept[i].weight /= sum
	}
	return kept
}

// influenceStreams returns the joint and weight streams of a primitive, maxInfluences values a
// vertex. The skin contains every joint, so its palette indices are joint numbers.
func influenceStreams(vertices [][]influence) (joints []uint16, weights []float32) {
	for _, list := range vertices {
		var j [maxInfluences]uint16
		var w [maxInfluences]float32
		remainder := float32(1)
		for i := range j {
			j[i] = mesh.NoInfluence
			if i < len(list) {
				j[i], w[i] = uint16(list[i].joint), float32(list[i].weight)
				if i > 0 {
					remainder -= w[i]
				}
			}
		}
		w[0] = remainder
		joints, weights = append(joints, j[:]...), append(weights, w[:]...)
	}
	return joints, weights
}
