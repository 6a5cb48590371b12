package assets

import "fmt"

// Interruption says which transitions can be taken while one is going on.
type Interruption uint8

// The interruption rules.
const (
	// InterruptNone lets a transition come to its end.
	InterruptNone Interruption = iota
	// InterruptBySource allows the transitions of the state that it came from.
	InterruptBySource
	// InterruptByTarget allows those of the state that it goes to.
	InterruptByTarget
	// InterruptBySourceThenTarget allows both, and tries those of the source first.
	InterruptBySourceThenTarget
	// InterruptByTargetThenSource allows both, and tries those of the target first.
	InterruptByTargetThenSource
)

var interruptionNames = [...]string{"none", "source", "target", "source-then-target", "target-then-source"}

// String returns the rule's name, as graphs write it.
func (i Interruption) String() string {
	if int(i) >= len(interruptionNames) {
		return fmt.Sprintf("Interruption(%d)", uint8(i))
	}
	return interruptionNames[i]
}

var parameterKindNames = [...]string{"float", "int", "bool", "trigger"}

// String returns the kind's name, as graphs write it.
func (k ParameterKind) String() string {
	if int(k) >= len(parameterKindNames) {
		return fmt.Sprintf("ParameterKind(%d)", uint8(k))
	}
	return parameterKindNames[k]
}
