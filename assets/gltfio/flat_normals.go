package gltfio

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// flatCorner is a vertex together with the normal of a face at it.
type flatCorner struct {
	vertex uint32
	normal mgl32.Vec3
}

// makeFlatNormals gives a primitive without normals the normals of its faces and drops its
// tangents, as glTF 2.0 section 3.7.2.1 requires. A vertex keeps the normal of the first face that
// uses it. For every other normal a copy of the vertex is appended after the vertices of the file,
// so that these keep their indices.
func (l *loader) makeFlatNormals(path string, p *mesh.Primitive) error {
	vertices := len(p.Positions)
	perVertex := 12 + 12 + 16 + 16 + 2*8 + 6*p.Influences + 24*len(p.Targets)
	if err := l.memory.spend(path, len(p.Indices)+vertices, perVertex+64); err != nil {
		return err
	}
	normals := make([]mgl32.Vec3, vertices)
	var more []mgl32.Vec3 // of the copies
	p.Normals, p.Tangents = nil, nil
	for i := range p.Targets {
		p.Targets[i].Normals, p.Targets[i].Tangents = nil, nil
	}
	p.Indices = append([]uint32(nil), p.Indices...) // other primitives may share the slice
	var copies []uint32                             // for each new vertex the vertex that it copies
	known, hasNormal := map[flatCorner]uint32{}, make([]bool, vertices)
	for first := 0; first < len(p.Indices); first += 3 {
		triangle := [3]uint32(p.Indices[first:])
		normal := faceNormal(p.Positions, nil, triangle).Float32()
		for k, v := range triangle {
			if !hasNormal[v] {
				hasNormal[v], normals[v] = true, normal
				continue
			}
			// A morph target changes the normal of each face differently, so faces cannot share
			// vertices then.
			shareable := len(p.Targets) == 0
			if shareable && normals[v] == normal {
				continue
			}
			index, ok := known[flatCorner{v, normal}]
			if !ok || !shareable {
				index = uint32(vertices + len(copies))
				copies, more = append(copies, v), append(more, normal)
				known[flatCorner{v, normal}] = index
			}
			p.Indices[first+k] = index
		}
	}
	for v, ok := range hasNormal {
		if !ok {
			normals[v] = mgl32.Vec3{0, 1, 0}
		}
	}
	p.CopyVertices(copies)
	p.Normals = slices.Concat(normals, more)
	makeFlatTargetNormals(p)
	return nil
}

// makeFlatTargetNormals gives each morph target the difference of the face normals between weight 1
// and weight 0, with all other targets at 0.
func makeFlatTargetNormals(p *mesh.Primitive) {
	for i := range p.Targets {
		target := &p.Targets[i]
		if target.Positions == nil {
			continue
		}
		target.Normals = make([]mgl32.Vec3, len(p.Positions))
		for first := 0; first < len(p.Indices); first += 3 {
			triangle := [3]uint32(p.Indices[first:])
			normal := faceNormal(p.Positions, target.Positions, triangle)
			for _, v := range triangle {
				target.Normals[v] = mgl32.Vec3(normal.Float32()).Sub(p.Normals[v])
			}
		}
	}
}

// faceNormal returns the unit normal of a triangle whose positions are moved by deltas, which may
// be nil. A triangle without area has the normal +Y.
func faceNormal(positions, deltas []mgl32.Vec3, triangle [3]uint32) exact.Vec3 {
	var corners [3]exact.Vec3
	for k, v := range triangle {
		corners[k] = exact.ToVec3(positions[v])
		if deltas != nil {
			corners[k] = corners[k].Add(exact.ToVec3(deltas[v]))
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
