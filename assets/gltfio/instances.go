package gltfio

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/gltfio/internal/jsonvalue"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// The rules of EXT_mesh_gpu_instancing.
var (
	instanceVectorRule   = accessorRule{vec3, plainFloat, 0}
	instanceRotationRule = accessorRule{vec4, plainFloat | signedNormalized, 0}
)

// readInstances returns one transform for each instance of a node's mesh (EXT_mesh_gpu_instancing), from the space of
// the instance to the space of the node. A node without the extension has one instance, with the identity.
func (l *loader) readInstances(i int) ([]rig.Matrix, error) {
	n, path := l.doc.Nodes[i], fmt.Sprintf("nodes[%d]", i)
	attributes := map[string]int{}
	ok, err := decodeExtension(path, n.Extensions, extInstancing, func(d *decoder, v jsonvalue.Value) {
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
			return nil, errorAt(at, "accessors[%d] has %d elements, but the one of %s has %d", index, n, counted, count)
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

// readInstanceAttribute sets one property of all transforms. Attributes of applications, whose names begin with an
// underscore, are ignored.
func (l *loader) readInstanceAttribute(path, name string, index int, transforms []rig.TRS) error {
	rule := instanceVectorRule
	switch name {
	case "TRANSLATION", "SCALE":
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
				return errorAt(path, "accessors[%d]: element %d is a quaternion of length 0, so it is not a rotation", index, k)
			}
			t.Rotation = exact.QuatFromXYZW(exact.Normalized32(q))
		}
	}
	return nil
}

// trsVisibility is the path of a channel that animates the visibility of a node, besides the paths of package gltf.
const trsVisibility gltf.TRSProperty = 100

// parsePointer returns the node and the path that a pointer of KHR_animation_pointer names, or false for a property that
// is not played. The node may be out of range.
func parsePointer(pointer string) (node int, path gltf.TRSProperty, ok bool) {
	rest, ok := strings.CutPrefix(pointer, "/nodes/")
	if !ok {
		return 0, 0, false
	}
	number, property, _ := strings.Cut(rest, "/")
	index, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return 0, 0, false
	}
	if property == "extensions/"+extVisibility+"/visible" {
		return int(index), trsVisibility, true
	}
	path, ok = targetPaths[property]
	return int(index), path, ok
}

// isHidden reports whether a node is hidden at rest (KHR_node_visibility).
func (l *loader) isHidden(i int) (bool, error) {
	hidden := false
	_, err := decodeExtension(fmt.Sprintf("nodes[%d]", i), l.doc.Nodes[i].Extensions, extVisibility, func(d *decoder, v jsonvalue.Value) {
		for name, value := range d.members(v) {
			if name == "visible" {
				hidden = !d.bool(value)
			}
		}
	})
	return hidden, err
}

// findVisibility sets for each node whether it or one above it is hidden for good, and the nearest node whose visibility
// a clip changes, the node itself or one above it.
func (l *loader) findVisibility() {
	for _, i := range l.order {
		n := &l.nodes[i]
		n.nearestAnimated, n.staysHidden = -1, n.hidden && !n.animatesVisibility
		if n.parent >= 0 {
			parent := &l.nodes[n.parent]
			n.nearestAnimated, n.staysHidden = parent.nearestAnimated, n.staysHidden || parent.staysHidden
		}
		n.animatedAbove = n.nearestAnimated
		if n.animatesVisibility {
			n.nearestAnimated = i
		}
	}
}

// setVisibility sets whether and when a part at a node is drawn: not while the node or one above it is hidden.
func (l *loader) setVisibility(p *part) error {
	p.hidden = l.nodes[p.node].staysHidden
	for i := l.nodes[p.node].nearestAnimated; i >= 0; i = l.nodes[i].animatedAbove {
		if err := l.memory.spend(fmt.Sprintf("nodes[%d]", p.node), 1, 64); err != nil {
			return err
		}
		joint, _ := l.skeleton.FromSource(i)
		channel, _ := l.skeleton.VisibilityChannel(joint)
		p.visibility = append(p.visibility, channel.Offset)
	}
	return nil
}
