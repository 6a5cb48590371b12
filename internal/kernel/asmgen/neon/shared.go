package neon

import "fmt"

// The instructions and branches that WebAssembly has too, under the same names.

// AllTrue reports whether all bits of a mask are set: as 1, else 0.
func (e *Function) AllTrue(mask V) X {
	least, result := e.V(), e.X()
	e.Word(0x6eb1a800, "UMINV S%d, V%d.4S", DefV(least, 0), UseV(mask, 5))
	e.Word(0x1e260000, "FMOV W%d, S%d", ResultX(result, 0), UseV(least, 5))
	e.Do("AND $1, %s, %s", UseX(result), DefX(result))
	return result
}

// MaskBits returns a bit for each lane of a mask, the lowest one for the first.
func (e *Function) MaskBits(mask V) X {
	bits := e.And(mask, e.wide(2<<32|1))
	bits = e.Binary(0x4ea0bc00, "ADDP", "4S", bits, bits) // the lanes 0 and 1, 2 and 3
	both, high := e.X(), e.X()
	e.Word(0x9e660000, "FMOV X%d, D%d", ResultX(both, 0), UseV(bits, 5))
	e.Do("LSR $30, %s, %s", UseX(both), DefX(high))
	e.Do("ORR %s, %s, %s", UseX(high), UseX(both), DefX(both).Updated())
	return e.LowBits(both, 15)
}

// StoreByte stores the lowest 8 bits of a number.
func (e *Function) StoreByte(x, base X, offset int) {
	e.Do(fmt.Sprintf("MOVB %%s, %d(%%s)", offset), UseX(x), UseX(base))
}

// Return stores a bool, the result of the function.
func (e *Function) Return(x X) { e.Do("MOVB %s, "+e.Memory("ret"), UseX(x)) }

// AddShifted adds x << shift to a register.
func (e *Function) AddShifted(r, x X, shift int) {
	e.Do(fmt.Sprintf("ADD %%s<<%d, %%s, %%s", shift), UseX(x), UseX(r), DefX(r))
}

// ShiftLeft multiplies a register by 1 << shift, ShiftRight divides it.
func (e *Function) ShiftLeft(r X, shift int) {
	e.Do(fmt.Sprintf("LSL $%d, %%s, %%s", shift), UseX(r), DefX(r))
}

func (e *Function) ShiftRight(r X, shift int) {
	e.Do(fmt.Sprintf("LSR $%d, %%s, %%s", shift), UseX(r), DefX(r))
}

// LowBits returns the lowest bits of a number, as many as are set in a mask.
func (e *Function) LowBits(x X, mask int) X {
	d := e.X()
	e.Do(fmt.Sprintf("AND $%d, %%s, %%s", mask), UseX(x), DefX(d))
	return d
}

// WhereAbove returns a number where x is above n, otherwise 0.
func (e *Function) WhereAbove(x X, n int, number X) X {
	d := e.X()
	e.Do(fmt.Sprintf("CMP $%d, %%s", n), UseX(x))
	e.Do("CSEL HI, %s, ZR, %s", UseX(number), DefX(d))
	return d
}

// Take sets part to the smaller one of a count and n, and takes as much from the count.
func (e *Function) Take(part, count X, n int) {
	e.Do(fmt.Sprintf("MOVD $%d, %%s", n), DefX(part))
	e.Do("CMP %s, %s", UseX(part), UseX(count))
	e.Do("CSEL LT, %s, %s, %s", UseX(count), UseX(part), DefX(part))
	e.Do("SUB %s, %s, %s", UseX(part), UseX(count), DefX(count))
}

// Field returns the 8 bytes at an offset.
func (e *Function) Field(base X, offset int) X {
	d := e.X()
	e.Do("MOVD "+fmt.Sprint(offset)+"(%s), %s", UseX(base), DefX(d))
	return d
}

// Byte returns the byte at an offset.
func (e *Function) Byte(base X, offset int) X {
	d := e.X()
	e.Do("MOVBU "+fmt.Sprint(offset)+"(%s), %s", UseX(base), DefX(d))
	return d
}

// Unsigned16 returns the uint16 at an offset.
func (e *Function) Unsigned16(base X, offset int) X {
	d := e.X()
	e.Do(fmt.Sprintf("MOVHU %d(%%s), %%s", offset), UseX(base), DefX(d))
	return d
}

// Less returns the smaller one of two numbers that are not negative.
func (e *Function) Less(a, b X) X {
	d := e.X()
	e.Do("CMP %s, %s", UseX(b), UseX(a))
	e.Do("CSEL LO, %s, %s, %s", UseX(a), UseX(b), DefX(d))
	return d
}

// NextInt returns the int at an address and moves on.
func (e *Function) NextInt(at X) X {
	d := e.X()
	e.Do("MOVD.P 8(%s), %s", UseX(at).Updated(), DefX(d))
	return d
}

// IfNegative runs one of two functions.
func (e *Function) IfNegative(name string, x X, negative, otherwise func()) {
	e.either("TBNZ $63, %s,", name, x, negative, otherwise)
}

// IfZero runs one of two functions.
func (e *Function) IfZero(name string, x X, zero, otherwise func()) {
	e.either("CBZ %s,", name, x, zero, otherwise)
}

func (e *Function) either(jump, name string, x X, taken, otherwise func()) {
	name = e.Unique(name)
	e.Jump(jump, name+"_taken", UseX(x))
	otherwise()
	e.Jump("B", name+"_done")
	e.Label(name + "_taken")
	taken()
	e.Label(name + "_done")
}

// While runs body once, and again as long as a number is not 0.
func (e *Function) While(name string, left X, body func()) {
	name = e.Unique(name)
	e.Label(name)
	body()
	e.Jump("CBNZ %s,", name, UseX(left))
}
