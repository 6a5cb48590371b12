package main

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"github.com/sinew-go/sinew/internal/kernel/asmgen/wasm"
)

// program describes a kernel once, as arithmetic without branches on rows of 8 lanes.
// [program.plain] writes it as Go, [program.assemble] as AVX2, [program.assembleNeon] as NEON,
// [program.assembleWasm] as WebAssembly; all do the same operations in the same order, so their
// bits are equal.
//
// A program reads rows of its parameters, which are pointers to float32, and stores rows, most of
// them of the first one. It must not use a row after it stored it. In Go, a parameter whose name
// ends in local is a joint's local transform in 8 lanes, and one with more than 4 rows is a matrix,
// unless its name ends in rows.
type program struct {
	name, doc string
	params    []string
	ops       []op
	known     map[op]value
	stores    []rowStore
	stream    int // of the next stores, see order
	// whether it has a parameter groups: how often it is run, with the rows of all parameters one
	// after the other
	repeated bool
	inPlace  bool // all values are computed before the first is stored
}

// value is the index of the operation that computes it.
type value int

// op is one operation on up to three values.
type op struct {
	kind    opKind
	a, b, c value
	param   int    // of a load
	row     int    // of a load
	bits    uint32 // of a constant
}

type opKind int

const (
	opLoad opKind = iota
	opConstant
	opAdd
	opSub
	opMul
	opDiv
	opSqrt
	opNeg
	opLess   // a < b: a mask
	opAnd    // of masks
	opSelect // c where the mask a holds, otherwise b
)

// rowStore stores a value in a row of a parameter.
type rowStore struct {
	param  int
	row    int
	value  value
	stream int
}

func newProgram(name, doc string, params ...string) *program {
	return &program{name: name, doc: doc, params: params, known: map[op]value{}}
}

// put returns the value of an operation. Equal operations are computed once.
func (p *program) put(o op) value {
	if v, ok := p.known[o]; ok {
		return v
	}
	p.ops = append(p.ops, o)
	p.known[o] = value(len(p.ops) - 1)
	return value(len(p.ops) - 1)
}

// param returns the index of a parameter.
func (p *program) param(name string) int {
	i := slices.Index(p.params, name)
	if i < 0 {
		panic(p.name + " has no parameter " + name)
	}
	return i
}

func (p *program) load(param string, row int) value {
	return p.put(op{kind: opLoad, param: p.param(param), row: row})
}

func (p *program) constant(x float32) value {
	return p.put(op{kind: opConstant, bits: math.Float32bits(x)})
}

func (p *program) add(a, b value) value  { return p.put(op{kind: opAdd, a: a, b: b}) }
func (p *program) sub(a, b value) value  { return p.put(op{kind: opSub, a: a, b: b}) }
func (p *program) mul(a, b value) value  { return p.put(op{kind: opMul, a: a, b: b}) }
func (p *program) div(a, b value) value  { return p.put(op{kind: opDiv, a: a, b: b}) }
func (p *program) sqrt(a value) value    { return p.put(op{kind: opSqrt, a: a}) }
func (p *program) neg(a value) value     { return p.put(op{kind: opNeg, a: a}) }
func (p *program) less(a, b value) value { return p.put(op{kind: opLess, a: a, b: b}) }
func (p *program) and(a, b value) value  { return p.put(op{kind: opAnd, a: a, b: b}) }

// choose returns yes in the lanes where the mask holds, and no in the others.
func (p *program) choose(mask, yes, no value) value {
	return p.put(op{kind: opSelect, a: mask, b: no, c: yes})
}

// min returns a where a < b, otherwise b; so b where one of them is NaN.
func (p *program) min(a, b value) value { return p.choose(p.less(a, b), a, b) }

// max returns a where b < a, otherwise b; so b where one of them is NaN.
func (p *program) max(a, b value) value { return p.choose(p.less(b, a), a, b) }

// store stores a value in a row of the first parameter.
func (p *program) store(row int, v value) { p.storeTo(p.params[0], row, v) }

func (p *program) storeTo(param string, row int, v value) {
	p.stores = append(p.stores, rowStore{p.param(param), row, v, p.stream})
}

// operands returns the values that an operation uses.
func (o *op) operands() []value {
	switch o.kind {
	case opLoad, opConstant:
		return nil
	case opSqrt, opNeg:
		return []value{o.a}
	case opSelect:
		return []value{o.a, o.b, o.c}
	default:
		return []value{o.a, o.b}
	}
}

// step is a computed value or, with isStore, a store.
type step struct {
	value      value
	param, row int
	isStore    bool
}

