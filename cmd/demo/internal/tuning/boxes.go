package tuning

import (
	"strings"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// point is a place in a picture: fractions of its width and height.
type point struct{ x, y float64 }

// layoutMember is the member of a graph that holds the places of boxes.
const layoutMember = "layout"

// layoutOf returns where a graph keeps the places of the boxes of a machine, or nil.
func layoutOf(root *value, p *part) *value {
	for _, l := range root.list(layoutMember) {
		if l.string("layer") == p.layerName && l.string("machine") == p.name {
			return l
		}
	}
	return nil
}

// keptPlace returns the place of a box that the document holds, and reports whether it does.
func (d *document) keptPlace(p *part, box string) (point, bool) {
	l := layoutOf(d.root, p)
	at := l.member("anyState")
	if box != anyStateName {
		at = l.member("states").member(box)
	}
	if at == nil || at.kind != jsontree.Array || len(at.items) != 2 {
		return point{}, false
	}
	return point{at.items[0].number(0), at.items[1].number(0)}, true
}

// moveBox puts a box elsewhere.
func (t *Tuner) moveBox(d *document, p *part, box string, to point) error {
	return t.edit(d, "box "+box, func(root *value) {
		l := layoutOf(root, p)
		if l == nil {
			l = objectValue()
			l.set("layer", stringValue(p.layerName))
			if p.name != "" {
				l.set("machine", stringValue(p.name))
			}
			appendTo(root, layoutMember, l)
		}
		const digits = 0.1 // of a picture: four digits
		at := arrayValue(numberValue(rounded(to.x, digits)), numberValue(rounded(to.y, digits)))
		if box == anyStateName {
			l.set("anyState", at)
			return
		}
		if l.member("states") == nil {
			l.set("states", objectValue())
		}
		l.member("states").set(box, at)
	})
}

// renamePlaces gives the places of a state, and of the machines in it, to its new name.
func renamePlaces(root *value, p *part, from, to string) {
	if kept := layoutOf(root, p).member("states").member(from); kept != nil {
		kept.name = to
	}
	path, renamed := within(p.name, from), within(p.name, to)
	for _, l := range root.list(layoutMember) {
		if machine := l.string("machine"); l.string("layer") == p.layerName && isWithin(machine, path) {
			l.set("machine", stringValue(renamed+strings.TrimPrefix(machine, path)))
		}
	}
}

// removePlaces removes the places of a state, and of those of the machines in it. What is empty then
// goes too.
func removePlaces(root *value, p *part, state string) {
	l := layoutOf(root, p)
	if states := l.member("states"); states != nil {
		if states.remove(state); len(states.items) == 0 {
			l.remove("states")
		}
	}
	path := within(p.name, state)
	all := root.member(layoutMember)
	if all == nil {
		return
	}
	var kept []*value
	for _, other := range all.items {
		inside := other.string("layer") == p.layerName && isWithin(other.string("machine"), path)
		empty := other == l && other.member("states") == nil && other.member("anyState") == nil
		if !inside && !empty {
			kept = append(kept, other)
		}
	}
	if all.items = kept; len(kept) == 0 {
		root.remove(layoutMember)
	}
}

// within returns the path of a state of a machine in its layer.
func within(machine, state string) string {
	if machine == "" {
		return state
	}
	return machine + "/" + state
}

// isWithin reports whether the path of a machine is another path, or below it.
func isWithin(machine, path string) bool {
	return machine == path || strings.HasPrefix(machine, path+"/")
}
