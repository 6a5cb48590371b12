package machine

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/id"
)

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

	first uint16 // index in Parts.conditions
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
