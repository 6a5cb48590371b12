package mannequin

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
)

// newBody makes the skinned surface, one primitive for each paint.
func newBody(figure *figure, f *field) ([]mesh.Primitive, error) {
	s, err := newSurface(f)
	if err != nil {
		return nil, err
	}
	painted := s.paintRegions(f, regions(figure))
	shares := s.bind(f)
	normals, colors := make([]mgl32.Vec3, len(s.points)), make([]mgl32.Vec4, len(s.points))
	for v, p := range s.points {
		n := f.normal(p)
		normals[v] = vec32(n)
		open := float32(f.occlusion(p, n))
		colors[v] = mgl32.Vec4{open, open, open, 1}
	}
	var primitives []mesh.Primitive
	for color := range paintCount {
		p := mesh.Primitive{Source: int(color), Influences: influences}
		var kept [][]share
		index := map[int32]uint32{}
		for t, corners := range s.triangles {
			if painted[t] != color {
				continue
			}
			for _, v := range corners {
				i, known := index[v]
				if !known {
					i = uint32(len(p.Positions))
					index[v] = i
					p.Positions = append(p.Positions, vec32(s.points[v]))
					p.Normals = append(p.Normals, normals[v])
					p.Colors = append(p.Colors, colors[v])
					kept = append(kept, shares[v])
				}
				p.Indices = append(p.Indices, i)
			}
		}
		p.Joints, p.Weights = streams(kept)
		if len(p.Indices) > 0 {
			primitives = append(primitives, p)
		}
	}
	return primitives, nil
}
