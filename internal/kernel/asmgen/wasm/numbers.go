package wasm

// Number returns a number in a register.
func (e *Function) Number(n int) X {
	e.number(n)
	return e.result()
}

// Move copies a register to another one.
func (e *Function) Move(to, from X) {
	e.get(int(from))
	e.set(int(to))
}

// Copied returns a copy.
func (e *Function) Copied(x X) X {
	e.get(int(x))
	return e.result()
}

// AddTo adds a number to a register.
func (e *Function) AddTo(r X, n int) {
	e.get(int(r))
	e.number(n)
	e.code = append(e.code, opI32Add)
	e.set(int(r))
}

// AddShifted adds x << shift to a register.
func (e *Function) AddShifted(r, x X, shift int) { e.Move(r, e.Sum(r, x, shift)) }

// ShiftLeft multiplies a register by 1 << shift, ShiftRight divides it.
func (e *Function) ShiftLeft(r X, shift int) { e.Move(r, e.withConstant(opI32Shl, r, shift)) }

func (e *Function) ShiftRight(r X, shift int) { e.Move(r, e.withConstant(opI32ShrU, r, shift)) }

// Sum returns a + b << shift.
func (e *Function) Sum(a, b X, shift int) X {
	if shift > 0 {
		b = e.withConstant(opI32Shl, b, shift)
	}
	return e.combine(opI32Add, a, b)
}

// SumOf returns a + b·c.
func (e *Function) SumOf(a, b, c X) X { return e.combine(opI32Add, a, e.combine(opI32Mul, b, c)) }

// Less returns the smaller one of two numbers that are not negative.
func (e *Function) Less(a, b X) X {
	below := e.combine(opI32LtU, a, b)
	e.get(int(a))
	e.get(int(b))
	e.get(int(below))
	e.code = append(e.code, opSelect)
	return e.result()
}

// Take sets part to the smaller one of a count and n, and takes as much from the count.
func (e *Function) Take(part, count X, n int) {
	e.Move(part, e.Less(count, e.Number(n)))
	e.Move(count, e.combine(opI32Sub, count, part))
}

// LowBits returns the lowest bits of a number, as many as are set in a mask.
func (e *Function) LowBits(x X, mask int) X { return e.withConstant(opI32And, x, mask) }

// WhereAbove returns a number where x is above n, otherwise 0.
func (e *Function) WhereAbove(x X, n int, number X) X {
	above := e.withConstant(opI32GtU, x, n)
	e.get(int(number))
	e.number(0)
	e.get(int(above))
	e.code = append(e.code, opSelect)
	return e.result()
}

// EqualsNumber reports whether x is n.
func (e *Function) EqualsNumber(x X, n int) X {
	d := e.withConstant(opI32Sub, x, n)
	e.get(int(d))
	e.code = append(e.code, opI32Eqz)
	return e.result()
}

func (e *Function) loadNumber(op byte, align int, at X, offset int) X {
	e.get(int(at))
	e.memory(op, align, offset)
	return e.result()
}

// Field returns an address, or a number that fits into 32 bits, at an offset.
func (e *Function) Field(at X, offset int) X { return e.loadNumber(opI32Load, 2, at, offset) }

// Unsigned16 returns the uint16 at an offset.
func (e *Function) Unsigned16(at X, offset int) X { return e.loadNumber(opI32Load16U, 1, at, offset) }

// Byte returns the byte at an offset.
func (e *Function) Byte(at X, offset int) X { return e.loadNumber(opI32Load8, 0, at, offset) }

// StoreByte stores the lowest 8 bits of a number.
func (e *Function) StoreByte(x, base X, offset int) {
	e.get(int(base))
	e.get(int(x))
	e.memory(opI32Store8, 0, offset)
}

// Next16 returns the int16 at an address and moves on.
func (e *Function) Next16(at X) X {
	d := e.loadNumber(opI32Load16, 1, at, 0)
	e.AddTo(at, 2)
	return d
}

// Next32 returns the int32 at an address and moves on.
func (e *Function) Next32(at X) X {
	d := e.loadNumber(opI32Load, 2, at, 0)
	e.AddTo(at, 4)
	return d
}

// NextInt returns the int at an address, of which the lower 32 bits count, and moves on.
func (e *Function) NextInt(at X) X {
	d := e.loadNumber(opI32Load, 2, at, 0)
	e.AddTo(at, 8)
	return d
}
