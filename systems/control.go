package systems

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// control lets the character's state machine decide: at most one transition is taken in each of its layers. Then it places and paces by the
// parameters what the states play.
func (a *advancer) control(h *ecs.CharacterComponents) {
	c := h.Controller
	graph := a.library.Graph(c.Graph)
	if graph == nil {
		return
	}
	fresh := c.Entered != c.Graph
	if fresh {
		c.Entered, c.Layers = c.Graph, [components.MaxLayers]components.ControllerLayer{}
		setLayers(graph, h.Layers)
	}
	states := graph.States()
	for i := range graph.Layers() {
		current, fades := layerOf(h, i)
		if current == nil {
			return
		}
		l := &c.Layers[i]
		switch {
		case fresh || !valid(graph, i, l):
			entry := graph.Layers()[i].Entry
			*l = components.ControllerLayer{State: entry + 1}
			cross(a.library, current, fades, stateBegun(a.library, &states[entry], &c.Parameters, 0), transition{})
			a.tell(graph, c, i, ecs.StateEntered, entry)
		default:
			if chosen := a.choose(graph, c, l, current, fades); chosen.transition > 0 {
				a.take(h, graph, i, chosen, current, fades)
			}
		}
		steer(&states[l.State-1], &c.Parameters, current)
		if l.Transition > 0 && !transitionOf(graph, choice{transition: l.Transition, state: l.Found}).FrozenSource() {
			if source := sourceOf(graph, l, fades); source != nil {
				steer(&states[l.Previous-1], &c.Parameters, source)
			}
		}
	}
}

// sound says whether all that a layer names is in that layer of the graph, as it always is unless somebody else wrote to it.
func valid(graph *assets.Graph, layer int, l *components.ControllerLayer) bool {
	run := &graph.Layers()[layer]
	known := func(state int16) bool { return state > run.First && state <= run.End }
	if !known(l.State) || l.Previous != 0 && !known(l.Previous) {
		return false
	}
	return l.Transition == 0 || l.Transition > 0 && l.Previous != 0 && known(l.Found) &&
		int(l.Transition) <= len(graph.Transitions(&graph.States()[l.Found-1]))
}

// sourceOf returns what the state that a layer comes from plays while it fades out, or nil where that is no longer among what does.
func sourceOf(graph *assets.Graph, l *components.ControllerLayer, fades *components.BlendState) *components.Playback {
	if fades == nil || fades.Count <= 0 || l.Previous < 1 {
		return nil
	}
	source, state := &fades.Fading[min(fades.Count, components.MaxFading)-1].Playback, &graph.States()[l.Previous-1]
	if source.Clip != state.Clip || source.BlendSpace != state.BlendSpace {
		return nil
	}
	return source
}

// layerOf returns where a layer of the graph plays, or nil where the character has no such layer.
func layerOf(h *ecs.CharacterComponents, i int) (*components.Playback, *components.BlendState) {
	if i == 0 {
		return &h.Player.Playback, h.Blend
	}
	if h.Layers == nil || i > min(int(h.Layers.Count), len(h.Layers.List)) {
		return nil, nil
	}
	layer := &h.Layers.List[i-1]
	return &layer.Playback, &layer.Fades
}

// setLayers gives the character the layers of a graph; those above stay.
func setLayers(graph *assets.Graph, layers *components.Layers) {
	if layers == nil {
		return
	}
	layers.Count = max(layers.Count, int32(len(graph.Layers())-1))
	for i, layer := range graph.Layers()[1:] {
		layers.List[i] = components.Layer{Mask: layer.Mask, Blend: layer.Mode, Weight: layer.Weight, TimeScale: 1}
	}
}

// choice is a transition that is to be taken: the index among those of the state that it was found in. Both count from 1; 0 is none.
type choice struct {
	transition, state int16
	at                *components.Playback // what that state plays; nil where it no longer does
}

// choose returns the transition that is to be taken.
func (a *advancer) choose(
	g *assets.Graph, c *components.Controller, l *components.ControllerLayer, current *components.Playback, fades *components.BlendState,
) choice {
	if fades == nil || fades.Count <= 0 || l.Transition < 1 {
		l.Transition = 0
		return a.find(g, c, l, l.State, current)
	}
	source := sourceOf(g, l, fades)
	rule := transitionOf(g, choice{transition: l.Transition, state: l.Found}).Interruption()
	if rule == graph.InterruptBySource || rule == graph.InterruptBySourceThenTarget {
		if found := a.find(g, c, l, l.Previous, source); found.transition > 0 {
			return found
		}
	}
	if rule == graph.InterruptByTarget || rule == graph.InterruptBySourceThenTarget || rule == graph.InterruptByTargetThenSource {
		if found := a.find(g, c, l, l.State, current); found.transition > 0 {
			return found
		}
	}
	if rule == graph.InterruptByTargetThenSource {
		return a.find(g, c, l, l.Previous, source)
	}
	return choice{}
}

