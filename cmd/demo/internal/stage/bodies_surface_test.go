package stage_test

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel"
)

// surface is the edges of a mesh in the rest pose.
type surface struct{ primitives []surfacePrimitive }

// surfacePrimitive is a primitive with its edges.
type surfacePrimitive struct {
	job    kernel.SkinJob
	edges  [][2]uint32
	square []float32 // of the length of each edge in the rest pose
	joints []string  // that move a vertex most
}

// surfaceOf returns the surface of a mesh.
func (s *shape) surfaceOf(library *assets.Library, part *assets.Part) *surface {
	if known := s.surfaces[part.Mesh]; known != nil {
		return known
	}
	out, skin := &surface{}, library.Skin(part.Skin)
	for i := range library.Mesh(part.Mesh).Primitives {
		p := &library.Mesh(part.Mesh).Primitives[i]
		flat := make([]float32, 0, 3*len(p.Positions))
		sp := surfacePrimitive{}
		for v, at := range p.Positions {
			flat = append(flat, at[0], at[1], at[2])
			sp.joints = append(sp.joints, skin.Skeleton().JointName(int(skin.Joints()[p.Joints[v*p.Influences]])))
		}
		sp.job = kernel.SkinJob{
			Positions: flat, OutPositions: make([]float32, len(flat)), Joints: p.Joints, Weights: p.Weights,
			Influences: p.Influences,
		}
		seen := map[[2]uint32]bool{}
		for k := 0; k+2 < len(p.Indices); k += 3 {
			for c := range 3 {
				a, b := p.Indices[k+c], p.Indices[k+(c+1)%3]
				edge := [2]uint32{min(a, b), max(a, b)}
				if square := squareBetween(flat, edge); !seen[edge] && square > 0 {
					seen[edge] = true
					sp.edges, sp.square = append(sp.edges, edge), append(sp.square, square)
				}
			}
		}
		out.primitives = append(out.primitives, sp)
	}
	s.surfaces[part.Mesh] = out
	return out
}

// squareBetween returns the square of the length of an edge.
func squareBetween(positions []float32, edge [2]uint32) float32 {
	a, b := positions[3*edge[0]:][:3], positions[3*edge[1]:][:3]
	x, y, z := a[0]-b[0], a[1]-b[1], a[2]-b[2]
	return x*x + y*y + z*z
}

// measureSurface measures how far edges of the mesh are stretched. Parts that hang on the body, such
// as hair, are measured too.
func (w *watcher) measureSurface(b *watched, animation interface {
	Palette(ecs.Entity, assets.SkinID) []float32
	Library() *assets.Library
},
) {
	for i := range b.model.Parts {
		part := &b.model.Parts[i]
		palette := animation.Palette(b.entity, part.Skin)
		if part.Rigid || part.Hidden || len(palette) == 0 {
			continue
		}
		s := w.shape.surfaceOf(animation.Library(), part)
		for k := range s.primitives {
			p := &s.primitives[k]
			p.job.Palette = palette
			kernel.Skin(&p.job)
			worst := map[string]float32{}
			for e, edge := range p.edges {
				ratio := squareBetween(p.job.OutPositions, edge) / p.square[e]
				if joint := p.joints[edge[0]]; ratio > worst[joint] {
					worst[joint] = ratio
				}
			}
			for joint, ratio := range worst {
				w.note(b, stretch, joint, math.Sqrt(float64(ratio)))
			}
		}
	}
}
