package export

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// addSkins writes the skins of the model, followed by other skins that its parts use.
func (e *exporter) addSkins() error {
	ids := append([]assets.SkinID(nil), e.model.Skins...)
	for _, p := range e.model.Parts {
		if !p.Rigid {
			ids = append(ids, p.Skin)
		}
	}
	for _, id := range ids {
		if _, known := e.skins[id]; known {
			continue
		}
		skin := e.lib.Skin(id)
		if skin == nil || skin.Skeleton() != e.skeleton {
			return fmt.Errorf("expected a skin of the library for the skeleton of the model, found the ID %#x", uint32(id))
		}
		out := &gltf.Skin{Name: skin.Name()}
		var matrices []float32
		isListed := make([]bool, e.skeleton.Len())
		for i, j := range skin.Joints() {
			node := e.nodeOf[j]
			if isListed[j] { // in a file the joints of a skin differ
				node = e.addNode(fmt.Sprintf("%s %d", e.skeleton.JointName(int(j)), i), node, rig.IdentityTRS())
			}
			isListed[j] = true
			out.Joints = append(out.Joints, node)
			m := rig.MatrixAt(skin.InverseBinds(), i).Mat4()
			matrices = append(matrices, m[:]...)
		}
		out.InverseBindMatrices = gltf.Index(e.floats(gltf.AccessorMat4, gltf.TargetNone, false, matrices))
		e.skins[id] = len(e.doc.Skins)
		e.doc.Skins = append(e.doc.Skins, out)
	}
	e.addLackingSkins()
	return nil
}

// addLackingSkins lists the joints that the model's file lacked in skins that no mesh has, one for
// each root, since a node that is in no skin need not be a joint for a reader.
func (e *exporter) addLackingSkins() {
	if len(e.model.Nodes) == 0 {
		return
	}
	skins := map[int]*gltf.Skin{} // by the joint that is the root
	for j, node := range e.nodeOf {
		if node < len(e.model.Nodes) {
			continue
		}
		root := j
		for e.skeleton.Parent(root) >= 0 {
			root = e.skeleton.Parent(root)
		}
		if skins[root] == nil {
			skins[root] = &gltf.Skin{Name: "joints below " + e.skeleton.JointName(root)}
			e.doc.Skins = append(e.doc.Skins, skins[root])
		}
		skins[root].Joints = append(skins[root].Joints, node)
	}
}

// addParts writes the meshes of the parts and gives them to nodes.
func (e *exporter) addParts() error {
	for i := range e.model.Parts {
		p := &e.model.Parts[i]
		if err := e.addPart(p); err != nil {
			return fmt.Errorf("part %d (%q): %w", i, p.Name, err)
		}
	}
	return nil
}

// addPart writes the mesh of a part and sets it, with its skin, at a node.
func (e *exporter) addPart(p *assets.Part) error {
	mesh, err := e.addMesh(p)
	if err != nil {
		return err
	}
	node, err := e.meshNode(p)
	if err != nil {
		return err
	}
	if e.nodes[node].Mesh != nil {
		if p.Morphs.Count > 0 || p.Rigid && (len(e.model.Nodes) == 0 ||
			e.model.Nodes[p.Node].Offset == (mgl32.Mat4{})) {
			return fmt.Errorf("expected a node without the mesh of another part, found node %d", node)
		}
		node = e.addNode(p.Name, node, rig.IdentityTRS())
	}
	n := &e.nodes[node]
	n.Mesh = &mesh
	if p.Hidden && !e.isHidden(node) {
		if e.nodeOwnsChildren(node) {
			return fmt.Errorf(
				"expected a node without children for a hidden part, found node %d, which is not hidden", node)
		}
		e.setVisible(node, false)
	}
	if !p.Rigid {
		n.Skin = gltf.Index(e.skins[p.Skin])
	}
	if p.Morphs.Count > 0 && node == e.nodeOf[p.Morphs.Joint] {
		e.morphing[p.Morphs.Joint] = true
		if rest := e.skeleton.RestMorphs()[p.Morphs.Offset:][:p.Morphs.Count]; !slices.Equal(rest,
			e.lib.Mesh(p.Mesh).Weights) {
			n.Weights = rest
		}
	}
	return nil
}

