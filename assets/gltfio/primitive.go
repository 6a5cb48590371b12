package gltfio

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets/mesh"
)

// readPrimitive reads a primitive and appends it to the mesh. A primitive with nothing to draw is
// skipped with a warning.
func (l *loader) readPrimitive(path string, source *gltf.Primitive, skinned bool, m *loadedMesh) error {
	if err := l.memory.spend(path, 1+len(source.Targets), 512); err != nil {
		return err
	}
	if err := l.readDraco(path, source); err != nil {
		return err
	}
	position, ok := source.Attributes[gltf.POSITION]
	if !ok {
		l.warn(path, "the primitive has no positions; it was skipped")
		return nil
	}
	flat, err := l.readFloatsAs(path+".attributes.POSITION", position, positionRule)
	if err != nil {
		return err
	}
	p := mesh.Primitive{Positions: vectors[mgl32.Vec3](flat), Topology: topologyOf(source.Mode)}
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
	if p.Indices, err = l.readCorners(path, source, len(p.Positions)); err != nil {
		return err
	}
	if len(p.Indices) == 0 {
		l.warn(path, "the primitive has no %s; it was skipped", [...]string{"triangles", "lines", "points"}[p.Topology])
		return nil
	}
	if p.Targets, err = l.readTargets(path, source, len(p.Positions)); err != nil {
		return err
	}
	if p.Tangents == nil {
		for i := range p.Targets {
			p.Targets[i].Tangents = nil // without tangents there is nothing to change
		}
	}
	switch {
	case p.Normals == nil && p.Topology != mesh.Triangles:
		if err := l.memory.spend(path, len(p.Positions), 12); err != nil {
			return err
		}
		p.Normals = make([]mgl32.Vec3, len(p.Positions))
		for i := range p.Targets {
			p.Targets[i].Normals = nil // there is nothing to change
		}
	case p.Normals == nil:
		if err := l.makeFlatNormals(path, &p); err != nil {
			return err
		}
	}
	if err := l.addTangents(path, source, &p); err != nil {
		return err
	}
	m.Primitives = append(m.Primitives, p)
	m.materials = append(m.materials, indexOrNone(source.Material))
	return nil
}

// addTangents computes the tangents of a primitive whose material has a normal texture, if the file
// has none.
func (l *loader) addTangents(path string, source *gltf.Primitive, p *mesh.Primitive) error {
	if source.Material == nil || p.Tangents != nil || p.Topology != mesh.Triangles {
		return nil
	}
	m := l.doc.Materials[*source.Material]
	if m.NormalTexture == nil {
		return nil
	}
	t := &mesh.Texture{TexCoord: m.NormalTexture.TexCoord}
	at := fmt.Sprintf("materials[%d].normalTexture", *source.Material)
	if err := readTextureTransform(at, normalInfo(m.NormalTexture), t); err != nil {
		return err
	}
	perVertex := 12 + 12 + 16 + 16 + 2*8 + 6*p.Influences + 24*len(p.Targets)
	if err := l.memory.spend(path, len(p.Indices)+len(p.Positions), perVertex+192); err != nil {
		return err
	}
	p.AddTangents(t) // it has none if it has no texture coordinates, or ones beyond those that are read
	return nil
}

// indexOrNone returns an optional index, or -1 if it is absent.
func indexOrNone(index *int) int {
	if index == nil {
		return -1
	}
	return *index
}

// readTargets reads the morph targets of a primitive.
func (l *loader) readTargets(path string, source *gltf.Primitive, vertices int) ([]mesh.MorphTarget, error) {
	var targets []mesh.MorphTarget
	for i, attributes := range source.Targets {
		var target mesh.MorphTarget
		for _, name := range slices.Sorted(maps.Keys(attributes)) {
			at := fmt.Sprintf("%s.targets[%d].%s", path, i, name)
			if err := l.checkVertexCount(at, attributes[name], vertices); err != nil {
				return nil, err
			}
			var err error
			switch name {
			case gltf.POSITION:
				target.Positions, err = l.readDeltas(at, attributes[name], morphPositionRule)
			case gltf.NORMAL:
				target.Normals, err = l.readDeltas(at, attributes[name], morphVectorRule)
			case gltf.TANGENT:
				target.Tangents, err = l.readDeltas(at, attributes[name], morphVectorRule)
			default:
				l.warn(at, "a morph target can change positions, normals and tangents only; the attribute was ignored")
			}
			if err != nil {
				return nil, err
			}
		}
		targets = append(targets, target)
	}
	return targets, nil
}

