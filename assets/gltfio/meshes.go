package gltfio

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/jsontree"
)

// loadedMesh is a mesh whose materials have no IDs yet.
type loadedMesh struct {
	mesh.Mesh
	materials []int // for each primitive the index in the file, or -1 for the default material
	// highestJoint is the highest joint index with a weight at a vertex, and highestJointPath its
	// path; -1 if there is none.
	highestJoint     int
	highestJointPath string
}

// meshKey identifies one of the two forms of a mesh: with influences, or without them for nodes
// that have no skin.
type meshKey struct {
	index   int
	skinned bool
}

// targetCount returns the number of morph targets of a mesh.
func (l *loader) targetCount(index int) int {
	return len(l.doc.Meshes[index].Primitives[0].Targets)
}

// restWeights returns the morph weights of a node in the rest pose: the weights of the node, else
// of its mesh, else zeros. It returns nil if there are no morph targets.
func (l *loader) restWeights(i int) ([]float32, error) {
	n := l.doc.Nodes[i]
	if n.Mesh == nil || l.targetCount(*n.Mesh) == 0 {
		if len(n.Weights) > 0 {
			return nil, errorAt(fmt.Sprintf("nodes[%d].weights", i),
				"expected a mesh with morph targets, since the node has weights, found none")
		}
		count := l.options.Numbers[i]
		if err := l.memory.spend(fmt.Sprintf("nodes[%d]", i), count, 4); err != nil || count == 0 {
			return nil, err
		}
		return make([]float32, count), nil
	}
	count := l.targetCount(*n.Mesh)
	path, from := fmt.Sprintf("nodes[%d].weights", i), n.Weights
	if from == nil {
		path, from = fmt.Sprintf("meshes[%d].weights", *n.Mesh), l.doc.Meshes[*n.Mesh].Weights
	}
	if err := l.memory.spend(path, count, 4); err != nil {
		return nil, err
	}
	return targetWeights(path, from, count)
}

// targetWeights checks and converts the weights of count morph targets. Nil stands for zeros.
func targetWeights(path string, from []float64, count int) ([]float32, error) {
	weights := make([]float32, count)
	if from == nil {
		return weights, nil
	}
	if len(from) != count {
		return nil, errorAt(path, "expected a weight for each of the %d morph targets of the mesh, found %d", count,
			len(from))
	}
	if err := toFloat32s(weights, from); err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	return weights, nil
}

// readMesh reads a mesh in one of its forms, or returns it if it was read before.
func (l *loader) readMesh(key meshKey) (*loadedMesh, error) {
	if m, ok := l.meshes[key]; ok {
		return m, nil
	}
	source := l.doc.Meshes[key.index]
	path := fmt.Sprintf("meshes[%d]", key.index)
	m := &loadedMesh{highestJoint: -1}
	m.Name = source.Name
	if m.Name == "" {
		m.Name = fmt.Sprintf("mesh_%d", key.index)
	}
	targets := l.targetCount(key.index)
	for i, p := range source.Primitives {
		at, before := fmt.Sprintf("%s.primitives[%d]", path, i), len(m.Primitives)
		if len(p.Targets) != targets {
			return nil, errorAt(at+".targets", "expected as many morph targets as primitives[0] has, %d, found %d",
				targets, len(p.Targets))
		}
		if err := l.readPrimitive(at, p, key.skinned, m); err != nil {
			return nil, err
		}
		if n := len(m.Primitives); n > before {
			m.Primitives[n-1].Source = i
		}
	}
	if targets > 0 {
		var err error
		if m.Weights, err = targetWeights(path+".weights", source.Weights, targets); err != nil {
			return nil, err
		}
		m.TargetNames = targetNames(source.Extras, targets)
	}
	l.meshes[key] = m
	return m, nil
}