// isHidden reports whether a node or one above it is hidden at rest.
func (e *exporter) isHidden(node int) bool {
	for ; node >= 0; node = e.nodes[node].parent {
		if visible, ok := e.nodes[node].Extensions[nodeVisibility].(map[string]bool); ok && !visible["visible"] {
			return true
		}
	}
	return false
}

// nodeOwnsChildren reports whether a node has children.
func (e *exporter) nodeOwnsChildren(node int) bool {
	return slices.ContainsFunc(e.nodes, func(n exportNode) bool { return n.parent == node })
}

// addMorphWeights gives a mesh without triangles to every joint whose morph weights belong to no
// part, such as weights of another scene, so that the weights at rest and the tracks of clips are
// kept.
func (e *exporter) addMorphWeights() error {
	for _, c := range e.skeleton.MorphChannels() {
		n := &e.nodes[e.nodeOf[c.Joint]]
		if e.morphing[c.Joint] || n.Mesh != nil {
			continue
		}
		mesh := &gltf.Mesh{
			Name:       e.skeleton.JointName(c.Joint),
			Primitives: []*gltf.Primitive{e.emptyPrimitive(c.Count, false)}, Extras: MeshExtras{MorphWeightsOnly: true},
		}
		n.Mesh, n.Weights = gltf.Index(len(e.doc.Meshes)), e.skeleton.RestMorphs()[c.Offset:][:c.Count]
		e.doc.Meshes = append(e.doc.Meshes, mesh)
		e.morphing[c.Joint] = true
	}
	return nil
}

// meshNode returns the node for the mesh of a part: its node in the model, or one made for it if
// the model has no nodes.
func (e *exporter) meshNode(p *assets.Part) (int, error) {
	if len(e.model.Nodes) > 0 {
		if p.Node < 0 || p.Node >= len(e.model.Nodes) {
			return 0, fmt.Errorf("expected a node below %d, the number of nodes, found %d", len(e.model.Nodes),
				p.Node)
		}
		return e.instanceNode(p)
	}
	if !p.Rigid {
		if p.Morphs.Count > 0 {
			return e.nodeOf[p.Morphs.Joint], nil
		}
		return e.addNode(p.Name, -1, rig.IdentityTRS()), nil
	}
	skin := e.lib.Skin(p.Skin)
	if skin == nil || p.PaletteIndex < 0 || p.PaletteIndex >= skin.Len() {
		return 0, fmt.Errorf("expected a skin of the library with a palette index %d, found none", p.PaletteIndex)
	}
	joint, offset := int(skin.Joints()[p.PaletteIndex]), rig.MatrixAt(skin.InverseBinds(), p.PaletteIndex)
	if p.Morphs.Count > 0 {
		if joint != p.Morphs.Joint || offset != rig.IdentityMatrix() {
			return 0, fmt.Errorf("expected the mesh at joint %d, which has its morph weights, without an offset, "+
				"found it elsewhere",
				p.Morphs.Joint)
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

// instanceNode returns the node of a part, or for an instance that is not at its node a new child
// of that node.
func (e *exporter) instanceNode(p *assets.Part) (int, error) {
	skin, offset := e.lib.Skin(p.Skin), e.model.Nodes[p.Node].Offset
	if !p.Rigid || p.Morphs.Count > 0 || offset == (mgl32.Mat4{}) || skin == nil || p.PaletteIndex < 0 ||
		p.PaletteIndex >= skin.Len() {
		return p.Node, nil
	}
	at, transform := rig.MatrixFromMat4(offset), rig.MatrixAt(skin.InverseBinds(), p.PaletteIndex)
	if transform == at {
		return p.Node, nil
	}
	inverse, ok := at.Inverse()
	if !ok {
		return 0, fmt.Errorf(
			"expected a transform of node %d that has an inverse, which the instances of its mesh need, "+
				"found a singular one", p.Node)
	}
	node := e.addNode(p.Name, p.Node, rig.IdentityTRS())
	m := inverse.Mul(transform).Mat4()
	e.nodes[node].Matrix = (*[16]float32)(&m)
	return node, nil
}
