package assets

import (
	"math"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// JointBounds are boxes in the spaces of joints, one for each joint that moves something of a model: around all vertices that
// it has a part in moving. Moved by the model matrices of a pose, they hold the skinned model.
type JointBounds struct {
	Joints []int16
	// Boxes has 6 numbers for each of Joints: the box's center x, y, z and half its extents x, y, z.
	Boxes []float32
}

// jointMargin is what the boxes have for the rounding of palettes and of skinning, as a part of the magnitudes that are added
// up on the way: a few units in the last place of float32 for each of up to 8 influences.
const jointMargin = 1.0 / (1 << 18)

// JointBounds measures the boxes of the model's parts. They hold it if weights sum to 1, as they should, and for morph weights
// from 0 to 1, not for ones beyond.
func (m *Model) JointBounds(l *Library) JointBounds {
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
		if mesh == nil || skin == nil {
			continue
		}
		for k := range mesh.Primitives {
			growByPrimitive(boxes, &mesh.Primitives[k], part, skin)
		}
	}
	for joint := range boxes {
		if b := &boxes[joint]; b.low[0] <= b.high[0] {
			bounds.Joints = append(bounds.Joints, int16(joint))
			bounds.Boxes = append(bounds.Boxes, b.centerAndHalf()...)
		}
	}
	return bounds
}

// growByPrimitive grows the boxes of the joints that move the primitive's vertices.
func growByPrimitive(boxes []jointBox, p *mesh.Primitive, part *Part, skin *Skin) {
	for v := range p.Positions {
		low, high := morphRange(p, v)
		grow := func(entry int) {
			if entry < skin.Len() {
				boxes[skin.Joints()[entry]].grow(rig.MatrixAt(skin.InverseBinds(), entry), low, high)
			}
		}
		if part.Rigid {
			grow(part.PaletteIndex)
			continue
		}
		if p.Influences == 0 {
			grow(0)
		}
		for i := v * p.Influences; i < (v+1)*p.Influences; i++ {
			if p.Weights[i] != 0 {
				grow(int(p.Joints[i]))
			}
		}
	}
}

// morphRange returns between which corners vertex v of a primitive lies, whatever the morph weights from 0 to 1.
func morphRange(p *mesh.Primitive, v int) (low, high [3]float64) {
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

// jointBox is a box that grows.
type jointBox struct{ low, high [3]float64 }

func emptyJointBox() jointBox {
	inf := math.Inf(1)
	return jointBox{low: [3]float64{inf, inf, inf}, high: [3]float64{-inf, -inf, -inf}}
}

// grow makes the box hold another one, transformed, and a margin for rounding.
func (b *jointBox) grow(m rig.Matrix, low, high [3]float64) {
	for r := range 3 {
		center, half := float64(m[4*r+3]), 0.0
		margin := math.Abs(center)
		for c := range 3 {
			e := float64(m[4*r+c])
			center += float64(e * (low[c] + high[c]) / 2)
			half += float64(math.Abs(e) * (high[c] - low[c]) / 2)
			margin += float64(math.Abs(e) * max(math.Abs(low[c]), math.Abs(high[c])))
		}
		half += float64(margin * jointMargin)
		if center-half < b.low[r] { // not where it is NaN
			b.low[r] = center - half
		}
		if center+half > b.high[r] {
			b.high[r] = center + half
		}
	}
}

// centerAndHalf returns the center and half the extents of the box, or of one a little larger, in float32.
func (b *jointBox) centerAndHalf() []float32 {
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
