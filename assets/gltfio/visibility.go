package gltfio

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// isHidden reports whether a node is hidden at rest (KHR_node_visibility).
func (l *loader) isHidden(i int) (bool, error) {
	hidden := false
	_, err := decodeExtension(fmt.Sprintf("nodes[%d]", i), l.doc.Nodes[i].Extensions, extVisibility,
		func(d *decoder, v jsontree.Value) {
			for name, value := range d.members(v) {
				if name == "visible" {
					hidden = !d.bool(value)
				}
			}
		})
	return hidden, err
}

// findVisibility sets for each node whether it or one above it is hidden for good, and the nearest
// node whose visibility a clip changes, the node itself or one above it.
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

// setVisibility sets whether and when a part at a node is drawn: not while the node or one above it
// is hidden.
func (l *loader) setVisibility(p *part) error {
	p.hidden = l.nodes[p.node].staysHidden
	for i := l.nodes[p.node].nearestAnimated; i >= 0; i = l.nodes[i].animatedAbove {
		if err := l.memory.spend(fmt.Sprintf("nodes[%d]", p.node), 1, 64); err != nil {
			return err
		}
		joint, _ := l.joint(i)
		channel, _ := l.skeleton.VisibilityChannel(joint)
		p.visibility = append(p.visibility, channel.Offset)
	}
	return nil
}
