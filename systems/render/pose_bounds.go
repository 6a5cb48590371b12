package render

import (
	"cmp"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// influenceBox is a box around the vertices that one matrix of a palette influences, in the mesh's
// bind space.
type influenceBox struct {
	paletteIndex int
	center, half mgl32.Vec3
}

// influencePair is a box around the vertices that two matrices of a palette influence, of which the
// first one is the pivot of dual quaternions. They may move the vertices out of the boxes of both.
type influencePair struct {
	influenceBox
	other int // palette index
	// of all influences but the pivot in the movement, at most: the sum of their weights by the
	// length of the summed quaternions
	share float32
}

// newInfluenceBoxes measures the boxes of a part, for morph weights from 0 to 1.
func newInfluenceBoxes(source *mesh.Mesh, part *assets.Part) []influenceBox {
	var boxes []assets.Box
	extend := func(index int, low, high mgl32.Vec3) {
		for len(boxes) <= index {
			boxes = append(boxes, emptyBox)
		}
		for c := range 3 {
			boxes[index].Min[c] = min(boxes[index].Min[c], low[c])
			boxes[index].Max[c] = max(boxes[index].Max[c], high[c])
		}
	}
	for i := range source.Primitives {
		p := &source.Primitives[i]
		for v := range p.Positions {
			low, high := morphedRange(p, v)
			if part.Rigid || p.Influences == 0 {
				extend(part.PaletteIndex, low, high)
				continue
			}
			for k := v * p.Influences; k < (v+1)*p.Influences; k++ {
				if p.Joints[k] != mesh.NoInfluence && p.Weights[k] != 0 {
					extend(int(p.Joints[k]), low, high)
				}
			}
		}
	}
	var list []influenceBox
	for index, box := range boxes {
		if box.Min[0] <= box.Max[0] {
			half := box.Max.Sub(box.Min).Mul(0.5)
			list = append(list, influenceBox{index, box.Min.Add(half), half})
		}
	}
	return list
}

// newInfluencePairs measures the boxes of the pairs of a part, for morph weights from 0 to 1.
func newInfluencePairs(source *mesh.Mesh, part *assets.Part) []influencePair {
	type measured struct {
		assets.Box
		share float32
	}
	pairs := map[[2]uint16]measured{}
	var keys [][2]uint16
	for i := range source.Primitives {
		p := &source.Primitives[i]
		if part.Rigid || p.Influences < 2 {
			continue
		}
		for v := range p.Positions {
			first := v * p.Influences
			low, high := morphedRange(p, v)
			share := shareOfOthers(p.Weights[first : first+p.Influences])
			for k := first + 1; k < first+p.Influences; k++ {
				if p.Joints[k] == mesh.NoInfluence || p.Joints[first] == mesh.NoInfluence || p.Weights[k] == 0 {
					continue
				}
				key := [2]uint16{p.Joints[first], p.Joints[k]}
				m, known := pairs[key]
				if !known {
					m.Box, keys = emptyBox, append(keys, key)
				}
				for c := range 3 {
					m.Min[c], m.Max[c] = min(m.Min[c], low[c]), max(m.Max[c], high[c])
				}
				m.share = max(m.share, share)
				pairs[key] = m
			}
		}
	}
	var list []influencePair
	for _, key := range keys {
		m := pairs[key]
		half := m.Max.Sub(m.Min).Mul(0.5)
		list = append(list, influencePair{influenceBox{int(key[0]), m.Min.Add(half), half}, int(key[1]), m.share})
	}
	slices.SortStableFunc(list, func(x, y influencePair) int { return cmp.Compare(x.paletteIndex, y.paletteIndex) })
	return list
}

// shareOfOthers returns the sum of a vertex's weights without the first one, divided by the least
// length that the sum of the quaternions can have: none is more than a right angle from the first
// one.
func shareOfOthers(weights []float32) float32 {
	others, largest := float32(0), float32(0)
	for _, w := range weights[1:] {
		others, largest = others+w, max(largest, w)
	}
	return others / mgl32.Vec2{weights[0], max(0, 2*largest-others)}.Len()
}

// morphedRange returns the corners of the box in which a vertex lies for all morph weights from 0
// to 1.
func morphedRange(p *mesh.Primitive, v int) (low, high mgl32.Vec3) {
	low, high = p.Positions[v], p.Positions[v]
	for t := range p.Targets {
		if offsets := p.Targets[t].Positions; offsets != nil {
			for c := range 3 {
				low[c] += min(0, offsets[v][c])
				high[c] += max(0, offsets[v][c])
			}
		}
	}
	return low, high
}

// poseBox returns the box, in model space, around the skinned parts of a character in its pose. It
// is empty if nothing is drawn, and ignores matrices that are not finite.
func (r *Renderer) poseBox(c *candidate) assets.Box {
	box := emptyBox
	for i := range c.models {
		c.models[i].model.extend(&box, &r.Style, c.pool, c.slot)
	}
	return enlarged(box, c.margin)
}

// enlarged returns a box with a margin on all sides, unless it is empty.
func enlarged(box assets.Box, margin float32) assets.Box {
	if margin > 0 && box.Min[0] <= box.Max[0] {
		around := mgl32.Vec3{margin, margin, margin}
		box.Min, box.Max = box.Min.Sub(around), box.Max.Add(around)
	}
	return box
}

// extend extends a box in model space by the skinned parts of a character in its pose.
func (m *gpuModel) extend(box *assets.Box, style *Style, pool *ecs.Pool, slot int) {
	for i := range m.parts {
		part := &m.parts[i]
		palette := pool.Palette(part.skin, slot)
		for k := range part.boxes {
			part.boxes[k].extend(box, palette, 0)
		}
		if part.method(style) != mesh.SkinDualQuaternion {
			continue
		}
		extendByAllPairs(box, part.pairs, palette)
	}
}

// extendByAllPairs extends a box in model space by what dual quaternions make of the boxes of
// pairs, which are sorted by their pivots.
func extendByAllPairs(box *assets.Box, pairs []influencePair, palette []float32) {
	for len(pairs) > 0 {
		n := 1
		for n < len(pairs) && pairs[n].paletteIndex == pairs[0].paletteIndex {
			n++
		}
		extendByPairs(box, pairs[:n], palette)
		pairs = pairs[n:]
	}
}

// extend extends a box in model space by the influence's box, moved by its matrix, and by a margin.
func (b *influenceBox) extend(box *assets.Box, palette []float32, margin float32) {
	if (b.paletteIndex+1)*assets.MatrixSize > len(palette) {
		return
	}
	for r := range 3 {
		row := palette[b.paletteIndex*assets.MatrixSize+4*r:][:4]
		at := row[0]*b.center[0] + row[1]*b.center[1] + row[2]*b.center[2] + row[3]
		reach := margin + float32(math.Abs(float64(row[0])))*b.half[0] + float32(math.Abs(float64(row[1])))*b.half[1] +
			float32(math.Abs(float64(row[2])))*b.half[2]
		if at-reach < box.Min[r] { // false for NaN
			box.Min[r] = at - reach
		}
		if at+reach > box.Max[r] {
			box.Max[r] = at + reach
		}
	}
}

// extendByPairs extends a box in model space by what dual quaternions make of the boxes of pairs
// with the same pivot.
//
// They move a vertex v, with the rotations Rₖ, translations tₖ and scales Sₖ of its influences and
// the weighted mean S of these, to at most the share of the largest |(Rₖ·S·v + tₖ) − (R₀·S·v + t₀)|
// from R₀·S·v + t₀: the proof is that of assets.JointBounds. With d for the largest |(Sₖ − S₀)·v|,
// the former is not more than 3·d above the distance between where the two matrices alone move the
// vertex, and the latter is not farther than d from where the first one moves it.
func extendByPairs(box *assets.Box, pairs []influencePair, palette []float32) {
	scales := float32(0)
	for i := range pairs {
		scales = max(scales, pairs[i].scalesDiffer(palette))
	}
	for i := range pairs {
		p := &pairs[i]
		p.extend(box, palette, p.share*(p.apart(palette)+3*scales)+scales)
	}
}

// apart returns how far apart the two matrices move a vertex of the box, at most.
func (p *influencePair) apart(palette []float32) float32 {
	a, b := matrixAt(palette, p.paletteIndex), matrixAt(palette, p.other)
	if a == nil || b == nil {
		return 0
	}
	var offset, columns [3]float32
	for r := range 3 {
		x := a[4*r+3] - b[4*r+3]
		for c := range 3 {
			d := a[4*r+c] - b[4*r+c]
			x += d * p.center[c]
			columns[c] += d * d
		}
		offset[r] = x
	}
	sum := mgl32.Vec3(offset).Len()
	for c := range 3 {
		sum += float32(math.Sqrt(float64(columns[c]))) * p.half[c]
	}
	return sum
}

// scalesDiffer returns how far apart the scales of the two matrices move a vertex of the box, at
// most. With the squares Sᵀ·S of the scales it is ‖S − S'‖ ≤ ‖S² − S'²‖/(s + s') for the smallest
// singular values s and s', or no more than the sum of the norms.
func (p *influencePair) scalesDiffer(palette []float32) float32 {
	a, b := matrixAt(palette, p.paletteIndex), matrixAt(palette, p.other)
	if a == nil || b == nil {
		return 0
	}
	normA, smallestA := sizes(a)
	normB, smallestB := sizes(b)
	differ := normA + normB
	if (smallestA < 0) == (smallestB < 0) {
		squares := float32(0)
		for i := range 3 {
			for k := range 3 {
				d := a[i]*a[k] + a[4+i]*a[4+k] + a[8+i]*a[8+k] - (b[i]*b[k] + b[4+i]*b[4+k] + b[8+i]*b[8+k])
				squares += d * d
			}
		}
		if s := float32(math.Sqrt(float64(squares)) / math.Abs(float64(smallestA+smallestB))); s < differ {
			differ = s
		}
	}
	return differ * (p.center.Len() + p.half.Len())
}

// sizes returns the Frobenius norm of a matrix, and a lower bound of its smallest singular value,
// negative if the matrix mirrors: the product of the two larger singular values is at most half the
// square of the norm.
func sizes(m *rig.Matrix) (norm, smallest float32) {
	r0, r1, r2 := mgl32.Vec3{m[0], m[1], m[2]}, mgl32.Vec3{m[4], m[5], m[6]}, mgl32.Vec3{m[8], m[9], m[10]}
	square := r0.Dot(r0) + r1.Dot(r1) + r2.Dot(r2)
	if square == 0 {
		return 0, 0
	}
	return float32(math.Sqrt(float64(square))), 2 * r0.Dot(r1.Cross(r2)) / square
}

// matrixAt returns a matrix of a palette, or nil if the palette is shorter.
func matrixAt(palette []float32, index int) *rig.Matrix {
	if (index+1)*rig.MatrixSize > len(palette) {
		return nil
	}
	return (*rig.Matrix)(palette[index*rig.MatrixSize:])
}

// Bounds returns a box, in world space, around everything that [Renderer.Draw] would draw if
// nothing were culled: by the poses of the characters, for morph weights from 0 to 1. It is empty
// if there is nothing. It leaves out what is so far away that its shape is lost in the rounding of
// float32. It takes a look at every joint, so it is for framing, not for every frame.
func (r *Renderer) Bounds() assets.Box {
	bounds := emptyBox
	if r.store.Has() {
		store := r.store.Get()
		query := r.characters.Query(r.world)
		for query.Next() {
			component, poseSlot, transform, _, _, worn, looks := query.Get()
			pool, slot := store.Pool(query.Entity(), *poseSlot)
			if pool == nil {
				continue
			}
			box, world := emptyBox, worldMatrix(transform)
			wider, margin := appearance.Build(looks)-1, float32(0)
			extend := func(id assets.ModelID) {
				if model := r.cache.models[id]; model != nil && model.skeleton.Equal(pool.Skeleton()) {
					model.extend(&box, &r.Style, pool, slot)
					if wider > 0 {
						margin = max(margin, wider*model.girthIn(r.cache.library))
					}
				}
			}
			extend(component.Model)
			if worn != nil {
				for i := range worn.Models {
					extend(worn.Models[i].Model)
				}
			}
			bounds = encloseBox(bounds, &world, enlarged(box, margin))
		}
	}
	r.boundCrowd(&bounds)
	query := r.rigid.Query(r.world)
	for query.Next() {
		component, transform := query.Get()
		if mesh := r.cache.meshes[component.Mesh]; mesh != nil && len(mesh.primitives) > 0 {
			world := worldMatrix(transform)
			bounds = encloseBox(bounds, &world, mesh.box)
		}
	}
	return bounds
}

// encloseBox returns the smallest box that contains a box and a transformed box, unless the latter
// is empty, not finite or lost.
func encloseBox(bounds assets.Box, world *rig.Matrix, box assets.Box) assets.Box {
	half := box.Max.Sub(box.Min).Mul(0.5)
	if !(half[0] >= 0) {
		return bounds
	}
	center := world.Point(box.Min.Add(half))
	var reach mgl32.Vec3
	for r := range 3 {
		for c := range 3 {
			reach[r] += half[c] * float32(math.Abs(float64(world[4*r+c])))
		}
	}
	if s := (sphere{center, reach.Len()}); s.isLost() {
		return bounds
	}
	for c := range 3 {
		bounds.Min[c] = min(bounds.Min[c], center[c]-reach[c])
		bounds.Max[c] = max(bounds.Max[c], center[c]+reach[c])
	}
	return bounds
}

var emptyBox = assets.Box{
	Min: mgl32.Vec3{math.MaxFloat32, math.MaxFloat32, math.MaxFloat32},
	Max: mgl32.Vec3{-math.MaxFloat32, -math.MaxFloat32, -math.MaxFloat32},
}

// enclose returns the smallest box that contains the box and the sphere. It ignores a sphere that
// is not finite.
func enclose(box assets.Box, s sphere) assets.Box {
	if sum := s.center[0] + s.center[1] + s.center[2] + s.radius; sum-sum != 0 {
		return box
	}
	for c := range 3 {
		box.Min[c] = min(box.Min[c], s.center[c]-s.radius)
		box.Max[c] = max(box.Max[c], s.center[c]+s.radius)
	}
	return box
}
