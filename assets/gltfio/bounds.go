package gltfio

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// maxCorners limits the triangle corners that are transformed for the bounds of all parts together,
// and so the time for a file with many instances of a large mesh. Rigid parts over the limit are
// measured by the boxes around their meshes, which never makes the bounds too small.
const maxCorners = 1 << 25

// transformOverflow is the reason of an error about the model matrix of a node.
const transformOverflow = "expected a transform that float32 can hold, found one that overflows it, multiplied by " +
	"those of its ancestors"

// measureBounds sets the bounds: the box around all vertices in the rest pose, or around the joints
// if there are no vertices. It returns an error if a matrix or a vertex of the rest pose overflows
// float32.
func (l *loader) measureBounds() error {
	pose := rig.NewPose(l.skeleton)
	model := pose.ModelMatrices(nil)
	if i := firstNotFinite(model); i >= 0 {
		if l.joined != nil {
			return errorAt("nodes", "skeleton %q: joint %q: %s", l.skeleton.Name(),
				l.skeleton.JointName(i/assets.MatrixSize), transformOverflow)
		}
		return errorAt(fmt.Sprintf("nodes[%d]", l.skeleton.Source(i/assets.MatrixSize)), "%s", transformOverflow)
	}
	palettes := map[*rig.Skin][]float32{}
	for k, s := range l.skins {
		palettes[s] = s.Palette(nil, model)
		if i := firstNotFinite(palettes[s]); i >= 0 {
			return errorAt(fmt.Sprintf("skins[%d].inverseBindMatrices", k), "expected matrices that float32 "+
				"can hold, found that matrix %d overflows it, multiplied by the model matrix of its joint",
				i/assets.MatrixSize)
		}
	}
	for _, s := range l.rigidSkins {
		palettes[s] = s.Palette(nil, model)
		if !exact.AllFinite(palettes[s]...) {
			return errorAt("nodes", "expected transforms that float32 can hold, found a node whose transform "+
				"overflows it, multiplied by those of its ancestors")
		}
	}
	l.bounds = emptyBox()
	if err := l.measureParts(pose, palettes); err != nil {
		return err
	}
	if l.bounds.isEmpty() {
		for j := range l.skeleton.Len() {
			m := rig.MatrixAt(model, j)
			l.bounds.include(mgl32.Vec3{m[3], m[7], m[11]})
		}
	}
	return nil
}

// measureParts extends the bounds by the vertices of every part in its rest pose. It takes the
// palettes of the rest pose.
func (l *loader) measureParts(pose *rig.Pose, palettes map[*rig.Skin][]float32) error {
	// Skinned parts without morph targets have the same vertices if they have the same mesh and
	// skin.
	type instance struct {
		mesh *loadedMesh
		skin *rig.Skin
	}
	measured, boxes := map[instance]bool{}, map[*loadedMesh]box{}
	done, skipped := 0, 0 // corners, parts
	for i := range l.parts {
		p := &l.parts[i]
		if key := (instance{p.mesh, p.skin}); !p.rigid && p.morphs.Count == 0 {
			if measured[key] {
				continue
			}
			measured[key] = true
		}
		corners := 0
		for k := range p.mesh.Primitives {
			corners += len(p.mesh.Primitives[k].Indices) * (1 + p.morphs.Count)
		}
		palette, weights := palettes[p.skin], pose.Morphs[p.morphs.Offset:][:p.morphs.Count]
		switch {
		case done+corners <= maxCorners:
			done += corners
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
			skipped++
		}
		if !l.bounds.isFinite() {
			return errorAt(fmt.Sprintf("nodes[%d].mesh", p.node),
				"expected vertices in the rest pose that float32 can hold, found some that overflow it")
		}
	}
	if skipped > 0 {
		l.warn("", "the bounds do not include %d of %d parts, because the parts have too many vertices together",
			skipped, len(l.parts))
	}
	return nil
}

// box is an axis-aligned box that grows.
type box assets.Box

func emptyBox() box {
	inf := float32(math.Inf(1))
	return box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
}

func (b *box) isEmpty() bool { return b.Min[0] > b.Max[0] }

// isFinite reports whether the box is empty, or its corners and its size are finite.
func (b *box) isFinite() bool {
	for c := range 3 {
		if !exact.IsFinite(b.Max[c] - b.Min[c]) {
			return b.isEmpty()
		}
	}
	return true
}

// include extends the box to include a point.
func (b *box) include(p mgl32.Vec3) {
	for c := range p {
		b.Min[c], b.Max[c] = min(b.Min[c], p[c]), max(b.Max[c], p[c])
	}
}

// includePrimitive extends the box to include the vertices of the triangles, morphed and skinned.
// The weights are the morph weights of the rest pose.
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

// meshBox returns the box around the vertices of a mesh, neither morphed nor skinned.
func meshBox(m *loadedMesh) box {
	b := emptyBox()
	for k := range m.Primitives {
		for _, v := range m.Primitives[k].Indices {
			b.include(m.Primitives[k].Positions[v])
		}
	}
	return b
}

// includeBox extends the box to include the eight corners of another one, transformed by a matrix.
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

// firstNotFinite returns the index of the first number that is infinite or NaN, -1 if there is
// none.
func firstNotFinite(numbers []float32) int {
	return slices.IndexFunc(numbers, func(x float32) bool { return !exact.IsFinite(x) })
}
