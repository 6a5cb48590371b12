package gltfio

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
)

// addNodes makes a node of each of the model's, or of each joint where it has none.
func (e *exporter) addNodes() error {
	e.nodeOf = make([]int, e.skeleton.Len())
	if len(e.model.Nodes) == 0 {
		for j := range e.nodeOf {
			e.nodeOf[j] = e.addNode(e.skeleton.Joint(j), e.skeleton.Parent(j), e.skeleton.Rest(j))
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
				return fmt.Errorf("node %d (%q): joint %d is not one of the skeleton's %d that no other node is", i, n.Name, n.Joint, len(e.nodeOf))
			}
			e.nodeOf[n.Joint] = i
			rest = e.skeleton.Rest(n.Joint)
		}
		if n.Parent < -1 || n.Parent >= len(e.model.Nodes) {
			return fmt.Errorf("node %d (%q): parent %d is not among the %d nodes", i, n.Name, n.Parent, len(e.model.Nodes))
		}
		node := e.addNode(n.Name, n.Parent, rest)
		if !n.IsJoint {
			e.keepShear(node, n)
		}
	}
	return e.checkNodes()
}

// keepShear writes a node that stands still as a matrix where its rest transform is not all of it: a transform with shear
// is kept in the node's offset alone.
func (e *exporter) keepShear(node int, n assets.Node) {
	local := rig.MatrixFromMat4(n.Offset)
	if n.Parent >= 0 && !e.model.Nodes[n.Parent].IsJoint {
		above, ok := rig.MatrixFromMat4(e.model.Nodes[n.Parent].Offset).Inverse()
		if !ok {
			return
		}
		local = above.Mul(local)
	}
	rest := n.Rest.Matrix()
	var off, size float64
	for i := range local {
		off = max(off, math.Abs(float64(local[i])-float64(rest[i])))
		size = max(size, math.Abs(float64(local[i])))
	}
	if off > 1e-5*size && n.Offset != (mgl32.Mat4{}) {
		m := [16]float32(local.Mat4())
		e.nodes[node] = exportNode{Name: n.Name, parent: n.Parent, Matrix: &m}
	}
}

// checkNodes returns an error unless every joint has a node, below the node of its parent, and no node is its own ancestor.
func (e *exporter) checkNodes() error {
	for j, node := range e.nodeOf {
		if node < 0 {
			return fmt.Errorf("joint %d (%q): there is no node for it", j, e.skeleton.Joint(j))
		}
		want := -1
		if parent := e.skeleton.Parent(j); parent >= 0 {
			want = e.nodeOf[parent]
		}
		if e.nodes[node].parent != want {
			return fmt.Errorf("joint %d (%q): its node's parent is node %d, not the node %d of its parent", j, e.skeleton.Joint(j), e.nodes[node].parent, want)
		}
	}
	for i := range e.nodes {
		steps := 0
		for n := i; n >= 0; n = e.nodes[n].parent {
			if steps++; steps > len(e.nodes) {
				return fmt.Errorf("node %d (%q): its ancestors form a cycle", i, e.nodes[i].Name)
			}
		}
	}
	return nil
}

// addNode adds a node and returns its index; links from parents to children are made last.
func (e *exporter) addNode(name string, parent int, rest rig.TRS) int {
	n := exportNode{Name: name, parent: parent}
	if rest.Translation != (mgl32.Vec3{}) {
		n.Translation = (*[3]float32)(&rest.Translation)
	}
	if rest.Rotation != mgl32.QuatIdent() {
		q := rest.Rotation
		n.Rotation = &[4]float32{q.V[0], q.V[1], q.V[2], q.W}
	}
	if rest.Scale != (mgl32.Vec3{1, 1, 1}) {
		n.Scale = (*[3]float32)(&rest.Scale)
	}
	e.nodes = append(e.nodes, n)
	return len(e.nodes) - 1
}

// addSkins writes the model's skins, and after them those that its skinned parts use besides.
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
			return fmt.Errorf("skin %d is not in the library, or of another skeleton", id)
		}
		out := &gltf.Skin{Name: skin.Name()}
		var matrices []float32
		for i, j := range skin.Joints() {
			out.Joints = append(out.Joints, e.nodeOf[j])
			m := rig.MatrixAt(skin.InverseBinds(), i).Mat4()
			matrices = append(matrices, m[:]...)
		}
		out.InverseBindMatrices = gltf.Index(e.floats(gltf.AccessorMat4, gltf.TargetNone, false, matrices))
		e.skins[id] = len(e.doc.Skins)
		e.doc.Skins = append(e.doc.Skins, out)
	}
	return nil
}

// joinRoots puts the roots of each skin's joints below one node where they are several.
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

// addScenes links parents to children and lists the roots: those of the model's scenes, or all of them.
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
				return fmt.Errorf("scene %d: root %d is not among the %d nodes", i, root, len(e.model.Nodes))
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
		return errors.New("its scene is not among its scenes")
	}
	e.doc.Scene = gltf.Index(e.model.Scene)
	return nil
}
