package assets

import "fmt"

// GraphBuilder puts a [Graph] together. Its methods take down what they are told and return the builder; what is wrong with it is
// said by [GraphBuilder.Build], all at once.
type GraphBuilder struct {
	document graphDocument
}

// NewGraph begins a graph.
func NewGraph(name string) *GraphBuilder {
	return &GraphBuilder{graphDocument{name: name}}
}

// Float adds a float parameter with its value at the beginning.
func (b *GraphBuilder) Float(name string, initial float32) *GraphBuilder {
	return b.parameter(name, FloatParameter, float64(initial))
}

// Int adds an int parameter with its value at the beginning.
func (b *GraphBuilder) Int(name string, initial int32) *GraphBuilder {
	return b.parameter(name, IntParameter, float64(initial))
}

// Bool adds a bool parameter with its value at the beginning.
func (b *GraphBuilder) Bool(name string, initial bool) *GraphBuilder {
	if initial {
		return b.parameter(name, BoolParameter, 1)
	}
	return b.parameter(name, BoolParameter, 0)
}

// Trigger adds a trigger, which is not set at the beginning.
func (b *GraphBuilder) Trigger(name string) *GraphBuilder {
	return b.parameter(name, TriggerParameter, 0)
}

func (b *GraphBuilder) parameter(name string, kind ParameterKind, initial float64) *GraphBuilder {
	b.document.parameters = append(b.document.parameters, parameterPart{name: name, kind: kind, initial: initial})
	return b
}

// Layer adds a layer over those before, with the states of its machine: of [State], and of [AnyState] for transitions that all of
// them have. It begins in the first state, unless one says that it is the entry. The layer overrides with a weight of 1 unless
// Masked, Additive or Weight, said after it, make it something else; the lowest layer has to stay as it is.
func (b *GraphBuilder) Layer(name string, parts ...GraphPart) *GraphBuilder {
	layer := newLayer(name)
	layer.machine.add(parts)
	b.document.layers = append(b.document.layers, layer)
	return b
}

// Masked has the layer that was added last move the joints of a mask alone.
func (b *GraphBuilder) Masked(mask string) *GraphBuilder {
	return b.layer("Masked", func(l *layerPart) { l.mask = byName[MaskID](mask) })
}

// MaskedByID is [GraphBuilder.Masked] for a mask that is at hand.
func (b *GraphBuilder) MaskedByID(mask MaskID) *GraphBuilder {
	return b.layer("MaskedByID", func(l *layerPart) { l.mask = byID(mask) })
}

// Additive has the layer that was added last add the differences that its clips hold.
func (b *GraphBuilder) Additive() *GraphBuilder {
	return b.layer("Additive", func(l *layerPart) { l.mode = Additive })
}

// Weight says how much the layer that was added last shows at the beginning.
func (b *GraphBuilder) Weight(weight float32) *GraphBuilder {
	return b.layer("Weight", func(l *layerPart) { l.weight = weight })
}

func (b *GraphBuilder) layer(method string, set func(*layerPart)) *GraphBuilder {
	if n := len(b.document.layers); n > 0 {
		set(&b.document.layers[n-1])
	} else {
		b.document.problems = append(b.document.problems, fmt.Errorf("%s is said before there is a layer", method))
	}
	return b
}

// Build looks up the names in the library and makes the graph. Clips are looked for in the models first, in their order, then among all
// others; of several assets of the same name, those of the skeleton of the first model, or of what else the graph plays, count, and of
// clips and blend spaces rather those that hold differences for a layer that adds, and poses for others.
// With a nil library nothing is looked up and the graph plays nothing; see [Graph.Unresolved].
//
// The error joins everything that is wrong, each with its place. Besides names that are unknown or there twice, and numbers that
// make no sense, these are: clips and masks of different skeletons; states that cannot be reached from the entry; exit times that
// are never reached; and circles of transitions without duration that could be taken in one frame without end.
func (b *GraphBuilder) Build(library GraphLibrary, models ...GraphModel) (*Graph, error) {
	return compileGraph(b.document.clone(), library, models)
}
