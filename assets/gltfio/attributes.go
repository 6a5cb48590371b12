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
		if !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "JOINTS_") &&
			!strings.HasPrefix(name, "WEIGHTS_") {
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
