package graph

// What the tests of this package call, and no program.

const MaxDepth = maxDepth

const MaxJSONBytes = maxJSONBytes

const MaxLayers = maxLayers

const MaxStates = maxStates

// FindText returns the number of a string for [Graph.Text], and reports whether the graph has it.
func (g *Graph) FindText(text string) (uint16, bool) {
	for i, t := range g.texts {
		if t == text {
			return uint16(i), true
		}
	}
	return 0, false
}

// TextCount returns the number of strings for [Graph.Text], the empty one included.
func (g *Graph) TextCount() int { return len(g.texts) }
