package advance

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/components"
)

// stateMachine advances one layer of a character's controller by a frame.
type stateMachine struct {
	library    *assets.Library
	graph      *machine.Graph
	events     *Events
	controller *components.Controller
	index      int // of the layer
	layer      *components.ControllerLayer
	playback   *components.Playback   // of the current state
	fades      *components.BlendState // the states that fade out
	sync       *uint8                 // the sync group of the layer
	character  *Character
}

// readyTransition is a transition whose conditions hold. Its fields count from 1; the zero value is
// none.
type readyTransition struct {
	transition int16                // index among the transitions of state
	state      int16                // index in the graph
	playback   *components.Playback // of that state; nil if it no longer plays
}

// advanceController runs the state machines of a character: each layer takes at most one
// transition. Then it sets the speeds and the positions of the states from the parameters.
func advanceController(library *assets.Library, events *Events, h *Character) {
	c := h.Controller
	graph := library.Graph(c.Graph)
	if graph == nil {
		return
	}
	restart := c.Entered != c.Graph
	if restart {
		c.Entered, c.Layers = c.Graph, [components.MaxLayers]components.ControllerLayer{}
		SetUpLayers(graph, h.Layers)
	}
	states := graph.States()
	m := stateMachine{library: library, graph: graph, events: events, controller: c, character: h}
	for i := range graph.Layers() {
		m.index, m.layer = i, &c.Layers[i]
		if m.playback, m.fades = playedByLayer(h, i); m.playback == nil {
			return
		}
		m.sync = syncGroupOf(h, i)
		if restart || !m.isValid() {
			m.enter(graph.Layers()[i].Entry, !restart && m.layer.State == 0)
		} else if ready := m.selectTransition(); ready.transition > 0 {
			m.take(ready, h.Inertialization)
		}
		m.drive(&states[m.layer.State-1], m.playback, &m.layer.Reached)
		if m.layer.Transition > 0 && !m.transition(m.layer.Transition, m.layer.Found).FrozenSource {
			if source := m.sourcePlayback(); source != nil {
				m.drive(&states[m.layer.Previous-1], source, &m.layer.PreviousReached)
			}
		}
	}
}

// drive sets a state's playback by the parameters. If the direction of play changes, it keeps in
// reached how far the playback has come. The direction of one that follows is its leader's.
func (m *stateMachine) drive(s *machine.LeafState, p *components.Playback, reached *float64) {
	before := p.Speed
	applyParameters(s, &m.controller.Parameters, p)
	if now := p.Speed; (before < 0) != (now < 0) {
		if p == m.playback && !p.Finished &&
			Leader(m.library, m.character.Player, m.character.Layers, m.index) != nil {
			p.Backward = !p.Backward
			return
		}
		p.Speed = before
		*reached = max(*reached, NormalizedTime(m.library, p))
		p.Speed = now
	}
}

// SetUpLayers initializes a character's layers for a graph. Layers above the graph's stay as they
// are.
func SetUpLayers(graph *machine.Graph, layers Layers) {
	if layers.First == nil {
		return
	}
	layers.First.Count = max(layers.First.Count, int32(len(graph.Layers())-1))
	for i, layer := range graph.Layers()[1:] {
		if l := layers.At(i + 1); l != nil {
			*l = components.Layer{Mask: layer.Mask, Blend: layer.Mode, Weight: layer.Weight, TimeScale: 1}
		}
	}
}

// playedByLayer returns the components in which a layer of a graph plays its states, or nil if the
// character lacks the layer.
func playedByLayer(h *Character, i int) (*components.Playback, *components.BlendState) {
	if i == 0 {
		return &h.Player.Playback, h.Fades
	}
	if layer := h.Layers.At(i); layer != nil {
		return &layer.Playback, &layer.Fades
	}
	return nil, nil
}

// stateOf returns the state of a layer of the character's graph, or nil if no graph drives it.
func stateOf(h *Character, i int) *components.ControllerLayer {
	if h.Controller == nil || i >= len(h.Controller.Layers) || h.Controller.Layers[i].State < 1 {
		return nil
	}
	return &h.Controller.Layers[i]
}

// syncGroupOf returns the component in which a layer of a graph, which the character has, keeps its
// sync group.
func syncGroupOf(h *Character, i int) *uint8 {
	if i == 0 {
		return &h.Player.Sync
	}
	return &h.Layers.At(i).Sync
}

