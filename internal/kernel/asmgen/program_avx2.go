package main

import (
	"fmt"
	"strings"

	"github.com/mmcloughlin/avo/attr"
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// The registers that hold the values of a program.
var registers = [...]reg.VecPhysical{
	reg.Y0, reg.Y1, reg.Y2, reg.Y3, reg.Y4, reg.Y5, reg.Y6, reg.Y7,
	reg.Y8, reg.Y9, reg.Y10, reg.Y11, reg.Y12, reg.Y13, reg.Y14, reg.Y15,
}

const none = -1

// assembler assigns registers to the values of a program, in one pass over its steps. When all
// registers are taken, it moves the value whose next use is furthest to the stack. Loads and
// constants are read from memory where they are used.
type assembler struct {
	*program
	params   []reg.Register
	uses     [][]int // for each value the remaining steps that use it, ascending
	register []int   // for each value its register, or none
	slot     []Mem   // for each value its place on the stack
	spilled  []bool
	holds    [len(registers)]value // the value in each register, or none
	pinned   [len(registers)]bool  // operands of the present step
	free     []Mem                 // places on the stack without a value
	freed    []Mem                 // places that become free after the present step
}

// assemble writes the program as assembly.
func (p *program) assemble() {
	var signature []string
	for _, name := range p.params {
		signature = append(signature, name)
	}
	// Values on the stack may need more than a function without a stack check has.
	groups := ""
	if p.repeated {
		groups = ", groups int"
	}
	TEXT(p.name+"Asm", 0, "func("+strings.Join(signature, ", ")+" *float32"+groups+")")
	Pragma("noescape")
	Doc(p.name + "Asm " + p.doc)
	a := assembler{
		program: p, uses: make([][]int, len(p.ops)), register: make([]int, len(p.ops)),
		slot: make([]Mem, len(p.ops)), spilled: make([]bool, len(p.ops)),
	}
	for i := range a.register {
		a.register[i] = none
	}
	for i := range a.holds {
		a.holds[i] = none
	}
	for _, name := range p.params {
		a.params = append(a.params, Load(Param(name), GP64()))
	}
	steps := p.order()
	for i, s := range steps {
		if s.isStore {
			a.uses[s.value] = append(a.uses[s.value], i)
			continue
		}
		for _, v := range p.ops[s.value].operands() {
			a.uses[v] = append(a.uses[v], i)
		}
	}
	if p.repeated {
		Label("group")
	}
	for _, s := range steps {
		a.step(s)
	}
	if p.repeated {
		for i, rows := range p.rows() {
			ADDQ(U32(rows*row), a.params[i])
		}
		DECQ(parameter("groups"))
		JNZ(LabelRef("group"))
	}
	finish()
}

func (a *assembler) step(s step) {
	a.pinned = [len(registers)]bool{}
	a.free, a.freed = append(a.free, a.freed...), a.freed[:0]
	if s.isStore {
		VMOVUPS(a.inRegister(s.value), Mem{Base: a.params[s.param], Disp: s.row * row})
		a.used(s.value)
		return
	}
	o := a.ops[s.value]
	switch o.kind {
	case opAdd, opMul:
		if a.register[o.a] == none { // the operand in memory must be the second
			o.a, o.b = o.b, o.a
		}
		x, y := a.inRegister(o.a), a.anywhere(o.b)
		d := a.result(s.value, o.a, o.b)
		if o.kind == opAdd {
			VADDPS(y, x, d)
		} else {
			VMULPS(y, x, d)
		}
	case opSub, opDiv, opLess, opAnd:
		x, y := a.inRegister(o.a), a.anywhere(o.b)
		d := a.result(s.value, o.a, o.b)
		switch o.kind {
		case opSub:
			VSUBPS(y, x, d)
		case opDiv:
			VDIVPS(y, x, d)
		case opLess:
			VCMPPS(U8(1), y, x, d)
		case opAnd:
			VANDPS(y, x, d)
		}
	case opSqrt:
		x := a.anywhere(o.a)
		VSQRTPS(x, a.result(s.value, o.a))
	case opNeg:
		x := a.inRegister(o.a)
		VXORPS(wideConstant(0x80000000), x, a.result(s.value, o.a))
	case opSelect:
		mask, no := a.inRegister(o.a), a.inRegister(o.b)
		yes := a.anywhere(o.c)
		VBLENDVPS(mask, yes, no, a.result(s.value, o.a, o.b, o.c))
	default:
		panic("unknown operation")
	}
}

// anywhere returns where a value is: a register or memory.
func (a *assembler) anywhere(v value) Op {
	if r := a.register[v]; r != none {
		a.pinned[r] = true
		return registers[r]
	}
	switch o := &a.ops[v]; {
	case o.kind == opLoad:
		return Mem{Base: a.params[o.param], Disp: o.row * row}
	case o.kind == opConstant:
		return wideConstant(o.bits)
	case a.spilled[v]:
		return a.slot[v]
	}
	panic(fmt.Sprintf("%s: value %d was not computed", a.name, v))
}

// inRegister returns a register with a value.
func (a *assembler) inRegister(v value) reg.VecPhysical {
	from := a.anywhere(v)
	if r := a.register[v]; r != none {
		return registers[r]
	}
	r := a.take()
	a.assign(v, r)
	a.pinned[r] = true
	VMOVUPS(from, registers[r])
	return registers[r]
}

// result returns a register for a value, after its operands were used.
func (a *assembler) result(v value, operands ...value) reg.VecPhysical {
	for _, operand := range operands {
		a.used(operand)
	}
	r := a.take()
	a.assign(v, r)
	return registers[r]
}

// used removes the present step from the uses of a value, which frees its register and place after
// the last one.
func (a *assembler) used(v value) {
	if len(a.uses[v]) > 0 {
		a.uses[v] = a.uses[v][1:]
	}
	if len(a.uses[v]) > 0 {
		return
	}
	if r := a.register[v]; r != none {
		a.register[v], a.holds[r], a.pinned[r] = none, none, false
	}
	if a.spilled[v] {
		a.spilled[v] = false
		a.freed = append(a.freed, a.slot[v])
	}
}

func (a *assembler) assign(v value, r int) { a.register[v], a.holds[r] = r, v }

// take returns the number of a free register, after it moved a value to the stack if need be.
func (a *assembler) take() int {
	furthest, last := none, -1
	for r, v := range a.holds {
		switch {
		case v == none:
			return r
		case !a.pinned[r] && a.uses[v][0] > last:
			furthest, last = r, a.uses[v][0]
		}
	}
	v := a.holds[furthest]
	if kind := a.ops[v].kind; kind != opLoad && kind != opConstant && !a.spilled[v] {
		if n := len(a.free); n > 0 {
			a.slot[v], a.free = a.free[n-1], a.free[:n-1]
		} else {
			a.slot[v] = AllocLocal(row)
		}
		VMOVUPS(registers[furthest], a.slot[v])
		a.spilled[v] = true
	}
	a.register[v], a.holds[furthest] = none, none
	return furthest
}

// wideConstants are the constants with 8 lanes that were written.
var wideConstants = map[uint32]Mem{}

// wideConstant returns memory with a bit pattern in all lanes.
func wideConstant(bits uint32) Mem {
	data, known := wideConstants[bits]
	if !known {
		data = GLOBL(fmt.Sprintf("wide%08x", bits), attr.RODATA|attr.NOPTR)
		for l := range lanes {
			DATA(4*l, U32(bits))
		}
		wideConstants[bits] = data
	}
	return data
}
