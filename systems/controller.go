package systems

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// Controller steers the state machine of a character. It is only a handle on the entity's [components.Controller], which can as well be
// written directly. Its methods return an error, and change nothing, when the entity is gone or has none.
type Controller struct {
	animation *Animation
	entity    ecs.Entity
}

// Errors of a [Controller].
var (
	// ErrNoController says that the entity is dead or has no controller with a graph.
	ErrNoController = errors.New("the entity has no controller with a graph")
	// ErrNoGraph says that a graph is not in the library, or was built without one.
	ErrNoGraph = errors.New("there is no such graph that plays")
	// ErrNoParameter says that a graph has no parameter of the name and kind asked for.
	ErrNoParameter = errors.New("there is no such parameter")
)

// Control gives a character a graph to decide what it plays: from the next frame on it is in the graph's first states. It gives the entity the
// components that it lacks for that.
func (a *Animation) Control(entity ecs.Entity, id assets.GraphID) (Controller, error) {
	skeleton := a.skeleton(entity)
	graph := a.library.Graph(id)
	switch {
	case skeleton == nil:
		return Controller{}, ErrNoCharacter
	case graph == nil || graph.Unresolved():
		return Controller{}, ErrNoGraph
	case graph.Skeleton() != nil && graph.Skeleton() != skeleton:
		return Controller{}, fmt.Errorf("%w: graph %q", ErrOtherSkeleton, graph.Name())
	case a.world.IsLocked():
		return Controller{}, ErrWorldLocked
	}
	if a.players.Get(entity) == nil {
		a.players.Add(entity)
	}
	if a.blends.Get(entity) == nil {
		a.blends.Add(entity)
	}
	if len(graph.Layers()) > 1 && a.layers.Get(entity) == nil {
		a.layers.Add(entity)
	}
	if decays(graph) {
		a.EnableInertialization(entity)
	}
	if a.controllers.Get(entity) == nil {
		a.controllers.Add(entity)
	}
	*a.controllers.Get(entity) = components.Controller{Graph: id, Parameters: *graph.Defaults()}
	return Controller{a, entity}, nil
}

// decays says whether a graph has inertial transitions, or such that interrupt each other, which are that where there are too many at a time.
func decays(g *assets.Graph) bool {
	states := g.States()
	for i := range states {
		for _, t := range g.Transitions(&states[i]) {
			if t.Inertialized() || t.Interruption() != graph.InterruptNone {
				return true
			}
		}
	}
	return false
}

// Controller returns the handle on a character's state machine.
func (a *Animation) Controller(entity ecs.Entity) Controller { return Controller{a, entity} }

// Component returns the entity's controller component, or nil. It is valid until components are added to an entity or removed.
func (c Controller) Component() *components.Controller {
	if c.animation == nil || !c.animation.world.Alive(c.entity) {
		return nil
	}
	return c.animation.controllers.Get(c.entity)
}

// Graph returns the graph, or nil.
func (c Controller) Graph() *assets.Graph {
	if component := c.Component(); component != nil {
		return c.animation.library.Graph(component.Graph)
	}
	return nil
}

// SetFloat sets a float parameter.
func (c Controller) SetFloat(name string, value float32) error {
	if value-value != 0 {
		return fmt.Errorf("parameter %q must be finite, not %v", name, value)
	}
	return c.set(name, graph.FloatParameter, math.Float32bits(value))
}

// SetInt sets an int parameter.
func (c Controller) SetInt(name string, value int32) error {
	return c.set(name, graph.IntParameter, uint32(value))
}

// SetBool sets a bool parameter.
func (c Controller) SetBool(name string, value bool) error {
	bits := uint32(0)
	if value {
		bits = 1
	}
	return c.set(name, graph.BoolParameter, bits)
}

// Trigger sets a trigger, which the transition that asks for it takes back.
func (c Controller) Trigger(name string) error { return c.set(name, graph.TriggerParameter, 1) }

// Release takes a trigger back that no transition has asked for.
func (c Controller) Release(name string) error { return c.set(name, graph.TriggerParameter, 0) }

func (c Controller) set(name string, kind graph.ParameterType, bits uint32) error {
	graph := c.Graph()
	if graph == nil {
		return ErrNoController
	}
	i, is, ok := graph.Parameter(name)
	if !ok || is != kind {
		return fmt.Errorf("%w: graph %q has no %v %q", ErrNoParameter, graph.Name(), kind, name)
	}
	c.Component().Parameters[i] = bits
	return nil
}

// State returns the path of the state that a layer is in, or is going to; it is empty before the first frame.
func (c Controller) State(layer int) string {
	graph, component := c.Graph(), c.Component()
	if graph == nil || layer < 0 || layer >= len(graph.Layers()) {
		return ""
	}
	l := &component.Layers[layer]
	if l.State < 1 || int(l.State) > len(graph.States()) {
		return ""
	}
	return graph.Path(int(l.State) - 1)
}
