package machine

import "fmt"

// MaxParameters is the maximum number of parameters of a graph.
const MaxParameters = 32

// ParameterType is the type of a parameter of a graph.
type ParameterType uint8

// The types of parameters. A value of any of them is stored in a uint32.
const (
	// FloatParameter is a float32.
	FloatParameter ParameterType = iota
	// IntParameter is an int32.
	IntParameter
	// BoolParameter is 0 or 1.
	BoolParameter
	// TriggerParameter is 1 from when it is set until a transition with a condition on it is taken.
	TriggerParameter
)

var parameterTypeNames = [...]string{"float", "int", "bool", "trigger"}

// String returns the type's name in JSON.
func (t ParameterType) String() string {
	if int(t) >= len(parameterTypeNames) {
		return fmt.Sprintf("ParameterType(%d)", uint8(t))
	}
	return parameterTypeNames[t]
}

// Parameter is a parameter of a [Graph].
type Parameter struct {
	Name string
	Type ParameterType
	// Default is the initial value: the bits of a float32 or an int32, or 0 or 1 for a bool. A
	// trigger's is 0.
	Default uint32
}
