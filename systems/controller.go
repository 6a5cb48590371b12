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

// Controller sets the parameters of a character's state machine. It is a handle on the entity's
// [components.Controller], which can also be written directly. A method that returns an error has changed nothing.
type Controller struct {
	animation *Animation
	entity    ecs.Entity
}

// Errors of a [Controller].
var (
	// ErrNoController means that the entity is dead or has no controller with a graph.
	ErrNoController = errors.New("the entity has no controller with a graph")
	// ErrNoGraph means that the library has no graph with the ID, or that the graph's clips were not resolved.
	ErrNoGraph = errors.New("the graph is not in the library, or not resolved")
	// ErrNoParameter means that the graph has no parameter with the name and kind.
	ErrNoParameter = errors.New("the graph has no such parameter")
)

// Control makes a graph select what a character plays. In the next frame the character enters the graph's first states.
// It adds the components that the entity lacks. The errors are [ErrNoCharacter], [ErrNoGraph], [ErrOtherSkeleton] and
// [ErrWorldLocked]; nothing has changed then.
func (a *Animation) Control(entity ecs.Entity, id assets.GraphID) (Controller, error) {
	if err := a.checkCharacter(entity); err != nil {
		return Controller{}, err
	}
	skeleton := a.skeleton(entity)
	graph := a.library.Graph(id)
	switch {
	case graph == nil:
		return Controller{}, fmt.Errorf("%w: the ID is %d", ErrNoGraph, id)
	case graph.Unresolved():
		return Controller{}, fmt.Errorf("%w: graph %q was read without a library, so its assets are not resolved", ErrNoGraph, graph.Name())
	case graph.Skeleton() != nil && graph.Skeleton() != skeleton:
		return Controller{}, fmt.Errorf("%w: graph %q is for skeleton %q, entity %d has skeleton %q",
			ErrOtherSkeleton, graph.Name(), graph.Skeleton().Name(), entity.ID(), skeleton.Name())
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
	if needsInertialization(graph) && a.inertializations.Get(entity) == nil {
		a.inertializations.Add(entity)
	}
	if a.controllers.Get(entity) == nil {
		a.controllers.Add(entity)
	}
	*a.controllers.Get(entity) = *components.NewController(id, graph)
	return Controller{a, entity}, nil
}

// needsInertialization reports whether a graph has inertialized transitions, or interruptible ones, which become
// inertialized when too many overlap.
func needsInertialization(g *assets.Graph) bool {
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

// Controller returns the handle on the state machine of a character.
func (a *Animation) Controller(entity ecs.Entity) Controller { return Controller{a, entity} }

// Component returns the entity's controller component, or nil. It is valid until components are added to an entity or
// removed.
func (c Controller) Component() *components.Controller {
	if c.animation == nil || !c.animation.alive(c.entity) {
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
		return fmt.Errorf("parameter %q: value is %v, must be finite", name, value)
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

// Trigger sets a trigger. It stays set until a transition that asks for it is taken.
func (c Controller) Trigger(name string) error { return c.set(name, graph.TriggerParameter, 1) }

// ResetTrigger resets a trigger.
func (c Controller) ResetTrigger(name string) error { return c.set(name, graph.TriggerParameter, 0) }

// set writes the bits of a parameter.
func (c Controller) set(name string, kind graph.ParameterType, bits uint32) error {
	graph := c.Graph()
	if graph == nil {
		return c.describeMissing()
	}
	i, actual, ok := graph.Parameter(name)
	switch {
	case !ok:
		return fmt.Errorf("%w: graph %q has no parameter %q", ErrNoParameter, graph.Name(), name)
	case actual != kind:
		return fmt.Errorf("%w: graph %q: parameter %q is %v, want %v", ErrNoParameter, graph.Name(), name, actual, kind)
	}
	c.Component().Parameters[i] = bits
	return nil
}

// describeMissing returns the error for an entity without a controller that has a graph.
func (c Controller) describeMissing() error {
	component := c.Component()
	switch {
	case c.animation == nil:
		return fmt.Errorf("%w: the Controller is the zero value, must come from Animation.Control", ErrNoController)
	case !c.animation.alive(c.entity):
		return fmt.Errorf("%w: entity %d is dead", ErrNoController, c.entity.ID())
	case component == nil:
		return fmt.Errorf("%w: entity %d has no components.Controller", ErrNoController, c.entity.ID())
	}
	return fmt.Errorf("%w: graph %d of entity %d is not in the library", ErrNoController, component.Graph, c.entity.ID())
}

// State returns the path of the current state of a layer, which during a transition is its target. It is empty before
// the first frame.
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
