package gltfio

import (
	"fmt"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// addParts hangs the model's meshes on its nodes.
func (e *exporter) addParts() error {
	for i := range e.model.Parts {
		p := &e.model.Parts[i]
		if err := e.addPart(p); err != nil {
			return fmt.Errorf("part %d (%q): %w", i, p.Name, err)
		}
	}
	return nil
}

func (e *exporter) addPart(p *assets.Part) error {
	mesh, err := e.addMesh(p)
	if err != nil {
		return err
	}
	node, err := e.carrier(p)
	if err != nil {
		return err
	}
	n := &e.nodes[node]
	if n.Mesh != nil {
		return fmt.Errorf("its node %d carries another part's mesh already", node)
	}
	n.Mesh = &mesh
	if !p.Rigid {
		n.Skin = gltf.Index(e.skins[p.Skin])
	}
	return nil
}

// carrier returns the node for a part's mesh: the source's, or one made for it.
func (e *exporter) carrier(p *assets.Part) (int, error) {
	if len(e.model.Nodes) > 0 {
		if p.Node < 0 || p.Node >= len(e.model.Nodes) {
			return 0, fmt.Errorf("node %d is not among the %d nodes", p.Node, len(e.model.Nodes))
		}
		return p.Node, nil
	}
	if !p.Rigid {
		if p.Morphs.Count > 0 {
			return e.nodeOf[p.Morphs.Joint], nil
		}
		return e.addNode(p.Name, -1, rig.IdentityTRS()), nil
	}
	skin := e.lib.Skin(p.Skin)
	if skin == nil || p.PaletteIndex < 0 || p.PaletteIndex >= skin.Len() {
		return 0, fmt.Errorf("its skin is not in the library, or has no entry %d", p.PaletteIndex)
	}
	joint, offset := int(skin.Joints()[p.PaletteIndex]), rig.MatrixAt(skin.InverseBinds(), p.PaletteIndex)
	if p.Morphs.Count > 0 {
		if joint != p.Morphs.Joint || offset != rig.IdentityMatrix() {
			return 0, fmt.Errorf("morph weights of joint %d cannot move a mesh that sits elsewhere", p.Morphs.Joint)
		}
		return e.nodeOf[joint], nil
	}
	node := e.addNode(p.Name, e.nodeOf[joint], rig.IdentityTRS())
	if offset != rig.IdentityMatrix() {
		m := offset.Mat4()
		e.nodes[node].Matrix = (*[16]float32)(&m)
	}
	return node, nil
}
