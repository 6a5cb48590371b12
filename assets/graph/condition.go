package graph

import (
	"math"

	"github.com/sinew-go/sinew/assets/graph/machine"
)

// floatFlip are the bits to flip in negative floats, so that they sort as integers.
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
func floatCondition(parameter int, op string, value float32) machine.Condition {
	low, high := floatKey(value), floatKey(value)
	if value == 0 {
		low, high = -1, 0
	}
	infinity := floatKey(float32(math.Inf(1)))
	from, to, _ := keyRange(op, low, high, floatKey(float32(math.Inf(-1))), infinity)
	return machine.Condition{
		Low: uint32(from), Width: uint32(to) - uint32(from), NegativeFlip: floatFlip, Parameter: uint8(parameter),
		Negated: op == "!=",
	}
}

// intCondition compares an int parameter with a value. It reports whether the comparison holds for
// any int32.
func intCondition(parameter int, op string, value int32) (machine.Condition, bool) {
	from, to, ok := keyRange(op, value, value, math.MinInt32, math.MaxInt32)
	return machine.Condition{
		Low: uint32(from), Width: uint32(to) - uint32(from), Parameter: uint8(parameter),
		Negated: op == "!=",
	}, ok
}

// boolCondition tests whether a bool or a trigger is set, or is not set: the range is the key 0
// alone.
func boolCondition(parameter int, set bool) machine.Condition {
	return machine.Condition{Parameter: uint8(parameter), Negated: set}
}
