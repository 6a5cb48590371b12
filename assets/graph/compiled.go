package graph

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// ParameterKind says what a graph's parameter holds.
type ParameterType uint8

// The kinds of parameter. The bits of each fit into a uint32.
const (
	// FloatParameter is a float32.
	FloatParameter ParameterType = iota
	// IntParameter is an int32.
	IntParameter
	// BoolParameter is 0 or 1.
	BoolParameter
	// TriggerParameter is 1 from when it is set until a transition that asks for it is taken.
	TriggerParameter
)

// GraphParameter is a parameter of a [Graph].
type Parameter struct {
	Name string
	Type ParameterType
	// Default is the value at the beginning: the bits of a float32, an int32, or 0 or 1.
	Default uint32
}

// GraphLayer is a layer of a [Graph]. Its leaf states are those from First up to End.
type Layer struct {
	Name string
	// Mask is 0 where every joint takes part.
	Mask   id.Mask
	Weight float32
	Mode   clip.LayerMode
	// Entry is the leaf state that the layer begins in.
	Entry      int16
	First, End int16
}

// GraphState is a leaf state of a [Graph]: one that holds no further states. It plays a clip, a blend space or, with
// neither, shows the rest pose.
type LeafState struct {
	// Duration is that of the clip in seconds; 0 without one, and for a blend space, whose duration depends on its position.
	Duration   float64
	Clip       id.Clip
	BlendSpace id.BlendSpace
	// Speed is seconds of clip for each second.
	Speed     float32
	LoopLimit uint32

	first uint32 // among the graph's transitions
	count uint16

	// Tag, EnterEvent and ExitEvent are texts for [Graph.Text]; 0 is none.
	Tag, EnterEvent, ExitEvent uint16
	// SpeedParameter is the float parameter that multiplies Speed; X and Y are those that place a blend space. -1 is none.
	SpeedParameter, XParameter, YParameter int8
	Layer                                  uint8
	PlayMode                               clip.PlayMode
}

// GraphTransition is a way out of a leaf state, as it is found from there. Whether it is to be taken is for [Graph.Holds]
// and ExitTime to say.
type Transition struct {
	// Triggers has a bit for each parameter that taking the transition consumes.
	Triggers uint32
	// ExitTime is the normalized time of the state from which on the transition can be taken: whole times through its motion plus
	// the part of the present one that is over. Below 0 there is none, and it can be taken at any time.
	ExitTime float32
	// Duration is the length of the fade in seconds, or where [GraphTransition.Relative] in lengths of the source's motion.
	Fade float32
	// Offset is where the target begins, as a part of its motion from 0 to 1.
	Offset float32
	Curve  id.Curve

	first uint16 // among the graph's conditions
	count uint8
	flags transitionFlags

	// Target is the leaf state to go to: of a machine its entry.
	Target int16
	// TargetFirst and TargetEnd enclose the leaf states of the machine that the transition leads to, or Target alone. Interrupting a
	// transition, leave out those that lead to where the character is going already, unless [GraphTransition.CanRestart].
	TargetFirst, TargetEnd int16
	// Index is the transition's number for [Graph.Transition]: every leaf that it can leave has a copy of it.
	Index uint16
}

type transitionFlags uint8

const (
	fadeIsFraction transitionFlags = 1 << iota
	frozenSource
	inertialized
	canRestart
	interruptionShift = iota
)

// Relative says that Duration is a part of the length of the source's motion, not seconds.
func (t *Transition) FadeIsFraction() bool { return t.flags&fadeIsFraction != 0 }

// Frozen says that the source stands still during the fade.
func (t *Transition) FrozenSource() bool { return t.flags&frozenSource != 0 }

// Inertial says that the source is not played on but decays, as by inertialization.
func (t *Transition) Inertialized() bool { return t.flags&inertialized != 0 }

// CanRestart says that the transition is taken also when the character is in its target already.
func (t *Transition) CanRestart() bool { return t.flags&canRestart != 0 }

// Interruption says which transitions can be taken while this one is going on.
func (t *Transition) Interruption() Interruption {
	return Interruption(t.flags >> interruptionShift)
}

// Into says whether the leaf state is one that the transition leads to.
func (t *Transition) LeadsTo(leaf int) bool {
	return leaf >= int(t.TargetFirst) && leaf < int(t.TargetEnd)
}

// Interruption says which transitions can be taken while one is going on.
type Interruption uint8

// The interruption rules.
const (
	// InterruptNone lets a transition come to its end.
	InterruptNone Interruption = iota
	// InterruptBySource allows the transitions of the state that it came from.
	InterruptBySource
	// InterruptByTarget allows those of the state that it goes to.
	InterruptByTarget
	// InterruptBySourceThenTarget allows both, and tries those of the source first.
	InterruptBySourceThenTarget
	// InterruptByTargetThenSource allows both, and tries those of the target first.
	InterruptByTargetThenSource
)

var interruptionNames = [...]string{"none", "source", "target", "source-then-target", "target-then-source"}

// String returns the rule's name, as graphs write it.
func (i Interruption) String() string {
	if int(i) >= len(interruptionNames) {
		return fmt.Sprintf("Interruption(%d)", uint8(i))
	}
	return interruptionNames[i]
}

var parameterTypeNames = [...]string{"float", "int", "bool", "trigger"}

// String returns the kind's name, as graphs write it.
func (k ParameterType) String() string {
	if int(k) >= len(parameterTypeNames) {
		return fmt.Sprintf("ParameterKind(%d)", uint8(k))
	}
	return parameterTypeNames[k]
}

// GraphLink is a transition as it was written, for tools to show. Paths are those of states or machines inside the layer.
type AuthoredTransition struct {
	Layer int
	// From is the path of the state or, where Any, of the machine whose every state has the transition; that of the layer's own
	// machine is empty.
	From     string
	AnyState bool
	To       string
	// Conditions says what must hold: "speed > 0.1".
	Conditions []string
	// Curve is the name of the fade's curve; empty is the straight line.
	Curve string
	// Transition holds the numbers, as every leaf state that has the transition finds them.
	Transition Transition
}

// Links returns all transitions as they were written; a [Transition]'s Index is one of these. The slice is the graph's own: read only.
func (g *Graph) AuthoredTransitions() []AuthoredTransition { return g.authored }

// Motion returns the name of the clip or blend space that a leaf state plays, and whether it is a blend space. It is empty for the
// rest pose. It is there also where names are not looked up.
func (g *Graph) AssetName(state int) (name string, space bool) {
	m := g.assetNames[state]
	return m.name, m.isBlendSpace
}

type assetName struct {
	name         string
	isBlendSpace bool
}

// Mask returns the name of a layer's mask; empty is none. It is there also where names are not looked up.
func (g *Graph) MaskName(layer int) string { return g.document.layers[layer].mask.name }
