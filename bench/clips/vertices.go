package main

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// surface holds the vertices of a model that its skeleton moves.
type surface struct {
	skeleton *assets.Skeleton
	parts    []surfacePart
}

// surfacePart is a part of a model: a primitive, and the joints that move its vertices.
type surfacePart struct {
	skin      *rig.Skin
	primitive *mesh.Primitive
	rigid     bool // all vertices follow one entry of the palette, wholly
	entry     int
	channel   int // the index of the first morph weight in a pose
	inverse   []reference.Matrix
}

// newSurface returns the vertices of all parts of a model.
func newSurface(library *assets.Library, model *assets.Model) *surface {
	s := &surface{skeleton: library.Skeleton(model.Skeleton)}
	for i := range model.Parts {
		part := &model.Parts[i]
		m, skin := library.Mesh(part.Mesh), library.Skin(part.Skin)
		if m == nil || skin == nil {
			continue
		}
		p := surfacePart{skin: skin, rigid: part.Rigid, entry: part.PaletteIndex, channel: part.Morphs.Offset}
		for k := range skin.Len() {
			p.inverse = append(p.inverse, reference.MatrixOf(rig.MatrixAt(skin.InverseBinds(), k)))
		}
		for k := range m.Primitives {
			p.primitive = &m.Primitives[k]
			s.parts = append(s.parts, p)
		}
	}
	return s
}

// distance returns the largest distance in meters of a vertex that a pose moves from where another
// pose moves it, given the model matrices of both and the morph weights, which both have. It skins
// linearly.
func (s *surface) distance(got, want []reference.Matrix, morphs []float64) float64 {
	largest := 0.0
	for i := range s.parts {
		part := &s.parts[i]
		differences := make([]reference.Matrix, len(part.inverse))
		for k, joint := range part.skin.Joints() {
			differences[k] = got[joint].Add(want[joint].Times(-1)).Mul(part.inverse[k])
		}
		p := part.primitive
		for v := range p.Positions {
			var blended reference.Matrix
			switch {
			case part.rigid:
				blended = differences[part.entry]
			case p.Influences == 0:
				blended = differences[0]
			default:
				for i := v * p.Influences; i < (v+1)*p.Influences; i++ {
					if p.Joints[i] == mesh.NoInfluence || p.Weights[i] == 0 {
						continue
					}
					d, w := &differences[p.Joints[i]], float64(p.Weights[i])
					for r := range 3 {
						for c := range 4 {
							blended[r][c] += w * d[r][c]
						}
					}
				}
			}
			var position reference.Vector
			for c := range position {
				position[c] = float64(p.Positions[v][c])
				for t := range p.Targets {
					if deltas := p.Targets[t].Positions; deltas != nil && part.channel+t < len(morphs) {
						position[c] += morphs[part.channel+t] * float64(deltas[v][c])
					}
				}
			}
			moved := blended.Point(position)
			if d := math.Sqrt(moved[0]*moved[0] + moved[1]*moved[1] + moved[2]*moved[2]); !(d <= largest) {
				largest = d
			}
		}
	}
	return largest
}

// largestDistance returns the largest distance in meters of a vertex, posed by a baked clip, from
// where the float64 reference moves it by the clip's keys, at times in seconds.
func (s *surface) largestDistance(c *assets.Clip, baked *bake.BakedClip, times []float64) (largest, time float64) {
	pose := rig.NewPose(s.skeleton)
	for _, t := range times {
		baked.Sample(t, pose.Locals, pose.Morphs)
		local, exact := reference.PoseOf(pose), reference.Sample(c, t)
		if c.Additive() {
			rest := reference.Rest(s.skeleton)
			local, exact = reference.Add(rest, local, nil, 1), reference.Add(rest, exact, nil, 1)
		}
		d := s.distance(reference.Models(s.skeleton, local), reference.Models(s.skeleton, exact), exact.Morphs)
		if !(d <= largest) {
			largest, time = d, t
		}
	}
	return largest, time
}
