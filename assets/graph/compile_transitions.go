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
		node.any = c.build(node, node.machine.any, true)
	}
	if node.part != nil {
		node.own = c.build(node, node.part.transitions, false)
	}
	for _, child := range node.children {
		c.transitionsOf(child)
	}
}

func (c *compiler) build(node *stateNode, parts []transitionPart, fromAny bool) []builtTransition {
	out := make([]builtTransition, 0, len(parts))
	for i := range parts {
		p := &parts[i]
		from := "transition"
		if fromAny {
			from = "transition from any state"
		}
		place := at(p.at, "layer %q, %s to %q", c.document.layers[node.layer].name, from, p.to)
		if node.part != nil {
			place = at(p.at, "layer %q, state %q, %s to %q", c.document.layers[node.layer].name, node.path, from, p.to)
		}
		if len(c.graph.links) >= maxTransitions {
			c.full(&c.tooManyTransitions, place, "there are more than %d transitions", maxTransitions)
			return out
		}
		scope := node
		if !fromAny {
			scope = node.parent
		}
		target := find(scope, p.to)
		if target == nil || target.entry == nil {
			c.breaks(place, "there is no such state")
			continue
		}
		b := builtTransition{part: p, place: place, target: target}
		c.transition(&b)
		link := AuthoredTransition{Layer: node.layer, From: node.path, Any: fromAny, To: target.path, Curve: p.curve.name, Transition: b.flat}
		for i := range p.conditions {
			link.Conditions = append(link.Conditions, p.conditions[i].String())
		}
		c.graph.links = append(c.graph.links, link)
		out = append(out, b)
	}
	return out
}

// find looks a path up in a machine, or else in those around it.
func find(scope *stateNode, path string) *stateNode {
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
func (c *compiler) transition(b *builtTransition) {
	p := b.part
	t := &b.flat
	*t = Transition{
		ExitTime: -1, Duration: p.duration, Offset: p.offset,
		Target: int16(b.target.entry.first), TargetFirst: int16(b.target.first), TargetEnd: int16(b.target.end), Index: uint16(len(c.graph.links)),
	}
	if p.waits {
		t.ExitTime = p.exitTime
		if !finite(p.exitTime) || p.exitTime < 0 {
			c.problem(b.place, "its exit time is %v", p.exitTime)
		}
	}
	if !finite(p.duration) || p.duration < 0 {
		c.problem(b.place, "its duration is %v", p.duration)
	}
	if !(p.offset >= 0 && p.offset <= 1) {
		c.problem(b.place, "its offset is %v, not in [0, 1]", p.offset)
	}
	if p.frozen && p.inertial {
		c.problem(b.place, "it is frozen and inertial; an inertial one plays its source no longer")
	}
	if p.interruption > InterruptByTargetThenSource {
		c.problem(b.place, "there is no interruption rule %d", p.interruption)
	}
	if p.duration == 0 {
		p.duration, t.Duration = 0, 0 // no -0, which JSON would not tell apart
	}
	if p.offset == 0 {
		p.offset, t.Offset = 0, 0
	}
	t.Curve = c.curve(b.place, &p.curve)
	t.flags = transitionFlags(p.interruption) << interruptionShift
	t.flag(transitionRelative, p.relative)
	t.flag(transitionFrozen, p.frozen)
	t.flag(transitionInertial, p.inertial)
	t.flag(transitionRestart, p.restart)
	c.conditionsOf(b)
}

func (t *Transition) flag(flag transitionFlags, set bool) {
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
	case known(c, place, "curve", ref):
		look(c, place, c.names.curveKind(), ref)
	}
	return ref.id
}

const maxConditions = 64 // of one transition

// conditionsOf compiles the conditions of a transition, and says what is wrong with them.
func (c *compiler) conditionsOf(b *builtTransition) {
	parts := b.part.conditions
	if len(parts) > maxConditions || len(c.graph.conditions)+len(parts) > maxTransitionConditions {
		c.problem(b.place, "there are too many conditions: more than %d here or %d in all", maxConditions, maxTransitionConditions)
		return
	}
	b.flat.first = uint16(min(len(c.graph.conditions), math.MaxUint16))
	b.flat.count = uint8(len(parts))
	for i := range parts {
		p := &parts[i]
		place := b.place
		if p.at != "" {
			_, after, _ := strings.Cut(b.place, ": ")
			place = p.at + ": " + after
		}
		condition, ok := c.condition(place, p)
		if ok && p.op == conditionTriggered {
			b.flat.Triggers |= 1 << condition.parameter
		}
		c.graph.conditions = append(c.graph.conditions, condition)
	}
}

var comparisons = []string{">", "<", ">=", "<=", "==", "!="}

func (c *compiler) condition(place string, p *conditionPart) (condition, bool) {
	i, ok := c.graph.byParameter[p.parameter]
	if !ok {
		c.problem(place, "there is no parameter %q", p.parameter)
		return condition{}, false
	}
	kind := c.graph.parameters[i].Kind
	wrong := func() (condition, bool) {
		c.problem(place, "%q is no condition for the %v parameter %q", p.op, kind, p.parameter)
		return condition{}, false
	}
	switch kind {
	case FloatParameter:
		if !slices.Contains(comparisons, p.op) {
			return wrong()
		}
		if !finite(float32(p.value)) {
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
func (p *conditionPart) String() string {
	switch p.op {
	case conditionTrue, conditionTriggered:
		return p.parameter
	case conditionFalse:
		return "not " + p.parameter
	}
	return p.parameter + " " + p.op + " " + p.number()
}

// number returns the value as it is written: an int in full, a float as short as tells it from the other float32.
func (p *conditionPart) number() string {
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
		leaf.parent.eachOutermostFirst(func(machine *stateNode) { c.list(machine.any, i) })
		leaf.parent.eachOutermostFirst(func(machine *stateNode) { c.list(machine.own, i) })
		for _, b := range leaf.own {
			t := b.flat
			t.flag(transitionRestart, t.LeadsTo(i))
			c.graph.transitions = append(c.graph.transitions, t)
		}
		if len(c.graph.transitions) > maxFlatTransitions {
			c.breaks("", "the states have more than %d transitions, those that they share counted for each", maxFlatTransitions)
			return
		}
		s.count = uint16(len(c.graph.transitions) - int(s.first)) // maxGraphTransitions fit
	}
}

// list adds transitions that a leaf has from outside to its list, but for those to where it is.
func (c *compiler) list(transitions []builtTransition, leaf int) {
	for i := range transitions {
		if t := &transitions[i].flat; t.CanRestart() || !t.LeadsTo(leaf) {
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