// targetNames returns the names of the morph targets, which most exporters write into the extras of
// the mesh. It returns nil unless there is one name for each target.
func targetNames(extras any, count int) []string {
	value, _ := extras.(jsontree.Value)
	var names []string
	for name, value := range value.Members() {
		if name != "targetNames" {
			continue
		}
		names = nil
		for _, element := range value.Elements() {
			text, ok := element.Text()
			if !ok {
				return nil
			}
			names = append(names, text)
		}
	}
	if len(names) != count {
		return nil
	}
	return names
}

// holdsWeightsOnly reports whether a mesh stands for the morph weights of its node, as [Write]
// marks it.
func (l *loader) holdsWeightsOnly(mesh int) bool {
	value, _ := l.doc.Meshes[mesh].Extras.(jsontree.Value)
	for name, value := range value.Members() {
		if marked, ok := value.Bool(); name == "morphWeightsOnly" && ok {
			return marked
		}
	}
	return false
}

// part is a part of the model whose mesh and skin have no IDs yet.
type part struct {
	node int
	mesh *loadedMesh
	skin *rig.Skin
	// A rigid part moves with a single matrix: that at paletteIndex in the palette of the skin.
	rigid        bool
	paletteIndex int
	instance     rig.Matrix // from the space of the rigid part to the space of its node
	morphs       rig.MorphChannel
	hidden       bool
	leftOut      bool  // by the options
	visibility   []int // the visibility channels in the morph weights of a pose
	materials    []assets.PartMaterial
}

// buildParts reads the meshes of the scene and makes the parts, in the order of the nodes. Every
// instance of a mesh becomes a part.
func (l *loader) buildParts() error {
	visible := l.visibleNodes()
	l.findVisibility()
	for i, n := range l.doc.Nodes {
		if n.Mesh == nil || !visible[i] || l.holdsWeightsOnly(*n.Mesh) {
			continue
		}
		m, err := l.readMesh(meshKey{*n.Mesh, n.Skin != nil})
		if err != nil {
			return err
		}
		p := part{node: i, mesh: m, rigid: n.Skin == nil}
		if joint, ok := l.joint(i); ok {
			p.morphs, _ = l.skeleton.MorphChannel(joint)
		}
		if !p.rigid {
			p.skin = l.skins[*n.Skin]
			if m.highestJoint >= p.skin.Len() {
				return errorAt(m.highestJointPath,
					"expected a joint below %d, those of skins[%d], which nodes[%d] uses, found %d", p.skin.Len(),
					*n.Skin, i, m.highestJoint)
			}
		}
		if err := l.setVisibility(&p); err != nil {
			return err
		}
		for k, material := range m.materials {
			for _, channel := range l.channelsOfMaterial(material) {
				p.materials = append(p.materials, assets.PartMaterial{Primitive: k, MaterialChannel: channel})
			}
		}
		if err := l.memory.spend(fmt.Sprintf("nodes[%d]", i), len(p.materials), 64); err != nil {
			return err
		}
		instances, err := l.readInstances(i)
		if err != nil {
			return err
		}
		for _, p.instance = range instances {
			l.parts = append(l.parts, p)
		}
	}
	for i, m := range l.doc.Meshes {
		if !l.meshIsShown(i) && !l.holdsWeightsOnly(i) {
			l.warn(fmt.Sprintf("meshes[%d]", i), "no node of the scene uses mesh %q; it was skipped", m.Name)
		}
	}
	if err := l.buildRigidSkins(); err != nil {
		return err
	}
	return l.buildLights()
}

// meshIsShown reports whether a part uses a mesh of the file.
func (l *loader) meshIsShown(i int) bool {
	return l.meshes[meshKey{i, false}] != nil || l.meshes[meshKey{i, true}] != nil
}

// visibleNodes reports for each node whether it belongs to the selected scene.
func (l *loader) visibleNodes() []bool {
	visible := make([]bool, len(l.nodes))
	if len(l.doc.Scenes) == 0 {
		for i := range visible {
			visible[i] = true
		}
		return visible
	}
	for _, root := range l.doc.Scenes[l.scene].Nodes {
		visible[root] = true
	}
	for _, i := range l.order {
		if parent := l.nodes[i].parent; parent >= 0 {
			visible[i] = visible[parent]
		}
	}
	return visible
}