// isValid reports whether the layer's indices are within its part of the graph. They always are,
// unless user code wrote to them.
func (m *stateMachine) isValid() bool {
	bounds, l := &m.graph.Layers()[m.index], m.layer
	inLayer := func(state int16) bool { return state > bounds.First && state <= bounds.End }
	if !inLayer(l.State) || l.Previous != 0 && !inLayer(l.Previous) {
		return false
	}
	return l.Transition == 0 || l.Transition > 0 && l.Previous != 0 && inLayer(l.Found) &&
		int(l.Transition) <= len(m.graph.Transitions(&m.graph.States()[l.Found-1]))
}

// selectTransition returns the transition to take in this frame, if any. During a transition only
// the states that its interruption rule names can start another one.
func (m *stateMachine) selectTransition() readyTransition {
	l := m.layer
	if m.fades == nil || m.fades.Count <= 0 || l.Transition < 1 {
		l.Transition = 0
		return m.firstReady(l.State, m.playback, l.Reached)
	}
	source := m.sourcePlayback()
	rule := m.transition(l.Transition, l.Found).Interruption
	if rule == machine.InterruptBySource || rule == machine.InterruptBySourceThenTarget {
		if ready := m.firstReady(l.Previous, source, l.PreviousReached); ready.transition > 0 {
			return ready
		}
	}
	if rule == machine.InterruptByTarget || rule == machine.InterruptBySourceThenTarget ||
		rule == machine.InterruptByTargetThenSource {
		if ready := m.firstReady(l.State, m.playback, l.Reached); ready.transition > 0 {
			return ready
		}
	}
	if rule == machine.InterruptByTargetThenSource {
		return m.firstReady(l.Previous, source, l.PreviousReached)
	}
	return readyTransition{}
}

// firstReady returns the first transition of a state whose conditions hold. A transition to the
// layer's current state counts only if it may restart that state. An exit time is also reached if
// the normalized time was reached before the direction of play changed.
func (m *stateMachine) firstReady(state int16, played *components.Playback, reached float64) readyTransition {
	if state < 1 {
		return readyTransition{}
	}
	transitions := m.graph.Transitions(&m.graph.States()[state-1])
	for i := range transitions {
		t := &transitions[i]
		if !m.graph.ConditionsHold(t, &m.controller.Parameters) || t.LeadsTo(int(m.layer.State)-1) && !t.CanRestart {
			continue
		}
		if t.ExitTime >= 0 {
			now := m.normalizedTime(played)
			if !(now >= t.ExitTime) && (math.IsInf(now, -1) || !(reached >= t.ExitTime)) {
				continue
			}
		}
		return readyTransition{int16(i + 1), state, played}
	}
	return readyTransition{}
}

// normalizedTime returns the normalized time of a playback of the layer. One that follows is where
// its leader is, which a program may have sought since the last frame. One that a transition froze
// has the direction that it had.
func (m *stateMachine) normalizedTime(p *components.Playback) float64 {
	if p == m.playback && p != nil && !p.Finished {
		leader := Leader(m.library, m.character.Player, m.character.Layers, m.index)
		if leader != nil {
			there := *p
			there.Time = atFraction(Span(m.library, p), Span(m.library, leader), leader.Time)
			return NormalizedTime(m.library, &there)
		}
	}
	if l := m.layer; p != m.playback && p != nil && l.Transition > 0 && m.transition(l.Transition, l.Found).FrozenSource {
		moves := moving(p)
		return NormalizedTime(m.library, &moves)
	}
	return NormalizedTime(m.library, p)
}

// transition returns a transition of a state; both count from 1.
func (m *stateMachine) transition(transition, state int16) *machine.Transition {
	return &m.graph.Transitions(&m.graph.States()[state-1])[transition-1]
}

// sourcePlayback returns the playback of the previous state, or nil if it no longer fades out.
func (m *stateMachine) sourcePlayback() *components.Playback {
	if m.fades == nil || m.fades.Count <= 0 || m.layer.Previous < 1 {
		return nil
	}
	source, state := &m.fades.Fading[min(m.fades.Count, components.MaxFading)-1],
		&m.graph.States()[m.layer.Previous-1]
	if source.Motion != state.Motion {
		return nil
	}
	return source
}

