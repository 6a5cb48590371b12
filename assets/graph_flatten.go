package assets

// flatten gives every leaf the list of the transitions that can leave it, in the order in which they are tried.
func (c *graphCompiler) flatten() {
	for i, leaf := range c.leaves {
		s := &c.graph.states[i]
		s.first = uint32(len(c.graph.transitions))
		leaf.parent.eachOutermostFirst(func(machine *graphNode) { c.list(machine.any, i) })
		leaf.parent.eachOutermostFirst(func(machine *graphNode) { c.list(machine.own, i) })
		for _, b := range leaf.own {
			t := b.flat
			t.flag(transitionRestart, t.Into(i))
			c.graph.transitions = append(c.graph.transitions, t)
		}
		if len(c.graph.transitions) > maxFlatTransitions {
			c.breaks("", "the states have more than %d transitions, those that they share counted for each", maxFlatTransitions)
			return
		}
		s.count = uint16(len(c.graph.transitions) - int(s.first)) // maxGraphTransitions fit
	}
}

// list adds transitions that a leaf has from outside to its list, but for those to where it is.
func (c *graphCompiler) list(transitions []builtTransition, leaf int) {
	for i := range transitions {
		if t := &transitions[i].flat; t.CanRestart() || !t.Into(leaf) {
			c.graph.transitions = append(c.graph.transitions, *t)
		}
	}
}

// eachOutermostFirst calls for the machine and those around it.
func (n *graphNode) eachOutermostFirst(call func(*graphNode)) {
	if n.parent != nil {
		n.parent.eachOutermostFirst(call)
	}
	call(n)
}
