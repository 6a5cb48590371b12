package gltfio

import (
	"fmt"
	"path"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
)

// buildSkeleton makes the skeleton: one joint for each node that [loader.markJoints] marks. The other nodes do not move
// relative to their nearest joint; they get the transform to it.
func (l *loader) buildSkeleton() error {
	l.markJoints()
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
		joints = append(joints, rig.Joint{Name: n.name, Parent: n.parent, Rest: n.transform.trs, Morphs: weights})
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
	return l.findOffsets()
}

// modelName returns the file name without folder and extension.
func (l *loader) modelName() string {
	name := path.Base(strings.ReplaceAll(l.name, "\\", "/"))
	return strings.TrimSuffix(name, path.Ext(name))
}

// markJoints marks the nodes that become joints: the joints of every skin, every node that an animation targets or
// whose mesh has morph targets, the ancestors of these nodes, and the root above every mesh. If there are none, it
// marks all roots.
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
			}
		}
	}
	for _, node := range l.options.Joints {
		if node >= 0 && node < len(l.nodes) {
			l.markWithAncestors(node)
		}
	}
	for i, n := range l.doc.Nodes {
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

// markWithAncestors marks a node and its ancestors as joints. It stops at the first marked node, whose ancestors are
// marked already.
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
		if _, ok := allFinite(n.offset[:]); !ok {
			return errorAt(fmt.Sprintf("nodes[%d]", i), "%s", transformOverflow)
		}
		if n.transform.shear != nil {
			l.warn(fmt.Sprintf("nodes[%d].matrix", i), "%v; the rest transform of the node has no shear, but its meshes and children do", n.transform.shear)
		}
	}
	return nil
}
