package assets

// GraphLink is a transition as it was written, for tools to show. Paths are those of states or machines inside the layer.
type GraphLink struct {
	Layer int
	// From is the path of the state or, where Any, of the machine whose every state has the transition; that of the layer's own
	// machine is empty.
	From string
	Any  bool
	To   string
	// Conditions says what must hold: "speed > 0.1".
	Conditions []string
	// Curve is the name of the fade's curve; empty is the straight line.
	Curve string
	// Transition holds the numbers, as every leaf state that has the transition finds them.
	Transition GraphTransition
}

// Links returns all transitions as they were written; a [GraphTransition]'s Index is one of these. The slice is the graph's own: read only.
func (g *Graph) Links() []GraphLink { return g.links }

// Motion returns the name of the clip or blend space that a leaf state plays, and whether it is a blend space. It is empty for the
// rest pose. It is there also where names are not looked up.
func (g *Graph) Motion(state int) (name string, space bool) {
	m := g.motions[state]
	return m.name, m.space
}

type graphMotion struct {
	name  string
	space bool
}

// Mask returns the name of a layer's mask; empty is none. It is there also where names are not looked up.
func (g *Graph) Mask(layer int) string { return g.document.layers[layer].mask.name }
