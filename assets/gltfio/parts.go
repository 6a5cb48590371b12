package gltfio

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// part is a mesh of the scene before it has IDs.
type part struct {
	node int
	mesh *fileMesh
	skin *assets.Skin
	// rigid parts move with entry of the skin.
	rigid  bool
	entry  int
	morphs rig.MorphChannel
}

// buildParts reads every mesh of the scene, in the order of the nodes.
func (l *loader) buildParts() error {
	shown := l.sceneNodes()
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
			if m.lastJoint >= p.skin.Len() {
				return fault(m.lastPath, "%d is not below the %d joints of skin %d, which nodes[%d] uses", m.lastJoint, p.skin.Len(), *n.Skin, i)
			}
		}
		l.parts = append(l.parts, p)
	}
	for i, m := range l.doc.Meshes {
		if !l.meshIsRead(i) {
			l.warn(fmt.Sprintf("meshes[%d]", i), "no node of the scene shows %q; it was left out", m.Name)
		}
	}
	nodes := make([]int, len(rigid))
	for k, p := range rigid {
		nodes[k] = l.parts[p].node
	}
	if err := l.rigidSkins(nodes); err != nil {
		return err
	}
	for k, p := range rigid {
		l.parts[p].skin, l.parts[p].entry = l.rigid[k/rig.MaxJoints], k%rig.MaxJoints
	}
	return nil
}

func (l *loader) meshIsRead(i int) bool {
	return l.meshes[meshKey{i, false}] != nil || l.meshes[meshKey{i, true}] != nil
}

// sceneNodes says of each node whether the scene shows it.
func (l *loader) sceneNodes() []bool {
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
