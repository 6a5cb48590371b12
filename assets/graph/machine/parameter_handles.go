package machine

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Float, Int, Bool and Trigger are handles of parameters, which a program looks up once and then
// uses in every frame without a search for the name. A handle is valid for the graph that returned
// it, for the copy of it in the library, for its overrides (graph.Override) and for what
// [Graph.Resolve] makes of it. One of a graph of a library is also valid for what replaces that
// graph there, if this has a parameter of the same name and type. The zero value is valid for no
// graph.
type (
	// Float is a handle of a float parameter, from [Graph.FloatParameter].
	Float struct{ handle }
	// Int is a handle of an int parameter, from [Graph.IntParameter].
	Int struct{ handle }
	// Bool is a handle of a bool parameter, from [Graph.BoolParameter].
	Bool struct{ handle }
	// Trigger is a handle of a trigger, from [Graph.TriggerParameter].
	Trigger struct{ handle }
)

// handle is a parameter of all graphs of a shape.
type handle struct {
	shape *shape
	index uint8
}

// IndexIn returns the index of the parameter in [Graph.Parameters], and in the parameter values of
// a character. ok reports whether the handle is valid for the graph, which may be nil.
func (h handle) IndexIn(g *Graph) (index int, ok bool) {
	switch {
	case g == nil || g.shape == nil || h.shape == nil:
		return 0, false
	case g.shape == h.shape || g.shape.own == h.shape:
		return int(h.index), true
	case g.shape.origin() != h.shape.origin():
		return 0, false
	}
	p := &h.shape.parameters[h.index]
	index, kind, ok := g.Parameter(p.Name)
	return index, ok && kind == p.Type
}

// String returns the type and the name of the parameter, such as
//
//	float parameter "speed"
func (h handle) String() string {
	if h.shape == nil || int(h.index) >= len(h.shape.parameters) {
		return "no parameter"
	}
	p := &h.shape.parameters[h.index]
	return fmt.Sprintf("%v parameter %q", p.Type, p.Name)
}

// FloatParameter returns the handle of a float parameter. The error wraps [rig.ErrNotFound] if the
// graph has no parameter of this name, and suggests near names; it is another one if the parameter
// has another type. The errors of IntParameter, BoolParameter and TriggerParameter are the same.
func (g *Graph) FloatParameter(name string) (Float, error) {
	h, err := g.handle(name, FloatParameter)
	return Float{h}, err
}

// IntParameter returns the handle of an int parameter: see [Graph.FloatParameter].
func (g *Graph) IntParameter(name string) (Int, error) {
	h, err := g.handle(name, IntParameter)
	return Int{h}, err
}

// BoolParameter returns the handle of a bool parameter: see [Graph.FloatParameter].
func (g *Graph) BoolParameter(name string) (Bool, error) {
	h, err := g.handle(name, BoolParameter)
	return Bool{h}, err
}

// TriggerParameter returns the handle of a trigger: see [Graph.FloatParameter].
func (g *Graph) TriggerParameter(name string) (Trigger, error) {
	h, err := g.handle(name, TriggerParameter)
	return Trigger{h}, err
}

func (g *Graph) handle(name string, expected ParameterType) (handle, error) {
	if g == nil {
		return handle{}, fmt.Errorf("%w: expected a graph with the parameter %q, found nil, which Library.Graph returns "+
			"for an unknown ID", rig.ErrNotFound, name)
	}
	i, ok := g.byParameter[name]
	if !ok {
		has := make([]string, len(g.parts.Parameters))
		for k := range g.parts.Parameters {
			has[k] = g.parts.Parameters[k].Name
		}
		return handle{}, names.NotFound(rig.ErrNotFound, fmt.Sprintf("graph %q", g.parts.Name), "parameter", name, has)
	}
	if found := g.parts.Parameters[i].Type; found != expected {
		return handle{}, fmt.Errorf("graph %q: parameter %q: expected the type %v, found %v", g.parts.Name, name,
			expected, found)
	}
	return handle{g.shape, uint8(i)}, nil
}
