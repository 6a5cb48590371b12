package assets

import (
	"math"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// JointBounds holds boxes in the spaces of joints: for each joint that influences a model, a box
// around all vertices that it influences. The boxes, transformed by the model matrices of a pose,
// contain the skinned model. For parts that dual quaternions skin they are larger, and contain them
// in every pose whose joints rotate, in any way, but keep the offsets and scales of the bind pose;
// the whole model may be moved and scaled.
type JointBounds struct {
	Joints []int16
	// Boxes holds 6 numbers for each of Joints, in meters: the box's center x, y, z and half its
	// size x, y, z.
	Boxes []float32
}

// jointMargin enlarges the boxes for the rounding of palettes and of skinning. It is a fraction of
// the magnitudes that are summed up: a few units in the last place of float32 for each of up to 8
// influences.
const jointMargin = 1.0 / (1 << 18)

// JointBounds measures the boxes of the model's parts that can show ([Part.Hidden]). The boxes hold
// for vertex weights that sum to 1, as they should, and for morph weights from 0 to 1. The result
// is empty if the model's skeleton is not in the library, or if the model has no parts and nothing
// was set by [Model.SetJointBounds].
func (m *Model) JointBounds(l *Library) JointBounds {
	m = m.orNone()
	if m.jointBounds != nil {
		return *m.jointBounds
	}
	var bounds JointBounds
	skeleton := l.Skeleton(m.Skeleton)
	if skeleton == nil {
		return bounds
	}
	boxes := make([]jointBox, skeleton.Len())
	for i := range boxes {
		boxes[i] = emptyJointBox()
	}
	for i := range m.Parts {
		part := &m.Parts[i]
		mesh, skin := l.Mesh(part.Mesh), l.Skin(part.Skin)
		if mesh == nil || skin == nil || part.Hidden {
			continue
		}
		for k := range mesh.Primitives {
			extendByPrimitive(boxes, &mesh.Primitives[k], part, skin)
		}
	}
	for joint := range boxes {
		if b := &boxes[joint]; b.low[0] <= b.high[0] {
			bounds.Joints = append(bounds.Joints, int16(joint))
			bounds.Boxes = append(bounds.Boxes, b.centerAndHalfSize()...)
		}
	}
	return bounds
}

// SetJointBounds sets what [Model.JointBounds] returns, and [Model.Reach] is measured from, for a
// model whose meshes are left out, such as on a server. The slices are kept. It must not run at the
// same time as a frame.
func (m *Model) SetJointBounds(bounds JointBounds) {
	if m != nil {
		m.jointBounds = &bounds
	}
}

// extendByPrimitive extends the boxes of the joints that influence a primitive's vertices.
func extendByPrimitive(boxes []jointBox, p *mesh.Primitive, part *Part, skin *rig.Skin) {
	var bulge *bulgeMeter
	if part.Skinning == mesh.SkinDualQuaternion && !part.Rigid {
		bulge = newBulgeMeter(skin)
	}
	for v := range p.Positions {
		low, high := morphRange(p, v)
		out := 0.0
		if bulge != nil {
			half := high.Sub(low).Scale(0.5)
			out = bulge.of(p, v, low.Add(half), half.Length())
		}
		eachInfluence(p, part, skin, v, func(paletteIndex int, _ float32) {
			boxes[skin.Joints()[paletteIndex]].extend(rig.MatrixAt(skin.InverseBinds(), paletteIndex), low, high, out)
			out = 0 // it begins at the first influence
		})
	}
}

// eachInfluence calls do with the palette indices and the weights of vertex v of a primitive.
func eachInfluence(p *mesh.Primitive, part *Part, skin *rig.Skin, v int, do func(paletteIndex int, weight float32)) {
	call := func(paletteIndex int, weight float32) {
		if paletteIndex < skin.Len() {
			do(paletteIndex, weight)
		}
	}
	switch {
	case part.Rigid:
		call(part.PaletteIndex, 1)
	case p.Influences == 0:
		call(0, 1)
	default:
		for i := v * p.Influences; i < (v+1)*p.Influences; i++ {
			if p.Weights[i] != 0 {
				call(int(p.Joints[i]), p.Weights[i])
			}
		}
	}
}

// morphRange returns the corners of the box in which vertex v of a primitive lies for all morph
// weights from 0 to 1.
func morphRange(p *mesh.Primitive, v int) (low, high exact.Vec3) {
	for c := range low {
		low[c] = float64(p.Positions[v][c])
		high[c] = low[c]
		for t := range p.Targets {
			if deltas := p.Targets[t].Positions; deltas != nil {
				low[c] += min(0, float64(deltas[v][c]))
				high[c] += max(0, float64(deltas[v][c]))
			}
		}
	}
	return low, high
}

// jointBox is the box of one joint while it is being extended.
type jointBox struct{ low, high exact.Vec3 }

func emptyJointBox() jointBox {
	inf := math.Inf(1)
	return jointBox{low: exact.Vec3{inf, inf, inf}, high: exact.Vec3{-inf, -inf, -inf}}
}

// extend extends the box to another box and what is not farther from it than out, transformed by a
// matrix, and a margin for rounding.
func (b *jointBox) extend(m rig.Matrix, low, high exact.Vec3, out float64) {
	for r := range 3 {
		center := float64(m[4*r+3])
		half := float64(out * exact.Vec3{float64(m[4*r]), float64(m[4*r+1]), float64(m[4*r+2])}.Length())
		margin := math.Abs(center) + half
		for c := range 3 {
			e := float64(m[4*r+c])
			center += float64(e * (low[c] + high[c]) / 2)
			half += float64(math.Abs(e) * (high[c] - low[c]) / 2)
			margin += float64(math.Abs(e) * max(math.Abs(low[c]), math.Abs(high[c])))
		}
		half += float64(margin * jointMargin)
		if center-half < b.low[r] { // false for NaN
			b.low[r] = center - half
		}
		if center+half > b.high[r] {
			b.high[r] = center + half
		}
	}
}

// centerAndHalfSize returns the center and half the size of the box in float32, rounded so that the
// result contains the box.
func (b *jointBox) centerAndHalfSize() []float32 {
	box := make([]float32, 6)
	for c := range 3 {
		box[c] = float32(float64((b.low[c] + b.high[c]) / 2))
		half := max(b.high[c]-float64(box[c]), float64(box[c])-b.low[c])
		if box[3+c] = float32(half); float64(box[3+c]) < half {
			box[3+c] = math.Nextafter32(box[3+c], math.MaxFloat32)
		}
	}
	return box
}
