package graph

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// GraphPart is a part of a machine: what [State] and [AnyState] begin, with the transitions that follow.
type Member interface {
	addTo(m *machineSpec)
}

func (m *machineSpec) add(parts []Member) {
	for _, part := range parts {
		part.addTo(m)
	}
}

// StateBuilder puts a state of a graph together. Names of parameters and assets are looked up when the graph is built.
type StateBuilder struct {
	state      stateSpec
	isAnyState bool
	isEntry    bool
}

// State begins a state. It loops at the speed of 1, and shows the rest pose unless it is told to play something.
func State(name string) *StateBuilder { return &StateBuilder{state: newState(name)} }

// AnyState begins transitions that every state of the machine has, also those of machines inside it.
func AnyState() *AnyStateBuilder { return &AnyStateBuilder{&StateBuilder{isAnyState: true}} }

// Clip has the state play a clip.
func (s *StateBuilder) Clip(name string) *StateBuilder {
	s.state.clip = byName[id.Clip](name)
	return s
}

// ClipByID is [StateBuilder.Clip] for a clip that is at hand.
func (s *StateBuilder) ClipByID(clip id.Clip) *StateBuilder {
	s.state.clip = byID(clip)
	return s
}

// Space has the state play a blend space, placed by one float parameter for each of its dimensions.
func (s *StateBuilder) BlendSpace(name string, parameters ...string) *StateBuilder {
	s.state.blendSpace, s.state.parameters = byName[id.BlendSpace](name), slices.Clone(parameters)
	return s
}

// SpaceByID is [StateBuilder.Space] for a blend space that is at hand.
func (s *StateBuilder) BlendSpaceByID(space id.BlendSpace, parameters ...string) *StateBuilder {
	s.state.blendSpace, s.state.parameters = byID(space), slices.Clone(parameters)
	return s
}

// Machine makes the state one that holds others: see [GraphBuilder.Layer].
func (s *StateBuilder) Machine(parts ...Member) *StateBuilder {
	s.state.machine = &machineSpec{}
	s.state.machine.add(parts)
	return s
}

// Entry makes the state the one that its machine begins in. Otherwise that is the first.
func (s *StateBuilder) Entry() *StateBuilder {
	s.isEntry = true
	return s
}

// Play says what happens at the end of the motion.
func (s *StateBuilder) PlayMode(mode clip.PlayMode) *StateBuilder {
	s.state.playMode = mode
	return s
}

// Repeats says how many times a loop or ping-pong runs through its motion, there and back counting as two; 0 is without end.
func (s *StateBuilder) LoopLimit(times uint32) *StateBuilder {
	s.state.loopLimit = times
	return s
}

// Speed says how many seconds of the motion are played in a second. Below 0 it is played backward.
func (s *StateBuilder) Speed(speed float32) *StateBuilder {
	s.state.speed = speed
	return s
}

// SpeedFrom multiplies the speed by a float parameter.
func (s *StateBuilder) SpeedParameter(parameter string) *StateBuilder {
	s.state.speedParameter = parameter
	return s
}

// EnterEvent names the event that entering the state fires.
func (s *StateBuilder) EnterEvent(name string) *StateBuilder {
	s.state.enterEvent = name
	return s
}

// ExitEvent names the event that leaving the state fires.
func (s *StateBuilder) ExitEvent(name string) *StateBuilder {
	s.state.exitEvent = name
	return s
}

// Tag gives the state a word that a program can ask for.
func (s *StateBuilder) Tag(tag string) *StateBuilder {
	s.state.tag = tag
	return s
}

// To begins a transition from the state to another one, or to a machine, which is entered at its entry. The target is named by its
// path from this state's machine or else from the first of those around it that has such a one: "Run", "Locomotion/Walk".
func (s *StateBuilder) To(target string) *TransitionBuilder {
	s.state.transitions = append(s.state.transitions, newTransition(target))
	return &TransitionBuilder{s, len(s.state.transitions) - 1}
}

func (s *StateBuilder) addTo(m *machineSpec) {
	if s.isAnyState {
		m.anyState = append(m.anyState, s.state.transitions...)
		return
	}
	if s.isEntry {
		m.entries = append(m.entries, s.state.name)
	}
	m.states = append(m.states, s.state)
}
