package wasm

import (
	"fmt"
	"log"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
)

// X is a local of 32 bits, V one of 128 bits.
type (
	X      = shared.X
	V      = shared.V
	Double = shared.Double
)

// Function is a function. Its methods append instructions that work on locals, of which there may
// be any number: the compiler of the browser assigns registers.
type Function struct {
	name    string
	offsets map[string]int // of the parameters, from the stack pointer
	code    []byte
	locals  []byte // the types of the locals, the first of which is the parameter
	scopes  []scope
	done    bool

	justSet, setAt, setLocal int // the end, the start and the local of the last instruction that sets one
}

// scope holds what ends with a loop or a branch: its locals can be used again.
type scope struct {
	numbers, vectors []int      // locals that are free
	own              []int      // locals that it uses
	spread           map[lane]V // registers with one lane of another everywhere
	everywhere       map[V]bool // registers whose lanes are all equal
}

type lane struct {
	v V
	n int
}

// The types of locals.
const (
	typeI32  = 0x7f
	typeV128 = 0x7b
)

// stackPointer is the local of the parameter.
const stackPointer = 0

// local returns a new local.
func (e *Function) local(kind byte) int {
	s := e.scope()
	free := &s.numbers
	if kind == typeV128 {
		free = &s.vectors
	}
	if n := len(*free); n > 0 {
		id := (*free)[n-1]
		*free = (*free)[:n-1]
		s.own = append(s.own, id)
		return id
	}
	if len(e.locals) == 0 {
		e.locals = []byte{typeI32}
	}
	e.locals = append(e.locals, kind)
	id := len(e.locals) - 1
	s.own = append(s.own, id)
	return id
}

func (e *Function) scope() *scope {
	if len(e.scopes) == 0 {
		e.scopes = []scope{{spread: map[lane]V{}}}
	}
	return &e.scopes[len(e.scopes)-1]
}

// within appends what body appends. The locals that it makes are free afterward.
func (e *Function) within(body func()) {
	outer := e.scope()
	e.scopes = append(e.scopes, scope{numbers: outer.numbers, vectors: outer.vectors, spread: map[lane]V{}})
	body()
	inner := e.scope()
	outer = &e.scopes[len(e.scopes)-2]
	outer.numbers, outer.vectors = inner.numbers, inner.vectors
	for _, id := range inner.own {
		if e.locals[id] == typeV128 {
			outer.vectors = append(outer.vectors, id)
		} else {
			outer.numbers = append(outer.numbers, id)
		}
	}
	e.scopes = e.scopes[:len(e.scopes)-1]
}

// X returns a new local for a number.
func (e *Function) X() X { return X(e.local(typeI32)) }

// V returns a new local for a vector.
func (e *Function) V() V { return V(e.local(typeV128)) }

// Instructions that are no vectors'.
const (
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBranch       = 0x0c
	opBranchIf     = 0x0d
	opCall         = 0x10
	opCallIndirect = 0x11
	opSelect       = 0x1b
	opGet          = 0x20
	opSet          = 0x21
	opTee          = 0x22
	opI32Load      = 0x28
	opI32Load8     = 0x2d
	opI32Load16    = 0x2e // signed
	opI32Load16U   = 0x2f
	opI32Store     = 0x36
	opI32Store8    = 0x3a
	opI32Const     = 0x41
	opI32Eqz       = 0x45
	opI32Lt        = 0x48 // signed
	opI32LtU       = 0x49
	opI32GtU       = 0x4b
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI32Mul       = 0x6c
	opI32And       = 0x71
	opI32Shl       = 0x74
	opI32ShrU      = 0x76
	opVector       = 0xfd

	noResult = 0x40 // of a block
)

// get puts a local on the stack of operands. If it was stored there just before, it is left there.
func (e *Function) get(local int) {
	if e.justSet == len(e.code) && e.justSet > 0 && e.setLocal == local {
		e.code[e.setAt] = opTee
		e.justSet = 0
		return
	}
	e.code = unsigned(append(e.code, opGet), uint64(local))
}

