package graph

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

// transitions finds the targets of all transitions, and compiles their conditions.
func (c *compiler) transitions() {
	for _, root := range c.nodes {
		c.transitionsOf(root)
	}
}

func (c *compiler) transitionsOf(node *stateNode) {
	if node.machine != nil {
		node.anyState = c.compileTransitions(node, node.machine.anyState, true)
	}
	if node.spec != nil {
		node.own = c.compileTransitions(node, node.spec.transitions, false)
	}
	for _, child := range node.children {
		c.transitionsOf(child)
	}
}

func (c *compiler) compileTransitions(node *stateNode, parts []transitionSpec, fromAny bool) []compiledTransition {
	out := make([]compiledTransition, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		from := "transition"
		if fromAny {
			from = "transition from any state"
		}
		place := location(p.jsonPath, "layer %q, %s to %q", c.document.layers[node.layer].name, from, p.to)
		if node.spec != nil {
			place = location(p.jsonPath, "layer %q, state %q, %s to %q", c.document.layers[node.layer].name, node.path, from, p.to)
		}
		if len(c.graph.authored) >= maxTransitions {
			c.limitProblem(&c.tooManyTransitions, place, "there are more than %d transitions", maxTransitions)
			return out
		}
		scope := node
		if !fromAny {
			scope = node.parent
		}
		target := findState(scope, p.to)
		if target == nil || target.entry == nil {
			c.structuralProblem(place, "there is no such state")
			continue
		}
		b := compiledTransition{spec: p, location: place, target: target}
		c.transition(&b)
		link := AuthoredTransition{Layer: node.layer, From: node.path, AnyState: fromAny, To: target.path, Curve: p.curve.name, Transition: b.compiled}
		for i := range p.conditions {
			link.Conditions = append(link.Conditions, p.conditions[i].String())
		}
		c.graph.authored = append(c.graph.authored, link)
		out = append(out, b)
	}
	return out
}

// find looks a path up in a machine, or else in those around it.
func findState(scope *stateNode, path string) *stateNode {
	names := strings.Split(path, "/")
	for ; scope != nil; scope = scope.parent {
		node := scope
		for _, name := range names {
			if node = node.child(name); node == nil {
				break
			}
		}
		if node != nil {
			return node
		}
	}
	return nil
}

// transition checks the numbers of a transition and compiles it.
func (c *compiler) transition(b *compiledTransition) {
	p := b.spec
	t := &b.compiled
	*t = Transition{
		ExitTime: -1, Fade: p.fade, Offset: p.offset,
		Target: int16(b.target.entry.first), TargetFirst: int16(b.target.first), TargetEnd: int16(b.target.end), Index: uint16(len(c.graph.authored)),
	}
	if p.hasExitTime {
		t.ExitTime = p.exitTime
		if !isFinite(p.exitTime) || p.exitTime < 0 {
			c.problem(b.location, "its exit time is %v", p.exitTime)
		}
	}
	if !isFinite(p.fade) || p.fade < 0 {
		c.problem(b.location, "its duration is %v", p.fade)
	}
	if !(p.offset >= 0 && p.offset <= 1) {
		c.problem(b.location, "its offset is %v, not in [0, 1]", p.offset)
	}
	if p.frozenSource && p.inertialized {
		c.problem(b.location, "it is frozen and inertial; an inertial one plays its source no longer")
	}
	if p.interruption > InterruptByTargetThenSource {
		c.problem(b.location, "there is no interruption rule %d", p.interruption)
	}
	if p.fade == 0 {
		p.fade, t.Fade = 0, 0 // no -0, which JSON would not tell apart
	}
	if p.offset == 0 {
		p.offset, t.Offset = 0, 0
	}
	t.Curve = c.curve(b.location, &p.curve)
	t.flags = transitionFlags(p.interruption) << interruptionShift
	t.setFlag(fadeIsFraction, p.fadeIsFraction)
	t.setFlag(frozenSource, p.frozenSource)
	t.setFlag(inertialized, p.inertialized)
	t.setFlag(canRestart, p.restart)
	c.conditions(b)
}

func (t *Transition) setFlag(flag transitionFlags, set bool) {
	if set {
		t.flags |= flag
	}
}

func (c *compiler) curve(place string, ref *reference[id.Curve]) id.Curve {
	switch {
	case !ref.given || ref.name == clip.NameStraightLine || ref.name == "" && ref.id == clip.StraightLine:
		*ref = reference[id.Curve]{}
	case ref.name == clip.NameSmoothStep || ref.id == clip.SmoothStep:
		*ref = reference[id.Curve]{given: true, name: clip.NameSmoothStep, id: clip.SmoothStep}
	case checkReference(c, place, "curve", ref):
		resolveReference(c, place, c.lookup.curveKind(), ref)
	}
	return ref.id
}

const maxConditions = 64 // of one transition