// enter starts a state at once, without a transition. The index of the state counts from 0. With
// takeOver a layer that plays nothing, but fades out, fades in the state: see [Animation.Control].
func (m *stateMachine) enter(state int16, takeOver bool) {
	*m.layer = components.ControllerLayer{State: state + 1}
	m.character.entered |= 1 << m.index
	next := statePlayback(m.library, &m.graph.States()[state], &m.controller.Parameters, 0)
	m.joinSyncGroup(0, m.graph.States()[state].SyncGroup, &next)
	if takeOver && m.playback.Motion == 0 && m.fades != nil && m.fades.Count > 0 {
		next.FadeOut = stateFadeOut(m.graph, state, m.fades.Duration)
		*m.playback = next
	} else {
		next.FadeOut = stateFadeOut(m.graph, state, 0)
		startCrossfade(m.library, m.playback, m.fades, next, Crossfade{})
	}
	m.events.addState(StateEntered, m.controller.Graph, m.index, state)
}

// take starts a transition.
func (m *stateMachine) take(ready readyTransition, inertialization *components.Inertialization) {
	l, t := m.layer, m.transition(ready.transition, ready.state)
	m.graph.ConsumeTriggers(t, &m.controller.Parameters)
	m.events.addState(StateExited, m.controller.Graph, m.index, l.State-1)
	seconds := t.Fade
	if t.FadeIsFraction {
		seconds *= duration(m.library, ready.playback)
	}
	next := statePlayback(m.library, &m.graph.States()[t.Target], &m.controller.Parameters, t.Offset)
	next.FadeOut = stateFadeOut(m.graph, t.Target, seconds)
	if l.State != t.Target+1 { // else the state restarts
		m.joinSyncGroup(m.graph.States()[l.State-1].SyncGroup, m.graph.States()[t.Target].SyncGroup, &next)
	}
	fade := Crossfade{Seconds: seconds, Curve: t.Curve, Frozen: t.FrozenSource, Inertialized: t.Inertialized}
	StartTransition(m.library, inertialization, m.index == 0, m.playback, m.fades, next, fade)
	m.character.entered |= 1 << m.index
	*l = components.ControllerLayer{
		State: t.Target + 1, Previous: l.State, Transition: ready.transition, Found: ready.state,
		PreviousReached: l.Reached,
	}
	m.events.addState(StateEntered, m.controller.Graph, m.index, t.Target)
}

// joinSyncGroup puts the layer into the sync group of the state that it enters, and the state's
// playback at the phase of the group. Between states without a group the layer stays in the group
// that the program chose.
func (m *stateMachine) joinSyncGroup(left, entered uint8, next *components.Playback) {
	group := *m.sync
	if left != 0 || entered != 0 {
		group = entered
	}
	JoinSyncGroup(m.library, m.character.Player, m.character.Layers, group, next)
	*m.sync = group
}

// statePlayback returns the playback with which a state starts. The offset is a fraction of the
// motion to skip.
func statePlayback(library *assets.Library, s *machine.LeafState, parameters *[machine.MaxParameters]uint32,
	offset float64,
) components.Playback {
	p := components.Playback{Mode: s.PlayMode, LoopLimit: s.LoopLimit}
	p.Speed = s.Speed
	applyParameters(s, parameters, &p)
	p = FromStart(library, p, s.Motion)
	if span := Span(library, &p); offset > 0 {
		if skipped := float64(offset * span.Duration()); p.Speed < 0 {
			p.Time -= skipped
		} else {
			p.Time += skipped
		}
	}
	return p
}

// stateFadeOut returns how many seconds a state fades out at its end: by default, in a layer above
// layer 0, as long as it fades in. The index of the state counts from 0.
func stateFadeOut(g *machine.Graph, state int16, fadeIn float64) float64 {
	s := &g.States()[state]
	if s.PlayMode != assets.Once {
		return 0
	}
	if seconds, ok := g.FadeOut(s); ok {
		return seconds
	}
	if s.Layer > 0 {
		return fadeIn
	}
	return 0
}

// applyParameters sets the speed and the position of a state's playback from the parameters that
// drive them.
func applyParameters(s *machine.LeafState, parameters *[machine.MaxParameters]uint32, p *components.Playback) {
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