// readDeltas reads the vectors that a morph target adds to an attribute. It returns nil if the
// accessor has no data, so that all are 0.
func (l *loader) readDeltas(path string, index int, r accessorRule) ([]mgl32.Vec3, error) {
	if err := l.checkFormat(path, index, r); err != nil {
		return nil, err
	}
	if a := &l.accessors[index]; a.data == nil && a.sparse == nil {
		return nil, nil
	}
	flat, err := l.readFloatsAs(path, index, r)
	return vectors[mgl32.Vec3](flat), err
}

// topologyOf returns what the vertices of a mode are joined to.
func topologyOf(mode gltf.PrimitiveMode) mesh.Topology {
	switch mode {
	case gltf.PrimitivePoints:
		return mesh.Points
	case gltf.PrimitiveLines, gltf.PrimitiveLineLoop, gltf.PrimitiveLineStrip:
		return mesh.Lines
	}
	return mesh.Triangles
}

// readCorners returns the vertex indices of the triangles, lines or points of a primitive, as many
// for each as its topology has corners.
func (l *loader) readCorners(path string, source *gltf.Primitive, vertices int) ([]uint32, error) {
	var corners []uint32
	if source.Indices != nil {
		path += ".indices"
		if err := l.checkFormat(path, *source.Indices, indicesRule); err != nil {
			return nil, err
		}
		var err error
		if corners, err = l.readUints(*source.Indices); err != nil {
			return nil, err
		}
		for i, v := range corners {
			if int64(v) >= int64(vertices) {
				return nil, errorAt(path,
					"accessors[%d]: index %d: expected a vertex below %d, those of the primitive, found %d",
					*source.Indices, i, vertices, v)
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
	case gltf.PrimitiveLineStrip:
		return linesOfStrip(corners), nil
	case gltf.PrimitiveLineLoop:
		if len(corners) > 1 {
			corners = append(corners[:len(corners):len(corners)], corners[0])
		}
		return linesOfStrip(corners), nil
	}
	of := topologyOf(source.Mode).Corners()
	if extra := len(corners) % of; extra != 0 {
		l.warn(path, "%d indices are not a multiple of %d; the last %d were ignored", len(corners), of, extra)
		corners = corners[:len(corners)-extra]
	}
	return corners, nil
}

// linesOfStrip converts a strip of lines to lines.
func linesOfStrip(corners []uint32) []uint32 {
	var lines []uint32
	for i := 0; i+1 < len(corners); i++ {
		lines = append(lines, corners[i], corners[i+1])
	}
	return lines
}

// trianglesOfStrip converts a triangle strip to triangles of the same winding (glTF 2.0 section
// 3.7.2.1). It drops triangles that use a vertex twice, which exporters use to join strips.
func trianglesOfStrip(corners []uint32) []uint32 {
	var triangles []uint32
	for i := 0; i+2 < len(corners); i++ {
		a, b, c := corners[i], corners[i+1+i%2], corners[i+2-i%2]
		if a != b && b != c && c != a {
			triangles = append(triangles, a, b, c)
		}
	}
	return triangles
}

// trianglesOfFan converts a triangle fan to triangles, which all share its first vertex.
func trianglesOfFan(corners []uint32) []uint32 {
	var triangles []uint32
	for i := 1; i+1 < len(corners); i++ {
		triangles = append(triangles, corners[i], corners[i+1], corners[0])
	}
	return triangles
}
