package gltfio

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
)

// node is a node of the file with its place in the hierarchy.
type node struct {
	name      string
	parent    int // -1 for a root
	root      int // the root above the node; the node itself if it is a root
	transform nodeTransform
	isJoint   bool
	hidden    bool // at rest
	// animatesVisibility is whether a clip changes the visibility.
	animatesVisibility bool
	staysHidden        bool // whether the node or one above it is hidden, and no clip changes that
	// nearestAnimated is the nearest node whose visibility a clip changes, the node itself or one
	// above it; animatedAbove is the nearest one above it. -1 if there is none.
	nearestAnimated, animatedAbove int
	// offset is the transform from the node's space to the space of nearestJoint: the identity for
	// a joint.
	offset       rig.Matrix
	nearestJoint int // index of the node itself if it is a joint, else of its nearest ancestor that is one, else -1
}

// readNodes sets the parent and the transform of every node, and the order of the nodes with
// parents first.
func (l *loader) readNodes() error {
	if len(l.doc.Nodes) == 0 {
		return errorAt("nodes", "expected nodes to pose, found none")
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
				return errorAt(path, "expected children other than the node itself, found node %d", i)
			}
			if parent := l.nodes[child].parent; parent >= 0 {
				return errorAt(path, "expected node %d to have one parent, found node %d too", child, parent)
			}
			l.nodes[child].parent = i
		}
	}
	if err := l.sortNodes(); err != nil {
		return err
	}
	for i, n := range l.doc.Nodes {
		transform, warning, err := readTransform(n)
		if err != nil {
			return withNode(i, err)
		}
		if warning != "" {
			l.warn(fmt.Sprintf("nodes[%d].rotation", i), "%s", warning)
		}
		l.nodes[i].transform = transform
		if l.nodes[i].hidden, err = l.isHidden(i); err != nil {
			return err
		}
	}
	return nil
}

// withNode returns the error with the path of the node before the name of the property.
func withNode(i int, err error) error {
	path := fmt.Sprintf("nodes[%d]", i)
	var e *Error
	if errors.As(err, &e) && e.Path != "" {
		return &Error{Path: path + "." + e.Path, Err: e.Err}
	}
	return &Error{Path: path, Err: err}
}

// sortNodes lists the nodes parents first and finds the root above each. It does not recurse,
// because a hierarchy may have as many levels as nodes.
func (l *loader) sortNodes() error {
	l.order = make([]int, 0, len(l.nodes))
	for i, n := range l.nodes {
		if n.parent < 0 {
			l.order = append(l.order, i)
		}
	}
	for next := 0; next < len(l.order); next++ {
		i := l.order[next]
		if l.nodes[i].root = i; l.nodes[i].parent >= 0 {
			l.nodes[i].root = l.nodes[l.nodes[i].parent].root
		}
		l.order = append(l.order, l.doc.Nodes[i].Children...)
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
			return errorAt(fmt.Sprintf("nodes[%d]", i), "expected ancestors that end in a root, found a cycle")
		}
	}
	return nil
}

// chooseScene checks the roots of all scenes and selects the scene of the model. A scene may list a
// node that has a parent and is no root; the root above the node replaces it.
func (l *loader) chooseScene() error {
	lastScene := make([]int, len(l.nodes)) // for each node 1 + the last scene that lists it
	for i, s := range l.doc.Scenes {
		var children []int // indices in the scene's list
		for j, node := range s.Nodes {
			if lastScene[node] == i+1 {
				return errorAt(fmt.Sprintf("scenes[%d].nodes[%d]", i, j),
					"expected each node once, found node %d twice", node)
			}
			lastScene[node] = i + 1
			if l.nodes[node].parent >= 0 {
				children = append(children, j)
			}
		}
		if len(children) == 0 {
			continue
		}
		first := s.Nodes[children[0]]
		l.warn(fmt.Sprintf("scenes[%d].nodes[%d]", i, children[0]),
			"expected a root, found node %d, a child of node %d; %s replaced by the root above",
			first, l.nodes[first].parent, was(len(children), "such node"))
		var roots []int
		for _, node := range s.Nodes {
			root := l.nodes[node].root
			if root == node || lastScene[root] != i+1 {
				lastScene[root] = i + 1
				roots = append(roots, root)
			}
		}
		s.Nodes = roots
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
