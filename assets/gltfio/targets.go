package gltfio

import (
	"fmt"
	"maps"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/mesh"
)

// readTargets reads a primitive's morph targets.
func (l *loader) readTargets(path string, source *gltf.Primitive, vertices int) ([]mesh.MorphTarget, error) {
	var targets []mesh.MorphTarget
	for i, attributes := range source.Targets {
		var target mesh.MorphTarget
		for _, name := range slices.Sorted(maps.Keys(attributes)) {
			at := fmt.Sprintf("%s.targets[%d].%s", path, i, name)
			if err := l.sameCount(at, attributes[name], vertices); err != nil {
				return nil, err
			}
			var err error
			switch name {
			case gltf.POSITION:
				target.Positions, err = l.readDeltas(at, attributes[name], targetPointRule)
			case gltf.NORMAL:
				target.Normals, err = l.readDeltas(at, attributes[name], targetVectorRule)
			case gltf.TANGENT:
				target.Tangents, err = l.readDeltas(at, attributes[name], targetVectorRule)
			default:
				l.warn(at, "morph targets move positions, normals and tangents only; this was left out")
			}
			if err != nil {
				return nil, err
			}
		}
		targets = append(targets, target)
	}
	return targets, nil
}

// readDeltas reads what a target adds to a stream; nil where the accessor is nothing but zeros.
func (l *loader) readDeltas(path string, index int, r rule) ([]mgl32.Vec3, error) {
	if err := l.obey(path, index, r); err != nil {
		return nil, err
	}
	if a := &l.accessors[index]; a.data == nil && a.sparse == nil {
		return nil, nil
	}
	flat, err := l.readFloats(index)
	return vectors[mgl32.Vec3](flat), err
}
