package gltfio

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// fileMesh is a mesh whose primitives do not know their materials' IDs yet.
type loadedMesh struct {
	assets.Mesh
	materials []int // for each primitive an index in the file, -1 for the default material
	// lastJoint is the highest joint index that a vertex uses, and lastPath where; -1 where there is none.
	highestJoint     int
	highestJointPath string
}

// meshKey tells apart the two forms of a mesh: with influences, and without, for nodes that have no skin.
type meshKey struct {
	index   int
	skinned bool
}

// targetCount returns how many morph targets a mesh has.
func (l *loader) targetCount(index int) int {
	return len(l.doc.Meshes[index].Primitives[0].Targets)
}

// restWeights returns the weights of the morph targets of the mesh that a node carries: the node's own, or else the mesh's, or
// else zeros. They are nil where there are no targets.
func (l *loader) restWeights(i int) ([]float32, error) {
	n := l.doc.Nodes[i]
	if n.Mesh == nil || l.targetCount(*n.Mesh) == 0 {
		if len(n.Weights) > 0 {
			return nil, errorAt(fmt.Sprintf("nodes[%d].weights", i), "the node has no mesh with morph targets")
		}
		return nil, nil
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

// targetWeights checks and converts the weights of that many targets; nil means zeros.
func targetWeights(path string, from []float64, count int) ([]float32, error) {
	weights := make([]float32, count)
	if from == nil {
		return weights, nil
	}
	if len(from) != count {
		return nil, errorAt(path, "%d weights for %d morph targets", len(from), count)
	}
	if err := toFloat32s(weights, from); err != nil {
		return nil, &Error{Path: path, Err: err}
	}
	return weights, nil
}

// readMesh reads a mesh, once for each form.
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
			return nil, errorAt(at+".targets", "%d morph targets, where primitives[0] has %d", len(p.Targets), targets)
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

// targetNames returns the names that most exporters put in the mesh's extras, if there is one for each target.
func targetNames(extras any, count int) []string {
	object, _ := extras.(map[string]any)
	list, _ := object["targetNames"].([]any)
	if len(list) != count {
		return nil
	}
	names := make([]string, count)
	for i, name := range list {
		text, ok := name.(string)
		if !ok {
			return nil
		}
		names[i] = text
	}
	return names
}

// part is a mesh of the scene before it has IDs.
type part struct {
	node int
	mesh *loadedMesh
	skin *assets.Skin
	// rigid parts move with entry of the skin.
	rigid        bool
	paletteIndex int
	morphs       rig.MorphChannel
}

// buildParts reads every mesh of the scene, in the order of the nodes.
func (l *loader) buildParts() error {
	shown := l.visibleNodes()
	var rigid []int // parts
	for i, n := range l.doc.Nodes {
		if n.Mesh == nil || !shown[i] {
			continue
		}
		m, err := l.readMesh(meshKey{*n.Mesh, n.Skin != nil})
		if err != nil {
			return err
		}
		p := part{node: i, mesh: m, rigid: n.Skin == nil}
		if joint, ok := l.skeleton.FromSource(i); ok {
			p.morphs, _ = l.skeleton.MorphChannel(joint)
		}
		if p.rigid {
			rigid = append(rigid, len(l.parts))
		} else {
			p.skin = l.skins[*n.Skin]
			if m.highestJoint >= p.skin.Len() {
				return errorAt(m.highestJointPath, "%d is not below the %d joints of skin %d, which nodes[%d] uses", m.highestJoint, p.skin.Len(), *n.Skin, i)
			}
		}
		l.parts = append(l.parts, p)
	}
	for i, m := range l.doc.Meshes {
		if !l.meshIsShown(i) {
			l.warn(fmt.Sprintf("meshes[%d]", i), "no node of the scene shows %q; it was left out", m.Name)
		}
	}
	nodes := make([]int, len(rigid))
	for k, p := range rigid {
		nodes[k] = l.parts[p].node
	}
	if err := l.buildRigidSkins(nodes); err != nil {
		return err
	}
	for k, p := range rigid {
		l.parts[p].skin, l.parts[p].paletteIndex = l.rigidSkins[k/rig.MaxJoints], k%rig.MaxJoints
	}
	return nil
}

func (l *loader) meshIsShown(i int) bool {
	return l.meshes[meshKey{i, false}] != nil || l.meshes[meshKey{i, true}] != nil
}

// sceneNodes says of each node whether the scene shows it.
func (l *loader) visibleNodes() []bool {
	shown := make([]bool, len(l.nodes))
	if len(l.doc.Scenes) == 0 {
		for i := range shown {
			shown[i] = true
		}
		return shown
	}
	for _, root := range l.doc.Scenes[l.scene].Nodes {
		shown[root] = true
	}
	for _, i := range l.order {
		if parent := l.nodes[i].parent; parent >= 0 {
			shown[i] = shown[parent]
		}
	}
	return shown
}
