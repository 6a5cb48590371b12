package main

import (
	"fmt"
	"slices"
)

// binary appends an instruction with a result and two operands; what is the arrangement of lanes in the disassembly.
func (e *neon) binary(word uint32, name, lanes string, a, b vreg) vreg {
	d := e.v()
	e.word(word, fmt.Sprintf("%s V%%d.%s, V%%d.%s, V%%d.%s", name, lanes, lanes, lanes), defV(d, 0), useV(a, 5), useV(b, 16))
	return d
}

func (e *neon) unary(word uint32, name, suffix string, a vreg) vreg {
	d := e.v()
	e.word(word, fmt.Sprintf("%s V%%d.4S, V%%d.4S%s", name, suffix), defV(d, 0), useV(a, 5))
	return d
}

// replace appends an instruction that changes some bits of its result.
func (e *neon) replace(word uint32, name string, d, a, b vreg) {
	e.word(word, name+" V%d.16B, V%d.16B, V%d.16B", defV(d, 0).updated(), useV(a, 5), useV(b, 16))
}

func (e *neon) mul(a, b vreg) vreg     { return e.binary(0x6e20dc00, "FMUL", "4S", a, b) }
func (e *neon) add(a, b vreg) vreg     { return e.binary(0x4e20d400, "FADD", "4S", a, b) }
func (e *neon) sub(a, b vreg) vreg     { return e.binary(0x4ea0d400, "FSUB", "4S", a, b) }
func (e *neon) div(a, b vreg) vreg     { return e.binary(0x6e20fc00, "FDIV", "4S", a, b) }
func (e *neon) min(a, b vreg) vreg     { return e.binary(0x4ea0f400, "FMIN", "4S", a, b) } // NaN where one of them is NaN
func (e *neon) greater(a, b vreg) vreg { return e.binary(0x6ea0e400, "FCMGT", "4S", a, b) }
func (e *neon) and(a, b vreg) vreg     { return e.binary(0x4e201c00, "AND", "16B", a, b) }
func (e *neon) or(a, b vreg) vreg      { return e.binary(0x4ea01c00, "ORR", "16B", a, b) }
func (e *neon) xor(a, b vreg) vreg     { return e.binary(0x6e201c00, "EOR", "16B", a, b) }
func (e *neon) andNot(a, b vreg) vreg  { return e.binary(0x4e601c00, "BIC", "16B", a, b) } // a and not b
func (e *neon) trn1(a, b vreg) vreg    { return e.binary(0x4e802800, "TRN1", "4S", a, b) }
func (e *neon) trn2(a, b vreg) vreg    { return e.binary(0x4e806800, "TRN2", "4S", a, b) }
func (e *neon) low2(a, b vreg) vreg    { return e.binary(0x4ec02800, "TRN1", "2D", a, b) }
func (e *neon) high2(a, b vreg) vreg   { return e.binary(0x4ec06800, "TRN2", "2D", a, b) }
func (e *neon) sqrt(a vreg) vreg       { return e.unary(0x6ea1f800, "FSQRT", "", a) }
func (e *neon) neg(a vreg) vreg        { return e.unary(0x6ea0f800, "FNEG", "", a) }
func (e *neon) abs(a vreg) vreg        { return e.unary(0x4ea0f800, "FABS", "", a) }
func (e *neon) toFloat(a vreg) vreg    { return e.unary(0x4e21d800, "SCVTF", "", a) }
func (e *neon) negative(a vreg) vreg   { return e.unary(0x4ea0e800, "FCMLT", ", #0", a) } // a < 0, false for NaN
func (e *neon) positive(a vreg) vreg   { return e.unary(0x4ea0c800, "FCMGT", ", #0", a) } // a > 0, false for NaN
func (e *neon) isZero(a vreg) vreg     { return e.unary(0x4ea0d800, "FCMEQ", ", #0", a) }

// choose makes mask yes where its bits are set, and no elsewhere.
func (e *neon) choose(mask, yes, no vreg) vreg {
	e.replace(0x6e601c00, "BSL", mask, yes, no)
	return mask
}

// putWhere replaces the bits of d by those of v where the mask is set.
func (e *neon) putWhere(d, v, mask vreg) { e.replace(0x6ea01c00, "BIT", d, v, mask) }

// putUnless replaces the bits of d by those of v where the mask is not set.
func (e *neon) putUnless(d, v, mask vreg) { e.replace(0x6ee01c00, "BIF", d, v, mask) }

