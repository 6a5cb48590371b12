package reference_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// blended bounds the weighted sum of a vertex's matrices: the error of each, and a rounding for
// each product and each of up to eight sums.
func blended(p *mesh.Primitive, vertex int, palette []bounded) bounded {
	var sum bounded
	for i := vertex * p.Influences; i < (vertex+1)*p.Influences; i++ {
		if p.Joints[i] == mesh.NoInfluence {
			continue
		}
		w, entry := float64(p.Weights[i]), palette[p.Joints[i]]
		sum.matrix = sum.matrix.Add(entry.matrix.Times(w))
		sum.linear += w * (entry.linear + 9*roundoff*(frobenius(entry.matrix)+entry.linear))
		sum.offset += w * (entry.offset + 9*roundoff*(distance(entry.matrix)+entry.offset))
	}
	return sum
}

// checkSurface compares a primitive's skinned vertices with the reference. Weight bounds the error
// of a morph weight.
//
// Positions are bounded like any product. The direction of a normal, the cofactors of B times the
// vector, has the error of the matrix (‖E‖ · ‖B⁻¹‖ relative) and the roundings of the cofactors,
// below 9 units of roundoff of ‖B‖², measured against the least length that the product can have,
// |det B| / ‖B‖; a tangent by ‖E‖ over its length. If the joints collapse the surface at a vertex,
// these bounds are useless and only positions are compared: it returns the number of compared
// directions.
func checkSurface(t *testing.T, p *mesh.Primitive, palette []bounded, weights []float64, weight float64,
	got *ecs.Vertices,
) (directions int) {
	t.Helper()
	matrices := make([]reference.Matrix, len(palette))
	for i := range palette {
		matrices[i] = palette[i].matrix
	}
	want := reference.Skin(p, matrices, weights)
	for v := range p.Positions {
		b := blended(p, v, palette)
		size, offset := frobenius(b.matrix)+b.linear, distance(b.matrix)+b.offset
		position, moved := morphed(p, v, p.Positions[v], weights, weight, func(m *mesh.MorphTarget) []mgl32.Vec3 {
			return m.Positions
		})
		length := position.Length() + moved
		near(t, "position", v, got.Positions[v][:], want.Positions[v],
			b.linear*length+size*moved+b.offset+5*roundoff*(size*length+offset))

		normal, moved := morphed(p, v, p.Normals[v], weights, weight, func(m *mesh.MorphTarget) []mgl32.Vec3 {
			return m.Normals
		})
		conditioned := size * size * size / math.Abs(b.matrix.Determinant())
		if bound := 2*conditioned*(b.linear/size+9*roundoff+moved/normal.Length()) + 4*roundoff; bound < 0.1 {
			near(t, "normal", v, got.Normals[v][:], want.Normals[v], bound)
			if got.Tangents[v][3] != float32(want.Tangents[v][3]) {
				t.Fatalf("vertex %d: handedness %v, want %v", v, got.Tangents[v][3], want.Tangents[v][3])
			}
			directions++
		}
		tangent, moved := morphed(p, v, p.Tangents[v].Vec3(), weights, weight, func(m *mesh.MorphTarget) []mgl32.Vec3 {
			return m.Tangents
		})
		length = tangent.Length()
		if bound := 2*(b.linear*length+5*roundoff*size*length+size*moved)/b.matrix.Direction(tangent).Length() +
			4*roundoff; bound < 0.1 {
			near(t, "tangent", v, got.Tangents[v][:3], reference.Vector(want.Tangents[v][:3]), bound)
			directions++
		}
	}
	return directions
}

// morphed returns a vector of a vertex with its morph targets added, and a bound on the error of
// the float32 sum.
func morphed(p *mesh.Primitive, vertex int, base mgl32.Vec3, weights []float64, weight float64,
	stream func(*mesh.MorphTarget) []mgl32.Vec3,
) (sum reference.Vector, off float64) {
	sum = reference.Vector{float64(base[0]), float64(base[1]), float64(base[2])}
	length := sum.Length()
	for i, w := range weights {
		if deltas := stream(&p.Targets[i]); deltas != nil {
			d := deltas[vertex]
			delta := reference.Vector{float64(d[0]), float64(d[1]), float64(d[2])}
			sum = sum.Add(delta.Times(w))
			length += math.Abs(w) * delta.Length()
			off += weight * delta.Length()
		}
	}
	return sum, off + float64(1+len(weights))*roundoff*length
}

// near fails if the distance of two vectors is above the bound.
func near(t *testing.T, what string, vertex int, got []float32, want reference.Vector, bound float64) {
	t.Helper()
	difference := want.Times(-1).Add(reference.Vector{float64(got[0]), float64(got[1]), float64(got[2])})
	if !(difference.Length() <= bound) {
		t.Fatalf("vertex %d: %s %v, want %v ± %.3g", vertex, what, got, want, bound)
	}
}
