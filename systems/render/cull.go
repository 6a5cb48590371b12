package render

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
)

// volume is the part of the world that a camera or a shadow map shows: what lies on the inner side of six planes.
type volume struct {
	planes [6]mgl32.Vec4 // unit normal that points inward, and distance
}

// everywhere is the whole world.
var everywhere = newVolume(mgl32.Mat4{})

// newVolume derives the planes from a matrix to clip space, nearest first. The method is from G. Gribb and K. Hartmann,
// "Fast Extraction of Viewing Frustum Planes from the World-View-Projection Matrix" (2001).
func newVolume(clip mgl32.Mat4) volume {
	x, y, z, w := clip.Row(0), clip.Row(1), clip.Row(2), clip.Row(3)
	v := volume{[6]mgl32.Vec4{w.Add(z), w.Sub(x), w.Add(x), w.Sub(y), w.Add(y), w.Sub(z)}}
	for i := range v.planes {
		length := v.planes[i].Vec3().Len()
		if !(length > 0) { // such as a far plane at infinity: everything is inside
			v.planes[i] = mgl32.Vec4{0, 0, 0, float32(math.Inf(1))}
			continue
		}
		v.planes[i] = v.planes[i].Mul(1 / length)
	}
	return v
}

// placement is where something is, compared with a volume.
type placement uint8

const (
	outside placement = iota
	straddling
	inside
)

// sphere returns where a sphere is. One that is not finite is straddling.
func (v *volume) sphere(s sphere) placement {
	found := inside
	for i := range v.planes {
		p := &v.planes[i]
		d := p[0]*s.center[0] + p[1]*s.center[1] + p[2]*s.center[2] + p[3]
		if d < -s.radius {
			return outside
		}
		if !(d >= s.radius) {
			found = straddling
		}
	}
	return found
}

// misses reports whether a box in model space, given by center and half its size, is outside.
func (v *volume) misses(world *rig.Matrix, center, half mgl32.Vec3) bool {
	for i := range v.planes {
		p := &v.planes[i]
		at, reach := p[3]+p[0]*world[3]+p[1]*world[7]+p[2]*world[11], float32(0)
		for c := range 3 {
			along := p[0]*world[c] + p[1]*world[4+c] + p[2]*world[8+c]
			at += along * center[c]
			reach += half[c] * float32(math.Abs(float64(along)))
		}
		if at < -reach {
			return true
		}
	}
	return false
}

// influenceBox is a box around the vertices that one matrix of a palette influences, in the mesh's bind space.
type influenceBox struct {
	paletteIndex int
	center, half mgl32.Vec3
}

// influencePair is a box around the vertices that two matrices of a palette influence, of which the first one is heavier. Dual
// quaternions may move them out of the boxes of both.
type influencePair struct {
	influenceBox
	other int     // palette index
	share float32 // of the other in the movement: 1 for a quarter of the weight or more
}

// newInfluenceBoxes measures the boxes of a part, for morph weights from 0 to 1.
func newInfluenceBoxes(source *assets.Mesh, part *assets.Part) []influenceBox {
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
func newInfluencePairs(source *assets.Mesh, part *assets.Part) []influencePair {
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
				m.share = max(m.share, min(1, 4*p.Weights[k]))
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
	return list
}

// morphedRange returns the corners of the box in which a vertex lies for all morph weights from 0 to 1.
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

// poseBox returns the box, in model space, around the skinned parts of a character in its pose. It is empty if nothing
// is drawn, and ignores matrices that are not finite.
func (m *gpuModel) poseBox(style *Style, pool *ecs.Pool, slot int) assets.Box {
	box := emptyBox
	for i := range m.parts {
		part := &m.parts[i]
		palette := pool.Palette(part.skin, slot)
		for k := range part.boxes {
			part.boxes[k].extend(&box, palette, 0)
		}
		if part.method(style) != mesh.SkinDualQuaternion {
			continue
		}
		for k := range part.pairs {
			part.pairs[k].extend(&box, palette, part.pairs[k].apart(palette))
		}
	}
	return box
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

// apart returns how far from where its heavier influence alone would move it a vertex may be: dual quaternions move it along an arc of at
// most half a turn, none of which is farther from an end than the other end is.
func (p *influencePair) apart(palette []float32) float32 {
	if (max(p.paletteIndex, p.other)+1)*assets.MatrixSize > len(palette) {
		return 0
	}
	a, b := palette[p.paletteIndex*assets.MatrixSize:][:assets.MatrixSize], palette[p.other*assets.MatrixSize:][:assets.MatrixSize]
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
	return p.share * sum
}

// swing returns a sphere, in model space, that contains a character in its pose: around the part of the body at the
// first influence joint, with a radius that allows every rotation of the joints. It reads one matrix. Joints that a
// program stretches to more than about twice [assets.Model.Reach] may be outside of it.
func (p *palettes) swing(m *gpuModel, pool *ecs.Pool, slot int) (center mgl32.Vec3, radius float32) {
	for i := range m.parts {
		part := &m.parts[i]
		if len(part.boxes) == 0 {
			continue
		}
		b, region := &part.boxes[0], part.region
		if region == nil || part.regionFrame != p.frame || region.pool != pool {
			if region, _ = p.region(pool, part); region == nil { // a palette that is too large is an error later
				break
			}
		}
		if at := slot*region.texels*4 + b.paletteIndex*assets.MatrixSize; at+assets.MatrixSize <= len(region.data) {
			return (*rig.Matrix)(region.data[at:]).Point(b.center), m.swingRadius
		}
	}
	return m.center, m.swingRadius
}

// isLost reports whether a sphere is so far from the origin that float32 cannot hold its shape there, as that of a
// character that a fault in a program has thrown 1e30 m away.
func (s sphere) isLost() bool {
	return !(s.center.Len() <= s.radius*(1<<20))
}

// Bounds returns a box, in world space, around everything that [Renderer.Draw] would draw if nothing were culled: by the
// poses of the characters, for morph weights from 0 to 1. It is empty if there is nothing. It leaves out what is so far
// away that its shape is lost in the rounding of float32. It takes a look at every joint, so it is for framing, not for
// every frame.
func (r *Renderer) Bounds() assets.Box {
	bounds := emptyBox
	if r.store.Has() {
		store := r.store.Get()
		query := r.characters.Query(r.world)
		for query.Next() {
			component, poseSlot, transform, _, _ := query.Get()
			pool, slot := store.Pool(query.Entity(), *poseSlot)
			model := r.cache.models[component.Model]
			if pool == nil || model == nil || model.skeleton != pool.Skeleton() {
				continue
			}
			box, world := model.poseBox(&r.Style, pool, slot), worldMatrix(transform)
			bounds = encloseBox(bounds, &world, box)
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

// encloseBox returns the smallest box that contains a box and a transformed box, unless the latter is empty, not finite
// or lost.
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
