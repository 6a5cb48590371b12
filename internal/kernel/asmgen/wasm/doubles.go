package wasm

import (
	"math"
)

// BroadcastDouble returns a float64 parameter in both lanes.
func (e *Function) BroadcastDouble(name string) Double {
	e.get(stackPointer)
	e.vectorMemory(opLoad64Spread, 3, e.offset(name))
	return Double(e.vectorResult())
}

// ConstantDouble returns a number in both lanes.
func (e *Function) ConstantDouble(x float64) Double {
	return Double(e.constant(math.Float64bits(x), math.Float64bits(x)))
}

func (e *Function) double(op int, a, b Double) Double { return Double(e.binary(op, V(a), V(b))) }

// MulDouble returns a · b.
func (e *Function) MulDouble(a, b Double) Double { return e.double(opDoubleMul, a, b) }

// AddDouble returns a + b.
func (e *Function) AddDouble(a, b Double) Double { return e.double(opDoubleAdd, a, b) }

// SubDouble returns a - b.
func (e *Function) SubDouble(a, b Double) Double { return e.double(opDoubleSub, a, b) }

// DivDouble returns a / b.
func (e *Function) DivDouble(a, b Double) Double { return e.double(opDoubleDiv, a, b) }

// SqrtDouble returns the square root.
func (e *Function) SqrtDouble(a Double) Double { return Double(e.unary(opDoubleSqrt, V(a))) }

// FloorDouble rounds down.
func (e *Function) FloorDouble(a Double) Double { return Double(e.unary(opDoubleFloor, V(a))) }

// EqualDouble is a mask: a = b, false for NaN.
func (e *Function) EqualDouble(a, b Double) V { return V(e.double(opDoubleEq, a, b)) }

// GreaterDouble is a mask: a > b, false for NaN.
func (e *Function) GreaterDouble(a, b Double) V { return V(e.double(opDoubleGt, a, b)) }

// IsZeroDouble is a mask: a = 0.
func (e *Function) IsZeroDouble(a Double) V {
	return V(e.double(opDoubleEq, a, Double(e.Zero())))
}

// ToDouble converts 4 float32.
func (e *Function) ToDouble(a V) [2]Double {
	return [2]Double{Double(e.unary(opPromote, a)), Double(e.unary(opPromote, e.shuffle(a, a, [4]int{2, 3, 2, 3})))}
}

// ToSingle converts 4 float64.
func (e *Function) ToSingle(a [2]Double) V {
	return e.shuffle(e.unary(opDemote, V(a[0])), e.unary(opDemote, V(a[1])), [4]int{0, 1, 4, 5})
}
