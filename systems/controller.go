package systems

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/systems/internal/arguments"
)

// Controller sets the parameters of a character's state machine. It is a handle on the entity's
// [components.Controller], which can also be written directly. A method that returns an error has
// changed nothing.
type Controller struct {
	animation *Animation
	entity    ecs.Entity
}

// Errors of a [Controller].
var (
	// ErrNoController means that the entity is dead or has no controller with a graph.
	ErrNoController = errors.New("the entity has no controller with a graph")
	// ErrNoGraph means that the library has no graph with the ID, or that the graph's clips were
	// not resolved.
	ErrNoGraph = errors.New("the graph is not in the library, or not resolved")
	// ErrNoParameter means that the graph has no parameter with the name and kind, or that a handle
	// of a parameter is for another graph.
	ErrNoParameter = errors.New("the graph has no such parameter")
)

// Controller returns the handle on the state machine of a character.
func (a *Animation) Controller(entity ecs.Entity) Controller { return Controller{a, entity} }

// String returns the graph and the states of its layers, such as
//
//	graph "locomotion" of entity 5: "body" in "ground/walk"
func (c Controller) String() string {
	graph := c.Graph()
	if graph == nil {
		return describeHandle(c.animation, c.entity, "Controller", "controller with a graph")
	}
	text := fmt.Sprintf("graph %q of entity %d:", graph.Name(), c.entity.ID())
	for i := range graph.Layers() {
		if i > 0 {
			text += ","
		}
		state := "no state yet"
		if path := c.State(i); path != "" {
			state = fmt.Sprintf("in %q", path)
		}
		text += fmt.Sprintf(" %q %s", graph.Layers()[i].Name, state)
	}
	return text
}

// Component returns the entity's controller component, or nil. It is valid until components are
// added to an entity or removed.
func (c Controller) Component() *components.Controller {
	if c.animation == nil || !c.animation.alive(c.entity) {
		return nil
	}
	return c.animation.controllers.Get(c.entity)
}

// Graph returns the graph, or nil.
func (c Controller) Graph() *machine.Graph {
	if component := c.Component(); component != nil {
		return c.animation.library.Graph(component.Graph)
	}
	return nil
}

// SetFloat sets a float parameter.
func (c Controller) SetFloat(name string, value float32) error {
	if value-value != 0 {
		return fmt.Errorf("entity %d: parameter %q: expected a finite value, found %v", c.entity.ID(), name, value)
	}
	return c.set(name, machine.FloatParameter, math.Float32bits(value))
}

// SetInt sets an int parameter.
func (c Controller) SetInt(name string, value int32) error {
	return c.set(name, machine.IntParameter, uint32(value))
}

// SetBool sets a bool parameter.
func (c Controller) SetBool(name string, value bool) error {
	bits := uint32(0)
	if value {
		bits = 1
	}
	return c.set(name, machine.BoolParameter, bits)
}

// Trigger sets a trigger. It stays set until a transition that asks for it is taken.
func (c Controller) Trigger(name string) error { return c.set(name, machine.TriggerParameter, 1) }

// ResetTrigger resets a trigger.
func (c Controller) ResetTrigger(name string) error { return c.set(name, machine.TriggerParameter, 0) }

// set writes the bits of a parameter.
func (c Controller) set(name string, kind machine.ParameterType, bits uint32) error {
	if err := c.checkOpen(); err != nil {
		return err
	}
	component := c.Component()
	if component == nil {
		return c.describeMissing()
	}
	graph := c.animation.library.Graph(component.Graph)
	if graph == nil {
		return c.describeMissing()
	}
	i, actual, ok := graph.Parameter(name)
	switch {
	case !ok:
		var has []string
		for _, parameter := range graph.Parameters() {
			has = append(has, parameter.Name)
		}
		return names.NotFound(ErrNoParameter, fmt.Sprintf("graph %q", graph.Name()), "parameter", name, has)
	case actual != kind:
		return fmt.Errorf("%w: graph %q: parameter %q: expected the type %v, found %v", ErrNoParameter, graph.Name(),
			name, kind, actual)
	}
	component.Parameters[i] = bits
	return nil
}

// SetFloatParameter is [Controller.SetFloat] with a handle, which saves the search for the name in
// every frame:
//
//	speed, err := library.Graph(locomotion).FloatParameter("speed") // once
//	err = controller.SetFloatParameter(speed, 1.4)                  // in every frame
//
// The error is [ErrNoParameter] for a handle of another graph; see [machine.Float].
func (c Controller) SetFloatParameter(parameter machine.Float, value float32) error {
	if value-value != 0 {
		return fmt.Errorf("entity %d: expected a finite value of a float parameter, found %v", c.entity.ID(), value)
	}
	return put(c, parameter, math.Float32bits(value))
}

