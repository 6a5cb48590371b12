package gltfio

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// maxVisits is how many corners the measuring of bounds looks at, over all parts; it bounds the time that a file with many
// instances of a large mesh takes.
const maxVisits = 1 << 25

// boundsKey tells apart the parts whose rest poses differ; skinned parts without morph targets are all alike.
type boundsKey struct {
	mesh *mesh
	skin *assets.Skin
}

// measure finds the box around the rest pose, and checks that the rest pose stays within float32.
func (l *loader) measure() error {
	pose := assets.NewPose(l.skeleton)
	model := pose.ModelMatrices(nil)
	for i, v := range model {
		if v-v != 0 {
			return fault(fmt.Sprintf("nodes[%d]", l.skeleton.Source(i/assets.MatrixSize)), "its transform, multiplied with its parents', is beyond float32")
		}
	}
	palettes := map[*assets.Skin][]float32{}
	for i, s := range append(append([]*assets.Skin(nil), l.skins...), l.rigid...) {
		palette := s.Palette(nil, model)
		palettes[s] = palette
		for k, v := range palette {
			if v-v != 0 {
				path := fmt.Sprintf("skins[%d].inverseBindMatrices", i)
				if i >= len(l.skins) {
					path = "nodes"
				}
				return fault(path, "matrix %d, multiplied with its joint's, is beyond float32", k/assets.MatrixSize)
			}
		}
	}
	l.bounds = emptyBox()
	visits, known, left := 0, map[boundsKey]bool{}, 0
	for i := range l.parts {
		p := &l.parts[i]
		key := boundsKey{p.mesh, p.skin}
		if !p.rigid && p.morphs.Count == 0 {
			if known[key] {
				continue
			}
			known[key] = true
		}
		for j := range p.mesh.Primitives {
			primitive := &p.mesh.Primitives[j]
			visits += len(primitive.Indices) * (1 + p.morphs.Count)
			if visits > maxVisits {
				left++
				break
			}
			weights := pose.Morphs[p.morphs.Offset:][:p.morphs.Count]
			growBy(&l.bounds, primitive, p, palettes[p.skin], weights)
		}
	}
	if left > 0 {
		l.warn("", "the bounds leave out %d of %d parts, since together they have too many vertices", left, len(l.parts))
	}
	for c := range 3 {
		if l.bounds.Min[c] <= l.bounds.Max[c] && l.bounds.Max[c]-l.bounds.Min[c] > math.MaxFloat32 {
			return fault("nodes", "the rest pose's vertices are beyond float32")
		}
	}
	return nil
}

func emptyBox() assets.Box {
	inf := float32(math.Inf(1))
	return assets.Box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
}

// growBy makes the box hold a primitive's corners, skinned and morphed.
func growBy(box *assets.Box, p *assets.Primitive, owner *part, palette []float32, weights []float32) {
	rigid := assets.MatrixAt(palette, owner.entry)
	for _, v := range p.Indices {
		position := p.Positions[v]
		for k, w := range weights {
			if deltas := p.Targets[k].Positions; deltas != nil && w != 0 {
				for c := range position {
					position[c] += float32(w * deltas[v][c])
				}
			}
		}
		at := position
		if owner.rigid {
			at = rigid.Point(position)
		} else {
			at = mgl32.Vec3{}
			for k := int(v) * p.Influences; k < (int(v)+1)*p.Influences && p.Joints[k] != assets.NoInfluence; k++ {
				moved := assets.MatrixAt(palette, int(p.Joints[k])).Point(position)
				for c := range at {
					at[c] += float32(p.Weights[k] * moved[c])
				}
			}
		}
		for c := range at {
			box.Min[c], box.Max[c] = min(box.Min[c], at[c]), max(box.Max[c], at[c])
		}
	}
}
