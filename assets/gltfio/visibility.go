package gltfio

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/qmuntal/gltf"
	"github.com/sinew-go/sinew/assets/gltfio/internal/jsonvalue"
)

// trsVisibility is the path of a channel that animates the visibility of a node, besides the paths of package gltf.
const trsVisibility gltf.TRSProperty = 100

// parsePointer returns the node and the path that a pointer of KHR_animation_pointer names, or false for a property that
// is not played. The node may be out of range.
func parsePointer(pointer string) (node int, path gltf.TRSProperty, ok bool) {
	rest, ok := strings.CutPrefix(pointer, "/nodes/")
	if !ok {
		return 0, 0, false
	}
	number, property, _ := strings.Cut(rest, "/")
	index, err := strconv.ParseUint(number, 10, 31)
	if err != nil {
		return 0, 0, false
	}
	if property == "extensions/"+extVisibility+"/visible" {
		return int(index), trsVisibility, true
	}
	path, ok = targetPaths[property]
	return int(index), path, ok
}

// isHidden reports whether a node is hidden at rest (KHR_node_visibility).
func (l *loader) isHidden(i int) (bool, error) {
	hidden := false
	_, err := decodeExtension(fmt.Sprintf("nodes[%d]", i), l.doc.Nodes[i].Extensions, extVisibility, func(d *decoder, v jsonvalue.Value) {
		for name, value := range d.members(v) {
			if name == "visible" {
				hidden = !d.bool(value)
			}
		}
	})
	return hidden, err
}

// findVisibility sets for each node whether it or one above it is hidden for good, and the nearest node whose visibility
// a clip changes, the node itself or one above it.
func (l *loader) findVisibility() {
	for _, i := range l.order {
		n := &l.nodes[i]
		n.nearestAnimated, n.staysHidden = -1, n.hidden && !n.animatesVisibility
		if n.parent >= 0 {
			parent := &l.nodes[n.parent]
			n.nearestAnimated, n.staysHidden = parent.nearestAnimated, n.staysHidden || parent.staysHidden
		}
		n.animatedAbove = n.nearestAnimated
		if n.animatesVisibility {
			n.nearestAnimated = i
		}
	}
}

// setVisibility sets whether and when a part at a node is drawn: not while the node or one above it is hidden.
func (l *loader) setVisibility(p *part) error {
	p.hidden = l.nodes[p.node].staysHidden
	for i := l.nodes[p.node].nearestAnimated; i >= 0; i = l.nodes[i].animatedAbove {
		if err := l.memory.spend(fmt.Sprintf("nodes[%d]", p.node), 1, 64); err != nil {
			return err
		}
		joint, _ := l.skeleton.FromSource(i)
		channel, _ := l.skeleton.VisibilityChannel(joint)
		p.visibility = append(p.visibility, channel.Offset)
	}
	return nil
}
