package graph

import "github.com/sinew-go/sinew/assets/id"

// AnyStateBuilder is [AnyState] before its first transition.
type AnyStateBuilder struct{ from *StateBuilder }

// To begins a transition from every state of the machine: see [StateBuilder.To].
func (s *AnyStateBuilder) To(target string) *TransitionBuilder {
	if s == nil {
		s = &AnyStateBuilder{}
	}
	return s.from.To(target)
}

// TransitionBuilder describes a transition, and begins the next one of the same state. A transition
// without conditions and without an exit time is taken at once; without a fade it switches from one
// frame to the next.
type TransitionBuilder struct {
	from  *StateBuilder
	index int // in the state's transitions
}

// orNone returns a transition of a state that counts as nil in place of one that To did not make.
func (t *TransitionBuilder) orNone() *TransitionBuilder {
	if t == nil || t.from == nil {
		return (*StateBuilder)(nil).To("")
	}
	return t
}

// To begins another transition from the same state: see [StateBuilder.To].
func (t *TransitionBuilder) To(target string) *TransitionBuilder { return t.orNone().from.To(target) }

func (t *TransitionBuilder) addTo(m *machineSpec) { t.orNone().from.addTo(m) }

func (t *TransitionBuilder) set(set func(*transitionSpec)) *TransitionBuilder {
	t = t.orNone()
	set(&t.from.state.transitions[t.index])
	return t
}

func (t *TransitionBuilder) when(c conditionSpec) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.conditions = append(s.conditions, c) })
}

// When adds a condition that compares a float or int parameter with a value. The operator op is one
// of > < >= <= == and !=. All conditions of a transition must hold.
func (t *TransitionBuilder) When(parameter, op string, value float64) *TransitionBuilder {
	return t.when(conditionSpec{parameter: parameter, op: op, value: value})
}

// WhenTrue adds the condition that a bool parameter is true.
func (t *TransitionBuilder) WhenTrue(parameter string) *TransitionBuilder {
	return t.when(conditionSpec{parameter: parameter, op: opTrue})
}

// WhenFalse adds the condition that a bool parameter is false.
func (t *TransitionBuilder) WhenFalse(parameter string) *TransitionBuilder {
	return t.when(conditionSpec{parameter: parameter, op: opFalse})
}

// WhenTriggered adds the condition that a trigger is set. Taking the transition clears the trigger.
func (t *TransitionBuilder) WhenTriggered(trigger string) *TransitionBuilder {
	return t.when(conditionSpec{parameter: trigger, op: opTriggered})
}

// ExitTime makes the transition wait until the state reaches a normalized time: 1 is the end of the
// first loop, 2.5 the middle of the third.
func (t *TransitionBuilder) ExitTime(normalizedTime float64) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.exitTime, s.hasExitTime = normalizedTime, true })
}

// Fade sets the duration of the fade in seconds. It replaces [TransitionBuilder.FadeFraction].
func (t *TransitionBuilder) Fade(seconds float64) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.fade, s.fadeIsFraction = seconds, false })
}

// FadeFraction sets the duration of the fade as a fraction, 0 to 1, of the source's duration at a
// speed of 1. It replaces [TransitionBuilder.Fade].
func (t *TransitionBuilder) FadeFraction(fraction float64) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.fade, s.fadeIsFraction = fraction, true })
}

// Offset sets the normalized time at which the target begins, from 0 to 1.
func (t *TransitionBuilder) Offset(normalizedTime float64) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.offset = normalizedTime })
}

// Curve sets the easing curve of the fade, which must not be 0 unless the curve is "linear", as it
// is by default. Others are "smoothstep" and the names of [clip.Curve].
func (t *TransitionBuilder) Curve(name string) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.curve = byName[id.Curve](name) })
}

// CurveByID is [TransitionBuilder.Curve] with the curve's ID.
func (t *TransitionBuilder) CurveByID(curve id.Curve) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.curve = byID(curve) })
}

// FrozenSource stops the source's time during the fade, which must not be 0.
func (t *TransitionBuilder) FrozenSource() *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.frozenSource = true })
}

// Inertialized replaces the crossfade by inertialization: the source stops playing, and the
// difference between its pose and the target's decays within the time of the fade, which must not
// be 0.
func (t *TransitionBuilder) Inertialized() *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.inertialized = true })
}

// Interruption sets which transitions can be taken while this one is running, which without a fade
// it never is. The default is [InterruptNone].
func (t *TransitionBuilder) Interruption(rule Interruption) *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.interruption = rule })
}

// Restart allows a transition from any state, or of a machine, to be taken in the state to which it
// leads, which then begins again.
func (t *TransitionBuilder) Restart() *TransitionBuilder {
	return t.set(func(s *transitionSpec) { s.restart = true })
}
