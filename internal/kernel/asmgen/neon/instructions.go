package neon

import (
	"fmt"
	"slices"
)

// Binary appends an instruction with a result and two operands; lanes is their arrangement in the
// disassembly.
func (e *Function) Binary(word uint32, name, lanes string, a, b V) V {
	d := e.V()
	e.Word(word, fmt.Sprintf("%s V%%d.%s, V%%d.%s, V%%d.%s", name, lanes, lanes, lanes), DefV(d, 0), UseV(a, 5),
		UseV(b, 16))
	return d
}

// Unary appends an instruction with a result and an operand; suffix is what the disassembly has
// after it.
func (e *Function) Unary(word uint32, name, suffix string, a V) V {
	d := e.V()
	e.Word(word, fmt.Sprintf("%s V%%d.4S, V%%d.4S%s", name, suffix), DefV(d, 0), UseV(a, 5))
	return d
}

// Replace appends an instruction that changes some bits of its result.
func (e *Function) Replace(word uint32, name string, d, a, b V) {
	e.Word(word, name+" V%d.16B, V%d.16B, V%d.16B", DefV(d, 0).Updated(), UseV(a, 5), UseV(b, 16))
}

// Mul returns a · b.
func (e *Function) Mul(a, b V) V { return e.Binary(0x6e20dc00, "FMUL", "4S", a, b) }

// Add returns a + b.
func (e *Function) Add(a, b V) V { return e.Binary(0x4e20d400, "FADD", "4S", a, b) }

// Sub returns a - b.
func (e *Function) Sub(a, b V) V { return e.Binary(0x4ea0d400, "FSUB", "4S", a, b) }

// Div returns a / b.
func (e *Function) Div(a, b V) V { return e.Binary(0x6e20fc00, "FDIV", "4S", a, b) }

// Greater is a mask: a > b, false for NaN.
func (e *Function) Greater(a, b V) V { return e.Binary(0x6ea0e400, "FCMGT", "4S", a, b) }

// Equal is a mask: a = b, false for NaN.
func (e *Function) Equal(a, b V) V { return e.Binary(0x4e20e400, "FCMEQ", "4S", a, b) }

// And returns the bits that both have.
func (e *Function) And(a, b V) V { return e.Binary(0x4e201c00, "AND", "16B", a, b) }

// Or returns the bits that one of them has.
func (e *Function) Or(a, b V) V { return e.Binary(0x4ea01c00, "ORR", "16B", a, b) }

// Xor returns the bits that differ.
func (e *Function) Xor(a, b V) V { return e.Binary(0x6e201c00, "EOR", "16B", a, b) }

// AndNot returns the bits of a that b does not have.
func (e *Function) AndNot(a, b V) V { return e.Binary(0x4e601c00, "BIC", "16B", a, b) }

// Trn1 returns a0 b0 a2 b2.
func (e *Function) Trn1(a, b V) V { return e.Binary(0x4e802800, "TRN1", "4S", a, b) }

// Trn2 returns a1 b1 a3 b3.
func (e *Function) Trn2(a, b V) V { return e.Binary(0x4e806800, "TRN2", "4S", a, b) }

// Low2 returns a0 a1 b0 b1.
func (e *Function) Low2(a, b V) V { return e.Binary(0x4ec02800, "TRN1", "2D", a, b) }

// High2 returns a2 a3 b2 b3.
func (e *Function) High2(a, b V) V { return e.Binary(0x4ec06800, "TRN2", "2D", a, b) }

// Sqrt returns the square root.
func (e *Function) Sqrt(a V) V { return e.Unary(0x6ea1f800, "FSQRT", "", a) }

// Neg changes the sign.
func (e *Function) Neg(a V) V { return e.Unary(0x6ea0f800, "FNEG", "", a) }

// Abs clears the sign.
func (e *Function) Abs(a V) V { return e.Unary(0x4ea0f800, "FABS", "", a) }

// Floor rounds down.
func (e *Function) Floor(a V) V { return e.Unary(0x4e219800, "FRINTM", "", a) }

// AddInt adds int32.
func (e *Function) AddInt(a, b V) V { return e.Binary(0x4ea08400, "ADD", "4S", a, b) }

// SubInt subtracts int32.
func (e *Function) SubInt(a, b V) V { return e.Binary(0x6ea08400, "SUB", "4S", a, b) }

// GreaterInt is a mask of int32: a > b.
func (e *Function) GreaterInt(a, b V) V { return e.Binary(0x4ea03400, "CMGT", "4S", a, b) }

// SubInt16 subtracts int16.
func (e *Function) SubInt16(a, b V) V { return e.Binary(0x6e608400, "SUB", "8H", a, b) }

