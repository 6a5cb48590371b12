package mannequin

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/mannequin/internal/isosurface"
	"github.com/sinew-go/sinew/assets/mannequin/internal/posing"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/order"
)

// maxInfluences is the greatest number of joints that move a vertex.
const maxInfluences = 4

// diffusionRounds is how many times the weights of neighboring vertices are mixed.
const diffusionRounds = 24

// reducingRound is the first round after which no vertex has more than maxInfluences.
const reducingRound = diffusionRounds - 2

// influence is the weight with which a joint moves a vertex.
type influence struct {
	joint  posing.Joint
	weight float64
}

// bindSkin returns the influences on each vertex of the surface, heaviest first, their weights
// adding up to 1.
//
// Each vertex begins with the joints to which its nearest solid is bound. In [creases] the weights
// first diffuse far along the surface. Then they diffuse everywhere, over the distance that the
// solid asks for, so that a joint bends the skin over a stretch in proportion to the thickness of
// the limb. In the last rounds each vertex keeps no more joints than may move it: so one that a
// vertex lacks fades out among its neighbors.
func (b *body) bindSkin(s *isosurface.Surface) []influenceSet {
	now, next := newInfluenceSets(len(s.Points)), newInfluenceSets(len(s.Points))
	spread := make([]float64, len(s.Points))
	for v, p := range s.Points {
		_, owner := b.field.Nearest(p)
		skin := b.skin[owner]
		on := posing.Left
		if p[0] < 0 {
			on = posing.Right
		}
		first, second, weight := skin.binding.jointsAt(isosurface.Fold(p))
		now[v].add(first.On(on), 1-weight)
		now[v].add(second.On(on), weight)
		spread[v] = skin.spread
	}
	edges := s.Edges()
	pulls := edgePulls(s, edges)
	for i := range creases {
		creases[i].diffuse(s, edges, pulls, now)
	}
	rate, sum := diffusionRates(s, edges, pulls, spread, diffusionRounds)
	share := make([][2]float64, len(edges))
	for i, e := range edges {
		share[i] = shares(e, pulls[i], rate, sum)
	}
	flows := newFlows(len(now), edges, share)
	var mixed mixture
	var sorter order.Sorter[influence]
	bends := bendsOf(b.rest)
	for round := range diffusionRounds {
		for v := range next {
			mixed.scale(now[v].list, 1-rate[v])
			for _, f := range flows.into(v) {
				mixed.addScaled(now[f.from].list, f.share)
			}
			next[v].list = mixed.move(next[v].list[:0])
			if round >= reducingRound {
				next[v].reduce(bends, &sorter)
			}
		}
		now, next = next, now
	}
	return now
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
// in each round, so that so many rounds together spread the weights over the given distance in
// meters, and the sum of the pulls of its edges.
func diffusionRates(s *isosurface.Surface, edges [][2]int32, pulls, distance []float64, rounds int,
) (rate, sum []float64) {
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
		full := float64(float64(rounds)*square[v]) / float64(2*sum[v])
		rate[v] = min(float64(distance[v]*distance[v])/full, 0.9)
	}
	return rate, sum
}

// shares returns the fractions of the weights of an edge's ends that the other end replaces in each
// round, given how strongly they pull at each other. The rates and the sums are those of all
// vertices.
func shares(edge [2]int32, pull float64, rate, sum []float64) [2]float64 {
	a, b := edge[0], edge[1]
	return [2]float64{float64(rate[a] * pull / sum[a]), float64(rate[b] * pull / sum[b])}
}

// flow is what part of the weights of a vertex its neighbor replaces.
type flow struct {
	from  int32
	share float64
}

// flows holds the flows into each vertex, those of one after the other.
type flows struct {
	first []int32 // by vertex, and the number of all at the end
	list  []flow
}

// newFlows returns the flows into n vertices along edges, with shares by [shares]. Those into a
// vertex are in the order of the edges.
func newFlows(n int, edges [][2]int32, share [][2]float64) flows {
	f := flows{first: make([]int32, n+1), list: make([]flow, 2*len(edges))}
	for _, e := range edges {
		f.first[e[0]]++
		f.first[e[1]]++
	}
	sum := int32(0)
	for v, count := range f.first {
		sum += count
		f.first[v] = sum // the end: filling it from the end leaves the beginning there
	}
	for i := len(edges) - 1; i >= 0; i-- {
		for k, v := range edges[i] {
			f.first[v]--
			f.list[f.first[v]] = flow{edges[i][1-k], share[i][k]}
		}
	}
	return f
}

