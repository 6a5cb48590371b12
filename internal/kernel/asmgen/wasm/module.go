package wasm

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"log"
	"os"
	"strings"
)

// Module is a module and the Go file that declares its functions.
type Module struct {
	generated string // the first line of the Go file
	declared  []*ast.FuncDecl
	functions []*Function // in the order of the declarations; function 0 is the probe
}

// NewModule returns a module with the functions that a Go file of stubs declares. Generated is its
// first line.
func NewModule(generated, stubs string) *Module {
	m := &Module{generated: generated}
	parsed, err := parser.ParseFile(token.NewFileSet(), stubs, nil, parser.ParseComments)
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range parsed.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			m.declared = append(m.declared, f)
		}
	}
	m.functions = make([]*Function, 1+len(m.declared))
	m.probe()
	return m
}

// The parameters of a function follow the return address, the reference to the module and the
// function's number, 8 bytes each.
const (
	numberOffset = 16
	firstOffset  = 24
)

// magic is what the probe stores.
const magic = 0x534e4557

// probe stores a number at an address, so that a program can find out whether calls reach the
// module.
func (m *Module) probe() {
	e := &Function{name: "probe", offsets: map[string]int{"to": firstOffset}}
	to := e.Param("to")
	e.get(int(to))
	e.number(magic)
	e.memory(opI32Store, 2, 0)
	e.Finish()
	m.functions[0] = e
}

// Function begins a function that the stubs declare.
func (m *Module) Function(name string) *Function {
	for i, declared := range m.declared {
		if declared.Name.Name == name {
			e := &Function{name: name, offsets: offsets(declared)}
			m.functions[1+i] = e
			return e
		}
	}
	log.Fatalf("%s has no stub", name)
	return nil
}

// offsets returns where a function's parameters and its result are, from the stack pointer.
func offsets(f *ast.FuncDecl) map[string]int {
	at, places := firstOffset, map[string]int{}
	place := func(name string, kind ast.Expr) {
		size := 8
		if ident, ok := kind.(*ast.Ident); ok {
			switch ident.Name {
			case "float32", "uint32":
				size = 4
			case "bool":
				size = 1
			}
		}
		at = (at + size - 1) &^ (size - 1)
		places[name] = at
		at += size
	}
	for _, field := range f.Type.Params.List {
		for _, n := range field.Names {
			place(n.Name, field.Type)
		}
	}
	if results := f.Type.Results; results != nil {
		at = (at + 7) &^ 7
		place("ret", results.List[0].Type)
	}
	return places
}

// The indices of function types, and of functions before the kernels.
const (
	typeNumber = 0 // no parameters, an int32
	typeKernel = 1 // the stack pointer

	functionStack = 0 // imported
	functionRun   = 1
	functionFirst = 2
)

// Write writes the module to one file and its declarations to another one. Every declared function
// must have been written.
func (m *Module) Write(file, stubs, pkg string) {
	for i, f := range m.declared {
		if m.functions[1+i] == nil {
			log.Fatalf("%s has no WebAssembly version", f.Name.Name)
		}
	}
	if err := os.WriteFile(file, m.bytes(), 0o666); err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile(stubs, m.stubs(pkg), 0o666); err != nil {
		log.Fatal(err)
	}
}

// bytes returns the module in the binary format of WebAssembly 2.0.
func (m *Module) bytes() []byte {
	n := len(m.functions)
	out := []byte("\x00asm\x01\x00\x00\x00")
	section := func(id byte, content ...[]byte) {
		joined := bytes.Join(content, nil)
		out = append(out, id)
		out = append(unsigned(out, uint64(len(joined))), joined...)
	}
	section(1, []byte{2, 0x60, 0, 1, typeI32, 0x60, 1, typeI32, 0}) // types
	section(2, []byte{2},
		text("go"), text("mem"), []byte{2, 0, 0}, // a memory of any size
		text("go"), text("getsp"), []byte{0, typeNumber})
	// the functions' types
	section(3, unsigned(nil, uint64(1+n)), []byte{typeNumber}, bytes.Repeat([]byte{typeKernel}, n))
	section(4, []byte{1, 0x70, 0}, unsigned(nil, uint64(n))) // a table of functions
	section(7, []byte{1}, text("run"), []byte{0, functionRun})
	elements := []byte{1, 0, opI32Const, 0, opEnd}
	elements = unsigned(elements, uint64(n))
	for i := range n {
		elements = unsigned(elements, uint64(functionFirst+i))
	}
	section(9, elements)
	code := unsigned(nil, uint64(1+n))
	put := func(body []byte) { code = append(unsigned(code, uint64(len(body))), body...) }
	put([]byte{
		1, 1, typeI32, // the stack pointer, as a local
		opCall, functionStack, opTee, 0,
		opGet, 0, opI32Load, 2, numberOffset, opCallIndirect, typeKernel, 0,
		opI32Const, 0, opEnd,
	})
	for _, f := range m.functions {
		put(f.body())
	}
	section(10, code)
	return out
}

// text returns a name with its length.
func text(s string) []byte { return append(unsigned(nil, uint64(len(s))), s...) }

// unsigned appends a number in the LEB128 encoding.
func unsigned(b []byte, v uint64) []byte {
	for v >= 0x80 {
		b = append(b, byte(v)|0x80)
		v >>= 7
	}
	return append(b, byte(v))
}

// stubs returns the Go file that declares the functions: each with the parameters of the assembly,
// and what it imports.
func (m *Module) stubs(pkg string) []byte {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n//go:build js && !noasm\n\npackage %s\n", m.generated, pkg)
	for i, f := range m.declared {
		var params, names []string
		for _, field := range f.Type.Params.List {
			var kind strings.Builder
			if err := format.Node(&kind, token.NewFileSet(), field.Type); err != nil {
				log.Fatal(err)
			}
			for _, n := range field.Names {
				params = append(params, n.Name+" "+kind.String())
				names = append(names, n.Name)
			}
		}
		name, list := f.Name.Name, strings.Join(params, ", ")
		imported := strings.TrimSuffix(name, "Asm") + "Wasm"
		result, returns := "", ""
		if f.Type.Results != nil {
			result, returns = " bool", "return "
		}
		b.WriteString("\n")
		for line := range strings.Lines(f.Doc.Text()) {
			fmt.Fprintf(&b, "// %s", line)
		}
		fmt.Fprintf(&b, "func %s(%s)%s {\n\t%s%s(loaded, %d, %s)\n}\n", name, list, result, returns, imported, 1+i,
			strings.Join(names, ", "))
		fmt.Fprintf(&b,
			"\n//go:wasmimport gojs syscall/js.valueLength\n//go:noescape\nfunc %s(loaded uint64, number int, %s)%s\n",
			imported, list, result)
	}
	source, err := format.Source([]byte(b.String()))
	if err != nil {
		log.Fatal(err)
	}
	return source
}
