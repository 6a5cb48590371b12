package graph

import (
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// Member is a member of a machine: a state begun by [State] or transitions begun by [AnyState]. A
// [TransitionBuilder] stands for the state or the any-state transitions that it belongs to.
type Member interface {
	addTo(m *machineSpec)
}

func (m *machineSpec) add(members []Member) {
	for _, member := range members {
		if member == nil {
			m.nils++
			continue
		}
		member.addTo(m)
	}
}

// StateBuilder describes a state. The names of parameters and assets are looked up when the graph
// is built.
type StateBuilder struct {
	state      stateSpec
	isAnyState bool // holds only the transitions from any state
	isEntry    bool
	isNone     bool // stands for a nil builder
}

// State begins a state. It shows the rest pose unless it plays something, and loops at a speed of
// 1.
func State(name string) *StateBuilder { return &StateBuilder{state: newState(name)} }

// AnyState begins transitions that all states of the machine have, including the states of machines
// inside it.
func AnyState() *AnyStateBuilder { return &AnyStateBuilder{&StateBuilder{isAnyState: true}} }

// orNone returns a builder that counts as nil in place of one that is nil.
func (s *StateBuilder) orNone() *StateBuilder {
	if s == nil {
		return &StateBuilder{isNone: true}
	}
	return s
}

// Clip makes the state play a clip.
func (s *StateBuilder) Clip(name string) *StateBuilder {
	s = s.orNone()
	s.state.motion.set(clipMember, byName[id.Motion](name))
	return s
}

// BlendSpace makes the state play a blend space. The float parameters are its coordinates, one for
// each dimension.
func (s *StateBuilder) BlendSpace(name string, parameters ...string) *StateBuilder {
	s = s.orNone()
	s.state.motion.set(blendSpaceMember, byName[id.Motion](name))
	s.state.parameters = slices.Clone(parameters)
	return s
}

// Motion makes the state play a motion of any kind. The float parameters are its coordinates, one
// for each dimension.
func (s *StateBuilder) Motion(name string, parameters ...string) *StateBuilder {
	s = s.orNone()
	s.state.motion.set(motionMember, byName[id.Motion](name))
	s.state.parameters = slices.Clone(parameters)
	return s
}

// MotionByID is [StateBuilder.Motion] with the motion's ID, which may be that of a clip or a blend
// space.
func (s *StateBuilder) MotionByID(motion id.Motion, parameters ...string) *StateBuilder {
	s = s.orNone()
	s.state.motion.set(motionMember, byID(motion))
	s.state.parameters = slices.Clone(parameters)
	return s
}

// Machine makes the state a machine, which contains other states and plays nothing itself: see
// [Builder.Layer] for the members.
func (s *StateBuilder) Machine(members ...Member) *StateBuilder {
	s = s.orNone()
	s.state.machine = &machineSpec{}
	s.state.machine.add(members)
	return s
}

// Entry lets its machine begin in the state. Without it, the machine begins in its first state.
func (s *StateBuilder) Entry() *StateBuilder {
	s = s.orNone()
	s.isEntry = true
	return s
}

// PlayMode sets what happens at the end of the clip or blend space. The default is [clip.Loop],
// also for a clip that says another mode itself ([clip.WithPlayMode]).
func (s *StateBuilder) PlayMode(mode clip.PlayMode) *StateBuilder {
	s = s.orNone()
	s.state.playMode = mode
	return s
}

// LoopLimit sets the number of loops after which playback stops. There and back of a ping-pong are
// two loops. 0 is no limit.
func (s *StateBuilder) LoopLimit(loops uint32) *StateBuilder {
	s = s.orNone()
	s.state.loopLimit = loops
	return s
}

// FadeOut sets how many seconds a state in the mode [clip.Once] takes to fade out: its weight falls
// to 0, which it reaches at the end of the clip or blend space; see components.Playback.FadeOut.
// Without FadeOut, a state in a layer above the lowest one fades out as long as the transition
// fades that enters it, and a state in the lowest layer does not fade out.
func (s *StateBuilder) FadeOut(seconds float64) *StateBuilder {
	s = s.orNone()
	s.state.fadeOut, s.state.hasFadeOut = seconds, true
	return s
}

// Speed sets the playback rate: seconds of the clip or blend space per second. A negative speed
// plays backward.
func (s *StateBuilder) Speed(speed float32) *StateBuilder {
	s = s.orNone()
	s.state.speed = speed
	return s
}

// SpeedParameter multiplies the speed by a float parameter.
func (s *StateBuilder) SpeedParameter(parameter string) *StateBuilder {
	s = s.orNone()
	s.state.speedParameter = parameter
	return s
}

// EnterEvent names the event that entering the state fires.
func (s *StateBuilder) EnterEvent(name string) *StateBuilder {
	s = s.orNone()
	s.state.enterEvent = name
	return s
}

// ExitEvent names the event that leaving the state fires.
func (s *StateBuilder) ExitEvent(name string) *StateBuilder {
	s = s.orNone()
	s.state.exitEvent = name
	return s
}

// Tag gives the state a word for which a program can test, such as "airborne". Several states can
// have the same.
func (s *StateBuilder) Tag(tag string) *StateBuilder {
	s = s.orNone()
	s.state.tag = tag
	return s
}

// Require lets a state that plays a database of package matching show only frames that have all of
// the tags.
func (s *StateBuilder) Require(tags ...string) *StateBuilder {
	s = s.orNone()
	s.state.require = slices.Clone(tags)
	return s
}

// Forbid lets a state that plays a database of package matching show only frames that have none of
// the tags.
func (s *StateBuilder) Forbid(tags ...string) *StateBuilder {
	s = s.orNone()
	s.state.forbid = slices.Clone(tags)
	return s
}

// SyncGroup puts the layer into a sync group, from 1 to [MaxSyncGroup], while the state is current;
// 0, the default, is none. The layers of a group play in step: the lowest one leads, and the others
// are at the same fraction of their clips. A looping state that enters the group begins at the
// group's fraction.
func (s *StateBuilder) SyncGroup(group uint8) *StateBuilder {
	s = s.orNone()
	s.state.syncGroup = group
	return s
}

// To begins a transition from the state to another state, or to a machine, which is entered at its
// entry state. The target is a path from the machine that contains this state, or else from the
// nearest machine around it that has such a path: "Run", "Locomotion/Walk".
func (s *StateBuilder) To(target string) *TransitionBuilder {
	s = s.orNone()
	s.state.transitions = append(s.state.transitions, newTransition(target))
	return &TransitionBuilder{s, len(s.state.transitions) - 1}
}

func (s *StateBuilder) addTo(m *machineSpec) {
	if s == nil || s.isNone {
		m.nils++
		return
	}
	if s.isAnyState {
		m.anyState = append(m.anyState, s.state.transitions...)
		return
	}
	if s.isEntry {
		m.entries = append(m.entries, s.state.name)
	}
	m.states = append(m.states, s.state)
}
