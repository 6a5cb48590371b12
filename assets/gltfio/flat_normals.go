package gltfio

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/mesh"
)

// corner is a vertex as a flat face wants it.
type flatCorner struct {
	vertex uint32
	normal mgl32.Vec3
}

// makeFlat gives a primitive without normals those of its faces, and drops its tangents, as glTF 2.0 section 3.7.2.1
// demands. A vertex keeps the normal of the first face that it is a corner of, and gets a copy, behind all the vertices of the file, for
// each other normal; so the vertices of the file keep their numbers.
func (l *loader) makeFlatNormals(path string, p *mesh.Primitive) error {
	vertices := len(p.Positions)
	perVertex := 12 + 12 + 16 + 16 + 2*8 + 6*p.Influences + 24*len(p.Targets)
	if err := l.memory.spend(path, len(p.Indices)+vertices, perVertex+64); err != nil {
		return err
	}
	p.Tangents = nil
	p.Normals = make([]mgl32.Vec3, vertices)
	p.Indices = append([]uint32(nil), p.Indices...) // may be shared
	var copies []uint32                             // the vertex that each new vertex is a copy of
	known, taken := map[flatCorner]uint32{}, make([]bool, vertices)
	for at := 0; at < len(p.Indices); at += 3 {
		triangle := [3]uint32(p.Indices[at:])
		normal := toVec32(faceNormal(p.Positions, nil, triangle))
		for k, v := range triangle {
			if !taken[v] {
				taken[v], p.Normals[v] = true, normal
				continue
			}
			// Morph targets change the normal of every face in its own way.
			shareable := len(p.Targets) == 0
			if shareable && p.Normals[v] == normal {
				continue
			}
			to, ok := known[flatCorner{v, normal}]
			if !ok || !shareable {
				to = uint32(vertices + len(copies))
				copies, p.Normals = append(copies, v), append(p.Normals, normal)
				known[flatCorner{v, normal}] = to
			}
			p.Indices[at+k] = to
		}
	}
	for v, ok := range taken {
		if !ok {
			p.Normals[v] = mgl32.Vec3{0, 1, 0}
		}
	}
	appendCopies(p, copies)
	makeFlatTargetNormals(p)
	return nil
}

// flattenTargets gives each morph target the change of the faces' normals when it is applied alone and in full.
func makeFlatTargetNormals(p *mesh.Primitive) {
	for i := range p.Targets {
		target := &p.Targets[i]
		target.Normals, target.Tangents = nil, nil
		if target.Positions == nil {
			continue
		}
		target.Normals = make([]mgl32.Vec3, len(p.Positions))
		for at := 0; at < len(p.Indices); at += 3 {
			triangle := [3]uint32(p.Indices[at:])
			normal := faceNormal(p.Positions, target.Positions, triangle)
			for _, v := range triangle {
				target.Normals[v] = toVec32(normal).Sub(p.Normals[v])
			}
		}
	}
}

// faceNormal returns the unit normal of a triangle, +Y for one without area.
func faceNormal(positions, deltas []mgl32.Vec3, triangle [3]uint32) [3]float64 {
	var at [3][3]float64
	for k, v := range triangle {
		at[k] = toVec64(positions[v])
		if deltas != nil {
			for c := range 3 {
				at[k][c] += float64(deltas[v][c])
			}
		}
	}
	var ab, ac [3]float64
	for c := range 3 {
		ab[c], ac[c] = at[1][c]-at[0][c], at[2][c]-at[0][c]
	}
	// Each edge is made of unit length first, so that the product of tiny ones does not vanish.
	normal := unit(cross(unit(ab), unit(ac)))
	if normal == [3]float64{} {
		return [3]float64{0, 1, 0}
	}
	return normal
}

// duplicate appends copies of vertices to every stream except the normals.
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

// withCopies returns a stream of width elements a vertex with copies of vertices behind it; a nil stream stays nil.
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

func toVec64(v mgl32.Vec3) [3]float64 {
	return [3]float64{float64(v[0]), float64(v[1]), float64(v[2])}
}

func toVec32(v [3]float64) mgl32.Vec3 {
	return mgl32.Vec3{float32(v[0]), float32(v[1]), float32(v[2])}
}
