package graph

import "github.com/sinew-go/sinew/assets/id"

// TransitionStart is [AnyState] before its first transition.
type AnyStateBuilder struct{ from *StateBuilder }

// To begins a transition from every state of the machine. See [StateBuilder.To].
func (s *AnyStateBuilder) To(target string) *TransitionBuilder { return s.from.To(target) }

// TransitionBuilder says more of a transition, and begins the next one. Without conditions and without an exit time a transition
// is taken at once; without a fade it takes no time.
type TransitionBuilder struct {
	from  *StateBuilder
	index int // among the state's
}

// To begins another transition from the same state. See [StateBuilder.To].
func (t *TransitionBuilder) To(target string) *TransitionBuilder { return t.from.To(target) }

func (t *TransitionBuilder) addTo(m *machineSpec) { t.from.addTo(m) }

func (t *TransitionBuilder) set(set func(*transitionSpec)) *TransitionBuilder {
	set(&t.from.state.transitions[t.index])
	return t
}

func (t *TransitionBuilder) when(c conditionSpec) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.conditions = append(p.conditions, c) })
}

// When adds the condition that a float or int parameter compares to a value. op is one of > < >= <= == and !=. All conditions of a
// transition must hold; see [Graph] for when they do.
func (t *TransitionBuilder) When(parameter, op string, value float64) *TransitionBuilder {
	return t.when(conditionSpec{parameter: parameter, op: op, value: value})
}

// If adds the condition that a bool parameter is true.
func (t *TransitionBuilder) WhenTrue(parameter string) *TransitionBuilder {
	return t.when(conditionSpec{parameter: parameter, op: conditionTrue})
}

// IfNot adds the condition that a bool parameter is false.
func (t *TransitionBuilder) WhenFalse(parameter string) *TransitionBuilder {
	return t.when(conditionSpec{parameter: parameter, op: conditionFalse})
}

// On adds the condition that a trigger is set. Taking the transition clears it.
func (t *TransitionBuilder) WhenTriggered(trigger string) *TransitionBuilder {
	return t.when(conditionSpec{parameter: trigger, op: conditionTriggered})
}

// After has the transition wait until the state has run so many times through its motion: 1 is its end, 2.5 the middle of the
// third time. See [Graph].
func (t *TransitionBuilder) ExitTime(normalized float32) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.exitTime, p.hasExitTime = normalized, true })
}

// Fade says how many seconds the transition takes.
func (t *TransitionBuilder) Fade(seconds float32) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.fade, p.fadeIsFraction = seconds, false })
}

// FadePart says which part of the length of the source's motion the transition takes.
func (t *TransitionBuilder) FadeFraction(part float32) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.fade, p.fadeIsFraction = part, true })
}

// Offset begins the target at a part of its motion, from 0 to 1, instead of its beginning.
func (t *TransitionBuilder) Offset(part float32) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.offset = part })
}

// Curve says the way that the fade takes: "linear", "smoothstep", or the name of a [clip.Curve].
func (t *TransitionBuilder) Curve(name string) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.curve = byName[id.Curve](name) })
}

// CurveByID is [TransitionBuilder.Curve] for a curve that is at hand.
func (t *TransitionBuilder) CurveByID(curve id.Curve) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.curve = byID(curve) })
}

// Frozen has the source stand still during the fade.
func (t *TransitionBuilder) FrozenSource() *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.frozenSource = true })
}

// Inertial changes over by inertialization instead of a crossfade: the source is played no longer, and what of its pose and motion
// differs from the target's decays.
func (t *TransitionBuilder) Inertialized() *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.inertialized = true })
}

// Interruptible says which transitions can be taken while this one is going on. Without it, none can.
func (t *TransitionBuilder) Interruption(by Interruption) *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.interruption = by })
}

// Restart has a transition from any state, or out of a machine, be taken also in the state that it leads to, which then begins anew.
func (t *TransitionBuilder) Restart() *TransitionBuilder {
	return t.set(func(p *transitionSpec) { p.restart = true })
}
