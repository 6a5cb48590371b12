package graph

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// Builder describes a [Graph]. Its methods return the builder, so that calls can be chained. Errors
// are reported all at once by [Builder.Add] and [Builder.Build].
type Builder struct {
	document document
}

// New begins a graph.
func New(name string) *Builder {
	return &Builder{document{name: name}}
}

// orFailed returns a builder with an error in place of one that is nil.
func (b *Builder) orFailed() *Builder {
	if b == nil {
		return &Builder{document{problems: []error{errors.New("expected a builder from New, found nil")}}}
	}
	return b
}

// Float adds a float parameter with its default value.
func (b *Builder) Float(name string, defaultValue float32) *Builder {
	return b.parameter(name, FloatParameter, float64(defaultValue))
}

// Int adds an int parameter with its default value.
func (b *Builder) Int(name string, defaultValue int32) *Builder {
	return b.parameter(name, IntParameter, float64(defaultValue))
}

// Bool adds a bool parameter with its default value.
func (b *Builder) Bool(name string, defaultValue bool) *Builder {
	if defaultValue {
		return b.parameter(name, BoolParameter, 1)
	}
	return b.parameter(name, BoolParameter, 0)
}

// Trigger adds a trigger parameter, which is not set at first.
func (b *Builder) Trigger(name string) *Builder {
	return b.parameter(name, TriggerParameter, 0)
}

func (b *Builder) parameter(name string, parameterType ParameterType, defaultValue float64) *Builder {
	b = b.orFailed()
	b.document.parameters = append(b.document.parameters, parameterSpec{
		name: name, parameterType: parameterType, defaultValue: defaultValue,
	})
	return b
}

// Layer adds a layer above the previous ones. The members of its machine are its states, made by
// [State], and the transitions that all of them have, made by [AnyState]. The machine begins in the
// first state, unless [StateBuilder.Entry] marks another. The layer moves all joints in override
// mode with a weight of 1. Mask, Additive and Weight change that for the layer added last, but not
// for the lowest layer, which has nothing below it.
func (b *Builder) Layer(name string, members ...Member) *Builder {
	b = b.orFailed()
	layer := newLayer(name)
	layer.machine.add(members)
	b.document.layers = append(b.document.layers, layer)
	return b
}

// Mask limits the layer added last to the joints of a mask.
func (b *Builder) Mask(name string) *Builder {
	return b.setLayer("Mask", func(l *layerSpec) { l.mask = byName[id.Mask](name) })
}

// MaskByID is [Builder.Mask] with the mask's ID.
func (b *Builder) MaskByID(mask id.Mask) *Builder {
	return b.setLayer("MaskByID", func(l *layerSpec) { l.mask = byID(mask) })
}

// Additive makes the layer added last additive: its clips are additive, and are added to the pose
// of the layers below.
func (b *Builder) Additive() *Builder {
	return b.setLayer("Additive", func(l *layerSpec) { l.mode = clip.Additive })
}

// Weight sets the initial weight of the layer added last.
func (b *Builder) Weight(weight float32) *Builder {
	return b.setLayer("Weight", func(l *layerSpec) { l.weight = weight })
}

func (b *Builder) setLayer(method string, set func(*layerSpec)) *Builder {
	b = b.orFailed()
	if n := len(b.document.layers); n > 0 {
		set(&b.document.layers[n-1])
	} else {
		b.document.problems = append(b.document.problems, fmt.Errorf("expected a Layer before %s, found none", method))
	}
	return b
}

// Add builds the graph and adds it to the library, which must not be nil. Arguments and errors are
// like in [Builder.Build]; the library may add an error of its own.
func (b *Builder) Add(library Library, models ...Model) (id.Graph, error) {
	b = b.orFailed()
	if library == nil {
		return 0, fmt.Errorf("graph %q: expected the library with its assets, found nil", b.document.name)
	}
	g, err := b.Build(library, models...)
	if err != nil {
		return 0, err
	}
	return library.AddGraph(g)
}

// Build looks up all names in the library and compiles the graph.
//
// A clip's name is looked up in the models first, in their order, and then among the library's
// other clips. If several assets have the name, Build takes one for the graph's skeleton: the
// skeleton of the first model or, without a model, of the other assets that the graph plays. Among
// these it prefers an additive clip or blend space for an additive layer, and one that is not
// additive for other layers. With a nil library no names are looked up: see
// [machine.Graph.Unresolved].
//
// The error joins all problems, each with its location: names that are unknown or used twice;
// numbers that are not valid; assets for different skeletons; states that cannot be reached from
// the entry state; exit times that are never reached; and cycles of transitions without a fade that
// could be taken forever in a single frame.
func (b *Builder) Build(library Library, models ...Model) (*Graph, error) {
	b = b.orFailed()
	return compile(b.document.clone(), library, nil, models)
}
