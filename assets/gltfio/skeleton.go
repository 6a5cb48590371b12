package gltfio

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// buildSkeleton makes the skeleton: one joint for each node that [loader.markJoints] marks. The
// other nodes do not move relative to their nearest joint; they get the transform to it.
func (l *loader) buildSkeleton() error {
	l.markJoints()
	rests := l.materialRests()
	materials := map[int][]rig.MaterialRest{}          // by joint node
	values := make([][]rig.MaterialRest, len(l.nodes)) // by node with a mesh
	nearest := func(node int) int {
		for !l.nodes[node].isJoint {
			node = l.nodes[node].parent
		}
		return node
	}
	for i := range l.nodes {
		for _, t := range rests[i] {
			rest, err := l.materialRest(t)
			if err != nil {
				return err
			}
			materials[nearest(i)] = append(materials[nearest(i)], rest)
			values[i] = append(values[i], rest)
		}
	}
	var joints []rig.Joint
	var sources []int
	jointOf := make([]int, len(l.nodes)) // the index of each node's joint
	for i, n := range l.nodes {
		if !n.isJoint {
			continue
		}
		if n.transform.shear != nil {
			return &Error{Path: fmt.Sprintf("nodes[%d].matrix", i), Err: n.transform.shear}
		}
		weights, err := l.restWeights(i)
		if err != nil {
			return err
		}
		jointOf[i] = len(joints)
		joints = append(joints, rig.Joint{
			Name: n.name, Parent: n.parent, Rest: n.transform.trs, Morphs: weights, HasVisibility: n.animatesVisibility,
			Hidden:    n.hidden,
			Materials: materials[i],
		})
		sources = append(sources, i)
	}
	for i := range joints {
		if parent := joints[i].Parent; parent >= 0 {
			joints[i].Parent = jointOf[parent]
		}
	}
	var err error
	if l.skeleton, err = rig.NewSkeleton(l.modelName(), joints, sources); err != nil {
		return &Error{Path: "nodes", Err: err}
	}
	if l.chooseScale(); l.scale != 1 {
		if err := l.scaleNodes(); err != nil {
			return err
		}
		for i, node := range sources {
			joints[i].Rest = l.nodes[node].transform.trs
		}
		if l.skeleton, err = rig.NewSkeleton(l.modelName(), joints, sources); err != nil {
			return &Error{Path: "nodes", Err: err}
		}
	}
	if err := l.joinSkeleton(values, nearest); err != nil {
		return err
	}
	l.setMaterialChannels(rests, func(node int) int {
		joint, _ := l.joint(nearest(node))
		return max(joint, 0) // see extendSkeleton
	})
	return l.findOffsets()
}

// modelName returns the file name without folder and extension.
func (l *loader) modelName() string {
	name := path.Base(strings.ReplaceAll(l.name, "\\", "/"))
	return strings.TrimSuffix(name, path.Ext(name))
}

// markJoints marks the nodes that become joints: the joints of every skin, every node that an
// animation targets or whose mesh has morph targets, the ancestors of these nodes, and the root
// above every mesh. If there are none, it marks all roots.
func (l *loader) markJoints() {
	for _, s := range l.doc.Skins {
		for _, joint := range s.Joints {
			l.markWithAncestors(joint)
		}
	}
	for _, a := range l.doc.Animations {
		for _, c := range a.Channels {
			if c != nil && c.Target.Node != nil {
				l.markWithAncestors(*c.Target.Node)
				if c.Target.Path == trsVisibility {
					l.nodes[*c.Target.Node].animatesVisibility = true
				}
			}
		}
	}
	for _, node := range l.options.Joints {
		l.markWithAncestors(node)
	}
	for i, n := range l.doc.Nodes {
		if n.Extensions[extLights] != nil {
			l.nodes[l.nodes[i].root].isJoint = true
		}
		if n.Mesh == nil {
			continue
		}
		l.nodes[l.nodes[i].root].isJoint = true
		if l.targetCount(*n.Mesh) > 0 {
			l.markWithAncestors(i)
		}
	}
	for _, n := range l.nodes {
		if n.isJoint {
			return
		}
	}
	for i := range l.nodes {
		l.nodes[l.nodes[i].root].isJoint = true
	}
}

// markWithAncestors marks a node and its ancestors as joints. It stops at the first marked node,
// whose ancestors are marked already.
func (l *loader) markWithAncestors(i int) {
	for ; i >= 0 && !l.nodes[i].isJoint; i = l.nodes[i].parent {
		l.nodes[i].isJoint = true
	}
}

