package assets

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// bulgeMeter bounds how far from where its first influence alone would move it dual quaternions can
// move a vertex, if joints rotate in any way but keep their distances and scales.
//
// Let a vertex v have the influences k with rotations qₖ and weights wₖ, let b = Σ ±wₖ·qₖ be the
// sum with the signs of the pivot q₀, and let an influence alone move a point o to zₖ. With aₖ =
// ±wₖ·qₖ·b*/|b|², whose sum is 1, dual quaternions move o to the vector part of Σ zₖ·aₖ = z₀ + Σ
// (zₖ − z₀)·aₖ, which is at most Σ |zₖ − z₀|·wₖ/|b| from z₀. All of space turns about that point,
// and v is at most 2·|v − o| farther from where influence 0 alone moves it. No ±qₖ is more than a
// right angle from the pivot, so that |b| is not less than the length of (w₀, w₁ − w₂ − w₃ ...), of
// which w₁ is the largest.
//
// A joint and its parent agree on where the joint is. So between zₖ and z₀ there is a chain of
// links: from o to the first joint on the way from influence k to influence 0, from joint to joint,
// and from the last one to o. Any o gives a bound: the least one is taken of those at the vertex
// and at the ends of these chains.
type bulgeMeter struct {
	skin    *rig.Skin
	parents []int16
	origins []exact.Vec3 // by joint, in the mesh's bind space
	depths  []int

	chains     []bulgeChain // of the present vertex
	up, onward []exact.Vec3 // of the present chain
}

// bulgeChain is the way from an influence to the first one.
type bulgeChain struct {
	first, last exact.Vec3 // joints
	length      float64    // between them
	share       float64    // of the influence in the movement, at most
}

func newBulgeMeter(skin *rig.Skin) *bulgeMeter {
	skeleton := skin.Skeleton()
	n := skeleton.Len()
	b := &bulgeMeter{skin: skin, parents: skeleton.Parents(), origins: make([]exact.Vec3, n), depths: make([]int, n)}
	binds, known := make([]exact.Affine, n), make([]bool, n)
	for i, joint := range skin.Joints() {
		binds[joint], known[joint] = widened(rig.MatrixAt(skin.InverseBinds(), i)).Inverse()
	}
	// Joints that influence nothing are where the rest pose has them, seen from a child or from the
	// parent.
	for j := n - 1; j >= 0; j-- {
		parent := b.parents[j]
		if parent < 0 || known[parent] || !known[j] {
			continue
		}
		if inverse, ok := widened(skeleton.Rest(j).Matrix()).Inverse(); ok {
			binds[parent], known[parent] = binds[j].Mul(&inverse), true
		}
	}
	for j, parent := range b.parents {
		if parent >= 0 {
			b.depths[j] = b.depths[parent] + 1
			if !known[j] && known[parent] {
				rest := widened(skeleton.Rest(j).Matrix())
				binds[j], known[j] = binds[parent].Mul(rest), true
			}
		}
		b.origins[j] = binds[j].Translation()
	}
	return b
}

func widened(m rig.Matrix) *exact.Affine {
	wide := exact.ToAffine((*[rig.MatrixSize]float32)(&m))
	return &wide
}

// of returns the bound for a vertex of a primitive that lies in a sphere, in the mesh's own space.
// It is 0 for a vertex that one joint moves.
func (b *bulgeMeter) of(p *mesh.Primitive, vertex int, center exact.Vec3, radius float64) float64 {
	b.findChains(p, vertex)
	least := b.apart(center, radius)
	for i := range b.chains {
		for _, o := range [2]exact.Vec3{b.chains[i].first, b.chains[i].last} {
			least = min(least, float64(2*(center.Sub(o).Length()+radius))+b.apart(o, 0))
		}
	}
	if !exact.IsFinite(least) {
		return 0
	}
	return least
}

// findChains finds the ways from the other influences of a vertex to its first one.
func (b *bulgeMeter) findChains(p *mesh.Primitive, vertex int) {
	b.chains = b.chains[:0]
	first, n := vertex*p.Influences, p.Influences
	if n == 0 || int(p.Joints[first]) >= b.skin.Len() {
		return
	}
	others, largest := 0.0, 0.0
	for _, w := range p.Weights[first+1 : first+n] {
		others += float64(w)
		largest = max(largest, float64(w))
	}
	heaviest, rest := float64(p.Weights[first]), max(0, largest-(others-largest))
	sum := math.Sqrt(float64(heaviest*heaviest) + float64(rest*rest)) // the least length of the summed quaternions
	pivot := int(b.skin.Joints()[p.Joints[first]])
	for i := first + 1; i < first+n; i++ {
		if p.Weights[i] == 0 || int(p.Joints[i]) >= b.skin.Len() {
			continue
		}
		if chain, ok := b.chain(int(b.skin.Joints()[p.Joints[i]]), pivot); ok {
			chain.share = float64(p.Weights[i]) / sum
			b.chains = append(b.chains, chain)
		}
	}
}

// chain returns the way between two joints below one root. It reports false if there is none, or
// they are the same.
func (b *bulgeMeter) chain(from, to int) (c bulgeChain, ok bool) {
	b.up, b.onward = b.up[:0], b.onward[:0]
	for from != to {
		if b.depths[from] >= b.depths[to] {
			b.up, from = append(b.up, b.origins[from]), int(b.parents[from])
		} else {
			b.onward, to = append(b.onward, b.origins[to]), int(b.parents[to])
		}
		if from < 0 || to < 0 {
			return c, false
		}
	}
	slices.Reverse(b.onward)
	b.up = append(b.up, b.onward...)
	way := b.up
	if len(way) == 0 {
		return c, false
	}
	for i := 1; i < len(way); i++ {
		c.length += way[i].Sub(way[i-1]).Length()
	}
	c.first, c.last = way[0], way[len(way)-1]
	return c, true
}

// apart returns how far from where the first influence alone would move it a point in a sphere can
// move, without turning about another point.
func (b *bulgeMeter) apart(center exact.Vec3, radius float64) float64 {
	sum := 0.0
	for i := range b.chains {
		c := &b.chains[i]
		sum += float64(c.share * (center.Sub(c.first).Length() + c.length + center.Sub(c.last).Length() +
			float64(2*radius)))
	}
	return sum
}