// MaxInt16 returns the larger ones of int16.
func (e *Function) MaxInt16(a, b V) V { return e.Binary(0x4e606400, "SMAX", "8H", a, b) }

// DotInt16 multiplies int16, and returns the sums of two products next to each other as int32.
func (e *Function) DotInt16(a, b V) V {
	low, high := e.V(), e.V()
	e.Word(0x0e60c000, "SMULL V%d.4S, V%d.4H, V%d.4H", DefV(low, 0), UseV(a, 5), UseV(b, 16))
	e.Word(0x4e60c000, "SMULL2 V%d.4S, V%d.8H, V%d.8H", DefV(high, 0), UseV(a, 5), UseV(b, 16))
	return e.Binary(0x4ea0bc00, "ADDP", "4S", low, high)
}

// ToFloat converts signed integers.
func (e *Function) ToFloat(a V) V { return e.Unary(0x4e21d800, "SCVTF", "", a) }

// Negative is a mask: a < 0, false for NaN.
func (e *Function) Negative(a V) V { return e.Unary(0x4ea0e800, "FCMLT", ", #0", a) }

// Positive is a mask: a > 0, false for NaN.
func (e *Function) Positive(a V) V { return e.Unary(0x4ea0c800, "FCMGT", ", #0", a) }

// IsZero is a mask: a = 0.
func (e *Function) IsZero(a V) V { return e.Unary(0x4ea0d800, "FCMEQ", ", #0", a) }

// Choose makes mask yes where its bits are set, and no elsewhere.
func (e *Function) Choose(mask, yes, no V) V {
	e.Replace(0x6e601c00, "BSL", mask, yes, no)
	return mask
}

// PutWhere replaces the bits of d by the bits of v where the mask is set.
func (e *Function) PutWhere(d, v, mask V) { e.Replace(0x6ea01c00, "BIT", d, v, mask) }

// PutUnless replaces the bits of d by the bits of v where the mask is not set.
func (e *Function) PutUnless(d, v, mask V) { e.Replace(0x6ee01c00, "BIF", d, v, mask) }

// Copy returns a copy.
func (e *Function) Copy(a V) V {
	d := e.V()
	// MOV is ORR with two equal operands: the register's number is in two places.
	e.Word(0x4ea01c00, "MOV V%d.16B, V%d.16B", DefV(d, 0), Operand{class: vector, id: int(a), shift: twice, use: true})
	return d
}

// twice is the shift of an operand whose number is at bits 5 and 16.
const twice = 5 | 16<<8

// MulBy returns a times one number of b.
func (e *Function) MulBy(a, b V, lane int) V {
	d := e.V()
	word := uint32(0x4f809000) | uint32(lane&1)<<21 | uint32(lane>>1)<<11
	e.Word(word, fmt.Sprintf("FMUL V%%d.4S, V%%d.4S, V%%d.S[%d]", lane), DefV(d, 0), UseV(a, 5), UseV(b, 16))
	return d
}

// LookUp returns the bytes of table that index selects, 0 where it is above 15.
func (e *Function) LookUp(table, index V) V {
	d := e.V()
	e.Word(0x4e000000, "TBL V%d.16B, {V%d.16B}, V%d.16B", DefV(d, 0), UseV(table, 5), UseV(index, 16))
	return d
}

// PutLane replaces a lane of d by the same one of v.
func (e *Function) PutLane(d, v V, lane int) {
	word := uint32(0x6e000400) | uint32(lane<<3|4)<<16 | uint32(lane<<2)<<11
	e.Word(word, fmt.Sprintf("MOV V%%d.S[%d], V%%d.S[%d]", lane, lane), DefV(d, 0).Updated(), UseV(v, 5))
}

// Zero returns a register of zeros.
func (e *Function) Zero() V {
	d := e.V()
	e.Word(0x4f000400, "MOVI V%d.4S, #0x0", DefV(d, 0))
	return d
}

// Everywhere returns lane 0 in all lanes.
func (e *Function) Everywhere(a V) V {
	d := e.V()
	e.Word(0x4e040400, "DUP V%d.4S, V%d.S[0]", DefV(d, 0), UseV(a, 5))
	return d
}

// address returns how a disassembly writes a base register and an offset.
func address(offset int) string {
	if offset == 0 {
		return "[X%d]"
	}
	return fmt.Sprintf("[X%%d,#%d]", offset)
}

// Load returns 4 numbers at an offset in bytes, a multiple of 16.
func (e *Function) Load(base X, offset int) V {
	d := e.V()
	e.LoadInto(d, base, offset)
	return d
}

// LoadInto is [Function.Load] into a given register.
func (e *Function) LoadInto(d V, base X, offset int) {
	e.Word(0x3dc00000|scaled(offset, 16, 12)<<10, "LDR Q%d, "+address(offset), DefV(d, 0), BaseX(base, 5))
}

