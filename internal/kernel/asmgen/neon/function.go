package neon

import (
	"fmt"
	"log"
	"slices"
	"strings"

	"github.com/sinew-go/sinew/internal/kernel/asmgen/shared"
	"golang.org/x/arch/arm64/arm64asm"
)

// Function is a function in assembly. Its methods append instructions on virtual registers, of
// which there may be any number; [Function.Finish] assigns the machine's registers and writes the
// text.
//
// A vector register holds 4 float32, so a row of 8 lanes is two registers. Most kernels compute one
// half of the lanes after the other, because 32 registers then suffice for what takes 16 registers
// of 8 lanes in AVX2.
type Function struct {
	file      *File
	name      string
	names     []string       // of the parameters
	offsets   map[string]int // of the parameters, from FP
	arguments int            // bytes of parameters and results
	code      []instruction
	count     [2]int // of virtual registers of each class
	pinned    map[V]int
	table     X   // the address of the constants, or none
	stack     X   // the address of the frame, or none
	frame     int // bytes on the stack
	labels    int
}

// X is a virtual general register, V a virtual vector register.
type (
	X = shared.X
	V = shared.V
)

const none = -1

type class int

const (
	general class = iota
	vector
)

// Operand is a register of an instruction.
type Operand struct {
	class    class
	id       int
	shift    int // where its number is in the word: hidden, or the lowest bit, and that of a second place << 8
	use, def bool
}

// hidden marks a register that is pinned, so that the word and the format contain it already.
const hidden = -1

// UseX is a general register that an instruction reads, and DefX one that it writes.
func UseX(r X) Operand { return Operand{class: general, id: int(r), use: true} }

// DefX is a general register that an instruction writes.
func DefX(r X) Operand { return Operand{class: general, id: int(r), def: true} }

// BaseX is a general register that a word reads; its number begins at a bit.
func BaseX(r X, bit int) Operand { return Operand{class: general, id: int(r), shift: bit, use: true} }

// ResultX is a general register that a word writes.
func ResultX(r X, bit int) Operand {
	return Operand{class: general, id: int(r), shift: bit, def: true}
}

// UseV is a vector register that a word reads.
func UseV(r V, bit int) Operand { return Operand{class: vector, id: int(r), shift: bit, use: true} }

// DefV is a vector register that a word writes.
func DefV(r V, bit int) Operand { return Operand{class: vector, id: int(r), shift: bit, def: true} }

// Updated is an operand that is both read and written.
func (o Operand) Updated() Operand { o.use, o.def = true, true; return o }

// instruction is a label, or an instruction with a format that has a verb for each operand: for a
// word of its expected disassembly, otherwise of Go's assembly.
type instruction struct {
	label    string
	format   string
	word     uint32
	operands []Operand
	target   string // label to which it may jump
	ends     bool   // whether the next instruction is not executed after it
}

// X returns a new general register.
func (e *Function) X() X { e.count[general]++; return X(e.count[general] - 1) }

// V returns a new vector register.
func (e *Function) V() V { e.count[vector]++; return V(e.count[vector] - 1) }

// consecutive returns vector registers with consecutive numbers, for instructions that need them.
func (e *Function) consecutive(first, n int) []V {
	r := make([]V, n)
	for i := range r {
		r[i] = e.V()
		e.pinned[r[i]] = first + i
	}
	return r
}

// Word appends an instruction that is written as a word; the format is that of its disassembly.
func (e *Function) Word(word uint32, format string, operands ...Operand) {
	e.code = append(e.code, instruction{word: word, format: format, operands: operands})
}

// Do appends an instruction in Go's assembly.
func (e *Function) Do(format string, operands ...Operand) {
	e.code = append(e.code, instruction{format: format, operands: operands})
}

// Label appends a label.
func (e *Function) Label(name string) { e.code = append(e.code, instruction{label: name}) }

// Jump appends a jump to a label: by B always, by another instruction if its condition holds.
func (e *Function) Jump(format, label string, operands ...Operand) {
	e.code = append(e.code, instruction{
		format: format + " " + label, operands: operands, target: label,
		ends: format == "B",
	})
}

// Ret returns. [Function.Finish] appends it too.
func (e *Function) Ret() { e.code = append(e.code, instruction{format: "RET", ends: true}) }

// Unique returns a name of a label that is new.
func (e *Function) Unique(name string) string {
	e.labels++
	return fmt.Sprint(name, e.labels)
}

// Stack returns the address of memory on the stack, whose size [Function.Frame] sets later.
func (e *Function) Stack() X {
	if e.stack == none {
		e.stack = e.X()
	}
	return e.stack
}

// Frame sets the size of the memory on the stack, in bytes.
func (e *Function) Frame(bytes int) { e.frame = bytes }

// Finish assigns registers and writes the function.
func (e *Function) Finish() {
	if n := len(e.code); e.code[n-1].target == "" || !e.code[n-1].ends {
		e.Ret()
	}
	if e.frame > 0 {
		e.code = slices.Insert(e.code, 0, instruction{
			format:   fmt.Sprintf("MOVD $spilled-%d(SP), %%s", e.frame),
			operands: []Operand{DefX(e.stack)},
		})
	}
	if e.table != none {
		e.code = slices.Insert(e.code, 0,
			instruction{format: "MOVD $constants<>(SB), %s", operands: []Operand{DefX(e.table)}})
	}
	registers := e.assign()
	e.file.written[e.name] = true
	flags := "NOSPLIT"
	if e.frame > 64 {
		flags = "0"
	}
	out := &e.file.text
	fmt.Fprintf(out, "\n// func %s(%s)\nTEXT ·%s(SB), %s, $%d-%d\n", e.name, strings.Join(e.names, ", "), e.name, flags,
		e.frame, e.arguments)
	for i := range e.code {
		switch in := &e.code[i]; {
		case in.label != "":
			fmt.Fprintf(out, "\n%s:\n", in.label)
		case in.word == 0:
			fmt.Fprintf(out, "\t%s\n", in.text(registers))
		default:
			word, text := in.encode(registers)
			decoded, err := arm64asm.Decode([]byte{byte(word), byte(word >> 8), byte(word >> 16), byte(word >> 24)})
			if err != nil || decoded.String() != text {
				log.Fatalf("%s: word 0x%08x is %q (%v), expected %q", e.name, word, decoded, err, text)
			}
			fmt.Fprintf(out, "\tWORD $0x%08x // %s\n", word, text)
		}
	}
}

// text returns an instruction in Go's assembly.
func (in *instruction) text(registers [2][]int) string {
	var names []any
	for _, o := range in.operands {
		names = append(names, [2]string{"R", "F"}[o.class]+fmt.Sprint(registers[o.class][o.id]))
	}
	return fmt.Sprintf(in.format, names...)
}

// encode returns an instruction as a word, and its expected disassembly.
func (in *instruction) encode(registers [2][]int) (uint32, string) {
	word := in.word
	var numbers []any
	for _, o := range in.operands {
		if o.shift == hidden {
			continue
		}
		n := registers[o.class][o.id]
		word |= uint32(n) << (o.shift & 0xff)
		if second := o.shift >> 8; second > 0 {
			word |= uint32(n) << second
		}
		numbers = append(numbers, n)
	}
	return word, fmt.Sprintf(in.format, numbers...)
}
