package graph

import (
	"maps"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/internal/jsontree"
)

// machineLayout is where an editor shows the states of a machine. Nothing that plays reads it, and
// it counts in no key: see [machine.Source].
type machineLayout struct {
	jsonPath string
	layer    string
	machine  string      // its path in the layer; "" for the layer's own
	anyState *[2]float64 // nil for no place
	states   []statePlace
}

// statePlace is the place of a state: fractions of the width and the height of a picture, from its
// upper left corner.
type statePlace struct {
	jsonPath string
	name     string
	place    [2]float64
}

type machineLayoutJSON struct {
	Layer    string                `json:"layer"`
	Machine  string                `json:"machine,omitempty"`
	AnyState *[2]float64           `json:"anyState,omitempty"`
	States   namedJSON[[2]float64] `json:"states,omitempty"`
}

// maxLayouts limits the layouts in a document: one for each machine.
const maxLayouts = maxReadStates + maxLayers

func (r *reader) machineLayout(path string, value jsonValue) machineLayout {
	l := machineLayout{jsonPath: path}
	r.object(path, value, map[string]jsonDecoder{
		"layer":   r.text(&l.layer),
		"machine": r.limitedText(maxPathCharacters, &l.machine),
		"anyState": func(path string, value jsonValue) {
			l.anyState = new([2]float64)
			r.place(path, value, l.anyState)
		},
		"states": r.eachMember(maxStates, func(name, path string, value jsonValue) {
			s := statePlace{jsonPath: path, name: name}
			r.place(path, value, &s.place)
			l.states = append(l.states, s)
		}),
	}, "layer")
	return l
}

// place decodes two fractions.
func (r *reader) place(path string, value jsonValue, into *[2]float64) {
	if value.Value.Kind() != jsontree.Array || len(value.Items) != len(into) {
		r.expected(path, value, "an array of 2 numbers")
		return
	}
	for i, item := range value.Items {
		at := jsontree.ElementPath(path, i)
		var x float64
		if r.float64(&x)(at, item); x < 0 || x > 1 {
			r.expected(at, item, "a number from 0 to 1")
		}
		into[i] = x
	}
}

func writeLayouts(layouts []machineLayout) []machineLayoutJSON {
	var out []machineLayoutJSON
	for _, l := range layouts {
		j := machineLayoutJSON{Layer: l.layer, Machine: l.machine, AnyState: l.anyState}
		for _, s := range l.states {
			j.States = append(j.States, namedMember[[2]float64]{s.name, s.place})
		}
		out = append(out, j)
	}
	return out
}

// checkLayouts checks that the machines and states that the layouts name exist.
func (c *compiler) checkLayouts() {
	known := map[[2]string]bool{}
	layers := func(yield func(string) bool) {
		for i := range c.document.layers {
			if !yield(c.document.layers[i].name) {
				return
			}
		}
	}
	for i := range c.document.layouts {
		l := &c.document.layouts[i]
		location := locate(l.jsonPath, "layout of layer %q", l.layer)
		layer := slices.IndexFunc(c.document.layers, func(s layerSpec) bool { return s.name == l.layer })
		if layer < 0 {
			c.problem(location, "expected a layer of the graph, found none named %q%s", abbreviate(l.layer),
				c.meant(l.layer, layers))
			continue
		}
		key := [2]string{l.layer, l.machine}
		if known[key] {
			c.problem(location, "expected one layout of each machine, found two")
		}
		known[key] = true
		node := c.roots[layer]
		if l.machine != "" {
			node = machineAt(node, l.machine)
		}
		if node == nil {
			c.problem(location, "expected a machine of the layer, found none at %q", abbreviate(l.machine))
			continue
		}
		for _, s := range l.states {
			if node.byName[s.name] == nil {
				c.problem(locate(s.jsonPath, "layout of layer %q", l.layer),
					"expected a state of the machine, found none named %q%s", abbreviate(s.name),
					c.meant(s.name, maps.Keys(node.byName)))
			}
		}
	}
}

// machineAt returns the machine at a path below another one, or nil.
func machineAt(node *stateNode, path string) *stateNode {
	for name := range strings.SplitSeq(path, "/") {
		if node = node.byName[name]; node == nil {
			return nil
		}
	}
	if node.machine == nil {
		return nil
	}
	return node
}
