package gltfio

import (
	"maps"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/mesh"
)

// readPrimitive reads a primitive and appends it to the mesh; one that draws no triangles is left out with a warning.
func (l *loader) readPrimitive(path string, source *gltf.Primitive, skinned bool, m *fileMesh) error {
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
	p := mesh.Primitive{Positions: vectors[mgl32.Vec3](flat)}
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