// set stores what is on the stack of operands in a local.
func (e *Function) set(local int) {
	e.setAt, e.setLocal = len(e.code), local
	e.code = unsigned(append(e.code, opSet), uint64(local))
	e.justSet = len(e.code)
}

// number appends a constant.
func (e *Function) number(n int) {
	e.code = append(e.code, opI32Const)
	e.signed(int64(int32(n)))
}

// signed appends a number in the signed LEB128 encoding.
func (e *Function) signed(v int64) {
	for v < -64 || v > 63 {
		e.code = append(e.code, byte(v)|0x80)
		v >>= 7
	}
	e.code = append(e.code, byte(v)&0x7f)
}

// memory appends an instruction that reads or writes memory. The address is aligned to 1 << align
// bytes.
func (e *Function) memory(op byte, align, offset int) {
	e.code = unsigned(append(e.code, op, byte(align)), uint64(offset))
}

// result stores what is on the stack of operands in a new local.
func (e *Function) result() X {
	d := e.X()
	e.set(int(d))
	return d
}

// combine returns the result of an instruction on two numbers.
func (e *Function) combine(op byte, a, b X) X {
	e.get(int(a))
	e.get(int(b))
	e.code = append(e.code, op)
	return e.result()
}

// withConstant returns the result of an instruction on a number and a constant.
func (e *Function) withConstant(op byte, a X, n int) X {
	e.get(int(a))
	e.number(n)
	e.code = append(e.code, op)
	return e.result()
}

// Repeat runs body count times. It uses up the count.
func (e *Function) Repeat(name string, count X, body func()) {
	e.If(count, func() {
		e.While(name, count, func() {
			body()
			e.AddTo(count, -1)
		})
	}, nil)
}

// While runs body once, and again as long as a number is not 0.
func (e *Function) While(_ string, left X, body func()) {
	e.code = append(e.code, opLoop, noResult)
	e.within(body)
	e.get(int(left))
	e.code = append(e.code, opBranchIf, 0, opEnd)
}

// If runs then if a number is not 0, otherwise the other function, which may be nil.
func (e *Function) If(condition X, then, otherwise func()) {
	e.get(int(condition))
	e.code = append(e.code, opIf, noResult)
	e.within(then)
	if otherwise != nil {
		e.code = append(e.code, opElse)
		e.within(otherwise)
	}
	e.code = append(e.code, opEnd)
}

// IfNegative runs one of two functions.
func (e *Function) IfNegative(_ string, x X, negative, otherwise func()) {
	e.If(e.withConstant(opI32Lt, x, 0), negative, otherwise)
}

// IfZero runs one of two functions.
func (e *Function) IfZero(_ string, x X, zero, otherwise func()) { e.If(x, otherwise, zero) }

// Finish ends the function.
func (e *Function) Finish() {
	if len(e.scopes) > 1 || e.done {
		log.Fatalf("%s ends within a loop, or twice", e.name)
	}
	e.done = true
	e.code = append(e.code, opEnd)
}

// body returns the function's locals and its code.
func (e *Function) body() []byte {
	if !e.done {
		log.Fatalf("%s does not end", e.name)
	}
	var runs []byte
	count := 0
	for i := 1; i < len(e.locals); {
		end := i
		for end < len(e.locals) && e.locals[end] == e.locals[i] {
			end++
		}
		runs = append(unsigned(runs, uint64(end-i)), e.locals[i])
		i = end
		count++
	}
	return append(append(unsigned(nil, uint64(count)), runs...), e.code...)
}

// offset returns where a parameter is, from the stack pointer.
func (e *Function) offset(name string) int {
	offset, known := e.offsets[name]
	if !known {
		panic(fmt.Sprint(e.name, " has no parameter ", name))
	}
	return offset
}

// Param returns a parameter of 4 or 8 bytes: an address, or a number that fits into 32 bits.
func (e *Function) Param(name string) X {
	e.get(stackPointer)
	e.memory(opI32Load, 2, e.offset(name))
	return e.result()
}

// Return stores a bool, the result of the function.
func (e *Function) Return(x X) {
	e.get(stackPointer)
	e.get(int(x))
	e.memory(opI32Store8, 0, e.offset("ret"))
}
