package workbench

import (
	"errors"
	"math"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// machineTitle returns the title of the section of a character's state machine.
func (p *Panel) machineTitle(character ecs.Entity) string {
	if graph := p.animation.Controller(character).Graph(); graph != nil && graph.Name() != "" {
		return "State machine: " + graph.Name()
	}
	return "State machine"
}

// addMachine adds the states of a state machine, of which one is the present one of its layer, and
// its parameters.
func (p *Panel) addMachine(s *section) {
	controller := p.animation.Controller(p.selected)
	graph, component := controller.Graph(), controller.Component()
	if graph == nil {
		return
	}
	player := p.animation.Player(p.selected)
	for i, layer := range graph.Layers() {
		c := Control{
			Kind: List, Name: "states " + strconv.Itoa(i), Label: layer.Name, Text: controller.State(i),
			Value: -1, Fixed: true,
		}
		for state := layer.First; state < layer.End; state++ {
			c.Options = append(c.Options, graph.Path(int(state)))
		}
		if now := component.Layers[i].State; now > 0 {
			c.Value = float64(now - 1 - layer.First)
		}
		if text := transition(graph, &component.Layers[i], player.Layer(i).Blend()); text != "" {
			c.Text += ", " + text
		}
		s.add(c)
	}
	for i, parameter := range graph.Parameters() {
		p.addParameter(s, controller, graph, parameter, component.Parameters[i])
	}
}

// transition describes the transition in progress of a layer, or returns "".
func transition(g *graph.Graph, layer *components.ControllerLayer, fades *components.BlendState) string {
	if layer.Transition == 0 || layer.Previous == 0 || fades == nil || !(fades.Duration > 0) {
		return ""
	}
	return percent(min(1, fades.Elapsed/fades.Duration)) + " from " + g.Path(int(layer.Previous-1))
}

// addParameter adds a parameter, given the bits of its value.
func (p *Panel) addParameter(s *section, controller systems.Controller, g *graph.Graph, parameter graph.Parameter,
	bits uint32,
) {
	name := parameter.Name
	var c *Control
	switch parameter.Type {
	case graph.FloatParameter:
		value := float64(math.Float32frombits(bits))
		low, high := parameterRange(p.library, g, name)
		c = s.slider(name, value, min(low, value), max(high, value), number(value, 2), func(x float64) error {
			return controller.SetFloat(name, float32(x))
		})
	case graph.IntParameter:
		value := float64(int32(bits))
		low, high := parameterRange(p.library, g, name)
		c = s.slider(name, value, math.Floor(min(low, value)), math.Ceil(max(high, value)), number(value, 0),
			func(x float64) error {
				return controller.SetInt(name, int32(math.Round(x)))
			})
		c.Step = 1
	case graph.BoolParameter:
		c = s.toggle(name, bits != 0, func(on bool) error { return controller.SetBool(name, on) })
	default:
		c = s.button(name, func() error { return controller.Trigger(name) })
		if bits != 0 {
			c.Text = "set"
		}
	}
	c.Name, c.yield = "parameter "+name, true
}

// parameterRange returns the numbers between which a parameter makes a difference: the positions in
// the motions that it moves in, and the thresholds of conditions, with as much room above.
func parameterRange(library *assets.Library, g *graph.Graph, name string) (low, high float64) {
	index, _, _ := g.Parameter(name)
	include := func(x float64) { low, high = min(low, x), max(high, x) }
	states := g.States()
	for i := range states {
		motion := library.Motion(states[i].Motion)
		if motion == nil {
			continue
		}
		for _, part := range motion.Parts {
			if int(states[i].XParameter) == index {
				include(float64(part.X))
			}
			if int(states[i].YParameter) == index {
				include(float64(part.Y))
			}
		}
	}
	for _, t := range g.AuthoredTransitions() {
		for _, condition := range t.Conditions { // such as "speed > 0.1"
			words := strings.Fields(condition)
			if len(words) != 3 || words[0] != name {
				continue
			}
			if x, err := strconv.ParseFloat(words[2], 64); err == nil {
				include(2 * x)
			}
		}
	}
	if low == high {
		high = 1
	}
	return low, high
}

// state returns the present state of a layer of a character that a graph drives, or nil.
func (p *Panel) state(character ecs.Entity, layer int) *graph.LeafState {
	controller := p.animation.Controller(character)
	g, component := controller.Graph(), controller.Component()
	if g == nil || component == nil || component.Layers[layer].State == 0 {
		return nil
	}
	return &g.States()[component.Layers[layer].State-1]
}

// setCoordinates sets the parameters that are the coordinates of a state's blend space.
func (p *Panel) setCoordinates(character ecs.Entity, g *graph.Graph, state *graph.LeafState, x, y float64) error {
	controller := p.animation.Controller(character)
	var errs error
	for _, axis := range []struct {
		parameter int8
		value     float64
	}{{state.XParameter, x}, {state.YParameter, y}} {
		if axis.parameter >= 0 {
			errs = errors.Join(errs, controller.SetFloat(g.Parameters()[axis.parameter].Name, float32(axis.value)))
		}
	}
	return errs
}
