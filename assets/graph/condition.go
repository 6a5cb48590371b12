package graph

import (
	"math"
	"math/bits"
)

// graphCondition says that a parameter is in a range, or that it is not. All tests are of this form: a parameter's bits become
// a key whose order as int32 is that of the values, and the key's distance from the lowest that passes is
// compared with that of the highest. The keys of NaN are beyond those of the infinities.
type condition struct {
	low, width   uint32
	negativeFlip uint32 // what to flip in negative values to order them: all but the sign for floats
	parameter    uint8
	negated      bool // the key must not be in the range
}

// Holds says whether all conditions of a transition hold for the parameters, of which [Graph] says the meaning. It does not look at
// the exit time.
func (g *Graph) ConditionsHold(t *Transition, parameters *[MaxParameters]uint32) bool {
	conditions := g.conditions[t.first:][:t.count]
	for i := range conditions {
		c := &conditions[i]
		key := parameters[c.parameter%MaxParameters]
		key ^= uint32(int32(key)>>31) & c.negativeFlip
		if (key-c.low <= c.width) == c.negated {
			return false
		}
	}
	return true
}

// ConsumeTriggers clears the triggers that a transition asks for. It is for when the transition is taken.
func (g *Graph) ConsumeTriggers(t *Transition, parameters *[MaxParameters]uint32) {
	for set := t.Triggers; set != 0; set &= set - 1 {
		parameters[bits.TrailingZeros32(set)%MaxParameters] = 0
	}
}

const (
	floatFlip = 1<<31 - 1
)

// floatKey returns a number that is ordered as int32 as floats are. -0 has the one below that of 0.
func floatKey(v float32) int32 {
	b := int32(math.Float32bits(v))
	return b ^ b>>31&floatFlip
}

// keyRange returns the keys, from low to high, that an operator asks for, given the lowest and highest key of the value: those of
// a float's two zeros differ. least and most are the keys of the least and the greatest value. It is false when there are none.
func keyRange(op string, low, high, least, most int32) (from, to int32, ok bool) {
	switch op {
	case "<":
		return least, low - 1, low > least
	case "<=":
		return least, high, true
	case ">":
		return high + 1, most, high < most
	case ">=":
		return low, most, true
	}
	return low, high, true
}

// floatCondition is that a float parameter compares to a finite value.
func floatCondition(parameter int, op string, value float32) condition {
	low, high := floatKey(value), floatKey(value)
	if value == 0 {
		low, high = -1, 0
	}
	infinity := floatKey(float32(math.Inf(1)))
	from, to, _ := keyRange(op, low, high, floatKey(float32(math.Inf(-1))), infinity)
	return condition{
		low: uint32(from), width: uint32(to) - uint32(from), negativeFlip: floatFlip, parameter: uint8(parameter), negated: op == "!=",
	}
}

// intCondition is that an int parameter compares to a value. It is false when no value does.
func intCondition(parameter int, op string, value int32) (condition, bool) {
	from, to, ok := keyRange(op, value, value, math.MinInt32, math.MaxInt32)
	return condition{low: uint32(from), width: uint32(to) - uint32(from), parameter: uint8(parameter), negated: op == "!="}, ok
}

// setCondition is that a bool or a trigger is set, or is not.
func setCondition(parameter int, set bool) condition {
	return condition{parameter: uint8(parameter), negated: set}
}
