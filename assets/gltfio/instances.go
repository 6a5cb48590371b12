package gltfio

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// The rule of EXT_mesh_gpu_instancing for rotations; the others are those of tracks.
var instanceRotationRule = accessorRule{vec4, plainFloat | signedNormalized, 0, false}

// readInstances returns one transform for each instance of a node's mesh (EXT_mesh_gpu_instancing),
// from the space of the instance to the space of the node. A node without the extension has one
// instance, with the identity.
func (l *loader) readInstances(i int) ([]rig.Matrix, error) {
	n, path := l.doc.Nodes[i], fmt.Sprintf("nodes[%d]", i)
	attributes := map[string]int{}
	ok, err := decodeExtension(path, n.Extensions, extInstancing, func(d *decoder, v jsontree.Value) {
		for name, value := range d.members(v) {
			if name == "attributes" {
				attributes = d.decodeAttributes(value)
			}
		}
	})
	if !ok || err != nil {
		return []rig.Matrix{rig.IdentityMatrix()}, err
	}
	path += ".extensions." + extInstancing
	if n.Skin != nil {
		l.warn(path, "instances of a mesh with a skin are not supported; the mesh is drawn once")
		return []rig.Matrix{rig.IdentityMatrix()}, nil
	}
	path += ".attributes"
	count, counted := 0, ""
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		at, index := path+"."+name, attributes[name]
		if err := checkIndex(at, index, len(l.accessors), "accessors"); err != nil {
			return nil, err
		}
		n := l.accessors[index].count
		if counted != "" && n != count {
			return nil, errorAt(at, "accessors[%d]: expected as many elements as that of %s, %d, found %d", index,
				counted, count, n)
		}
		count, counted = n, name
	}
	// An instance becomes a part and a palette index.
	if err := l.memory.spend(path, count, 1024); err != nil {
		return nil, err
	}
	transforms := make([]rig.TRS, count)
	for k := range transforms {
		transforms[k] = rig.IdentityTRS()
	}
	for _, name := range slices.Sorted(maps.Keys(attributes)) {
		if err := l.readInstanceAttribute(path+"."+name, name, attributes[name], transforms); err != nil {
			return nil, err
		}
	}
	matrices := make([]rig.Matrix, count)
	for k := range matrices {
		matrices[k] = transforms[k].Matrix()
	}
	return matrices, nil
}

// readInstanceAttribute sets one property of all transforms. Attributes of applications, whose
// names begin with an underscore, are ignored.
func (l *loader) readInstanceAttribute(path, name string, index int, transforms []rig.TRS) error {
	rule := scaleRule
	switch name {
	case "TRANSLATION":
		rule = translationRule
	case "SCALE":
	case "ROTATION":
		rule = instanceRotationRule
	default:
		if !strings.HasPrefix(name, "_") {
			l.warn(path, "the attribute is not supported and was ignored")
		}
		return nil
	}
	flat, err := l.readFloatsAs(path, index, rule)
	if err != nil {
		return err
	}
	for k := range transforms {
		t := &transforms[k]
		switch name {
		case "TRANSLATION":
			t.Translation = mgl32.Vec3(flat[3*k:])
		case "SCALE":
			t.Scale = mgl32.Vec3(flat[3*k:])
		case "ROTATION":
			q := [4]float32(flat[4*k:])
			if quaternionLength(q) == 0 {
				return errorAt(path,
					"accessors[%d]: element %d: expected a rotation, found a quaternion of length 0", index, k)
			}
			t.Rotation = exact.QuatFromXYZW(exact.Normalized32(q))
		}
	}
	return nil
}
