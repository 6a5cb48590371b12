package assets

// exitTimes checks that exit times, and durations in parts of the source's, are of states for which they mean something.
func (c *graphCompiler) exitTimes() {
	if c.broken {
		return
	}
	type verdict struct {
		fine   bool
		reason string
	}
	verdicts := make([]verdict, len(c.graph.links))
	for i, leaf := range c.leaves {
		for _, t := range c.graph.Transitions(&c.graph.states[i]) {
			if reason := c.cannotWait(leaf, &t); reason == "" {
				verdicts[t.Index].fine = true
			} else if verdicts[t.Index].reason == "" {
				verdicts[t.Index].reason = reason
			}
		}
	}
	for _, b := range c.built() {
		if v := verdicts[b.flat.Index]; !v.fine && v.reason != "" {
			c.problem(b.place, "%s", v.reason)
		}
	}
}

// built returns all transitions whose targets were found.
func (c *graphCompiler) built() []*builtTransition {
	var all []*builtTransition
	var visit func(n *graphNode)
	visit = func(n *graphNode) {
		for i := range n.any {
			all = append(all, &n.any[i])
		}
		for i := range n.own {
			all = append(all, &n.own[i])
		}
		for _, child := range n.children {
			visit(child)
		}
	}
	for _, root := range c.nodes {
		visit(root)
	}
	return all
}

// lasts says whether a leaf plays something that takes time, as far as is known.
func (c *graphCompiler) lasts(leaf *graphNode) bool {
	s := &c.graph.states[leaf.first]
	if c.graph.unresolved {
		return leaf.part.clip.given || leaf.part.space.given
	}
	return s.Duration > 0 || leaf.part.space.given
}

// cannotWait says why a transition never leaves a leaf by its exit time, or has no duration there; empty where nothing is wrong.
func (c *graphCompiler) cannotWait(leaf *graphNode, t *GraphTransition) string {
	p, waits := leaf.part, t.ExitTime >= 0
	switch {
	case waits && !c.lasts(leaf):
		return "it waits for an exit time, and the state has no duration"
	case t.Relative() && t.Duration > 0 && !c.lasts(leaf):
		return "its duration is a part of the state's, which has none"
	case waits && p.speed == 0 && t.ExitTime > 0:
		return "its exit time is never reached: the state's speed is 0"
	case waits && (p.mode == Once || p.mode == Hold) && t.ExitTime > 1:
		return "its exit time is never reached: the state plays once"
	case waits && p.repeats > 0 && float64(t.ExitTime) > float64(p.repeats):
		return "its exit time is never reached: the state repeats less often"
	}
	return ""
}
