package mesh

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/mikktspace"
)

// AddTangents computes the tangents for a normal texture, by the method that glTF 2.0 names for
// files without tangents (MikkTSpace), and reports whether it could: it needs the texture
// coordinates that the texture uses. A vertex whose triangles need different tangents, as at a seam
// of a mirrored texture, is split: copies are appended after the other vertices, which keep their
// indices. Tangents of morph targets are dropped. The slices that the primitive had before are not
// written to.
func (p *Primitive) AddTangents(texture *Texture) bool {
	if p == nil || texture == nil || len(p.Positions) == 0 ||
		texture.TexCoord < 0 || texture.TexCoord >= len(p.TexCoords) ||
		len(p.TexCoords[texture.TexCoord]) != len(p.Positions) || len(p.Normals) != len(p.Positions) {
		return false
	}
	coordinates := p.TexCoords[texture.TexCoord]
	if t := texture.Transform; t != (mgl32.Mat3{}) && t != mgl32.Ident3() {
		moved := make([]mgl32.Vec2, len(coordinates))
		for i, at := range coordinates {
			moved[i] = mgl32.Vec2{
				float32(t[0]*at[0]) + float32(t[3]*at[1]) + t[6],
				float32(t[1]*at[0]) + float32(t[4]*at[1]) + t[7],
			}
		}
		coordinates = moved
	}
	corners := mikktspace.Tangents(p.Positions, p.Normals, coordinates, p.Indices)
	type corner struct {
		vertex  uint32
		tangent mgl32.Vec4
	}
	vertices := uint32(len(p.Positions))
	tangents, has := make([]mgl32.Vec4, vertices), make([]bool, vertices)
	indices := make([]uint32, len(p.Indices))
	known, copies, more := map[corner]uint32{}, []uint32(nil), []mgl32.Vec4(nil)
	for i, v := range p.Indices {
		tangent := usable(corners[i], p.Normals[v])
		indices[i] = v
		if !has[v] {
			has[v], tangents[v] = true, tangent
			continue
		}
		if tangents[v] == tangent {
			continue
		}
		index, ok := known[corner{v, tangent}]
		if !ok {
			index = vertices + uint32(len(copies))
			copies, more = append(copies, v), append(more, tangent)
			known[corner{v, tangent}] = index
		}
		indices[i] = index
	}
	for v := range has {
		if !has[v] {
			tangents[v] = usable(mgl32.Vec4{0, 0, 0, 1}, p.Normals[v])
		}
	}
	p.Tangents, p.Indices = nil, indices
	for i := range p.Targets {
		p.Targets[i].Tangents = nil
	}
	p.CopyVertices(copies)
	p.Tangents = slices.Concat(tangents, more)
	return true
}

// usable returns a tangent with length 1, for one that has length 0 or no direction across the
// normal.
func usable(t mgl32.Vec4, normal mgl32.Vec3) mgl32.Vec4 {
	n := exact.ToVec3(normal)
	if along := exact.ToVec3(t.Vec3()); n.Cross(along).Length() > 1e-4 {
		return t
	}
	axis := exact.Vec3{1, 0, 0}
	if n[0] > 0.8 || n[0] < -0.8 {
		axis = exact.Vec3{0, 0, 1}
	}
	across := n.Cross(axis).Normalized()
	if across == (exact.Vec3{}) {
		return mgl32.Vec4{1, 0, 0, t[3]}
	}
	return mgl32.Vec3(across.Float32()).Vec4(t[3])
}

// CopyVertices appends copies of vertices to all streams, in the morph targets too. No triangle
// uses the copies yet. The slices that the primitive had before are not written to.
func (p *Primitive) CopyVertices(vertices []uint32) {
	if p == nil || len(vertices) == 0 {
		return
	}
	p.Positions = withCopies(p.Positions, vertices, 1)
	p.Normals = withCopies(p.Normals, vertices, 1)
	p.Tangents = withCopies(p.Tangents, vertices, 1)
	for i := range p.TexCoords {
		p.TexCoords[i] = withCopies(p.TexCoords[i], vertices, 1)
	}
	p.Colors = withCopies(p.Colors, vertices, 1)
	p.Joints = withCopies(p.Joints, vertices, p.Influences)
	p.Weights = withCopies(p.Weights, vertices, p.Influences)
	for i := range p.Targets {
		t := &p.Targets[i]
		t.Positions = withCopies(t.Positions, vertices, 1)
		t.Normals = withCopies(t.Normals, vertices, 1)
		t.Tangents = withCopies(t.Tangents, vertices, 1)
	}
}

// withCopies returns a stream of width elements per vertex, followed by copies of the given
// vertices. A nil stream stays nil.
func withCopies[T any](stream []T, copies []uint32, width int) []T {
	if stream == nil {
		return nil
	}
	out := make([]T, 0, len(stream)+len(copies)*width)
	out = append(out, stream...)
	for _, v := range copies {
		out = append(out, stream[int(v)*width:][:width]...)
	}
	return out
}
