package assets

// Resolve makes the same graph for what a library and models have under the names that it uses: to play a graph that was
// built without a library, or to have another character play it. The arguments and errors are those of [GraphBuilder.Build].
func (g *Graph) Resolve(library GraphLibrary, models ...GraphModel) (*Graph, error) {
	document := g.document.clone()
	for i := range document.layers {
		document.layers[i].mask.forget()
		document.layers[i].machine.forget()
	}
	return compileGraph(document, library, models)
}

// forget leaves what has a name with that alone.
func (r *reference[I]) forget() {
	if r.name != "" {
		r.id = 0
	}
}

func (m *machinePart) forget() {
	for i := range m.states {
		s := &m.states[i]
		s.clip.forget()
		s.space.forget()
		forgetCurves(s.transitions)
		if s.machine != nil {
			s.machine.forget()
		}
	}
	forgetCurves(m.any)
}

func forgetCurves(transitions []transitionPart) {
	for i := range transitions {
		transitions[i].curve.forget()
	}
}