// findOffsets sets the nearest joint of every node, and the transform to it.
func (l *loader) findOffsets() error {
	for _, i := range l.order {
		n := &l.nodes[i]
		n.nearestJoint, n.offset = i, rig.IdentityMatrix()
		if n.isJoint {
			continue
		}
		n.nearestJoint, n.offset = -1, n.transform.local
		if n.parent >= 0 {
			parent := &l.nodes[n.parent]
			n.nearestJoint, n.offset = parent.nearestJoint, parent.offset.Mul(n.transform.local)
		}
		if !exact.AllFinite(n.offset[:]...) {
			return errorAt(fmt.Sprintf("nodes[%d]", i), "%s", transformOverflow)
		}
		if n.transform.shear != nil {
			l.warn(fmt.Sprintf("nodes[%d].matrix", i),
				"%v; the rest transform of the node has no shear, but its meshes and children do", n.transform.shear)
		}
	}
	return nil
}

// buildSkins makes all skins of the file, whether a node uses them or not.
func (l *loader) buildSkins() error {
	for i, s := range l.doc.Skins {
		path := fmt.Sprintf("skins[%d]", i)
		if err := l.memory.spend(path, len(s.Joints), 128); err != nil {
			return err
		}
		joints := make([]int, len(s.Joints))
		matrices, err := l.inverseBinds(path+".inverseBindMatrices", s.InverseBindMatrices, len(joints))
		if err != nil {
			return err
		}
		for k, node := range s.Joints {
			var bind rig.Matrix
			joints[k], bind = l.follow(node, rig.MatrixFromMat4(matrices[k]))
			matrices[k] = bind.Mat4()
		}
		name := s.Name
		if name == "" {
			name = fmt.Sprintf("skin_%d", i)
		}
		skin, err := rig.NewSkin(name, l.skeleton, joints, matrices)
		if err != nil {
			return &Error{Path: path, Err: err}
		}
		l.skins = append(l.skins, skin)
	}
	return nil
}

// inverseBinds reads the inverse bind matrices of a skin. Without an accessor they are the
// identity, as glTF 2.0 section 5.28 requires.
func (l *loader) inverseBinds(path string, index *int, joints int) ([]mgl32.Mat4, error) {
	matrices := make([]mgl32.Mat4, joints)
	if index == nil {
		for i := range matrices {
			matrices[i] = mgl32.Ident4()
		}
		return matrices, nil
	}
	flat, err := l.readFloatsAs(path, *index, inverseBindRule)
	if err != nil {
		return nil, err
	}
	if n := l.accessors[*index].count; n < joints {
		return nil, errorAt(path,
			"accessors[%d]: expected a matrix for each of the %d joints of the skin, found %d", *index, joints, n)
	}
	copy(matrices, vectors[mgl32.Mat4](flat))
	for i := range matrices {
		m := &matrices[i]
		if !hasAffineRow(*m) {
			return nil, errorAt(path, "accessors[%d]: matrix %d: expected the last row 0 0 0 1, found %v", *index, i,
				m.Row(3))
		}
		m[3], m[7], m[11], m[15] = 0, 0, 0, 1
		if err := l.scaleVector(path, m[12:15]); err != nil {
			return nil, err
		}
	}
	return matrices, nil
}

// buildRigidSkins makes the skins of the rigid parts. For each part there is one palette index,
// which has the nearest joint of the part's node, and the transform from the part to that joint as
// inverse bind matrix. A skin holds at most [rig.MaxJoints] palette indices, so there may be
// several skins.
func (l *loader) buildRigidSkins() error {
	var rigid []*part
	for i := range l.parts {
		if l.parts[i].rigid {
			rigid = append(rigid, &l.parts[i])
		}
	}
	for chunk := range slices.Chunk(rigid, rig.MaxJoints) {
		joints, matrices := make([]int, len(chunk)), make([]mgl32.Mat4, len(chunk))
		for k, p := range chunk {
			n := &l.nodes[p.node]
			offset := n.offset
			if p.instance != rig.IdentityMatrix() {
				offset = offset.Mul(p.instance)
			}
			joints[k], offset = l.follow(n.nearestJoint, offset)
			matrices[k] = offset.Mat4()
		}
		skin, err := rig.NewSkin("rigid", l.skeleton, joints, matrices)
		if err != nil {
			return &Error{Path: "nodes", Err: err}
		}
		l.rigidSkins = append(l.rigidSkins, skin)
		for k, p := range chunk {
			p.skin, p.paletteIndex = skin, k
		}
	}
	return nil
}