// Store writes 4 numbers.
func (e *Function) Store(v V, base X, offset int) {
	e.Word(0x3d800000|scaled(offset, 16, 12)<<10, "STR Q%d, "+address(offset), UseV(v, 0), BaseX(base, 5))
}

// scaled returns the bits of an offset that is a multiple of a size.
func scaled(offset, size, bits int) uint32 {
	if offset%size != 0 || offset < 0 || offset/size >= 1<<bits {
		panic(fmt.Sprint("offset ", offset, " cannot be encoded"))
	}
	return uint32(offset / size)
}

// LoadAt returns 4 numbers at a base and an offset in a register.
func (e *Function) LoadAt(base, offset X) V {
	d := e.V()
	e.Word(0x3ce06800, "LDR Q%d, [X%d,X%d]", DefV(d, 0), BaseX(base, 5), BaseX(offset, 16))
	return d
}

// LoadPair returns a row of 8 numbers, at an offset in bytes below 1024.
func (e *Function) LoadPair(base X, offset int) [2]V {
	d := [2]V{e.V(), e.V()}
	e.Word(0xad400000|scaled(offset, 16, 6)<<15, "LDP Q%d, Q%d, "+address(offset), DefV(d[0], 0), DefV(d[1], 10),
		BaseX(base, 5))
	return d
}

// StorePair writes a row of 8 numbers, at an offset in bytes below 1024.
func (e *Function) StorePair(v [2]V, base X, offset int) {
	e.Word(0xad000000|scaled(offset, 16, 6)<<15, "STP Q%d, Q%d, "+address(offset), UseV(v[0], 0), UseV(v[1], 10),
		BaseX(base, 5))
}

// LoadNumber returns one number in lane 0.
func (e *Function) LoadNumber(base X, offset int) V {
	d := e.V()
	e.Word(0xbd400000|scaled(offset, 4, 12)<<10, "LDR S%d, "+address(offset), DefV(d, 0), BaseX(base, 5))
	return d
}

// StoreLane stores one lane.
func (e *Function) StoreLane(v V, lane int, base X) {
	word := uint32(0x0d008000) | uint32(lane>>1)<<30 | uint32(lane&1)<<12
	e.Word(word, fmt.Sprintf("ST1 {V%%d.S}[%d], [X%%d]", lane), UseV(v, 0), BaseX(base, 5))
}

// Constant returns a bit pattern in all lanes.
func (e *Function) Constant(bits uint32) V {
	if bits == 0 {
		return e.Zero()
	}
	return e.wide(uint64(bits)<<32 | uint64(bits))
}

// wide returns a bit pattern in both halves of a register.
func (e *Function) wide(bits uint64) V {
	if e.table == none {
		e.table = e.X()
	}
	i := slices.Index(e.file.constants, bits)
	if i < 0 {
		i = len(e.file.constants)
		e.file.constants = append(e.file.constants, bits)
	}
	return e.Load(e.table, 16*i)
}

// Param returns a parameter of 8 bytes.
func (e *Function) Param(name string) X {
	d := e.X()
	e.Do("MOVD "+e.Memory(name)+", %s", DefX(d))
	return d
}

// Memory returns the memory of a parameter.
func (e *Function) Memory(name string) string {
	offset, known := e.offsets[name]
	if !known {
		panic(e.name + " has no parameter " + name)
	}
	return fmt.Sprintf("%s+%d(FP)", name, offset)
}

// Broadcast returns a float32 parameter in all lanes.
func (e *Function) Broadcast(name string) V {
	d := e.V()
	e.Do("FMOVS "+e.Memory(name)+", %s", Operand{class: vector, id: int(d), def: true})
	return e.Everywhere(d)
}

// AddTo adds a number to a register.
func (e *Function) AddTo(r X, n int) {
	if n < 0 {
		e.Do(fmt.Sprintf("SUB $%d, %%s, %%s", -n), UseX(r), DefX(r))
		return
	}
	e.Do(fmt.Sprintf("ADD $%d, %%s, %%s", n), UseX(r), DefX(r))
}

// Number returns a number in a register.
func (e *Function) Number(n int) X {
	d := e.X()
	e.Do(fmt.Sprintf("MOVD $%d, %%s", n), DefX(d))
	return d
}

// Sum returns a + b << shift.
func (e *Function) Sum(a, b X, shift int) X {
	d := e.X()
	if shift == 0 {
		e.Do("ADD %s, %s, %s", UseX(b), UseX(a), DefX(d))
	} else {
		e.Do(fmt.Sprintf("ADD %%s<<%d, %%s, %%s", shift), UseX(b), UseX(a), DefX(d))
	}
	return d
}

