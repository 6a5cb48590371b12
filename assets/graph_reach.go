package assets

// reachable checks that every state can be reached from the entry of its layer.
func (c *graphCompiler) reachable() {
	if c.broken {
		return
	}
	reached := make([]bool, len(c.leaves))
	var open []int
	reach := func(leaf int) {
		if !reached[leaf] {
			reached[leaf] = true
			open = append(open, leaf)
		}
	}
	for _, layer := range c.graph.layers {
		reach(int(layer.Entry))
	}
	for len(open) > 0 {
		leaf := open[len(open)-1]
		open = open[:len(open)-1]
		for _, t := range c.graph.Transitions(&c.graph.states[leaf]) {
			reach(int(t.Target))
		}
	}
	for leaf, ok := range reached {
		if !ok {
			c.problem(c.leaves[leaf].place, "no transitions lead to it from the state in which the layer begins")
		}
	}
}
