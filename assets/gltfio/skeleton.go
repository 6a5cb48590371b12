package gltfio

import (
	"fmt"
	"path"
	"strings"

	"github.com/sinew-go/sinew/assets/rig"
)

// buildSkeleton makes one skeleton of all nodes that move or that something hangs on: the joints of every skin, every node that
// an animation targets or whose mesh has morph targets, the ancestors of these, and the root above every mesh. The other
// nodes stand still in the space of one of these, and get their offset from it.
func (l *loader) buildSkeleton() error {
	l.markJoints()
	var joints []rig.Joint
	var sources []int
	place := make([]int, len(l.nodes)) // among the joints
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
		place[i] = len(joints)
		joints = append(joints, rig.Joint{Name: n.name, Parent: n.parent, Rest: n.transform.trs, Morphs: weights})
		sources = append(sources, i)
	}
	for i := range joints {
		if parent := joints[i].Parent; parent >= 0 {
			joints[i].Parent = place[parent]
		}
	}
	var err error
	if l.skeleton, err = rig.NewSkeleton(l.modelName(), joints, sources); err != nil {
		return &Error{Path: "nodes", Err: err}
	}
	return l.findOffsets()
}

// modelName is the file's name without folder and extension.
func (l *loader) modelName() string {
	name := path.Base(strings.ReplaceAll(l.name, "\\", "/"))
	return strings.TrimSuffix(name, path.Ext(name))
}

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
	root := make([]int, len(l.nodes))
	for _, i := range l.order {
		root[i] = i
		if parent := l.nodes[i].parent; parent >= 0 {
			root[i] = root[parent]
		}
	}
	for i, n := range l.doc.Nodes {
		if n.Mesh == nil {
			continue
		}
		l.nodes[root[i]].isJoint = true
		if l.targetCount(*n.Mesh) > 0 {
			l.markWithAncestors(i)
		}
	}
	for _, n := range l.nodes {
		if n.isJoint {
			return
		}
	}
	for _, i := range root {
		l.nodes[i].isJoint = true
	}
}

// markWithAncestors stops at the first ancestor that is marked, since its own ancestors then are, too: a root alone is
// marked only as the last of a chain.
func (l *loader) markWithAncestors(i int) {
	for ; i >= 0 && !l.nodes[i].isJoint; i = l.nodes[i].parent {
		l.nodes[i].isJoint = true
	}
}

// findOffsets gives every node that is no joint its transform to the nearest ancestor that is one.
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
		for _, v := range n.offset {
			if v-v != 0 {
				return errorAt(fmt.Sprintf("nodes[%d]", i), "its transform, multiplied with its parents', is beyond float32")
			}
		}
		if n.transform.shear != nil {
			l.warn(fmt.Sprintf("nodes[%d].matrix", i), "%v; as its node's own rest transform it was straightened, what hangs on it is sheared", n.transform.shear)
		}
	}
	return nil
}
