package simd128

import "github.com/sinew-go/sinew/internal/kernel/asmgen/shared"

// The registers of both targets.
type (
	number = shared.X
	vector = shared.V
	double = shared.Double
)

// Machine appends instructions to a function: NEON's are in package neon, WebAssembly's in package
// wasm. The method of both have the same comments there.
type Machine interface {
	// Parameters and the result.
	Param(name string) number
	Broadcast(name string) vector
	BroadcastDouble(name string) double
	Return(x number)
	Finish()

	// Numbers.
	X() number
	Number(n int) number
	Move(to, from number)
	AddTo(r number, n int)
	AddShifted(r, x number, shift int)
	ShiftLeft(r number, shift int)
	ShiftRight(r number, shift int)
	Sum(a, b number, shift int) number
	SumOf(a, b, c number) number
	Take(part, count number, n int)
	Field(base number, offset int) number
	Byte(base number, offset int) number
	Unsigned16(base number, offset int) number
	Less(a, b number) number
	LowBits(x number, mask int) number
	WhereAbove(x number, n int, number number) number
	Next16(at number) number
	Next32(at number) number
	NextInt(at number) number

	// Branches.
	Repeat(name string, count number, body func())
	While(name string, left number, body func())
	IfNegative(name string, x number, negative, otherwise func())
	IfZero(name string, x number, zero, otherwise func())

	// Memory.
	Load(base number, offset int) vector
	Store(v vector, base number, offset int)
	LoadPair(base number, offset int) [2]vector
	StorePair(v [2]vector, base number, offset int)
	LoadNumber(base number, offset int) vector
	StoreLane(v vector, lane int, base number)
	StoreByte(x, base number, offset int)
	LoadStream(from number, n int) []vector
	StreamOut(n int) []vector
	StoreStream(v []vector, to number)
	StoreLanes(v [4]vector, at [4]number, offset int)

	// Four float32.
	V() vector
	Zero() vector
	Constant(bits uint32) vector
	Mul(a, b vector) vector
	MulBy(a, b vector, lane int) vector
	Add(a, b vector) vector
	Sub(a, b vector) vector
	Div(a, b vector) vector
	Sqrt(a vector) vector
	Neg(a vector) vector
	Abs(a vector) vector
	Floor(a vector) vector
	Greater(a, b vector) vector
	Equal(a, b vector) vector
	Negative(a vector) vector
	Positive(a vector) vector
	IsZero(a vector) vector
	AllTrue(mask vector) number
	MaskBits(mask vector) number

	// Bits and lanes.
	And(a, b vector) vector
	Or(a, b vector) vector
	Xor(a, b vector) vector
	AndNot(a, b vector) vector
	Choose(mask, yes, no vector) vector
	PutWhere(d, v, mask vector)
	PutUnless(d, v, mask vector)
	AccumulateBits(d, v vector)
	PutLane(d, v vector, lane int)
	LookUp(table, index vector) vector
	AddInt(a, b vector) vector
	SubInt(a, b vector) vector
	GreaterInt(a, b vector) vector
	SubInt16(a, b vector) vector
	MaxInt16(a, b vector) vector
	DotInt16(a, b vector) vector
	ToFloat(a vector) vector
	Turn4(v [4]vector) [4]vector
	Into(d, v vector)

	// Two float64.
	ConstantDouble(x float64) double
	MulDouble(a, b double) double
	AddDouble(a, b double) double
	SubDouble(a, b double) double
	DivDouble(a, b double) double
	SqrtDouble(a double) double
	FloorDouble(a double) double
	EqualDouble(a, b double) vector
	GreaterDouble(a, b double) vector
	IsZeroDouble(a double) vector
	ToDouble(a vector) [2]double
	ToSingle(a [2]double) vector
}
