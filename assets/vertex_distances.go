package assets

import (
	"math"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// VertexDistances returns how far from each joint of the model's skeleton the vertices lie that it
// moves, in the joint's own space: what [rig.Skeleton.SetVertexDistances] takes, so that the
// tolerance of baked clips holds on the mesh. A vertex that follows a joint by less than half
// counts as nearer. Joints that move no vertex have 0. The result is nil if the model's skeleton is
// not in the library.
func (m *Model) VertexDistances(l *Library) []float64 {
	m = m.orNone()
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return nil
	}
	d := distanceMeter{
		distances: make([]float64, skeleton.Len()), boxes: map[*mesh.Primitive][2]exact.Vec3{},
	}
	m.eachPrimitive(l, d.extend)
	return d.distances
}

// eachPrimitive calls do with the primitives of all parts, but once for those of a mesh that
// several parts show with the same skin: rigid parts alone may have other joints.
func (m *Model) eachPrimitive(l *Library, do func(p *mesh.Primitive, part *Part, skin *rig.Skin)) {
	type pair struct {
		mesh id.Mesh
		skin SkinID
	}
	skinned := map[pair]bool{}
	for i := range m.Parts {
		part := &m.Parts[i]
		shown, skin := l.Mesh(part.Mesh), l.Skin(part.Skin)
		if shown == nil || skin == nil || !part.Rigid && skinned[pair{part.Mesh, part.Skin}] {
			continue
		}
		if !part.Rigid {
			skinned[pair{part.Mesh, part.Skin}] = true
		}
		for k := range shown.Primitives {
			do(&shown.Primitives[k], part, skin)
		}
	}
}

// distanceMeter measures the distances of vertices from joints. It reads the vertices of a mesh
// once, however many parts show it.
type distanceMeter struct {
	distances []float64
	boxes     map[*mesh.Primitive][2]exact.Vec3 // the low and the high corner of primitives of rigid parts
}

// extend extends the distances of the joints that move a primitive's vertices.
func (d *distanceMeter) extend(p *mesh.Primitive, part *Part, skin *rig.Skin) {
	if part.Rigid {
		if box := d.box(p); part.PaletteIndex < skin.Len() && len(p.Positions) > 0 {
			d.extendJoint(skin, part.PaletteIndex, box[0], box[1], 1)
		}
		return
	}
	for v := range p.Positions {
		low, high := morphRange(p, v)
		eachInfluence(p, part, skin, v, func(paletteIndex int, weight float32) {
			d.extendJoint(skin, paletteIndex, low, high, weight)
		})
	}
}

// extendJoint extends the distance of a joint to the corners of a box in mesh space, which follows
// it by a weight.
func (d *distanceMeter) extendJoint(skin *rig.Skin, paletteIndex int, low, high exact.Vec3, weight float32) {
	joint := skin.Joints()[paletteIndex]
	distance := math.Sqrt(largestSquare(rig.MatrixAt(skin.InverseBinds(), paletteIndex), low, high))
	distance = float64(distance * min(1, float64(2*float64(weight))))
	if distance > d.distances[joint] && exact.IsFinite(distance) {
		d.distances[joint] = distance
	}
}

// box returns the low and the high corner of the box around a primitive's vertices.
func (d *distanceMeter) box(p *mesh.Primitive) [2]exact.Vec3 {
	box, known := d.boxes[p]
	if !known {
		inf := math.Inf(1)
		box = [2]exact.Vec3{{inf, inf, inf}, {-inf, -inf, -inf}}
		for v := range p.Positions {
			low, high := morphRange(p, v)
			for c := range low {
				box[0][c], box[1][c] = min(box[0][c], low[c]), max(box[1][c], high[c])
			}
		}
		d.boxes[p] = box
	}
	return box
}

// largestSquare returns the largest squared distance from the origin of the corners of a box,
// transformed by a matrix.
func largestSquare(m rig.Matrix, low, high exact.Vec3) float64 {
	largest := 0.0
	for corner := range 8 {
		square := 0.0
		for r := range 3 {
			x := float64(m[4*r+3])
			for c := range 3 {
				if corner>>c&1 == 0 {
					x += float64(float64(m[4*r+c]) * low[c])
				} else {
					x += float64(float64(m[4*r+c]) * high[c])
				}
			}
			square += float64(x * x)
		}
		largest = max(largest, square)
		if low == high {
			break
		}
	}
	return largest
}
