package gltfio

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// flatCorner is a vertex together with the normal of a face at it.
type flatCorner struct {
	vertex uint32
	normal mgl32.Vec3
}

// makeFlatNormals gives a primitive without normals the normals of its faces and drops its tangents, as glTF 2.0
// section 3.7.2.1 requires. A vertex keeps the normal of the first face that uses it. For every other normal a copy of
// the vertex is appended after the vertices of the file, so that these keep their indices.
func (l *loader) makeFlatNormals(path string, p *mesh.Primitive) error {
	vertices := len(p.Positions)
	perVertex := 12 + 12 + 16 + 16 + 2*8 + 6*p.Influences + 24*len(p.Targets)
	if err := l.memory.spend(path, len(p.Indices)+vertices, perVertex+64); err != nil {
		return err
	}
	p.Tangents = nil
	p.Normals = make([]mgl32.Vec3, vertices)
	p.Indices = append([]uint32(nil), p.Indices...) // other primitives may share the slice
	var copies []uint32                             // for each new vertex the vertex that it copies
	known, hasNormal := map[flatCorner]uint32{}, make([]bool, vertices)
	for first := 0; first < len(p.Indices); first += 3 {
		triangle := [3]uint32(p.Indices[first:])
		normal := toVec32(faceNormal(p.Positions, nil, triangle))
		for k, v := range triangle {
			if !hasNormal[v] {
				hasNormal[v], p.Normals[v] = true, normal
				continue
			}
			// A morph target changes the normal of each face differently, so faces cannot share vertices then.
			shareable := len(p.Targets) == 0
			if shareable && p.Normals[v] == normal {
				continue
			}
			index, ok := known[flatCorner{v, normal}]
			if !ok || !shareable {
				index = uint32(vertices + len(copies))
				copies, p.Normals = append(copies, v), append(p.Normals, normal)
				known[flatCorner{v, normal}] = index
			}
			p.Indices[first+k] = index
		}
	}
	for v, ok := range hasNormal {
		if !ok {
			p.Normals[v] = mgl32.Vec3{0, 1, 0}
		}
	}
	appendCopies(p, copies)
	makeFlatTargetNormals(p)
	return nil
}

// makeFlatTargetNormals gives each morph target the difference of the face normals between weight 1 and weight 0, with
// all other targets at 0.
func makeFlatTargetNormals(p *mesh.Primitive) {
	for i := range p.Targets {
		target := &p.Targets[i]
		target.Normals, target.Tangents = nil, nil
		if target.Positions == nil {
			continue
		}
		target.Normals = make([]mgl32.Vec3, len(p.Positions))
		for first := 0; first < len(p.Indices); first += 3 {
			triangle := [3]uint32(p.Indices[first:])
			normal := faceNormal(p.Positions, target.Positions, triangle)
			for _, v := range triangle {
				target.Normals[v] = toVec32(normal).Sub(p.Normals[v])
			}
		}
	}
}

// faceNormal returns the unit normal of a triangle whose positions are moved by deltas, which may be nil. A triangle
// without area has the normal +Y.
func faceNormal(positions, deltas []mgl32.Vec3, triangle [3]uint32) exact.Vec3 {
	var corners [3]exact.Vec3
	for k, v := range triangle {
		corners[k] = toVec64(positions[v])
		if deltas != nil {
			corners[k] = corners[k].Add(toVec64(deltas[v]))
		}
	}
	// Normalize each edge first, so that the product of tiny edges does not vanish.
	ab, ac := corners[1].Sub(corners[0]).Normalized(), corners[2].Sub(corners[0]).Normalized()
	normal := ab.Cross(ac).Normalized()
	if normal == (exact.Vec3{}) {
		return exact.Vec3{0, 1, 0}
	}
	return normal
}

// appendCopies appends copies of vertices to every stream except the normals.
func appendCopies(p *mesh.Primitive, copies []uint32) {
	p.Positions = withCopies(p.Positions, copies, 1)
	p.TexCoords[0] = withCopies(p.TexCoords[0], copies, 1)
	p.TexCoords[1] = withCopies(p.TexCoords[1], copies, 1)
	p.Colors = withCopies(p.Colors, copies, 1)
	p.Joints = withCopies(p.Joints, copies, p.Influences)
	p.Weights = withCopies(p.Weights, copies, p.Influences)
	for i := range p.Targets {
		p.Targets[i].Positions = withCopies(p.Targets[i].Positions, copies, 1)
	}
}

// withCopies returns a stream of width elements per vertex, followed by copies of the given vertices. A nil stream
// stays nil.
func withCopies[T any](stream []T, copies []uint32, width int) []T {
	if stream == nil || len(copies) == 0 {
		return stream
	}
	out := make([]T, 0, len(stream)+len(copies)*width)
	out = append(out, stream...)
	for _, v := range copies {
		out = append(out, stream[int(v)*width:][:width]...)
	}
	return out
}

// toVec64 widens a vector to float64.
func toVec64(v mgl32.Vec3) exact.Vec3 {
	return exact.Vec3{float64(v[0]), float64(v[1]), float64(v[2])}
}

// toVec32 rounds a vector to float32.
func toVec32(v exact.Vec3) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}
