package scene

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// clipOfModel names a clip and the model that plays it.
type clipOfModel struct {
	model assets.ModelID
	clip  assets.ClipID
}

// boundsOfClip returns a box, in model space, around a model while it plays a clip: the box of its
// joints at 13 times, extended by the distance that the mesh reaches beyond the joints in the rest
// pose, and the vertices of parts that morph weights change.
func (s *Scene) boundsOfClip(model *assets.Model, id assets.ClipID) assets.Box {
	key := clipOfModel{model.ID, id}
	if box, known := s.clipBounds[key]; known {
		return box
	}
	pose := rig.NewPose(s.library.Skeleton(model.Skeleton))
	var matrices []float32
	joints := func() assets.Box {
		matrices = pose.ModelMatrices(matrices)
		box := emptyBox()
		for j := range pose.Skeleton().Len() {
			m := rig.MatrixAt(matrices, j)
			at := mgl32.Vec3{m[3], m[7], m[11]}
			box = union(box, assets.Box{Min: at, Max: at})
		}
		return box
	}
	rest := joints()
	box, morphed := rest, emptyBox()
	if clip := s.library.Clip(id); clip != nil {
		const times = 12
		box = emptyBox()
		baked := s.library.Baked(id)
		for i := range times + 1 {
			at := clip.Start() + clip.Duration()*float64(i)/times
			if clip.Sample(at, pose) != nil && baked != nil { // it has no keys
				baked.Sample(at, pose.Locals, pose.Morphs)
			}
			box = union(box, joints())
			morphed = union(morphed, s.boundsOfMorphs(model, pose, matrices))
		}
	}
	for i := range 3 {
		box.Min[i] -= max(0, rest.Min[i]-model.Bounds.Min[i])
		box.Max[i] += max(0, model.Bounds.Max[i]-rest.Max[i])
	}
	box = union(box, morphed)
	s.clipBounds[key] = box
	return box
}

// boundsOfMorphs returns a box, in model space, around the vertices of the parts with morph
// targets, in a pose with the given model matrices.
func (s *Scene) boundsOfMorphs(model *assets.Model, pose *rig.Pose, matrices []float32) assets.Box {
	box := emptyBox()
	for i := range model.Parts {
		part := &model.Parts[i]
		if part.Morphs.Count == 0 || part.Hidden {
			continue
		}
		weights := pose.Morphs[part.Morphs.Offset:][:part.Morphs.Count]
		palette := s.library.Skin(part.Skin).Palette(nil, matrices)
		surface := s.library.Mesh(part.Mesh)
		for k := range surface.Primitives {
			p := &surface.Primitives[k]
			for v, at := range p.Positions {
				for t, weight := range weights {
					if offsets := p.Targets[t].Positions; offsets != nil && weight != 0 {
						at = at.Add(offsets[v].Mul(weight))
					}
				}
				at = skinned(part, p, v, palette, at)
				box = union(box, assets.Box{Min: at, Max: at})
			}
		}
	}
	return box
}

// skinned returns a vertex, moved by morph targets, in model space.
func skinned(part *assets.Part, p *mesh.Primitive, v int, palette []float32, at mgl32.Vec3) mgl32.Vec3 {
	if part.Rigid || p.Influences == 0 {
		m := rig.MatrixAt(palette, part.PaletteIndex)
		return m.Point(at)
	}
	var sum mgl32.Vec3
	for k := v * p.Influences; k < (v+1)*p.Influences; k++ {
		if p.Joints[k] != mesh.NoInfluence && p.Weights[k] != 0 {
			m := rig.MatrixAt(palette, int(p.Joints[k]))
			sum = sum.Add(m.Point(at).Mul(p.Weights[k]))
		}
	}
	return sum
}

// emptyBox returns a box that contains nothing, the start of a union.
func emptyBox() assets.Box {
	inf := float32(math.Inf(1))
	return assets.Box{Min: mgl32.Vec3{inf, inf, inf}, Max: mgl32.Vec3{-inf, -inf, -inf}}
}

// union returns the smallest box that encloses both boxes.
func union(a, b assets.Box) assets.Box {
	for i := range 3 {
		a.Min[i], a.Max[i] = min(a.Min[i], b.Min[i]), max(a.Max[i], b.Max[i])
	}
	return a
}

// transformed returns the smallest axis-aligned box around a box that was transformed by m.
func transformed(b assets.Box, m mgl32.Mat4) assets.Box {
	out := emptyBox()
	for corner := range 8 {
		p := b.Min
		for axis := range 3 {
			if corner>>axis&1 == 1 {
				p[axis] = b.Max[axis]
			}
		}
		p = mgl32.TransformCoordinate(p, m)
		out = union(out, assets.Box{Min: p, Max: p})
	}
	return out
}

// footprint returns the longer horizontal side of a model's box and its longest side. The first is
// at least a quarter of the second. A box without size yields 1, 1.
func footprint(b assets.Box) (ground, largest float32) {
	size := b.Max.Sub(b.Min)
	ground = max(size[0], size[2])
	largest = max(ground, size[1])
	if !(largest > 0) {
		return 1, 1
	}
	return max(ground, largest/4), largest
}