// copy returns a copy.
func (e *neon) copy(a vreg) vreg {
	d := e.v()
	// MOV is ORR with two equal operands: the register's number is in two places.
	e.word(0x4ea01c00, "MOV V%d.16B, V%d.16B", defV(d, 0), operand{class: vector, id: int(a), shift: twice, use: true})
	return d
}

// twice is the shift of an operand whose number is at bits 5 and 16.
const twice = 5 | 16<<8

// mulBy returns a times one number of b.
func (e *neon) mulBy(a, b vreg, lane int) vreg {
	d := e.v()
	word := uint32(0x4f809000) | uint32(lane&1)<<21 | uint32(lane>>1)<<11
	e.word(word, fmt.Sprintf("FMUL V%%d.4S, V%%d.4S, V%%d.S[%d]", lane), defV(d, 0), useV(a, 5), useV(b, 16))
	return d
}

// lookUp returns the bytes of table that index selects, 0 where it is above 15.
func (e *neon) lookUp(table, index vreg) vreg {
	d := e.v()
	e.word(0x4e000000, "TBL V%d.16B, {V%d.16B}, V%d.16B", defV(d, 0), useV(table, 5), useV(index, 16))
	return d
}

// putLane replaces a lane of d by the same one of v.
func (e *neon) putLane(d, v vreg, lane int) {
	word := uint32(0x6e000400) | uint32(lane<<3|4)<<16 | uint32(lane<<2)<<11
	e.word(word, fmt.Sprintf("MOV V%%d.S[%d], V%%d.S[%d]", lane, lane), defV(d, 0).updated(), useV(v, 5))
}

// zero returns a register of zeros.
func (e *neon) zero() vreg {
	d := e.v()
	e.word(0x4f000400, "MOVI V%d.4S, #0x0", defV(d, 0))
	return d
}

// everywhere returns lane 0 in all lanes.
func (e *neon) everywhere(a vreg) vreg {
	d := e.v()
	e.word(0x4e040400, "DUP V%d.4S, V%d.S[0]", defV(d, 0), useV(a, 5))
	return d
}

// address returns how a disassembly writes a base register and an offset.
func address(offset int) string {
	if offset == 0 {
		return "[X%d]"
	}
	return fmt.Sprintf("[X%%d,#%d]", offset)
}

// load returns 4 numbers at an offset in bytes, a multiple of 16.
func (e *neon) load(base xreg, offset int) vreg {
	d := e.v()
	e.loadInto(d, base, offset)
	return d
}

func (e *neon) loadInto(d vreg, base xreg, offset int) {
	e.word(0x3dc00000|scaled(offset, 16, 12)<<10, "LDR Q%d, "+address(offset), defV(d, 0), baseX(base, 5))
}

func (e *neon) store(v vreg, base xreg, offset int) {
	e.word(0x3d800000|scaled(offset, 16, 12)<<10, "STR Q%d, "+address(offset), useV(v, 0), baseX(base, 5))
}

// scaled returns the bits of an offset that is a multiple of a size.
func scaled(offset, size, bits int) uint32 {
	if offset%size != 0 || offset < 0 || offset/size >= 1<<bits {
		panic(fmt.Sprint("offset ", offset, " cannot be encoded"))
	}
	return uint32(offset / size)
}

// loadAt returns 4 numbers at a base and an offset in a register.
func (e *neon) loadAt(base, offset xreg) vreg {
	d := e.v()
	e.word(0x3ce06800, "LDR Q%d, [X%d,X%d]", defV(d, 0), baseX(base, 5), baseX(offset, 16))
	return d
}

func (e *neon) storeAt(v vreg, base, offset xreg) {
	e.word(0x3ca06800, "STR Q%d, [X%d,X%d]", useV(v, 0), baseX(base, 5), baseX(offset, 16))
}

// loadPair returns a row of 8 numbers, at an offset in bytes below 1024.
func (e *neon) loadPair(base xreg, offset int) [2]vreg {
	d := [2]vreg{e.v(), e.v()}
	e.word(0xad400000|scaled(offset, 16, 6)<<15, "LDP Q%d, Q%d, "+address(offset), defV(d[0], 0), defV(d[1], 10), baseX(base, 5))
	return d
}

func (e *neon) storePair(v [2]vreg, base xreg, offset int) {
	e.word(0xad000000|scaled(offset, 16, 6)<<15, "STP Q%d, Q%d, "+address(offset), useV(v[0], 0), useV(v[1], 10), baseX(base, 5))
}

