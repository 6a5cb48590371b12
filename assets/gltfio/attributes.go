package gltfio

import (
	"math"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/mesh"
)

// readAttribute reads a vertex attribute other than the position, the joints and the weights.
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
			l.warn(path, "the attribute is not used and was left out")
		}
	}
	return err
}

// readNormals reads normals and brings them to unit length.
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
		l.warn(path, "%d normals of length 0 were replaced by +Y", zeros)
	}
	l.accessors[index].normals = normals
	return normals, nil
}

// readTangents reads tangents and brings them to unit length and a handedness of 1 or -1.
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
	tangents, odd := normalizeTangents(vectors[mgl32.Vec4](flat))
	if odd > 0 {
		l.warn(path, "%d tangents of length 0 or of a handedness other than 1 and -1 were mended", odd)
	}
	l.accessors[index].tangents = tangents
	return tangents, nil
}

// readColors reads colors with or without alpha.
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

// lengthTolerance is how far from 1 a vector's squared length may be and still count as 1: float32 rounding.
const lengthTolerance = 1e-5

// unitNormals returns the normals at unit length: the same slice if they have it, a copy otherwise. Those of length 0, which are
// counted, become +Y.
func normalizeNormals(source []mgl32.Vec3) (normals []mgl32.Vec3, zeros int) {
	normals = source
	copied := false
	for i, n := range source {
		v := toVec64(n)
		square := dot(v, v)
		if math.Abs(square-1) <= lengthTolerance {
			continue
		}
		if !copied {
			normals, copied = slices.Clone(source), true
		}
		if square == 0 {
			zeros++
			v = [3]float64{0, 1, 0}
		}
		normals[i] = toVec32(unit(v))
	}
	return normals, zeros
}

// unitTangents returns the tangents at unit length and with a handedness of 1 or -1: the same slice if they have that, a copy
// otherwise. Those of length 0, which become +X, and those of another handedness, of which the sign is kept, are counted.
func normalizeTangents(source []mgl32.Vec4) (tangents []mgl32.Vec4, odd int) {
	tangents = source
	copied := false
	for i, t := range source {
		v := toVec64(t.Vec3())
		square := dot(v, v)
		handed := t[3] == 1 || t[3] == -1
		if math.Abs(square-1) <= lengthTolerance && handed {
			continue
		}
		if !copied {
			tangents, copied = slices.Clone(source), true
		}
		if square == 0 || !handed {
			odd++
		}
		if square == 0 {
			v = [3]float64{1, 0, 0}
		}
		w := float32(1)
		if t[3] < 0 {
			w = -1
		}
		tangents[i] = toVec32(unit(v)).Vec4(w)
	}
	return tangents, odd
}
