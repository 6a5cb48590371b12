package assets

import (
	"math"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// bulgeMeter measures how far dual quaternions move vertices out of the hull of where their influences alone would move them.
//
// Between two influences, dual quaternions move a vertex along an arc of at most half a turn, so that it leaves the line between the ends
// by at most half their distance. A joint and its parent agree on where the joint is, so that they move a vertex apart by at most twice its
// distance from the joint. Of the joints between two influences, only the one that is nearest to the vertex is taken to bend.
type bulgeMeter struct {
	skin    *rig.Skin
	parents []int16
	origins []exact.Vec3 // by joint, in the mesh's bind space
	known   []bool
	depths  []int
}

func newBulgeMeter(skin *Skin) *bulgeMeter {
	skeleton := skin.Skeleton()
	n := skeleton.Len()
	b := &bulgeMeter{skin: skin, parents: skeleton.Parents(), origins: make([]exact.Vec3, n), known: make([]bool, n), depths: make([]int, n)}
	for j, parent := range b.parents {
		if parent >= 0 {
			b.depths[j] = b.depths[parent] + 1
		}
	}
	for i, joint := range skin.Joints() {
		m := rig.MatrixAt(skin.InverseBinds(), i)
		var bind exact.Affine
		for e, x := range m {
			bind[e] = float64(x)
		}
		inverse, ok := bind.Inverse()
		b.origins[joint] = inverse.Translation()
		b.known[joint] = ok && b.origins[joint].IsFinite()
	}
	return b
}

// of returns the bulge of a vertex of a primitive, in the mesh's own space. A vertex that one joint moves has none.
func (b *bulgeMeter) of(p *mesh.Primitive, vertex int) float64 {
	first, n := vertex*p.Influences, p.Influences
	if n == 0 || n == 1 || p.Weights[first+1] == 0 {
		return 0
	}
	at, sum := exact.Vec3{}, 0.0
	for c := range at {
		at[c] = float64(p.Positions[vertex][c])
	}
	heaviest := first
	for i := first; i < first+n; i++ {
		if p.Weights[i] > p.Weights[heaviest] {
			heaviest = i
		}
	}
	for i := first; i < first+n; i++ {
		if p.Weights[i] != 0 && int(p.Joints[i]) < b.skin.Len() && int(p.Joints[heaviest]) < b.skin.Len() {
			apart := b.between(int(b.skin.Joints()[p.Joints[i]]), int(b.skin.Joints()[p.Joints[heaviest]]), at)
			// Near the end of the arc the vertex is near the end of the line.
			sum += float64(apart * min(1, float64(4*float64(p.Weights[i]))))
		}
	}
	return sum
}

// between returns a point's distance from the nearest joint on the way from one joint to another.
func (b *bulgeMeter) between(from, to int, at exact.Vec3) float64 {
	least := math.Inf(1)
	for from != to && from >= 0 && to >= 0 {
		if b.depths[from] < b.depths[to] {
			from, to = to, from
		}
		if b.known[from] {
			least = min(least, at.Sub(b.origins[from]).Length())
		}
		from = int(b.parents[from])
	}
	if !exact.IsFinite(least) {
		return 0
	}
	return least
}
