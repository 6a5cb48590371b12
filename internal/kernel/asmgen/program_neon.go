package main

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/neon"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// neonProgram writes a program as arm64 assembly, for one half of the lanes after the other. It
// keeps track of which values are in registers. When all are taken, it moves the value whose next
// use is furthest to the stack. Constants are loaded where they are used.
type neonProgram struct {
	*neon.Function
	*program
	params   []neon.X
	stack    neon.X
	uses     [][]int  // for each value the remaining steps that use it, ascending
	register []neon.V // for each value its register, or none
	slot     []int    // for each value its place on the stack, or none
	held     []value  // the values in registers
	pinned   []value  // operands of the present step
	free     []int    // places on the stack without a value
	slots    int
}

// assembleNeon writes the program as arm64 assembly.
func (p *program) assembleNeon(arm *neon.File) {
	a := neonProgram{
		Function: arm.Function(p.name + "Asm"), program: p,
		uses: make([][]int, len(p.ops)), register: make([]neon.V, len(p.ops)), slot: make([]int, len(p.ops)),
	}
	for i := range p.ops {
		a.register[i], a.slot[i] = none, none
	}
	for _, name := range p.params {
		a.params = append(a.params, a.Function.Param(name))
	}
	a.stack = a.Function.Stack()
	var groups neon.X
	if p.repeated {
		groups = a.Function.Param("groups")
		a.Label("group")
	}
	half := a.Number(2)
	a.Label("half")
	steps := p.order()
	for i, s := range steps {
		operands := []value{s.value}
		if !s.isStore {
			operands = p.ops[s.value].operands()
		}
		for _, v := range operands {
			a.uses[v] = append(a.uses[v], i)
		}
	}
	for _, s := range steps {
		a.step(s)
	}
	for _, param := range a.params {
		a.AddTo(param, shared.HalfRow)
	}
	a.AddTo(half, -1)
	a.Jump("CBNZ %s,", "half", neon.UseX(half))
	if p.repeated {
		for i, rows := range p.rows() {
			a.AddTo(a.params[i], (rows-1)*row) // the halves moved on by one
		}
		a.AddTo(groups, -1)
		a.Jump("CBNZ %s,", "group", neon.UseX(groups))
	}
	a.Frame(16 * a.slots)
	a.Finish()
}

func (a *neonProgram) step(s step) {
	e := a.Function
	a.pinned = a.pinned[:0]
	if s.isStore {
		e.Store(a.inRegister(s.value), a.params[s.param], s.row*row)
		a.used(s.value)
		return
	}
	o := a.ops[s.value]
	if o.kind == opSelect {
		a.selects(s.value, &o)
		return
	}
	var in [2]neon.V
	compare := none
	for i, v := range o.operands() {
		if o.kind == opLess && a.ops[v] == (op{kind: opConstant}) {
			compare = i
			a.used(v)
			continue
		}
		in[i] = a.inRegister(v)
	}
	for i, v := range o.operands() {
		if i != compare {
			a.used(v)
		}
	}
	a.makeRoom()
	a.assign(s.value, a.apply(o.kind, in, compare))
}

// apply returns the result of an operation. compare is the operand of a comparison that is 0, or
// none.
func (a *neonProgram) apply(kind opKind, in [2]neon.V, compare int) neon.V {
	e := a.Function
	switch {
	case kind == opAdd:
		return e.Add(in[0], in[1])
	case kind == opSub:
		return e.Sub(in[0], in[1])
	case kind == opMul:
		return e.Mul(in[0], in[1])
	case kind == opDiv:
		return e.Div(in[0], in[1])
	case kind == opSqrt:
		return e.Sqrt(in[0])
	case kind == opNeg:
		return e.Neg(in[0])
	case kind == opLess && compare == 0:
		return e.Positive(in[1])
	case kind == opLess && compare == 1:
		return e.Negative(in[0])
	case kind == opLess:
		return e.Greater(in[1], in[0])
	case kind == opAnd:
		return e.And(in[0], in[1])
	default:
		panic("unknown operation")
	}
}

// selects writes a selection in place of an operand that is not used afterward, or of a copy.
func (a *neonProgram) selects(v value, o *op) {
	e := a.Function
	mask, no, yes := a.inRegister(o.a), a.inRegister(o.b), a.inRegister(o.c)
	last := func(operand value) bool {
		count := 0
		for _, x := range o.operands() {
			if x == operand {
				count++
			}
		}
		return count == 1 && len(a.uses[operand]) == 1
	}
	isLast := [3]bool{last(o.a), last(o.b), last(o.c)}
	if isLast == [3]bool{} {
		a.makeRoom()
		no = e.Copy(no)
	}
	for _, x := range o.operands() {
		a.used(x)
	}
	switch {
	case isLast[0]:
		a.assign(v, e.Choose(mask, yes, no))
	case isLast[2]:
		e.PutUnless(yes, no, mask)
		a.assign(v, yes)
	default:
		e.PutWhere(no, yes, mask)
		a.assign(v, no)
	}
}

// inRegister returns a register with a value.
func (a *neonProgram) inRegister(v value) neon.V {
	e := a.Function
	if a.register[v] == none {
		a.makeRoom()
		switch o := &a.ops[v]; {
		case o.kind == opLoad:
			a.assign(v, e.Load(a.params[o.param], o.row*row))
		case o.kind == opConstant:
			a.assign(v, e.Constant(o.bits))
		case a.slot[v] != none:
			a.assign(v, e.Load(a.stack, 16*a.slot[v]))
		default:
			panic(fmt.Sprintf("%s: value %d was not computed", a.program.name, v))
		}
	}
	a.pinned = append(a.pinned, v)
	return a.register[v]
}

func (a *neonProgram) assign(v value, r neon.V) {
	a.register[v] = r
	a.held = append(a.held, v)
}

// used removes the present step from the uses of a value, which frees its register and place after
// the last one.
func (a *neonProgram) used(v value) {
	if len(a.uses[v]) > 0 {
		a.uses[v] = a.uses[v][1:]
	}
	if len(a.uses[v]) > 0 {
		return
	}
	a.drop(v)
	if a.slot[v] != none {
		a.free = append(a.free, a.slot[v])
		a.slot[v] = none
	}
}

// drop forgets the register of a value.
func (a *neonProgram) drop(v value) {
	for i, held := range a.held {
		if held == v {
			a.held = append(a.held[:i], a.held[i+1:]...)
			break
		}
	}
	a.register[v] = none
}

// makeRoom frees a register if all are taken.
func (a *neonProgram) makeRoom() {
	if len(a.held) < neon.Registers {
		return
	}
	furthest, last := value(none), -1
	for _, v := range a.held {
		isPinned := false
		for _, p := range a.pinned {
			isPinned = isPinned || p == v
		}
		if !isPinned && a.uses[v][0] > last {
			furthest, last = v, a.uses[v][0]
		}
	}
	v := furthest
	if kind := a.ops[v].kind; kind != opLoad && kind != opConstant && a.slot[v] == none {
		if n := len(a.free); n > 0 {
			a.slot[v], a.free = a.free[n-1], a.free[:n-1]
		} else {
			a.slot[v] = a.slots
			a.slots++
		}
		a.Function.Store(a.register[v], a.stack, 16*a.slot[v])
	}
	a.drop(v)
}
