package gltfio

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// maxVisits is how many corners of triangles are looked at to measure the bounds, over all parts. It bounds the time that a file
// with many instances of a large mesh takes: the rigid parts beyond are measured by the boxes around their meshes, which is
// never too small.
const maxCorners = 1 << 25

// box is a box that grows.
type box assets.Box

func emptyBox() box {
	inf := float32(math.Inf(1))
	return box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
}

func (b *box) isEmpty() bool { return b.Min[0] > b.Max[0] }

// isFinite says whether the box, if it holds anything, and its size are within float32.
func (b *box) isFinite() bool {
	for c := range 3 {
		if d := b.Max[c] - b.Min[c]; d-d != 0 {
			return b.isEmpty()
		}
	}
	return true
}

func (b *box) include(p mgl32.Vec3) {
	for c := range p {
		b.Min[c], b.Max[c] = min(b.Min[c], p[c]), max(b.Max[c], p[c])
	}
}

// measureParts grows the bounds by every part in its rest pose.
func (l *loader) measureParts(pose *assets.Pose, palettes map[*assets.Skin][]float32) error {
	type still struct { // what skinned parts without morph targets must share to be in the same place
		mesh *loadedMesh
		skin *assets.Skin
	}
	known, boxes := map[still]bool{}, map[*loadedMesh]box{}
	visits, left := 0, 0
	for i := range l.parts {
		p := &l.parts[i]
		if key := (still{p.mesh, p.skin}); !p.rigid && p.morphs.Count == 0 {
			if known[key] {
				continue
			}
			known[key] = true
		}
		corners := 0
		for k := range p.mesh.Primitives {
			corners += len(p.mesh.Primitives[k].Indices) * (1 + p.morphs.Count)
		}
		palette, weights := palettes[p.skin], pose.Morphs[p.morphs.Offset:][:p.morphs.Count]
		switch {
		case visits+corners <= maxCorners:
			visits += corners
			for k := range p.mesh.Primitives {
				l.bounds.includePrimitive(&p.mesh.Primitives[k], p, palette, weights)
			}
		case p.rigid && p.morphs.Count == 0:
			around, ok := boxes[p.mesh]
			if !ok {
				around = meshBox(p.mesh)
				boxes[p.mesh] = around
			}
			l.bounds.includeBox(around, rig.MatrixAt(palette, p.paletteIndex))
		default:
			left++
		}
		if !l.bounds.isFinite() {
			return errorAt(fmt.Sprintf("nodes[%d].mesh", p.node), "its vertices, in the rest pose, are beyond float32")
		}
	}
	if left > 0 {
		l.warn("", "the bounds leave out %d of %d parts, since together they have too many vertices", left, len(l.parts))
	}
	return nil
}

// growByPrimitive makes the box hold a primitive's corners, morphed and skinned.
func (b *box) includePrimitive(p *mesh.Primitive, owner *part, palette []float32, weights []float32) {
	for _, v := range p.Indices {
		position := p.Positions[v]
		for k, w := range weights {
			if deltas := p.Targets[k].Positions; deltas != nil && w != 0 {
				for c := range position {
					position[c] += float32(w * deltas[v][c])
				}
			}
		}
		if owner.rigid {
			b.include(rig.MatrixAt(palette, owner.paletteIndex).Point(position))
			continue
		}
		var skinned mgl32.Vec3
		for k := int(v) * p.Influences; k < (int(v)+1)*p.Influences && p.Joints[k] != mesh.NoInfluence; k++ {
			moved := rig.MatrixAt(palette, int(p.Joints[k])).Point(position)
			for c := range skinned {
				skinned[c] += float32(p.Weights[k] * moved[c])
			}
		}
		b.include(skinned)
	}
}

// boxAround returns the box around a mesh as it is in the file.
func meshBox(m *loadedMesh) box {
	b := emptyBox()
	for k := range m.Primitives {
		for _, v := range m.Primitives[k].Indices {
			b.include(m.Primitives[k].Positions[v])
		}
	}
	return b
}

// growByCorners makes the box hold the eight corners of another one, transformed.
func (b *box) includeBox(other box, m rig.Matrix) {
	if other.isEmpty() {
		return
	}
	for i := range 8 {
		corner := other.Min
		for c := range corner {
			if i>>c&1 != 0 {
				corner[c] = other.Max[c]
			}
		}
		b.include(m.Point(corner))
	}
}

// measure checks that the rest pose stays within float32, all the way to the vertices, and finds the box around it.
func (l *loader) measureBounds() error {
	pose := rig.NewPose(l.skeleton)
	model := pose.ModelMatrices(nil)
	if i, ok := allFinite(model); !ok {
		return errorAt(fmt.Sprintf("nodes[%d]", l.skeleton.Source(i/assets.MatrixSize)), "its transform, multiplied with its parents', is beyond float32")
	}
	palettes := map[*assets.Skin][]float32{}
	for k, s := range l.skins {
		palettes[s] = s.Palette(nil, model)
		if i, ok := allFinite(palettes[s]); !ok {
			return errorAt(fmt.Sprintf("skins[%d].inverseBindMatrices", k), "matrix %d, multiplied with that of its joint, is beyond float32", i/assets.MatrixSize)
		}
	}
	for _, s := range l.rigidSkins {
		palettes[s] = s.Palette(nil, model)
		if _, ok := allFinite(palettes[s]); !ok {
			return errorAt("nodes", "the transform of a node, multiplied with its parents', is beyond float32")
		}
	}
	l.bounds = emptyBox()
	if err := l.measureParts(pose, palettes); err != nil {
		return err
	}
	if l.bounds.isEmpty() { // there is nothing to draw, but still a pose
		for j := range l.skeleton.Len() {
			m := rig.MatrixAt(model, j)
			l.bounds.include(mgl32.Vec3{m[3], m[7], m[11]})
		}
	}
	return nil
}

// allFinite returns the index of the first number that is not finite, and whether there is none.
func allFinite(numbers []float32) (int, bool) {
	for i, v := range numbers {
		if v-v != 0 {
			return i, false
		}
	}
	return 0, true
}
