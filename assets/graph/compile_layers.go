package graph

import (
	"fmt"
	"maps"
	"math"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/internal/exact"
)

// parameters checks and compiles the parameters.
func (c *compiler) parameters() {
	specs := c.document.parameters
	if len(specs) > MaxParameters {
		c.problem("", "expected at most %d parameters, found %d", MaxParameters, len(specs))
		specs = specs[:MaxParameters]
	}
	for i := range specs {
		s := &specs[i]
		location := locate(s.jsonPath, "parameter %q", s.name)
		c.name(location, s.name, "its name")
		if _, taken := c.byParameter[s.name]; taken {
			c.problem(location, "expected a name of its own, found a second parameter of this name")
			continue
		}
		p := Parameter{Name: s.name, Type: s.parameterType}
		switch s.parameterType {
		case FloatParameter:
			if !exact.IsFinite(float32(s.defaultValue)) {
				c.problem(location, "expected a finite default, found %v", s.defaultValue)
			}
			p.Default = math.Float32bits(float32(s.defaultValue))
		case IntParameter:
			p.Default = uint32(int32(s.defaultValue))
		default:
			p.Default = uint32(s.defaultValue)
		}
		c.byParameter[s.name] = len(c.parts.Parameters)
		c.parts.Parameters = append(c.parts.Parameters, p)
	}
}

// floatParameter returns the index of a float parameter, or -1 if there is none of this name and
// type. use names the purpose of the parameter, for the error.
func (c *compiler) floatParameter(location, name, use string) int8 {
	i, ok := c.byParameter[name]
	switch {
	case !ok:
		c.parameterProblem(name, location, "expected a parameter for %s, found none named %q%s", use, name,
			c.meant(name, maps.Keys(c.byParameter)))
		return -1
	case c.parts.Parameters[i].Type != FloatParameter:
		c.parameterProblem(name, location, "expected a %v parameter for %s, found %q, which is %v", FloatParameter, use, name,
			c.parts.Parameters[i].Type)
		return -1
	}
	return int8(i)
}

// layers checks and compiles the layers, and numbers their leaf states.
func (c *compiler) layers() {
	specs := c.document.layers
	if len(specs) == 0 {
		c.structuralProblem("", "expected at least one layer, found none")
	}
	if len(specs) > maxLayers {
		c.structuralProblem("", "expected at most %d layers, found %d", maxLayers, len(specs))
		specs = specs[:maxLayers]
	}
	names := map[string]bool{}
	for i := range specs {
		s := &specs[i]
		location := locate(s.jsonPath, "layer %q", s.name)
		c.name(location, s.name, "its name")
		if names[s.name] {
			c.problem(location, "expected a name of its own, found a second layer of this name")
		}
		names[s.name] = true
		c.checkLayer(location, i, s)
		root := &stateNode{location: location, layer: i, machine: &s.machine}
		c.roots = append(c.roots, root)
		c.machine(root, 1)
		layer := Layer{Name: s.name, Weight: s.weight, Mode: s.mode, First: int16(root.first), End: int16(root.end)}
		if root.entry != nil {
			layer.Entry = int16(root.entry.first)
		}
		c.parts.Layers = append(c.parts.Layers, layer)
	}
}

func (c *compiler) checkLayer(location string, i int, s *layerSpec) {
	if i == 0 {
		if s.mode != clip.Override {
			c.problem(location, "expected the mode %v of the lowest layer, which has none below it, found %v",
				clip.Override, s.mode)
		}
		if s.mask.given {
			c.problem(location,
				"expected no mask of the lowest layer, since no layer below it poses the other joints, found one")
		}
		if s.weight != 1 {
			c.problem(location, "expected the weight 1 of the lowest layer, found %v", s.weight)
		}
		return
	}
	switch {
	case !exact.IsFinite(s.weight):
		c.problem(location, "expected a finite weight, found %v", s.weight)
	case s.mode == clip.Override && (s.weight < 0 || s.weight > 1):
		c.problem(location, "expected a weight from 0 to 1 in mode %v, found %v", s.mode, s.weight)
	}
}

// machine compiles the structure of a machine: it numbers its leaf states and finds its entry
// state.
func (c *compiler) machine(node *stateNode, depth int) {
	node.first = len(c.leaves)
	defer func() { node.end = len(c.leaves) }()
	if depth > maxDepth {
		c.structuralProblem(node.location, "expected at most %d levels of machines, found more", maxDepth)
		return
	}
	if node.machine.nils > 0 {
		c.structuralProblem(node.location, "expected states and transitions, made by State and AnyState, as its members, "+
			"found nil")
	}
	if len(node.machine.states) == 0 {
		if node.machine.nils > 0 {
			return
		}
		c.structuralProblem(node.location, "expected at least one state in the machine, found none")
		return
	}
	node.byName = make(map[string]*stateNode, len(node.machine.states))
	for i := range node.machine.states {
		s := &node.machine.states[i]
		child := &stateNode{layer: node.layer, spec: s, machine: s.machine, parent: node, path: s.name}
		if node.path != "" {
			child.path = node.path + "/" + s.name
		}
		child.location = locate(s.jsonPath, "%s", c.describe(child))
		c.name(child.location, s.name, "its name")
		if strings.Contains(s.name, "/") {
			c.structuralProblem(child.location,
				"expected a name without a slash, which separates the names in a path, found one")
		}
		if node.byName[s.name] != nil {
			c.structuralProblem(child.location,
				"expected a name of its own, found a second state of the machine of this name")
			continue
		}
		node.byName[s.name] = child
		node.children = append(node.children, child)
		c.state(child, depth)
	}
	c.entry(node)
}

// describe names a state, or the machine of a layer, for errors.
func (c *compiler) describe(node *stateNode) string {
	layer := fmt.Sprintf("layer %q", c.document.layers[node.layer].name)
	if node.spec == nil {
		return layer
	}
	return fmt.Sprintf("%s, state %q", layer, node.path)
}

// state compiles the structure of a machine, or adds a leaf state.
func (c *compiler) state(node *stateNode, depth int) {
	if node.machine != nil {
		i := len(c.parts.Machines)
		c.parts.Machines = append(c.parts.Machines, machine.Machine{Path: node.path, Layer: node.layer})
		c.machine(node, depth+1)
		c.parts.Machines[i].First, c.parts.Machines[i].End = node.first, node.end
		if node.entry != nil {
			c.parts.Machines[i].Entry = node.entry.first
		}
		return
	}
	if len(c.leaves) >= maxStates {
		c.limitProblem(&c.tooManyStates, node.location, "expected at most %d states in the graph, found more",
			maxStates)
		return
	}
	node.first, node.end, node.entry = len(c.leaves), len(c.leaves)+1, node
	c.leaves = append(c.leaves, node)
	c.parts.Paths = append(c.parts.Paths, node.path)
	c.parts.States = append(c.parts.States, LeafState{})
}

// entry finds the leaf state at which a machine is entered.
func (c *compiler) entry(node *stateNode) {
	child := node.children[0]
	if entries := node.machine.entries; len(entries) > 0 {
		child = node.byName[entries[0]]
		if child == nil {
			c.structuralProblem(node.location,
				"expected a state of the machine as its entry state, found none named %q%s", entries[0],
				c.meant(entries[0], maps.Keys(node.byName)))
			return
		}
		if len(entries) > 1 {
			c.structuralProblem(node.location, "expected at most one entry state, found %q and %q",
				entries[0], entries[1])
		}
	}
	node.entry = child.entry
}
