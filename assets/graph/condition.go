package graph

import (
	"math"
	"math/bits"
)

// condition tests whether a parameter is in a range, or outside it. All conditions have this one
// form: the bits of the parameter are mapped to a key that, as an int32, sorts like the values, and
// the distance of the key from the lowest key of the range is compared with the width of the range.
// The keys of NaN lie beyond the keys of the infinities.
type condition struct {
	low, width   uint32 // the keys low, ..., low+width
	negativeFlip uint32 // the bits to flip in negative values to sort them: for floats all but the sign
	parameter    uint8
	negated      bool // the key must be outside the range
}

// ConditionsHold reports whether all conditions of a transition hold for the values of the
// parameters. It does not check the exit time.
func (g *Graph) ConditionsHold(t *Transition, parameters *[MaxParameters]uint32) bool {
	if g == nil || t == nil || parameters == nil {
		return false
	}
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

// ConsumeTriggers clears the triggers on which a transition has conditions. Call it when the
// transition is taken.
func (g *Graph) ConsumeTriggers(t *Transition, parameters *[MaxParameters]uint32) {
	if t == nil || parameters == nil {
		return
	}
	for set := t.Triggers; set != 0; set &= set - 1 {
		parameters[bits.TrailingZeros32(set)%MaxParameters] = 0
	}
}

const floatFlip = 1<<31 - 1

// floatKey returns the key of a float: an int32 that sorts like the floats. The key of -0 is one
// less than the key of 0.
func floatKey(v float32) int32 {
	b := int32(math.Float32bits(v))
	return b ^ b>>31&floatFlip
}

// keyRange returns the keys from, ..., to that fulfill a comparison with a value, and reports
// whether there are any. low and high are the lowest and the highest key of the value, which differ
// only for the two float zeros. least and greatest are the keys of the type's least and greatest
// value. For != it returns the range to negate.
func keyRange(op string, low, high, least, greatest int32) (from, to int32, ok bool) {
	switch op {
	case "<":
		return least, low - 1, low > least
	case "<=":
		return least, high, true
	case ">":
		return high + 1, greatest, high < greatest
	case ">=":
		return low, greatest, true
	}
	return low, high, true
}

// floatCondition compares a float parameter with a finite value.
func floatCondition(parameter int, op string, value float32) condition {
	low, high := floatKey(value), floatKey(value)
	if value == 0 {
		low, high = -1, 0
	}
	infinity := floatKey(float32(math.Inf(1)))
	from, to, _ := keyRange(op, low, high, floatKey(float32(math.Inf(-1))), infinity)
	return condition{
		low: uint32(from), width: uint32(to) - uint32(from), negativeFlip: floatFlip, parameter: uint8(parameter),
		negated: op == "!=",
	}
}

// intCondition compares an int parameter with a value. It reports whether the comparison holds for
// any int32.
func intCondition(parameter int, op string, value int32) (condition, bool) {
	from, to, ok := keyRange(op, value, value, math.MinInt32, math.MaxInt32)
	return condition{
		low: uint32(from), width: uint32(to) - uint32(from), parameter: uint8(parameter),
		negated: op == "!=",
	}, ok
}

// boolCondition tests whether a bool or a trigger is set, or is not set: the range is the key 0
// alone.
func boolCondition(parameter int, set bool) condition {
	return condition{parameter: uint8(parameter), negated: set}
}
