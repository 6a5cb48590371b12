package graph

import (
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
)

// parameters checks the parameters and files them.
func (c *compiler) parameters() {
	parts := c.document.parameters
	if len(parts) > MaxParameters {
		c.problem("", "there are %d parameters, above %d", len(parts), MaxParameters)
		parts = parts[:MaxParameters]
	}
	for i := range parts {
		p := &parts[i]
		place := location(p.jsonPath, "parameter %q", p.name)
		c.name(place, p.name, "it")
		if _, taken := c.graph.byParameter[p.name]; taken {
			c.problem(place, "there are two parameters of that name")
			continue
		}
		flat := Parameter{Name: p.name, Type: p.kind}
		switch p.kind {
		case FloatParameter:
			if !isFinite(float32(p.defaultValue)) {
				c.problem(place, "its default is %v", p.defaultValue)
			}
			flat.Default = math.Float32bits(float32(p.defaultValue))
		case IntParameter:
			flat.Default = uint32(int32(p.defaultValue))
		default:
			flat.Default = uint32(p.defaultValue)
		}
		n := len(c.graph.parameters)
		c.graph.byParameter[p.name], c.graph.defaults[n] = n, flat.Default
		c.graph.parameters = append(c.graph.parameters, flat)
	}
}

// parameterOf finds a parameter that must be of a kind, and is -1 when there is none.
func (c *compiler) parameterIndex(place, name string, kind ParameterType, use string) int8 {
	i, ok := c.graph.byParameter[name]
	switch {
	case !ok:
		c.problem(place, "%s: there is no parameter %q", use, name)
		return -1
	case c.graph.parameters[i].Type != kind:
		c.problem(place, "%s: parameter %q is a %v, not a %v", use, name, c.graph.parameters[i].Type, kind)
		return -1
	}
	return int8(i)
}

// layers checks the layers, numbers their leaf states and files them.
func (c *compiler) layers() {
	parts := c.document.layers
	if len(parts) == 0 {
		c.structuralProblem("", "there is no layer")
	}
	if len(parts) > MaxLayers {
		c.structuralProblem("", "there are %d layers, above %d", len(parts), MaxLayers)
		parts = parts[:MaxLayers]
	}
	names := map[string]bool{}
	for i := range parts {
		p := &parts[i]
		place := location(p.jsonPath, "layer %q", p.name)
		c.name(place, p.name, "it")
		if names[p.name] {
			c.problem(place, "there are two layers of that name")
		}
		names[p.name] = true
		c.checkLayer(place, i, p)
		root := &stateNode{location: place, layer: i, machine: &p.machine}
		c.nodes = append(c.nodes, root)
		c.graph.byPath = append(c.graph.byPath, map[string]int{})
		c.machine(root, 1)
		flat := Layer{Name: p.name, Weight: p.weight, Mode: p.mode, First: int16(root.first), End: int16(root.end)}
		if root.entry != nil {
			flat.Entry = int16(root.entry.first)
		}
		c.graph.layers = append(c.graph.layers, flat)
	}
}

func (c *compiler) checkLayer(place string, i int, p *layerSpec) {
	if i == 0 {
		if p.mode != clip.Override {
			c.problem(place, "the lowest layer has nothing below it to add to")
		}
		if p.mask.given {
			c.problem(place, "the lowest layer has a mask; there would be nothing elsewhere")
		}
		if p.weight != 1 {
			c.problem(place, "the lowest layer has a weight of %v, not 1", p.weight)
		}
		return
	}
	if !isFinite(p.weight) || p.mode == clip.Override && (p.weight < 0 || p.weight > 1) {
		c.problem(place, "its weight is %v, not in [0, 1]", p.weight)
	}
}

// machine numbers the leaves of a machine and finds its entry.
func (c *compiler) machine(node *stateNode, depth int) {
	node.first = len(c.leaves)
	defer func() { node.end = len(c.leaves) }()
	if depth > MaxDepth {
		c.structuralProblem(node.location, "machines are nested deeper than %d", MaxDepth)
		return
	}
	if len(node.machine.states) == 0 {
		c.structuralProblem(node.location, "the machine has no state")
		return
	}
	names := map[string]bool{}
	for i := range node.machine.states {
		part := &node.machine.states[i]
		child := &stateNode{layer: node.layer, spec: part, machine: part.machine, parent: node, path: part.name}
		if node.path != "" {
			child.path = node.path + "/" + part.name
		}
		child.location = location(part.jsonPath, "layer %q, state %q", c.document.layers[node.layer].name, child.path)
		c.name(child.location, part.name, "it")
		if strings.Contains(part.name, "/") {
			c.structuralProblem(child.location, "its name has a slash, which parts the names of a path")
		}
		if names[part.name] {
			c.structuralProblem(child.location, "there are two states of that name")
			continue
		}
		names[part.name] = true
		node.children = append(node.children, child)
		c.state(child, depth)
	}
	c.entry(node)
}

// state files a leaf, or goes into a machine.
func (c *compiler) state(node *stateNode, depth int) {
	paths := c.graph.byPath[node.layer]
	if node.machine != nil {
		paths[node.path] = -1 - len(c.graph.machines)
		i := len(c.graph.machines)
		c.graph.machines = append(c.graph.machines, machine{path: node.path, layer: node.layer})
		c.machine(node, depth+1)
		c.graph.machines[i].first, c.graph.machines[i].end = node.first, node.end
		if node.entry != nil {
			c.graph.machines[i].entry = node.entry.first
		}
		return
	}
	if len(c.leaves) >= MaxStates {
		c.limitProblem(&c.tooManyStates, node.location, "there are more than %d states", MaxStates)
		return
	}
	node.first, node.end, node.entry = len(c.leaves), len(c.leaves)+1, node
	paths[node.path] = node.first
	c.leaves = append(c.leaves, node)
	c.graph.paths = append(c.graph.paths, node.path)
	c.graph.states = append(c.graph.states, LeafState{})
}

// entry finds the leaf in which a machine begins.
func (c *compiler) entry(node *stateNode) {
	into := node.children[0]
	if entries := node.machine.entries; len(entries) > 0 {
		into = node.child(entries[0])
		if into == nil {
			c.structuralProblem(node.location, "its entry is %q, which is none of its states", entries[0])
			return
		}
		if len(entries) > 1 {
			c.structuralProblem(node.location, "it has two entries, %q and %q", entries[0], entries[1])
		}
	}
	node.entry = into.entry
}

// child returns the state of that name, or nil.
func (n *stateNode) child(name string) *stateNode {
	for _, child := range n.children {
		if child.spec.name == name {
			return child
		}
	}
	return nil
}
