package graph

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// GraphBuilder puts a [Graph] together. Its methods take down what they are told and return the builder; what is wrong with it is
// said by [GraphBuilder.Build], all at once.
type Builder struct {
	document document
}

// NewGraph begins a graph.
func New(name string) *Builder {
	return &Builder{document{name: name}}
}

// Float adds a float parameter with its value at the beginning.
func (b *Builder) Float(name string, initial float32) *Builder {
	return b.parameter(name, FloatParameter, float64(initial))
}

// Int adds an int parameter with its value at the beginning.
func (b *Builder) Int(name string, initial int32) *Builder {
	return b.parameter(name, IntParameter, float64(initial))
}

// Bool adds a bool parameter with its value at the beginning.
func (b *Builder) Bool(name string, initial bool) *Builder {
	if initial {
		return b.parameter(name, BoolParameter, 1)
	}
	return b.parameter(name, BoolParameter, 0)
}

// Trigger adds a trigger, which is not set at the beginning.
func (b *Builder) Trigger(name string) *Builder {
	return b.parameter(name, TriggerParameter, 0)
}

func (b *Builder) parameter(name string, kind ParameterType, initial float64) *Builder {
	b.document.parameters = append(b.document.parameters, parameterSpec{name: name, kind: kind, defaultValue: initial})
	return b
}

// Layer adds a layer over those before, with the states of its machine: of [State], and of [AnyState] for transitions that all of
// them have. It begins in the first state, unless one says that it is the entry. The layer overrides with a weight of 1 unless
// Masked, Additive or Weight, said after it, make it something else; the lowest layer has to stay as it is.
func (b *Builder) Layer(name string, parts ...Member) *Builder {
	layer := newLayer(name)
	layer.machine.add(parts)
	b.document.layers = append(b.document.layers, layer)
	return b
}

// Masked has the layer that was added last move the joints of a mask alone.
func (b *Builder) Mask(mask string) *Builder {
	return b.lastLayer("Masked", func(l *layerSpec) { l.mask = byName[id.Mask](mask) })
}

// MaskedByID is [GraphBuilder.Masked] for a mask that is at hand.
func (b *Builder) MaskByID(mask id.Mask) *Builder {
	return b.lastLayer("MaskedByID", func(l *layerSpec) { l.mask = byID(mask) })
}

// Additive has the layer that was added last add the differences that its clips hold.
func (b *Builder) Additive() *Builder {
	return b.lastLayer("Additive", func(l *layerSpec) { l.mode = clip.Additive })
}

// Weight says how much the layer that was added last shows at the beginning.
func (b *Builder) Weight(weight float32) *Builder {
	return b.lastLayer("Weight", func(l *layerSpec) { l.weight = weight })
}

func (b *Builder) lastLayer(method string, set func(*layerSpec)) *Builder {
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
func (b *Builder) Build(library Library, models ...Model) (*Graph, error) {
	return compile(b.document.clone(), library, models)
}