// into returns the flows into a vertex.
func (f *flows) into(v int) []flow { return f.list[f.first[v]:f.first[v+1]] }

// mixture adds up the influences on one vertex.
type mixture struct {
	weight [posing.JointCount]float64
	known  [posing.JointCount]bool
	joints []posing.Joint // those that are known, in the order in which they came
}

// scale begins with influences multiplied by a factor.
func (m *mixture) scale(list []influence, factor float64) {
	for _, in := range list {
		m.weight[in.joint], m.known[in.joint] = float64(in.weight*factor), true
		m.joints = append(m.joints, in.joint)
	}
}

// addScaled adds influences multiplied by a factor.
func (m *mixture) addScaled(list []influence, factor float64) {
	for _, in := range list {
		weight := float64(in.weight * factor)
		switch {
		case weight == 0:
		case m.known[in.joint]:
			m.weight[in.joint] += weight
		default:
			m.weight[in.joint], m.known[in.joint] = weight, true
			m.joints = append(m.joints, in.joint)
		}
	}
}

// move appends the influences to a list, and leaves none in the mixture.
func (m *mixture) move(list []influence) []influence {
	for _, j := range m.joints {
		list = append(list, influence{j, m.weight[j]})
		m.known[j] = false
	}
	m.joints = m.joints[:0]
	return list
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
func (s *influenceSet) add(j posing.Joint, weight float64) {
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

// reduce leaves at most maxInfluences of the influences, heaviest first, scaled to the sum 1, with
// none below 0.5%. The weight of one that is left out goes to the joint that moves most like its
// own, and those are left out that matter least then: so the skin does not tear between a vertex
// that lacks an influence and the next one that has it.
func (s *influenceSet) reduce(bends *bends, sorter *order.Sorter[influence]) {
	sorter.Stable(s.list, func(a, b influence) int { return cmp.Compare(a.joint, b.joint) })
	kept := s.list
	for len(kept) > 1 {
		out, to, least := -1, -1, math.Inf(1)
		for i, in := range kept {
			if len(kept) <= maxInfluences && in.weight >= 0.005 {
				continue
			}
			nearest, bend := bends.nearest(kept, i)
			if cost := float64(in.weight * bend); cost < least {
				out, to, least = i, nearest, cost
			}
		}
		if out < 0 {
			break
		}
		kept[to].weight += kept[out].weight
		kept = slices.Delete(kept, out, out+1)
	}
	sorter.Stable(kept, func(a, b influence) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.joint, b.joint))
	})
	var sum float64
	for _, in := range kept {
		sum += in.weight
	}
	for i := range kept {
		kept[i].weight /= sum
	}
	s.list = kept
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

// nearest returns which other influence has the joint that moves most like that of influence i, and
// how far the one bends relative to the other: see [bend].
func (b *bends) nearest(list []influence, i int) (index int, bend float64) {
	bend = math.Inf(1)
	for k := range list {
		if k != i {
			if between := b[list[i].joint][list[k].joint]; between < bend {
				index, bend = k, between
			}
		}
	}
	return index, bend
}

// bends is how far each pair of joints is bent relative to each other: see [bend].
type bends [posing.JointCount][posing.JointCount]float64

// bendsOf returns how far all pairs of joints are bent relative to each other.
func bendsOf(r *posing.RestPose) *bends {
	all := &bends{}
	for a := range posing.Joint(posing.JointCount) {
		for b := range a {
			between := bend(r, a, b)
			all[a][b], all[b][a] = between, between
		}
	}
	return all
}

// bend returns how far people bend a joint relative to another one, about, in units of 1 for the
// twist of a limb: the sum over the joints between them.
func bend(r *posing.RestPose, a, b posing.Joint) (sum float64) {
	for a != b {
		if b > a { // parents come before their children
			a, b = b, a
		}
		switch {
		case a <= posing.Head:
			sum += 2
		case a.OnLeft() == posing.Clavicle:
			sum += 4
		case a.OnLeft() == posing.UpperArmTwist || a.OnLeft() == posing.ForearmTwist:
			sum++
		default:
			sum += 8
		}
		a = r.Bones[a].Parent
	}
	return sum
}
