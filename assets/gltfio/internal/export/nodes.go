package export

import (
	"fmt"
	"math"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// addNodes adds the nodes of the model, or one node per joint if the model has no nodes.
func (e *exporter) addNodes() error {
	e.nodeOf = make([]int, e.skeleton.Len())
	if len(e.model.Nodes) == 0 {
		for j := range e.nodeOf {
			e.nodeOf[j] = e.addNode(e.skeleton.JointName(j), e.skeleton.Parent(j), e.skeleton.Rest(j))
			if c, ok := e.skeleton.VisibilityChannel(j); ok {
				e.setVisible(e.nodeOf[j], e.skeleton.RestMorphs()[c.Offset] >= 0.5)
			}
		}
		return nil
	}
	for j := range e.nodeOf {
		e.nodeOf[j] = -1
	}
	for i, n := range e.model.Nodes {
		rest := n.Rest
		if n.IsJoint {
			if n.Joint < 0 || n.Joint >= len(e.nodeOf) || e.nodeOf[n.Joint] >= 0 {
				return fmt.Errorf("node %d (%q): expected a joint below %d with this node alone, found joint %d", i,
					n.Name, len(e.nodeOf), n.Joint)
			}
			e.nodeOf[n.Joint] = i
			rest = e.skeleton.Rest(n.Joint)
		}
		if n.Parent < -1 || n.Parent >= len(e.model.Nodes) {
			return fmt.Errorf("node %d (%q): expected a parent below %d, the number of nodes, found %d", i, n.Name,
				len(e.model.Nodes), n.Parent)
		}
		node := e.addNode(n.Name, n.Parent, rest)
		if n.Hidden {
			e.setVisible(node, false)
		}
		if !n.IsJoint {
			e.writeShearMatrix(node, n)
		}
	}
	e.addLackingJoints()
	for _, c := range e.skeleton.VisibilityChannels() {
		if node := e.nodeOf[c.Joint]; node >= 0 && e.nodes[node].Extensions == nil {
			e.setVisible(node, e.skeleton.RestMorphs()[c.Offset] >= 0.5)
		}
	}
	return e.checkNodes()
}

// addLackingJoints adds nodes for the joints that the model's file lacked when it joined the
// skeleton of others, and hangs the model's own nodes on them.
func (e *exporter) addLackingJoints() {
	own := len(e.model.Nodes)
	for j, node := range e.nodeOf { // parents first
		parent := -1
		if p := e.skeleton.Parent(j); p >= 0 {
			parent = e.nodeOf[p]
		}
		switch {
		case node < 0:
			e.nodeOf[j] = e.addNode(e.skeleton.JointName(j), parent, e.skeleton.Rest(j))
		case parent >= own && e.nodes[node].parent < 0:
			e.nodes[node].parent = parent
		}
	}
}

// setVisible sets whether a node is drawn at rest.
func (e *exporter) setVisible(node int, visible bool) {
	e.used[nodeVisibility] = true
	e.nodes[node].Extensions = extensions{nodeVisibility: map[string]bool{"visible": visible}}
}

// writeShearMatrix writes a node that is not a joint as a matrix if its transform has shear. The
// rest transform of such a node in the model omits the shear; its offset includes it.
func (e *exporter) writeShearMatrix(node int, n assets.Node) {
	local := rig.MatrixFromMat4(n.Offset)
	if n.Parent >= 0 && !e.model.Nodes[n.Parent].IsJoint {
		above, ok := rig.MatrixFromMat4(e.model.Nodes[n.Parent].Offset).Inverse()
		if !ok {
			return
		}
		local = above.Mul(local)
	}
	rest := n.Rest.Matrix()
	var difference, size float64
	for i := range local {
		difference = max(difference, math.Abs(float64(local[i])-float64(rest[i])))
		size = max(size, math.Abs(float64(local[i])))
	}
	if difference > 1e-5*size && n.Offset != (mgl32.Mat4{}) {
		m := [16]float32(local.Mat4())
		e.nodes[node] = exportNode{Name: n.Name, parent: n.Parent, Matrix: &m}
	}
}

// checkNodes returns an error unless every joint has a node whose parent is the node of the joint's
// parent, and no node is its own ancestor.
func (e *exporter) checkNodes() error {
	for j, node := range e.nodeOf {
		want := -1
		if parent := e.skeleton.Parent(j); parent >= 0 {
			want = e.nodeOf[parent]
		}
		if e.nodes[node].parent != want {
			return fmt.Errorf("joint %d (%q): expected node %d, of its parent joint, as the parent of its node, "+
				"found node %d", j,
				e.skeleton.JointName(j), want, e.nodes[node].parent)
		}
	}
	for i := range e.nodes {
		steps := 0
		for n := i; n >= 0; n = e.nodes[n].parent {
			if steps++; steps > len(e.nodes) {
				return fmt.Errorf("node %d (%q): expected ancestors that end in a root, found a cycle", i,
					e.nodes[i].Name)
			}
		}
	}
	return nil
}

// addNode adds a node and returns its index. The lists of children are filled at the end, by
// addScenes.
func (e *exporter) addNode(name string, parent int, rest rig.TRS) int {
	n := exportNode{Name: name, parent: parent}
	if !sameBits(rest.Translation[:], 0, 0, 0) {
		n.Translation = (*[3]float32)(&rest.Translation)
	}
	if q := exact.XYZW(rest.Rotation); !sameBits(q[:], 0, 0, 0, 1) {
		q = beforeNormalization(q)
		n.Rotation = &q
	}
	if !sameBits(rest.Scale[:], 1, 1, 1) {
		n.Scale = (*[3]float32)(&rest.Scale)
	}
	e.nodes = append(e.nodes, n)
	return len(e.nodes) - 1
}

// sameBits reports whether numbers are the same to the last bit: 0 differs from -0.
func sameBits(a []float32, b ...float32) bool {
	return slices.EqualFunc(a, b, func(x, y float32) bool { return math.Float32bits(x) == math.Float32bits(y) })
}

// joinRoots makes the joints of each skin share a root, as glTF requires: if they do not, their
// roots become children of a new node.
func (e *exporter) joinRoots() error {
	rootOf := func(n int) int {
		for e.nodes[n].parent >= 0 {
			n = e.nodes[n].parent
		}
		return n
	}
	for i, skin := range e.doc.Skins {
		first := rootOf(skin.Joints[0])
		for _, joint := range skin.Joints {
			root := rootOf(joint)
			if root == first {
				continue
			}
			joined := e.addNode(fmt.Sprintf("root of skin %d", i), -1, rig.IdentityTRS())
			e.nodes[first].parent, e.nodes[root].parent = joined, joined
			first = joined
		}
	}
	return nil
}

// addScenes fills the children of every node and writes the scenes of the model, or one scene of
// all roots if it has none.
func (e *exporter) addScenes() error {
	var roots []int
	for i := range e.nodes {
		if parent := e.nodes[i].parent; parent >= 0 {
			e.nodes[parent].Children = append(e.nodes[parent].Children, i)
		} else {
			roots = append(roots, i)
		}
	}
	if len(e.model.Scenes) == 0 {
		e.doc.Scenes = []*gltf.Scene{{Name: e.model.Name, Nodes: roots}}
		e.doc.Scene = gltf.Index(0)
		return nil
	}
	for i, s := range e.model.Scenes {
		scene := &gltf.Scene{Name: s.Name}
		listed := map[int]bool{}
		for _, root := range s.Roots {
			if root < 0 || root >= len(e.model.Nodes) {
				return fmt.Errorf("scene %d: expected a root below %d, the number of nodes, found %d", i,
					len(e.model.Nodes), root)
			}
			for e.nodes[root].parent >= 0 {
				root = e.nodes[root].parent
			}
			if !listed[root] {
				listed[root] = true
				scene.Nodes = append(scene.Nodes, root)
			}
		}
		e.doc.Scenes = append(e.doc.Scenes, scene)
	}
	if e.model.Scene < 0 || e.model.Scene >= len(e.doc.Scenes) {
		return fmt.Errorf("expected a scene below %d, the number of scenes, found %d", len(e.doc.Scenes),
			e.model.Scene)
	}
	e.doc.Scene = gltf.Index(e.model.Scene)
	return nil
}