// SetIntParameter is [Controller.SetInt] with a handle: see [Controller.SetFloatParameter].
func (c Controller) SetIntParameter(parameter machine.Int, value int32) error {
	return put(c, parameter, uint32(value))
}

// SetBoolParameter is [Controller.SetBool] with a handle: see [Controller.SetFloatParameter].
func (c Controller) SetBoolParameter(parameter machine.Bool, value bool) error {
	bits := uint32(0)
	if value {
		bits = 1
	}
	return put(c, parameter, bits)
}

// SetTrigger is [Controller.Trigger] with a handle: see [Controller.SetFloatParameter].
func (c Controller) SetTrigger(parameter machine.Trigger) error { return put(c, parameter, 1) }

// ClearTrigger is [Controller.ResetTrigger] with a handle: see [Controller.SetFloatParameter].
func (c Controller) ClearTrigger(parameter machine.Trigger) error { return put(c, parameter, 0) }

// FloatParameter returns the value of a float parameter. The error is like in
// [Controller.SetFloatParameter].
func (c Controller) FloatParameter(parameter machine.Float) (float32, error) {
	bits, err := get(c, parameter)
	return math.Float32frombits(bits), err
}

// IntParameter returns the value of an int parameter: see [Controller.FloatParameter].
func (c Controller) IntParameter(parameter machine.Int) (int32, error) {
	bits, err := get(c, parameter)
	return int32(bits), err
}

// BoolParameter returns the value of a bool parameter: see [Controller.FloatParameter].
func (c Controller) BoolParameter(parameter machine.Bool) (bool, error) {
	bits, err := get(c, parameter)
	return bits != 0, err
}

// IsTriggered reports whether a trigger is set and no transition has consumed it: see
// [Controller.FloatParameter].
func (c Controller) IsTriggered(parameter machine.Trigger) (bool, error) {
	bits, err := get(c, parameter)
	return bits != 0, err
}

// parameterHandle is a [machine.Float], [machine.Int], [machine.Bool] or [machine.Trigger].
type parameterHandle interface {
	IndexIn(g *machine.Graph) (index int, ok bool)
}

// put writes the bits of a parameter.
func put[H parameterHandle](c Controller, parameter H, bits uint32) error {
	value, err := valueOf(c, parameter)
	if err != nil {
		return err
	}
	*value = bits
	return nil
}

// get returns the bits of a parameter.
func get[H parameterHandle](c Controller, parameter H) (uint32, error) {
	value, err := valueOf(c, parameter)
	if err != nil {
		return 0, err
	}
	return *value, nil
}

// valueOf returns the value of a parameter in the controller component.
func valueOf[H parameterHandle](c Controller, parameter H) (*uint32, error) {
	if err := c.checkOpen(); err != nil {
		return nil, err
	}
	component := c.Component()
	if component == nil {
		return nil, c.describeMissing()
	}
	graph := c.animation.library.Graph(component.Graph)
	i, ok := parameter.IndexIn(graph)
	switch {
	case ok:
		return &component.Parameters[i], nil
	case graph == nil:
		return nil, c.describeMissing()
	}
	return nil, fmt.Errorf("%w: expected a handle of a parameter of graph %q, which drives entity %d, "+
		"found one of another graph or the zero value", ErrNoParameter, graph.Name(), c.entity.ID())
}

// checkOpen returns [ErrClosed] if the handle's Animation was closed.
func (c Controller) checkOpen() error {
	if c.animation == nil {
		return nil
	}
	return c.animation.checkOpen()
}

// describeMissing returns the error for an entity without a controller that has a graph.
func (c Controller) describeMissing() error {
	component := c.Component()
	switch {
	case c.animation == nil:
		return fmt.Errorf("%w: expected a Controller from Animation.Control, found the zero value", ErrNoController)
	case !c.animation.alive(c.entity):
		return fmt.Errorf("%w: %w", ErrNoController, arguments.NotAlive(c.entity))
	case component == nil:
		return fmt.Errorf("%w: entity %d has no components.Controller", ErrNoController, c.entity.ID())
	}
	return fmt.Errorf("%w: graph %d of entity %d is not in the library", ErrNoController, component.Graph,
		c.entity.ID())
}

// State returns the path of the current state of a layer, which during a transition is its target.
// It is empty before the first frame.
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