// find returns the first transition of a state that can be taken, leaving out those to where the layer is, or is going to, already, unless they may
// restart it.
func (a *advancer) find(
	graph *assets.Graph, c *components.Controller, l *components.ControllerLayer, state int16, at *components.Playback,
) choice {
	if state < 1 {
		return choice{}
	}
	transitions := graph.Transitions(&graph.States()[state-1])
	for i := range transitions {
		t := &transitions[i]
		if !graph.ConditionsHold(t, &c.Parameters) || t.LeadsTo(int(l.State)-1) && !t.CanRestart() {
			continue
		}
		if t.ExitTime < 0 || normalizedTime(a.library, at) >= float64(t.ExitTime) {
			return choice{int16(i + 1), state, at}
		}
	}
	return choice{}
}

func transitionOf(graph *assets.Graph, c choice) *graph.Transition {
	return &graph.Transitions(&graph.States()[c.state-1])[c.transition-1]
}

// runs returns how many times a playback ran through its motion, with the part of the present run; that of none is below all.
func normalizedTime(library *assets.Library, p *components.Playback) float64 {
	if p == nil {
		return math.Inf(-1)
	}
	over := spanOf(library, p)
	duration := over.Duration()
	if !(duration > 0) {
		return math.Inf(-1)
	}
	part := (p.Time - over.Start) / duration
	if (p.Speed < 0) != (p.Mode == assets.PingPong && p.Backward) {
		part = 1 - part
	}
	if p.Finished && p.LoopsDone > 0 {
		return float64(p.LoopsDone)
	}
	return float64(p.LoopsDone) + part
}

// take goes over to the target of a transition.
func (a *advancer) take(
	h *ecs.CharacterComponents, graph *assets.Graph, layer int, chosen choice, current *components.Playback, fades *components.BlendState,
) {
	c := h.Controller
	l, t := &c.Layers[layer], transitionOf(graph, chosen)
	graph.ConsumeTriggers(t, &c.Parameters)
	a.tell(graph, c, layer, ecs.StateExited, l.State-1)
	seconds := float64(t.Fade)
	if t.FadeIsFraction() {
		seconds *= secondsOf(a.library, chosen.at)
	}
	next := stateBegun(a.library, &graph.States()[t.Target], &c.Parameters, float64(t.Offset))
	way := transition{seconds: seconds, curve: t.Curve, frozen: t.FrozenSource(), inertial: t.Inertialized()}
	crossInertially(a.library, h.Inertialization, layer == 0, current, fades, next, way)
	*l = components.ControllerLayer{State: t.Target + 1, Previous: l.State, Transition: chosen.transition, Found: chosen.state}
	a.tell(graph, c, layer, ecs.StateEntered, t.Target)
}

// secondsOf returns how long one run through a playback's motion takes at the speed of 1; none of none.
func secondsOf(library *assets.Library, p *components.Playback) float64 {
	if p == nil {
		return 0
	}
	if space := library.BlendSpace(p.BlendSpace); space != nil {
		var shares [blendspace.MaxWeights]blendspace.Weight
		return space.Duration(space.Weights(p.X, p.Y, shares[:0]))
	}
	over := spanOf(library, p)
	return over.Duration()
}

// stateBegun returns the playback of a state from its beginning on, or a part of its motion further.
func stateBegun(library *assets.Library, s *graph.LeafState, parameters *[graph.MaxParameters]uint32, offset float64) components.Playback {
	p := components.Playback{Mode: s.PlayMode, LoopLimit: s.LoopLimit}
	p.Speed = s.Speed
	steer(s, parameters, &p)
	p = begun(library, p, s.Clip, s.BlendSpace)
	if over := spanOf(library, &p); offset > 0 {
		if way := float64(offset * over.Duration()); p.Speed < 0 {
			p.Time -= way
		} else {
			p.Time += way
		}
	}
	return p
}

// steer sets the speed of a state's playback and its place in the blend space by the parameters.
func steer(s *graph.LeafState, parameters *[graph.MaxParameters]uint32, p *components.Playback) {
	if s.SpeedParameter >= 0 {
		p.Speed = s.Speed * math.Float32frombits(parameters[s.SpeedParameter])
	}
	if s.XParameter >= 0 {
		p.X = math.Float32frombits(parameters[s.XParameter])
	}
	if s.YParameter >= 0 {
		p.Y = math.Float32frombits(parameters[s.YParameter])
	}
}

// tell fires the event of a state that is entered or left.
func (a *advancer) tell(graph *assets.Graph, c *components.Controller, layer int, kind ecs.EventKind, state int16) {
	a.events = append(a.events, ecs.Event{
		Entity: a.entity, Kind: kind, Graph: c.Graph, State: int32(state), Layer: uint8(layer), Weight: 1,
	})
}
