package gltfio

import (
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/internal/exact"
)

// readAttribute reads a vertex attribute into p. It ignores POSITION, JOINTS_n and WEIGHTS_n, which
// are read elsewhere, and the attributes of applications, whose names begin with an underscore.
func (l *loader) readAttribute(path, name string, index int, p *mesh.Primitive) (err error) {
	if err := l.checkVertexCount(path, index, len(p.Positions)); err != nil {
		return err
	}
	switch name {
	case gltf.NORMAL:
		p.Normals, err = l.readNormals(path, index)
	case gltf.TANGENT:
		p.Tangents, err = l.readTangents(path, index)
	case gltf.TEXCOORD_0, gltf.TEXCOORD_1:
		var flat []float32
		flat, err = l.readFloatsAs(path, index, texCoordRule)
		p.TexCoords[name[len(name)-1]-'0'] = vectors[mgl32.Vec2](flat)
	case gltf.COLOR_0:
		p.Colors, err = l.readColors(path, index)
	case gltf.POSITION:
	default:
		if !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "JOINTS_") && !strings.HasPrefix(name, "WEIGHTS_") {
			l.warn(path, "the attribute is not supported and was ignored")
		}
	}
	return err
}

// readNormals reads normals and normalizes them.
func (l *loader) readNormals(path string, index int) ([]mgl32.Vec3, error) {
	if a := &l.accessors[index]; a.normals != nil {
		return a.normals, nil
	}
	flat, err := l.readFloatsAs(path, index, normalRule)
	if err != nil {
		return nil, err
	}
	if err := l.memory.spend(path, len(flat), 4); err != nil {
		return nil, err
	}
	normals, zeros := normalizeNormals(vectors[mgl32.Vec3](flat))
	if zeros > 0 {
		l.warn(path, "%d normals have length 0; they were replaced by +Y", zeros)
	}
	l.accessors[index].normals = normals
	return normals, nil
}

// readTangents reads tangents, normalizes them and makes their handedness 1 or -1.
func (l *loader) readTangents(path string, index int) ([]mgl32.Vec4, error) {
	if a := &l.accessors[index]; a.tangents != nil {
		return a.tangents, nil
	}
	flat, err := l.readFloatsAs(path, index, tangentRule)
	if err != nil {
		return nil, err
	}
	if err := l.memory.spend(path, len(flat), 4); err != nil {
		return nil, err
	}
	tangents, invalid := normalizeTangents(vectors[mgl32.Vec4](flat))
	if invalid > 0 {
		l.warn(path, "%d tangents have length 0 or a handedness other than 1 and -1; they were corrected", invalid)
	}
	l.accessors[index].tangents = tangents
	return tangents, nil
}

// readColors reads colors as RGBA. Colors without alpha are opaque.
func (l *loader) readColors(path string, index int) ([]mgl32.Vec4, error) {
	if a := &l.accessors[index]; a.colors != nil {
		return a.colors, nil
	}
	flat, err := l.readFloatsAs(path, index, colorRule)
	if err != nil || l.accessors[index].components == 4 {
		return vectors[mgl32.Vec4](flat), err
	}
	opaque := vectors[mgl32.Vec3](flat)
	if err := l.memory.spend(path, len(opaque), 16); err != nil {
		return nil, err
	}
	colors := make([]mgl32.Vec4, len(opaque))
	for i, c := range opaque {
		colors[i] = c.Vec4(1)
	}
	l.accessors[index].colors = colors
	return colors, nil
}

// lengthTolerance is how far the squared length of a vector may be from 1 because of float32
// rounding. A vector within it counts as normalized.
const lengthTolerance = 1e-5

// normalizeNormals returns the normals at length 1: the source itself if all have that length,
// otherwise a copy. Normals of length 0 become +Y; their number is returned too.
func normalizeNormals(source []mgl32.Vec3) (normals []mgl32.Vec3, zeros int) {
	normals = source
	copied := false
	for i, n := range source {
		v := exact.ToVec3(n)
		square := v.Dot(v)
		if math.Abs(square-1) <= lengthTolerance {
			continue
		}
		if !copied {
			normals, copied = slices.Clone(source), true
		}
		if square == 0 {
			zeros++
			v = exact.Vec3{0, 1, 0}
		}
		normals[i] = v.Normalized().Float32()
	}
	return normals, zeros
}

// normalizeTangents returns the tangents at length 1 and with a handedness (the fourth number) of 1
// or -1: the source itself if all are so, otherwise a copy. A tangent of length 0 becomes +X.
// Another handedness becomes 1 with its sign. The number of tangents corrected in one of these two
// ways is returned too.
func normalizeTangents(source []mgl32.Vec4) (tangents []mgl32.Vec4, invalid int) {
	tangents = source
	copied := false
	for i, t := range source {
		v := exact.ToVec3(t.Vec3())
		square := v.Dot(v)
		validHandedness := t[3] == 1 || t[3] == -1
		if math.Abs(square-1) <= lengthTolerance && validHandedness {
			continue
		}
		if !copied {
			tangents, copied = slices.Clone(source), true
		}
		if square == 0 || !validHandedness {
			invalid++
		}
		if square == 0 {
			v = exact.Vec3{1, 0, 0}
		}
		w := float32(1)
		if t[3] < 0 {
			w = -1
		}
		tangents[i] = mgl32.Vec3(v.Normalized().Float32()).Vec4(w)
	}
	return tangents, invalid
}

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