// order returns the operations in the order in which they are executed: each store right after what
// it needs, depth first, so that few values are alive at once. Loads and constants are no steps,
// and unused operations are left out.
//
// Stores of several streams take turns. A processor looks ahead for a part of a program only, so
// that long chains of operations that do not need each other must stand side by side to be worked
// on at once.
//
// The stores of a program that works in place come last.
func (p *program) order() (steps []step) {
	var last []step
	used := make([]bool, len(p.ops))
	streams, next := p.streams(used), make([]int, p.stream+1)
	done := make([]bool, len(p.ops))
	for {
		behind := none // the stream of which the largest part is left
		for k, stream := range streams {
			if next[k] < len(stream) && (behind == none || next[k]*len(streams[behind]) < next[behind]*len(stream)) {
				behind = k
			}
		}
		if behind == none {
			break
		}
		s := streams[behind][next[behind]]
		next[behind]++
		switch {
		case s.isStore && p.inPlace:
			last = append(last, s)
		case s.isStore || !done[s.value]:
			steps = append(steps, s)
		}
		done[s.value] = true
	}
	steps = append(steps, last...)
	p.checkStores(steps)
	return steps
}

// checkStores refuses an order in which a row is used after it was stored.
func (p *program) checkStores(steps []step) {
	stored := map[op]bool{}
	for _, s := range steps {
		used := []value{s.value}
		if !s.isStore {
			used = p.ops[s.value].operands()
		}
		for _, v := range used {
			if o := p.ops[v]; stored[o] {
				panic(fmt.Sprintf("%s uses row %d of %s after it stored it", p.name, o.row, p.params[o.param]))
			}
		}
		if s.isStore {
			stored[op{kind: opLoad, param: s.param, row: s.row}] = true
		}
	}
}

// assembleWasm writes the program as WebAssembly, for one half of the lanes after the other. There
// is a local for each value.
func (p *program) assembleWasm(module *wasm.Module) {
	e := module.Function(p.name + "Asm")
	var params []wasm.X
	for _, name := range p.params {
		params = append(params, e.Param(name))
	}
	group := func() { e.Repeat("half", e.Number(2), func() { p.half(e, params) }) }
	if p.repeated {
		e.Repeat("group", e.Param("groups"), func() {
			group()
			for i, rows := range p.rows() {
				e.AddTo(params[i], (rows-1)*row) // the halves moved on by one
			}
		})
	} else {
		group()
	}
	e.Finish()
}

// half writes the program for 4 lanes as WebAssembly, and moves on to the next ones.
func (p *program) half(e *wasm.Function, params []wasm.X) {
	known := map[value]wasm.V{}
	var local func(value) wasm.V
	local = func(v value) wasm.V {
		if _, is := known[v]; !is {
			known[v] = p.ops[v].wasm(e, params, local)
		}
		return known[v]
	}
	for _, s := range p.order() {
		if v := local(s.value); s.isStore {
			e.Store(v, params[s.param], s.row*row)
		}
	}
	for _, param := range params {
		e.AddTo(param, shared.HalfRow)
	}
}

// wasm appends an operation whose operands are locals.
func (o *op) wasm(e *wasm.Function, params []wasm.X, local func(value) wasm.V) wasm.V {
	switch o.kind {
	case opLoad:
		return e.Load(params[o.param], o.row*row)
	case opConstant:
		return e.Constant(o.bits)
	case opAdd:
		return e.Add(local(o.a), local(o.b))
	case opSub:
		return e.Sub(local(o.a), local(o.b))
	case opMul:
		return e.Mul(local(o.a), local(o.b))
	case opDiv:
		return e.Div(local(o.a), local(o.b))
	case opSqrt:
		return e.Sqrt(local(o.a))
	case opNeg:
		return e.Neg(local(o.a))
	case opLess:
		return e.Greater(local(o.b), local(o.a))
	case opAnd:
		return e.And(local(o.a), local(o.b))
	case opSelect:
		return e.Chosen(local(o.a), local(o.c), local(o.b))
	default:
		panic("unknown operation")
	}
}

// streams returns the steps of each stream, with all that it needs, and marks what is used.
func (p *program) streams(used []bool) [][]step {
	streams := make([][]step, p.stream+1)
	for k := range streams {
		steps, done := &streams[k], make([]bool, len(p.ops))
		var visit func(value)
		visit = func(v value) {
			if done[v] {
				return
			}
			done[v], used[v] = true, true
			operands := p.ops[v].operands()
			for _, operand := range operands {
				visit(operand)
			}
			if len(operands) > 0 {
				*steps = append(*steps, step{value: v})
			}
		}
		for _, s := range p.stores {
			if s.stream == k {
				visit(s.value)
				*steps = append(*steps, step{value: s.value, param: s.param, row: s.row, isStore: true})
			}
		}
	}
	return streams
}
