package machine

import "math/bits"

// Condition tests whether a parameter is in a range, or outside it. All conditions have this one
// form: the bits of the parameter are mapped to a key that, as an int32, sorts like the values, and
// the distance of the key from the lowest key of the range is compared with the width of the range.
// The keys of NaN lie beyond the keys of the infinities.
type Condition struct {
	// Low and Width are the range: the keys Low, ..., Low+Width.
	Low, Width uint32
	// NegativeFlip are the bits to flip in negative values to sort them: for floats all but the
	// sign.
	NegativeFlip uint32
	// Parameter is the index of the parameter.
	Parameter uint8
	// Negated reports that the key must be outside the range.
	Negated bool
}

// ConditionsHold reports whether all conditions of a transition hold for the values of the
// parameters. It does not check the exit time.
func (g *Graph) ConditionsHold(t *Transition, parameters *[MaxParameters]uint32) bool {
	if g == nil || t == nil || parameters == nil {
		return false
	}
	first, end := int(t.first), int(t.first)+int(t.count)
	if end > len(g.parts.conditions) { // a transition of another graph
		return false
	}
	conditions := g.parts.conditions[first:end]
	for i := range conditions {
		c := &conditions[i]
		key := parameters[c.Parameter%MaxParameters]
		key ^= uint32(int32(key)>>31) & c.NegativeFlip
		if (key-c.Low <= c.Width) == c.Negated {
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
