package wasm

import (
	"encoding/binary"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// Instructions on vectors, after the byte opVector.
const (
	opLoad          = 0x00
	opLoad32Spread  = 0x09
	opLoad64Spread  = 0x0a
	opStore         = 0x0b
	opConst         = 0x0c
	opShuffle       = 0x0d
	opSwizzle       = 0x0e
	opGreaterInt    = 0x3b
	opFloatEq       = 0x41
	opFloatLt       = 0x43
	opFloatGt       = 0x44
	opDoubleEq      = 0x47
	opDoubleGt      = 0x4a
	opNot           = 0x4d
	opAnd           = 0x4e
	opAndNot        = 0x4f
	opOr            = 0x50
	opXor           = 0x51
	opBitSelect     = 0x52
	opAnyTrue       = 0x53
	opStore32Lane   = 0x5a
	opDemote        = 0x5e
	opPromote       = 0x5f
	opFloatFloor    = 0x68
	opDoubleFloor   = 0x75
	opSubInt16      = 0x91
	opMaxInt16      = 0x98
	opAllTrue       = 0xa3
	opMaskBits      = 0xa4
	opAddInt        = 0xae
	opSubInt        = 0xb1
	opDotInt16      = 0xba
	opFloatAbs      = 0xe0
	opFloatNeg      = 0xe1
	opFloatSqrt     = 0xe3
	opFloatAdd      = 0xe4
	opFloatSub      = 0xe5
	opFloatMul      = 0xe6
	opFloatDiv      = 0xe7
	opDoubleSqrt    = 0xef
	opDoubleAdd     = 0xf0
	opDoubleSub     = 0xf1
	opDoubleMul     = 0xf2
	opDoubleDiv     = 0xf3
	opConvertSigned = 0xfa
)

// vector appends an instruction on vectors. The relaxed ones, whose results differ between
// machines, begin at 0x100.
func (e *Function) vector(op int) {
	if op >= 0x100 {
		panic("relaxed instruction")
	}
	e.code = unsigned(append(e.code, opVector), uint64(op))
}

// vectorMemory appends an instruction that reads or writes memory.
func (e *Function) vectorMemory(op, align, offset int) {
	e.vector(op)
	e.code = unsigned(append(e.code, byte(align)), uint64(offset))
}

// put stores what is on the stack of operands in a register.
func (e *Function) put(d V) {
	e.set(int(d))
	for i := range e.scopes {
		s := &e.scopes[i]
		delete(s.everywhere, d)
		for key, copied := range s.spread {
			if key.v == d || copied == d {
				delete(s.spread, key)
			}
		}
	}
}

// vectorResult stores what is on the stack of operands in a new register.
func (e *Function) vectorResult() V {
	d := e.V()
	e.put(d)
	return d
}

func (e *Function) unary(op int, a V) V {
	e.get(int(a))
	e.vector(op)
	return e.vectorResult()
}

func (e *Function) binary(op int, a, b V) V {
	e.get(int(a))
	e.get(int(b))
	e.vector(op)
	return e.vectorResult()
}

// Mul returns a · b.
func (e *Function) Mul(a, b V) V { return e.binary(opFloatMul, a, b) }

// Add returns a + b.
func (e *Function) Add(a, b V) V { return e.binary(opFloatAdd, a, b) }

// Sub returns a - b.
func (e *Function) Sub(a, b V) V { return e.binary(opFloatSub, a, b) }

// Div returns a / b.
func (e *Function) Div(a, b V) V { return e.binary(opFloatDiv, a, b) }

// Greater is a mask: a > b, false for NaN.
func (e *Function) Greater(a, b V) V { return e.binary(opFloatGt, a, b) }

// Equal is a mask: a = b, false for NaN.
func (e *Function) Equal(a, b V) V { return e.binary(opFloatEq, a, b) }

// And returns the bits that both have.
func (e *Function) And(a, b V) V { return e.binary(opAnd, a, b) }

// Or returns the bits that one of them has.
func (e *Function) Or(a, b V) V { return e.binary(opOr, a, b) }

// Xor returns the bits that differ.
func (e *Function) Xor(a, b V) V { return e.binary(opXor, a, b) }

// AndNot returns the bits of a that b does not have.
func (e *Function) AndNot(a, b V) V { return e.binary(opAndNot, a, b) }

// Sqrt returns the square root.
func (e *Function) Sqrt(a V) V { return e.unary(opFloatSqrt, a) }

// Neg changes the sign.
func (e *Function) Neg(a V) V { return e.unary(opFloatNeg, a) }

// Abs clears the sign.
func (e *Function) Abs(a V) V { return e.unary(opFloatAbs, a) }

// Floor rounds down.
func (e *Function) Floor(a V) V { return e.unary(opFloatFloor, a) }

// AddInt adds int32.
func (e *Function) AddInt(a, b V) V { return e.binary(opAddInt, a, b) }

// SubInt subtracts int32.
func (e *Function) SubInt(a, b V) V { return e.binary(opSubInt, a, b) }

// GreaterInt is a mask of int32: a > b.
func (e *Function) GreaterInt(a, b V) V { return e.binary(opGreaterInt, a, b) }

// SubInt16 subtracts int16.
func (e *Function) SubInt16(a, b V) V { return e.binary(opSubInt16, a, b) }

// MaxInt16 returns the larger ones of int16.
func (e *Function) MaxInt16(a, b V) V { return e.binary(opMaxInt16, a, b) }

// DotInt16 multiplies int16, and returns the sums of two products next to each other as int32.
func (e *Function) DotInt16(a, b V) V { return e.binary(opDotInt16, a, b) }

// ToFloat converts signed integers.
func (e *Function) ToFloat(a V) V { return e.unary(opConvertSigned, a) }

// Negative is a mask: a < 0, false for NaN.
func (e *Function) Negative(a V) V { return e.binary(opFloatLt, a, e.Zero()) }

// Positive is a mask: a > 0, false for NaN.
func (e *Function) Positive(a V) V { return e.binary(opFloatGt, a, e.Zero()) }

// IsZero is a mask: a = 0.
func (e *Function) IsZero(a V) V { return e.binary(opFloatEq, a, e.Zero()) }

// choose puts yes where the mask is set, and no elsewhere, into a register.
func (e *Function) choose(d, mask, yes, no V) {
	e.get(int(yes))
	e.get(int(no))
	e.get(int(mask))
	e.vector(opBitSelect)
	e.put(d)
}

// Choose makes mask yes where its bits are set, and no elsewhere.
func (e *Function) Choose(mask, yes, no V) V {
	e.choose(mask, mask, yes, no)
	return mask
}

// Chosen returns yes where the mask is set, and no elsewhere.
func (e *Function) Chosen(mask, yes, no V) V {
	d := e.V()
	e.choose(d, mask, yes, no)
	return d
}

// PutWhere replaces the bits of d by the bits of v where the mask is set.
func (e *Function) PutWhere(d, v, mask V) { e.choose(d, mask, v, d) }

// PutUnless replaces the bits of d by the bits of v where the mask is not set.
func (e *Function) PutUnless(d, v, mask V) { e.choose(d, mask, d, v) }

// AccumulateBits sets the bits of v in d too.
func (e *Function) AccumulateBits(d, v V) {
	e.get(int(d))
	e.get(int(v))
	e.vector(opOr)
	e.put(d)
}

// Copy returns a copy.
func (e *Function) Copy(a V) V {
	e.get(int(a))
	return e.vectorResult()
}

// Into writes the last result v to d.
func (e *Function) Into(d, v V) {
	e.get(int(v))
	e.put(d)
}

// AllTrue reports whether all bits of a mask are set.
func (e *Function) AllTrue(mask V) X {
	e.get(int(mask))
	e.vector(opAllTrue)
	return e.result()
}

// MaskBits returns a bit for each lane of a mask, the lowest one for the first.
func (e *Function) MaskBits(mask V) X {
	e.get(int(mask))
	e.vector(opMaskBits)
	return e.result()
}

// AnySet reports whether a bit is set.
func (e *Function) AnySet(bits V) X {
	e.get(int(bits))
	e.vector(opAnyTrue)
	return e.result()
}

// Load returns 4 numbers at an offset in bytes.
func (e *Function) Load(base X, offset int) V {
	e.get(int(base))
	e.vectorMemory(opLoad, 2, offset)
	return e.vectorResult()
}

// Store writes 4 numbers.
func (e *Function) Store(v V, base X, offset int) {
	e.get(int(base))
	e.get(int(v))
	e.vectorMemory(opStore, 2, offset)
}

// LoadPair returns a row of 8 numbers.
func (e *Function) LoadPair(base X, offset int) [2]V {
	return [2]V{e.Load(base, offset), e.Load(base, offset+shared.HalfRow)}
}

// StorePair writes a row of 8 numbers.
func (e *Function) StorePair(v [2]V, base X, offset int) {
	e.Store(v[0], base, offset)
	e.Store(v[1], base, offset+shared.HalfRow)
}

// StoreLane stores one lane.
func (e *Function) StoreLane(v V, lane int, base X) { e.StoreLaneAt(v, lane, base, 0) }

// StoreLaneAt stores one lane at an offset in bytes.
func (e *Function) StoreLaneAt(v V, lane int, base X, offset int) {
	e.get(int(base))
	e.get(int(v))
	e.vectorMemory(opStore32Lane, 2, offset)
	e.code = append(e.code, byte(lane))
}

// spread marks a register whose lanes are equal.
func (e *Function) spread(v V) V {
	s := e.scope()
	if s.everywhere == nil {
		s.everywhere = map[V]bool{}
	}
	s.everywhere[v] = true
	return v
}

// LoadNumber returns one number in all lanes.
func (e *Function) LoadNumber(base X, offset int) V {
	e.get(int(base))
	e.vectorMemory(opLoad32Spread, 2, offset)
	return e.spread(e.vectorResult())
}

// Broadcast returns a float32 parameter in all lanes.
func (e *Function) Broadcast(name string) V {
	return e.LoadNumber(stackPointer, e.offset(name))
}

// constant returns 16 bytes.
func (e *Function) constant(low, high uint64) V {
	e.vector(opConst)
	e.code = binary.LittleEndian.AppendUint64(e.code, low)
	e.code = binary.LittleEndian.AppendUint64(e.code, high)
	return e.vectorResult()
}

// Constant returns a bit pattern in all lanes.
func (e *Function) Constant(bits uint32) V {
	wide := uint64(bits)<<32 | uint64(bits)
	return e.spread(e.constant(wide, wide))
}

// Zero returns a register of zeros.
func (e *Function) Zero() V { return e.Constant(0) }

// MulBy returns a times one number of b.
func (e *Function) MulBy(a, b V, n int) V {
	for i := range e.scopes {
		if e.scopes[i].everywhere[b] {
			return e.Mul(a, b)
		}
	}
	s := e.scope()
	by, known := s.spread[lane{b, n}]
	if !known {
		by = e.shuffle(b, b, [4]int{n, n, n, n})
		s.spread[lane{b, n}] = by
	}
	return e.Mul(a, by)
}

// shuffle returns 4 numbers of two registers: 0 to 3 of a, 4 to 7 of b.
func (e *Function) shuffle(a, b V, from [4]int) V {
	e.get(int(a))
	e.get(int(b))
	e.vector(opShuffle)
	for _, n := range from {
		for i := range 4 {
			e.code = append(e.code, byte(4*n+i))
		}
	}
	return e.vectorResult()
}

// PutLane replaces a lane of d by the same one of v.
func (e *Function) PutLane(d, v V, lane int) {
	from := [4]int{0, 1, 2, 3}
	from[lane] += 4
	e.Into(d, e.shuffle(d, v, from))
}

// Turn4 transposes the 4x4 numbers of four registers.
func (e *Function) Turn4(v [4]V) [4]V {
	low, high := [4]int{0, 4, 1, 5}, [4]int{2, 6, 3, 7}
	left, right := [4]int{0, 1, 4, 5}, [4]int{2, 3, 6, 7}
	a, b := e.shuffle(v[0], v[1], low), e.shuffle(v[2], v[3], low)
	c, d := e.shuffle(v[0], v[1], high), e.shuffle(v[2], v[3], high)
	return [4]V{e.shuffle(a, b, left), e.shuffle(a, b, right), e.shuffle(c, d, left), e.shuffle(c, d, right)}
}

// LookUp returns the bytes of table that index selects, 0 where it is above 15.
func (e *Function) LookUp(table, index V) V { return e.binary(opSwizzle, table, index) }

// LoadStream returns 4 vectors of n numbers each, 3 or 4, a register for each number, and moves on.
func (e *Function) LoadStream(from X, n int) []V {
	var in [4]V
	for i := range n {
		in[i] = e.Load(from, shared.HalfRow*i)
	}
	e.AddTo(from, shared.HalfRow*n)
	if n == 4 {
		v := e.Turn4(in)
		return v[:]
	}
	x, y, z := e.shuffle(in[0], in[1], [4]int{0, 3, 6, 6}), e.shuffle(in[0], in[1], [4]int{1, 4, 7, 7}),
		e.shuffle(in[0], in[1], [4]int{2, 5, 5, 5})
	return []V{
		e.shuffle(x, in[2], [4]int{0, 1, 2, 5}), e.shuffle(y, in[2], [4]int{0, 1, 2, 6}),
		e.shuffle(z, in[2], [4]int{0, 1, 4, 7}),
	}
}

// StreamOut returns registers for [Function.StoreStream].
func (e *Function) StreamOut(n int) []V {
	v := make([]V, n)
	for i := range v {
		v[i] = e.V()
	}
	return v
}

// StoreStream is the reverse of [Function.LoadStream].
func (e *Function) StoreStream(v []V, to X) {
	var out []V
	if len(v) == 4 {
		turned := e.Turn4([4]V(v))
		out = turned[:]
	} else {
		a, b, c := e.shuffle(v[0], v[1], [4]int{0, 4, 1, 5}), e.shuffle(v[0], v[1], [4]int{5, 2, 6, 3}),
			e.shuffle(v[0], v[1], [4]int{3, 7, 3, 7})
		out = []V{
			e.shuffle(a, v[2], [4]int{0, 1, 4, 2}), e.shuffle(b, v[2], [4]int{0, 5, 1, 2}),
			e.shuffle(c, v[2], [4]int{6, 0, 1, 7}),
		}
	}
	for i, v := range out {
		e.Store(v, to, shared.HalfRow*i)
	}
	e.AddTo(to, shared.HalfRow*len(v))
}

// StoreLanes writes lane k of four registers, 4 numbers, to the address of index k plus an offset
// in bytes. Calls with the same addresses have the offsets 0, 16, 32 and so on.
func (e *Function) StoreLanes(v [4]V, at [4]X, offset int) {
	for k, v := range e.Turn4(v) {
		e.Store(v, at[k], offset)
	}
}
