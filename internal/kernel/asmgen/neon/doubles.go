package neon

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// The instructions on 2 float64.

// Double is a register of 2 float64.
type Double = shared.Double

func (e *Function) double(word uint32, name string, a, b Double) Double {
	return Double(e.Binary(word, name, "2D", V(a), V(b)))
}

func (e *Function) double1(word uint32, name, suffix string, a Double) Double {
	d := e.V()
	e.Word(word, fmt.Sprintf("%s V%%d.2D, V%%d.2D%s", name, suffix), DefV(d, 0), UseV(V(a), 5))
	return Double(d)
}

// MulDouble returns a · b.
func (e *Function) MulDouble(a, b Double) Double { return e.double(0x6e60dc00, "FMUL", a, b) }

// AddDouble returns a + b.
func (e *Function) AddDouble(a, b Double) Double { return e.double(0x4e60d400, "FADD", a, b) }

// SubDouble returns a - b.
func (e *Function) SubDouble(a, b Double) Double { return e.double(0x4ee0d400, "FSUB", a, b) }

// DivDouble returns a / b.
func (e *Function) DivDouble(a, b Double) Double { return e.double(0x6e60fc00, "FDIV", a, b) }

// SqrtDouble returns the square root.
func (e *Function) SqrtDouble(a Double) Double { return e.double1(0x6ee1f800, "FSQRT", "", a) }

// FloorDouble rounds down.
func (e *Function) FloorDouble(a Double) Double { return e.double1(0x4e619800, "FRINTM", "", a) }

// EqualDouble is a mask: a = b, false for NaN.
func (e *Function) EqualDouble(a, b Double) V { return V(e.double(0x4e60e400, "FCMEQ", a, b)) }

// GreaterDouble is a mask: a > b, false for NaN.
func (e *Function) GreaterDouble(a, b Double) V { return V(e.double(0x6ee0e400, "FCMGT", a, b)) }

// IsZeroDouble is a mask: a = 0.
func (e *Function) IsZeroDouble(a Double) V { return V(e.double1(0x4ee0d800, "FCMEQ", ", #0", a)) }

// ConstantDouble returns a number in both lanes.
func (e *Function) ConstantDouble(x float64) Double { return Double(e.wide(math.Float64bits(x))) }

// BroadcastDouble returns a float64 parameter in both lanes.
func (e *Function) BroadcastDouble(name string) Double {
	d := e.V()
	e.Do("FMOVD "+e.Memory(name)+", %s", Operand{class: vector, id: int(d), def: true})
	return e.everywhereDouble(d)
}

func (e *Function) everywhereDouble(a V) Double {
	d := e.V()
	e.Word(0x4e080400, "DUP V%d.2D, V%d.D[0]", DefV(d, 0), UseV(a, 5))
	return Double(d)
}

// ToDouble converts 4 float32.
func (e *Function) ToDouble(a V) [2]Double {
	low, high := e.V(), e.V()
	e.Word(0x0e617800, "FCVTL V%d.2D, V%d.2S", DefV(low, 0), UseV(a, 5))
	e.Word(0x4e617800, "FCVTL2 V%d.2D, V%d.4S", DefV(high, 0), UseV(a, 5))
	return [2]Double{Double(low), Double(high)}
}

// ToSingle converts 4 float64.
func (e *Function) ToSingle(a [2]Double) V {
	d := e.V()
	e.Word(0x0e616800, "FCVTN V%d.2S, V%d.2D", DefV(d, 0), UseV(V(a[0]), 5))
	e.Word(0x4e616800, "FCVTN2 V%d.4S, V%d.2D", DefV(d, 0).Updated(), UseV(V(a[1]), 5))
	return d
}