// loadNumber returns one number in lane 0.
func (e *neon) loadNumber(base xreg, offset int) vreg {
	d := e.v()
	e.word(0xbd400000|scaled(offset, 4, 12)<<10, "LDR S%d, "+address(offset), defV(d, 0), baseX(base, 5))
	return d
}

// storeLane stores one lane.
func (e *neon) storeLane(v vreg, lane int, base xreg) {
	word := uint32(0x0d008000) | uint32(lane>>1)<<30 | uint32(lane&1)<<12
	e.word(word, fmt.Sprintf("ST1 {V%%d.S}[%d], [X%%d]", lane), useV(v, 0), baseX(base, 5))
}

// constant returns a bit pattern in all lanes.
func (e *neon) constant(bits uint32) vreg {
	if bits == 0 {
		return e.zero()
	}
	if e.table < 0 {
		e.table = e.x()
		e.code = slices.Insert(e.code, 0, instruction{format: "MOVD $constants<>(SB), %s", operands: []operand{defX(e.table)}})
	}
	i := slices.Index(arm.constants, bits)
	if i < 0 {
		i = len(arm.constants)
		arm.constants = append(arm.constants, bits)
	}
	return e.load(e.table, 16*i)
}

// param returns a parameter of 8 bytes.
func (e *neon) param(name string) xreg {
	d := e.x()
	e.do("MOVD "+e.memory(name)+", %s", defX(d))
	return d
}

// memory returns the memory of a parameter.
func (e *neon) memory(name string) string {
	offset, known := e.offsets[name]
	if !known {
		panic(e.name + " has no parameter " + name)
	}
	return fmt.Sprintf("%s+%d(FP)", name, offset)
}

// broadcast returns a float32 parameter in all lanes.
func (e *neon) broadcast(name string) vreg {
	d := e.v()
	e.do("FMOVS "+e.memory(name)+", %s", operand{class: vector, id: int(d), def: true})
	return e.everywhere(d)
}

// addTo adds a number to a register.
func (e *neon) addTo(r xreg, n int) {
	if n < 0 {
		e.do(fmt.Sprintf("SUB $%d, %%s, %%s", -n), useX(r), defX(r))
		return
	}
	e.do(fmt.Sprintf("ADD $%d, %%s, %%s", n), useX(r), defX(r))
}

// number returns a number in a register.
func (e *neon) number(n int) xreg {
	d := e.x()
	e.do(fmt.Sprintf("MOVD $%d, %%s", n), defX(d))
	return d
}

// sum returns a + b << shift.
func (e *neon) sum(a, b xreg, shift int) xreg {
	d := e.x()
	if shift == 0 {
		e.do("ADD %s, %s, %s", useX(b), useX(a), defX(d))
	} else {
		e.do(fmt.Sprintf("ADD %%s<<%d, %%s, %%s", shift), useX(b), useX(a), defX(d))
	}
	return d
}

// sumOf returns a + b·c.
func (e *neon) sumOf(a, b, c xreg) xreg {
	d := e.x()
	e.do("MADD %s, %s, %s, %s", useX(c), useX(a), useX(b), defX(d))
	return d
}

// move copies a register to another one.
func (e *neon) move(to, from xreg) { e.do("MOVD %s, %s", useX(from), defX(to)) }

// next16 returns the int16 at an address and moves on.
func (e *neon) next16(at xreg) xreg {
	d := e.x()
	e.do("MOVH.P 2(%s), %s", useX(at).updated(), defX(d))
	return d
}

// next32 returns the int32 at an address and moves on.
func (e *neon) next32(at xreg) xreg {
	d := e.x()
	e.do("MOVW.P 4(%s), %s", useX(at).updated(), defX(d))
	return d
}

// repeat runs body count times. It uses up the count.
func (e *neon) repeat(name string, count xreg, body func()) {
	e.jump("CBZ %s,", name+"_done", useX(count))
	e.label(name)
	body()
	e.addTo(count, -1)
	e.jump("CBNZ %s,", name, useX(count))
	e.label(name + "_done")
}

// turn4 transposes the 4x4 numbers of four registers.
func (e *neon) turn4(v [4]vreg) [4]vreg {
	a, b := e.trn1(v[0], v[1]), e.trn2(v[0], v[1])
	c, d := e.trn1(v[2], v[3]), e.trn2(v[2], v[3])
	return [4]vreg{e.low2(a, c), e.low2(b, d), e.high2(a, c), e.high2(b, d)}
}

// number returns a number as text.
func number(n int) string { return fmt.Sprint(n) }
