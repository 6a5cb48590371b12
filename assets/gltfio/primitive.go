package gltfio

import (
	"maps"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
)

// readPrimitive reads a primitive and appends it to the mesh; one that draws no triangles is left out with a warning.
func (l *loader) readPrimitive(path string, source *gltf.Primitive, skinned bool, m *mesh) error {
	if err := l.memory.spend(path, 1+len(source.Targets), 512); err != nil {
		return err
	}
	position, ok := source.Attributes[gltf.POSITION]
	switch {
	case !ok:
		l.warn(path, "it has no positions and was left out")
		return nil
	case source.Mode == gltf.PrimitivePoints || source.Mode == gltf.PrimitiveLines || source.Mode == gltf.PrimitiveLineLoop || source.Mode == gltf.PrimitiveLineStrip:
		l.warn(path+".mode", "points and lines are not drawn; the primitive was left out")
		return nil
	}
	flat, err := l.floatsFor(path+".attributes.POSITION", position, positionRule)
	if err != nil {
		return err
	}
	p := assets.Primitive{Positions: vectors[mgl32.Vec3](flat)}
	for _, name := range slices.Sorted(maps.Keys(source.Attributes)) {
		if err := l.readAttribute(path+".attributes."+name, name, source.Attributes[name], &p); err != nil {
			return err
		}
	}
	if skinned {
		if err := l.readInfluences(path+".attributes", source.Attributes, &p, m); err != nil {
			return err
		}
	}
	if p.Indices, err = l.readTriangles(path, source, len(p.Positions)); err != nil {
		return err
	}
	if len(p.Indices) == 0 {
		l.warn(path, "it has no triangles and was left out")
		return nil
	}
	if p.Targets, err = l.readTargets(path, source, len(p.Positions)); err != nil {
		return err
	}
	if p.Tangents == nil {
		for i := range p.Targets {
			p.Targets[i].Tangents = nil // there is nothing that they could move
		}
	}
	if p.Normals == nil {
		if err := l.makeFlat(path, &p); err != nil {
			return err
		}
	}
	m.Primitives = append(m.Primitives, p)
	m.materials = append(m.materials, indexOrNone(source.Material))
	return nil
}

func indexOrNone(index *int) int {
	if index == nil {
		return -1
	}
	return *index
}

// readAttribute reads a vertex attribute other than the position, the joints and the weights.
func (l *loader) readAttribute(path, name string, index int, p *assets.Primitive) error {
	if err := l.sameCount(path, index, len(p.Positions)); err != nil {
		return err
	}
	switch name {
	case gltf.NORMAL:
		flat, err := l.floatsFor(path, index, normalRule)
		if err == nil {
			p.Normals, err = l.unitNormals(path, vectors[mgl32.Vec3](flat))
		}
		return err
	case gltf.TANGENT:
		flat, err := l.floatsFor(path, index, tangentRule)
		if err == nil {
			p.Tangents, err = l.unitTangents(path, vectors[mgl32.Vec4](flat))
		}
		return err
	case gltf.TEXCOORD_0, gltf.TEXCOORD_1:
		flat, err := l.floatsFor(path, index, texCoordRule)
		p.TexCoords[name[len(name)-1]-'0'] = vectors[mgl32.Vec2](flat)
		return err
	case gltf.COLOR_0:
		var err error
		p.Colors, err = l.readColours(path, index)
		return err
	case gltf.POSITION:
	default:
		if !strings.HasPrefix(name, "_") && !strings.HasPrefix(name, "JOINTS_") && !strings.HasPrefix(name, "WEIGHTS_") {
			l.warn(path, "the attribute is not used and was left out")
		}
	}
	return nil
}

// readColours reads colours with or without alpha.
func (l *loader) readColours(path string, index int) ([]mgl32.Vec4, error) {
	flat, err := l.floatsFor(path, index, colourRule)
	if err != nil || l.accessors[index].components == 4 {
		return vectors[mgl32.Vec4](flat), err
	}
	opaque := vectors[mgl32.Vec3](flat)
	if err := l.memory.spend(path, len(opaque), 16); err != nil {
		return nil, err
	}
	colours := make([]mgl32.Vec4, len(opaque))
	for i, c := range opaque {
		colours[i] = c.Vec4(1)
	}
	return colours, nil
}

// readTriangles returns the corners of a primitive's triangles.
func (l *loader) readTriangles(path string, source *gltf.Primitive, vertices int) ([]uint32, error) {
	var corners []uint32
	if source.Indices != nil {
		path += ".indices"
		if err := l.obey(path, *source.Indices, indicesRule); err != nil {
			return nil, err
		}
		var err error
		if corners, err = l.readUints(*source.Indices); err != nil {
			return nil, err
		}
		for i, v := range corners {
			if int64(v) >= int64(vertices) {
				return nil, fault(path, "accessors[%d]: index %d: %d is not below %d vertices", *source.Indices, i, v, vertices)
			}
		}
	} else {
		if err := l.memory.spend(path, vertices, 4); err != nil {
			return nil, err
		}
		corners = make([]uint32, vertices)
		for i := range corners {
			corners[i] = uint32(i)
		}
	}
	if err := l.memory.spend(path, len(corners), 12); err != nil {
		return nil, err
	}
	switch source.Mode {
	case gltf.PrimitiveTriangleStrip:
		return trianglesOfStrip(corners), nil
	case gltf.PrimitiveTriangleFan:
		return trianglesOfFan(corners), nil
	}
	if rest := len(corners) % 3; rest != 0 {
		l.warn(path, "%d corners make no whole number of triangles; the last %d were left out", len(corners), rest)
		corners = corners[:len(corners)-rest]
	}
	return corners, nil
}