// conditionsOf compiles the conditions of a transition, and says what is wrong with them.
func (c *compiler) conditions(b *compiledTransition) {
	parts := b.spec.conditions
	if len(parts) > maxConditions || len(c.graph.conditions)+len(parts) > maxTransitionConditions {
		c.problem(b.location, "there are too many conditions: more than %d here or %d in all", maxConditions, maxTransitionConditions)
		return
	}
	b.compiled.first = uint16(min(len(c.graph.conditions), math.MaxUint16))
	b.compiled.count = uint8(len(parts))
	for i := range parts {
		p := &parts[i]
		place := b.location
		if p.jsonPath != "" {
			_, after, _ := strings.Cut(b.location, ": ")
			place = p.jsonPath + ": " + after
		}
		condition, ok := c.condition(place, p)
		if ok && p.op == conditionTriggered {
			b.compiled.Triggers |= 1 << condition.parameter
		}
		c.graph.conditions = append(c.graph.conditions, condition)
	}
}

var comparisons = []string{">", "<", ">=", "<=", "==", "!="}

func (c *compiler) condition(place string, p *conditionSpec) (condition, bool) {
	i, ok := c.graph.byParameter[p.parameter]
	if !ok {
		c.problem(place, "there is no parameter %q", p.parameter)
		return condition{}, false
	}
	kind := c.graph.parameters[i].Type
	wrong := func() (condition, bool) {
		c.problem(place, "%q is no condition for the %v parameter %q", p.op, kind, p.parameter)
		return condition{}, false
	}
	switch kind {
	case FloatParameter:
		if !slices.Contains(comparisons, p.op) {
			return wrong()
		}
		if !isFinite(float32(p.value)) {
			c.problem(place, "parameter %q is compared to %v", p.parameter, p.value)
			return condition{}, false
		}
		p.value = float64(float32(p.value))
		return floatCondition(i, p.op, float32(p.value)), true
	case IntParameter:
		if !slices.Contains(comparisons, p.op) {
			return wrong()
		}
		if value := int32(max(min(p.value, math.MaxInt32), math.MinInt32)); p.value == p.value && float64(value) == p.value {
			condition, ok := intCondition(i, p.op, value)
			if !ok {
				c.problem(place, "no int is %s %d", p.op, value)
			}
			return condition, ok
		}
		c.problem(place, "int parameter %q is compared to %v", p.parameter, p.value)
		return condition{}, false
	case BoolParameter:
		if p.op != conditionTrue && p.op != conditionFalse {
			return wrong()
		}
	case TriggerParameter:
		if p.op != conditionTriggered {
			return wrong()
		}
	}
	return setCondition(i, p.op != conditionFalse), true
}

// String returns the condition for people.
func (p *conditionSpec) String() string {
	switch p.op {
	case conditionTrue, conditionTriggered:
		return p.parameter
	case conditionFalse:
		return "not " + p.parameter
	}
	return p.parameter + " " + p.op + " " + p.number()
}

// number returns the value as it is written: an int in full, a float as short as tells it from the other float32.
func (p *conditionSpec) number() string {
	if p.value == math.Trunc(p.value) && math.Abs(p.value) <= 1<<31 {
		return strconv.FormatInt(int64(p.value), 10)
	}
	return strconv.FormatFloat(p.value, 'g', -1, 32)
}

// flatten gives every leaf the list of the transitions that can leave it, in the order in which they are tried.
func (c *compiler) flatten() {
	for i, leaf := range c.leaves {
		s := &c.graph.states[i]
		s.first = uint32(len(c.graph.transitions))
		leaf.parent.eachOutermostFirst(func(machine *stateNode) { c.appendTransitions(machine.anyState, i) })
		leaf.parent.eachOutermostFirst(func(machine *stateNode) { c.appendTransitions(machine.own, i) })
		for _, b := range leaf.own {
			t := b.compiled
			t.setFlag(canRestart, t.LeadsTo(i))
			c.graph.transitions = append(c.graph.transitions, t)
		}
		if len(c.graph.transitions) > maxCompiledTransitions {
			c.structuralProblem("", "the states have more than %d transitions, those that they share counted for each", maxCompiledTransitions)
			return
		}
		s.count = uint16(len(c.graph.transitions) - int(s.first)) // maxGraphTransitions fit
	}
}

// list adds transitions that a leaf has from outside to its list, but for those to where it is.
func (c *compiler) appendTransitions(transitions []compiledTransition, leaf int) {
	for i := range transitions {
		if t := &transitions[i].compiled; t.CanRestart() || !t.LeadsTo(leaf) {
			c.graph.transitions = append(c.graph.transitions, *t)
		}
	}
}

// eachOutermostFirst calls for the machine and those around it.
func (n *stateNode) eachOutermostFirst(call func(*stateNode)) {
	if n.parent != nil {
		n.parent.eachOutermostFirst(call)
	}
	call(n)
}
