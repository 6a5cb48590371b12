package gltfio

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// node is a node with its place in the hierarchy.
type node struct {
	name      string
	parent    int // -1 for a root
	transform nodeTransform
	isJoint   bool
	// offset is the transform to the nearest ancestor that is a joint, for a node that is none.
	offset       rig.Matrix
	nearestJoint int // that ancestor's node; -1: there is none
}

// readNodes finds every node's parent and transform, and an order that has parents first.
func (l *loader) readNodes() error {
	if len(l.doc.Nodes) == 0 {
		return errorAt("nodes", "there are none, so there is nothing to pose")
	}
	l.nodes = make([]node, len(l.doc.Nodes))
	for i, n := range l.doc.Nodes {
		l.nodes[i] = node{name: n.Name, parent: -1}
		if n.Name == "" {
			l.nodes[i].name = fmt.Sprintf("node_%d", i)
		}
	}
	for i, n := range l.doc.Nodes {
		for j, child := range n.Children {
			path := fmt.Sprintf("nodes[%d].children[%d]", i, j)
			if err := checkIndex(path, child, len(l.nodes), "nodes"); err != nil {
				return err
			}
			if child == i {
				return errorAt(path, "node %d is its own child", i)
			}
			if parent := l.nodes[child].parent; parent >= 0 {
				return errorAt(path, "node %d is a child of node %d already", child, parent)
			}
			l.nodes[child].parent = i
		}
	}
	if err := l.sortNodes(); err != nil {
		return err
	}
	for i, n := range l.doc.Nodes {
		place, warning, err := readTransform(n)
		if err != nil {
			return withNode(i, err)
		}
		if warning != "" {
			l.warn(fmt.Sprintf("nodes[%d].rotation", i), "%s", warning)
		}
		l.nodes[i].transform = place
	}
	return nil
}

// inNode puts the node's index before the property in which an error is.
func withNode(i int, err error) error {
	path := fmt.Sprintf("nodes[%d]", i)
	var e *Error
	if errors.As(err, &e) && e.Path != "" {
		return &Error{Path: path + "." + e.Path, Err: e.Err}
	}
	return &Error{Path: path, Err: err}
}

// sortNodes lists the nodes parents first, without recursion, since a hierarchy may be as deep as the file is long.
func (l *loader) sortNodes() error {
	l.order = make([]int, 0, len(l.nodes))
	for i, n := range l.nodes {
		if n.parent < 0 {
			l.order = append(l.order, i)
		}
	}
	for next := 0; next < len(l.order); next++ {
		l.order = append(l.order, l.doc.Nodes[l.order[next]].Children...)
	}
	if len(l.order) == len(l.nodes) {
		return nil
	}
	reached := make([]bool, len(l.nodes))
	for _, i := range l.order {
		reached[i] = true
	}
	for i, ok := range reached {
		if !ok {
			return errorAt(fmt.Sprintf("nodes[%d]", i), "its ancestors form a cycle")
		}
	}
	return nil
}

// chooseScene checks the scenes' roots and settles which scene is shown.
func (l *loader) chooseScene() error {
	owner := make([]int, len(l.nodes)) // scene+1 that listed the root last
	for i, s := range l.doc.Scenes {
		for j, root := range s.Nodes {
			path := fmt.Sprintf("scenes[%d].nodes[%d]", i, j)
			if parent := l.nodes[root].parent; parent >= 0 {
				return errorAt(path, "node %d is no root, but a child of node %d", root, parent)
			}
			if owner[root] == i+1 {
				return errorAt(path, "node %d is listed twice", root)
			}
			owner[root] = i + 1
		}
	}
	if l.options.Scene != nil {
		l.scene = *l.options.Scene
		if err := checkIndex("scenes", l.scene, len(l.doc.Scenes), "scenes"); err != nil {
			return err
		}
	} else if l.doc.Scene != nil {
		l.scene = *l.doc.Scene
	}
	return nil
}