// SumOf returns a + b·c.
func (e *Function) SumOf(a, b, c X) X {
	d := e.X()
	e.Do("MADD %s, %s, %s, %s", UseX(c), UseX(a), UseX(b), DefX(d))
	return d
}

// Move copies a register to another one.
func (e *Function) Move(to, from X) { e.Do("MOVD %s, %s", UseX(from), DefX(to)) }

// Next16 returns the int16 at an address and moves on.
func (e *Function) Next16(at X) X {
	d := e.X()
	e.Do("MOVH.P 2(%s), %s", UseX(at).Updated(), DefX(d))
	return d
}

// Next32 returns the int32 at an address and moves on.
func (e *Function) Next32(at X) X {
	d := e.X()
	e.Do("MOVW.P 4(%s), %s", UseX(at).Updated(), DefX(d))
	return d
}

// Repeat runs body count times. It uses up the count.
func (e *Function) Repeat(name string, count X, body func()) {
	e.Jump("CBZ %s,", name+"_done", UseX(count))
	e.Label(name)
	body()
	e.AddTo(count, -1)
	e.Jump("CBNZ %s,", name, UseX(count))
	e.Label(name + "_done")
}

// Turn4 transposes the 4x4 numbers of four registers.
func (e *Function) Turn4(v [4]V) [4]V {
	a, b := e.Trn1(v[0], v[1]), e.Trn2(v[0], v[1])
	c, d := e.Trn1(v[2], v[3]), e.Trn2(v[2], v[3])
	return [4]V{e.Low2(a, c), e.Low2(b, d), e.High2(a, c), e.High2(b, d)}
}

// AccumulateBits sets the bits of v in d too.
func (e *Function) AccumulateBits(d, v V) {
	e.Word(0x4ea01c00, "ORR V%d.16B, V%d.16B, V%d.16B", DefV(d, 0), UseV(d, 5), UseV(v, 16))
}

// Into makes the last instruction write its result v to d.
func (e *Function) Into(d, v V) {
	for i, o := range e.code[len(e.code)-1].operands {
		if o.class == vector && o.def && o.id == int(v) {
			e.code[len(e.code)-1].operands[i].id = int(d)
			return
		}
	}
	panic("the last instruction does not write the value")
}

// The registers for streams of vectors, before and after: their instructions need consecutive ones.
const (
	streamIn  = 28
	streamOut = 24
)

// StreamOut returns registers for [Function.StoreStream].
func (e *Function) StreamOut(n int) []V { return e.consecutive(streamOut, n) }

// LoadStream returns 4 vectors of n numbers each, a register for each number, and moves on.
func (e *Function) LoadStream(from X, n int) []V {
	v := e.consecutive(streamIn, n)
	word := map[int]uint32{3: 0x4c404800, 4: 0x4c400800}[n]
	e.Word(word|streamIn, fmt.Sprintf("LD%d {V%d.4S-V%d.4S}, [X%%d]", n, streamIn, streamIn+n-1),
		streamOperands(v, from, true)...)
	e.AddTo(from, 4*4*n)
	return v
}

// StoreStream is the reverse of [LoadStream].
func (e *Function) StoreStream(v []V, to X) {
	n := len(v)
	word := map[int]uint32{3: 0x4c004800, 4: 0x4c000800}[n]
	e.Word(word|streamOut, fmt.Sprintf("ST%d {V%d.4S-V%d.4S}, [X%%d]", n, streamOut, streamOut+n-1),
		streamOperands(v, to, false)...)
	e.AddTo(to, 4*4*n)
}

func streamOperands(v []V, base X, def bool) []Operand {
	operands := []Operand{BaseX(base, 5)}
	for _, r := range v {
		operands = append(operands, Operand{class: vector, id: int(r), shift: hidden, use: !def, def: def})
	}
	return operands
}

// StoreLanes writes lane k of four new registers, 4 numbers, to the address of index k and moves it
// on by them, so that the offset of the numbers from its first value is not needed. The processor
// spends less on it than on [Function.Turn4] and four stores.
func (e *Function) StoreLanes(v [4]V, at [4]X, _ int) {
	for k, r := range v {
		e.pinned[r] = streamOut + k
	}
	for lane, address := range at {
		word := uint32(0x0dbfa000|streamOut) | uint32(lane>>1)<<30 | uint32(lane&1)<<12
		moved := Operand{class: general, id: int(address), shift: hidden, use: true, def: true}
		e.Word(word, fmt.Sprintf("ST4 {V%d.S-V%d.S}[%d], [X%%d],#16", streamOut, streamOut+3, lane),
			append(streamOperands(v[:], address, false), moved)...)
	}
}
