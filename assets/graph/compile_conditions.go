package graph

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-go/sinew/assets/graph/machine"
	"github.com/sinew-go/sinew/internal/exact"
)

const maxConditions = 64 // of one transition

// conditions checks and compiles the conditions of a transition.
func (c *compiler) conditions(t *compiledTransition) {
	specs := t.spec.conditions
	if len(specs) > maxConditions {
		c.problem(t.location, "expected at most %d conditions, found %d", maxConditions, len(specs))
		return
	}
	if c.parts.ConditionCount()+len(specs) > maxTransitionConditions {
		c.problem(t.location, "expected at most %d conditions in the graph, found more", maxTransitionConditions)
		return
	}
	compiled := make([]machine.Condition, len(specs))
	for i := range specs {
		s := &specs[i]
		location := t.location
		if s.jsonPath != "" {
			_, name, _ := strings.Cut(t.location, ": ")
			location = locate(s.jsonPath, "%s", name)
		}
		var ok bool
		compiled[i], ok = c.condition(location, s)
		c.badConditions = c.badConditions || !ok
		if ok && s.op == opTriggered {
			t.compiled.Triggers |= 1 << compiled[i].Parameter
		}
	}
	c.parts.SetConditions(&t.compiled, compiled)
}

// condition checks and compiles a condition. It reports whether the condition is valid.
func (c *compiler) condition(location string, s *conditionSpec) (machine.Condition, bool) {
	parameter, ok := c.byParameter[s.parameter]
	if !ok {
		c.parameterProblem(s.parameter, location, "expected a parameter for its condition, found none named %q%s", s.parameter,
			c.meant(s.parameter, maps.Keys(c.byParameter)))
		return machine.Condition{}, false
	}
	parameterType := c.parts.Parameters[parameter].Type
	if !slices.Contains(operators(parameterType), s.op) {
		c.parameterProblem(s.parameter, location, "expected a condition of the %v parameter %q, found %q; %s", parameterType, s.parameter,
			s.op, operatorHint(parameterType))
		return machine.Condition{}, false
	}
	switch parameterType {
	case FloatParameter:
		value := float32(s.value)
		if !exact.IsFinite(value) {
			c.problem(location, "expected a finite 32-bit float to compare the float parameter %q to, found %v",
				s.parameter, s.value)
			return machine.Condition{}, false
		}
		s.value = float64(value)
		return floatCondition(parameter, s.op, value), true
	case IntParameter:
		value := int32(max(min(s.value, math.MaxInt32), math.MinInt32))
		if math.IsNaN(s.value) || float64(value) != s.value {
			c.problem(location, "expected an integer from %d to %d to compare the int parameter %q to, found %v",
				math.MinInt32, math.MaxInt32, s.parameter, s.value)
			return machine.Condition{}, false
		}
		condition, ok := intCondition(parameter, s.op, value)
		if !ok {
			c.problem(location, "expected a condition that can hold, found one that no int meets: %s %d", s.op, value)
		}
		return condition, ok
	}
	return boolCondition(parameter, s.op != opFalse), true
}

// operators returns the operators for conditions on a type of parameter.
func operators(t ParameterType) []string {
	switch t {
	case BoolParameter:
		return []string{opTrue, opFalse}
	case TriggerParameter:
		return []string{opTriggered}
	}
	return comparisons
}

// operatorHint returns which operators conditions on a type of parameter take.
func operatorHint(t ParameterType) string {
	switch t {
	case BoolParameter:
		return fmt.Sprintf("a bool takes %q or %q (WhenTrue or WhenFalse in Go)", opTrue, opFalse)
	case TriggerParameter:
		return fmt.Sprintf("a trigger takes %q (WhenTriggered in Go)", opTriggered)
	case IntParameter:
		return "an int takes " + strings.Join(comparisons, " ")
	}
	return "a float takes " + strings.Join(comparisons, " ")
}

// String returns the condition in readable form, such as "speed > 0.1" or "not grounded".
func (c *conditionSpec) String() string {
	switch c.op {
	case opTrue, opTriggered:
		return c.parameter
	case opFalse:
		return "not " + c.parameter
	}
	return c.parameter + " " + c.op + " " + c.number()
}

// number formats the value: an int32 in full, a float with the fewest digits that identify the
// float32.
func (c *conditionSpec) number() string {
	if c.value == math.Trunc(c.value) && math.Abs(c.value) <= 1<<31 {
		return strconv.FormatInt(int64(c.value), 10)
	}
	return strconv.FormatFloat(c.value, 'g', -1, 32)
}
