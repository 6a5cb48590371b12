package reference

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
)

// Surface holds the vertices of a primitive, moved by a pose.
type Surface struct {
	Positions []Vector
	Normals   []Vector     // unit length
	Tangents  [][4]float64 // xyz unit length, w the handedness; nil where the primitive has none
}

// Skin moves a primitive's vertices by linear blend skinning (glTF 2.0, 3.7.2.2 and 3.7.3.3). With
// the blended matrix B = Σ wᵢ · palette[jᵢ], a position becomes B · (position + Σ morph), a normal
// is multiplied by the inverse transpose of B, a tangent by B, and the handedness changes its sign
// if B mirrors. If B has no inverse, the normal is not rotated. There is one morph weight for each
// of the primitive's targets.
func Skin(p *mesh.Primitive, palette []Matrix, morphs []float64) Surface {
	return transformVertices(p, morphs, func(vertex int) Matrix {
		var blended Matrix
		for i := range p.Influences {
			at := vertex*p.Influences + i
			if p.Joints[at] != mesh.NoInfluence {
				blended = blended.Add(palette[p.Joints[at]].Times(float64(p.Weights[at])))
			}
		}
		return blended
	})
}

// Rigid moves all vertices of a primitive by one matrix, morph targets included.
func Rigid(p *mesh.Primitive, matrix Matrix, morphs []float64) Surface {
	return transformVertices(p, morphs, func(int) Matrix { return matrix })
}

// transformVertices moves each vertex of a primitive by its matrix.
func transformVertices(p *mesh.Primitive, morphs []float64, matrixOf func(vertex int) Matrix) Surface {
	var s Surface
	for v := range p.Positions {
		matrix := matrixOf(v)
		position, normal := vectorOf(p.Positions[v]), vectorOf(p.Normals[v])
		for i, target := range p.Targets {
			position = position.Add(morphDelta(target.Positions, v).Times(morphs[i]))
			normal = normal.Add(morphDelta(target.Normals, v).Times(morphs[i]))
		}
		s.Positions = append(s.Positions, matrix.Point(position))
		if inverse, ok := matrix.Inverse(); ok {
			normal = inverse.Transposed().Direction(normal)
		}
		s.Normals = append(s.Normals, normal.Unit())
		if p.Tangents == nil {
			continue
		}
		tangent := vectorOf(p.Tangents[v].Vec3())
		for i, target := range p.Targets {
			tangent = tangent.Add(morphDelta(target.Tangents, v).Times(morphs[i]))
		}
		tangent = matrix.Direction(tangent).Unit()
		handedness := math.Copysign(1, matrix.Determinant()) * float64(p.Tangents[v][3])
		s.Tangents = append(s.Tangents, [4]float64{tangent[0], tangent[1], tangent[2], handedness})
	}
	return s
}

// morphDelta returns the vector that a morph target of weight 1 adds to a vertex: 0 if the target
// has no such stream.
func morphDelta(stream []mgl32.Vec3, vertex int) Vector {
	if stream == nil {
		return Vector{}
	}
	return vectorOf(stream[vertex])
}
