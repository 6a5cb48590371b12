package graph

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// ParameterType is the type of a parameter of a graph.
type ParameterType uint8

// The types of parameters. A value of any of them is stored in a uint32.
const (
	// FloatParameter is a float32.
	FloatParameter ParameterType = iota
	// IntParameter is an int32.
	IntParameter
	// BoolParameter is 0 or 1.
	BoolParameter
	// TriggerParameter is 1 from when it is set until a transition with a condition on it is taken.
	TriggerParameter
)

// Parameter is a parameter of a [Graph].
type Parameter struct {
	Name string
	Type ParameterType
	// Default is the initial value: the bits of a float32 or an int32, or 0 or 1 for a bool. A
	// trigger's is 0.
	Default uint32
}

// Layer is a layer of a [Graph]. Its leaf states are those from First up to, but not including,
// End.
type Layer struct {
	Name string
	// Mask limits the layer to some joints; 0 is none, for a layer that moves all joints.
	Mask id.Mask
	// Weight is the initial weight of the layer.
	Weight float32
	Mode   clip.LayerMode
	// Entry is the leaf state in which the layer begins.
	Entry      int16
	First, End int16
}

// LeafState is a state of a [Graph] that contains no other states. It plays a motion, such as a
// clip or a blend space; without one it shows the rest pose.
type LeafState struct {
	// Duration is the duration of the motion in seconds. It is 0 without a motion, and for one with
	// coordinates, on which its duration depends.
	Duration float64
	Motion   id.Motion
	// Speed is the playback rate in seconds of the clip per second. A negative speed plays
	// backward.
	Speed float32
	// LoopLimit is the number of loops after which playback stops; 0 is no limit.
	LoopLimit uint32
	// Required and Forbidden are the tags of the frames that the state shows of a database: see
	// [StateBuilder.Require].
	Required, Forbidden uint32

	first uint32 // index in Graph.transitions
	count uint16

	fadeOut uint16 // 1 + the index in Graph.fadeOuts, or 0
	// Tag, EnterEvent and ExitEvent are numbers of strings for [Graph.Text]; 0 is none.
	Tag, EnterEvent, ExitEvent uint16
	// SpeedParameter is the float parameter that multiplies Speed. XParameter and YParameter are
	// the float parameters that are the coordinates in the motion. -1 is none.
	SpeedParameter, XParameter, YParameter int8
	Layer                                  uint8
	PlayMode                               clip.PlayMode
	// SyncGroup is the sync group of the layer while the state is current, from 1 to
	// [MaxSyncGroup]; 0 is none.
	SyncGroup uint8
}

// Transition is a transition as compiled for one leaf state that it can leave. It can be taken when
// [Graph.ConditionsHold] and the state has reached ExitTime.
type Transition struct {
	// ExitTime is the normalized time of the state from which on the transition can be taken:
	// completed loops plus the fraction of the current one. A negative value is no exit time: the
	// transition can be taken at any time.
	ExitTime float64
	// Fade is the duration of the fade in seconds or, if FadeIsFraction, as a fraction
	// of the source's duration at a speed of 1.
	Fade float64
	// Offset is the normalized time at which the target begins, from 0 to 1.
	Offset float64
	// Triggers has a bit for each trigger parameter that taking the transition clears.
	Triggers uint32
	// Curve is the easing curve of the fade.
	Curve id.Curve

	first uint16 // index in Graph.conditions
	count uint8

	// FadeIsFraction reports that Fade is a fraction of the source's duration instead of seconds.
	FadeIsFraction bool
	// FrozenSource reports that the source's time stands still during the fade.
	FrozenSource bool
	// Inertialized reports that the source stops playing and its difference from the target decays,
	// instead of a crossfade.
	Inertialized bool
	// CanRestart reports that the transition can be taken while the character is in its target
	// already.
	CanRestart bool
	// Interruption is the rule for which transitions can be taken while this one is running.
	Interruption Interruption

	// Target is the leaf state that the transition enters. For a machine it is the entry state.
	Target int16
	// TargetFirst and TargetEnd are the range [TargetFirst, TargetEnd) of the leaf states of the
	// machine that the transition leads to, or of Target alone: see [Transition.LeadsTo].
	TargetFirst, TargetEnd int16
	// Index is the index in [Graph.AuthoredTransitions]. All compiled copies of one authored
	// transition have the same.
	Index uint16
}

// LeadsTo reports whether a leaf state is the transition's target, or is contained in the machine
// that is its target.
func (t *Transition) LeadsTo(leaf int) bool {
	if t == nil {
		return false
	}
	return leaf >= int(t.TargetFirst) && leaf < int(t.TargetEnd)
}

// Interruption is the rule for which transitions can be taken while another one is running.
type Interruption uint8

// The interruption rules.
const (
	// InterruptNone allows none: the running transition completes.
	InterruptNone Interruption = iota
	// InterruptBySource allows the transitions of the state that is being left.
	InterruptBySource
	// InterruptByTarget allows the transitions of the state that is being entered.
	InterruptByTarget
	// InterruptBySourceThenTarget allows both and tries the source's first.
	InterruptBySourceThenTarget
	// InterruptByTargetThenSource allows both and tries the target's first.
	InterruptByTargetThenSource
)

var interruptionNames = [...]string{"none", "source", "target", "source-then-target", "target-then-source"}

// String returns the rule's name in JSON.
func (i Interruption) String() string {
	if int(i) >= len(interruptionNames) {
		return fmt.Sprintf("Interruption(%d)", uint8(i))
	}
	return interruptionNames[i]
}

var parameterTypeNames = [...]string{"float", "int", "bool", "trigger"}

// String returns the type's name in JSON.
func (t ParameterType) String() string {
	if int(t) >= len(parameterTypeNames) {
		return fmt.Sprintf("ParameterType(%d)", uint8(t))
	}
	return parameterTypeNames[t]
}

// AuthoredTransition is a transition as written, for tools to show. Its paths are paths of states
// or machines inside the layer.
type AuthoredTransition struct {
	Layer int
	// From is the path of the state that has the transition. If AnyState, it is the path of the
	// machine all of whose states have it, which is empty for the layer's own machine.
	From     string
	AnyState bool
	To       string
	// Conditions are the conditions in readable form: "speed > 0.1".
	Conditions []string
	// Curve is the name of the fade's easing curve; empty is linear.
	Curve string
	// Transition is the compiled form.
	Transition Transition
}

// AuthoredTransitions returns all transitions as written, indexed by [Transition].Index.
func (g *Graph) AuthoredTransitions() []AuthoredTransition { return g.orNone().authored }

// MotionName returns the name of the motion that a leaf state plays, and the noun of its kind, such
// as "clip". Both are empty for the rest pose, and for an index that no state has. Unresolved
// graphs have the names, too, and the kinds as far as they are known; otherwise the noun is
// "motion".
func (g *Graph) MotionName(state int) (name, kind string) {
	g = g.orNone()
	if state < 0 || state >= len(g.motionNames) {
		return "", ""
	}
	played := g.motionNames[state]
	return played.name, played.kind
}

type motionName struct{ name, kind string }

// MaskName returns the name of a layer's mask, which is empty for none, and for a layer that the
// graph does not have. Unresolved graphs have the names, too.
func (g *Graph) MaskName(layer int) string {
	g = g.orNone()
	if layer < 0 || layer >= len(documentOf(g).layers) {
		return ""
	}
	return documentOf(g).layers[layer].mask.name
}
