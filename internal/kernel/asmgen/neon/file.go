package neon

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"log"
	"os"
	"strings"
)

// File is a file of assembly.
type File struct {
	generated string // the first line
	stubs     map[string]*ast.FuncDecl
	order     []string // of the stubs
	text      strings.Builder
	written   map[string]bool
	constants []uint64 // the table of constants: each is written twice
}

// NewFile returns a file whose functions are declared in a Go file of stubs. Generated is its first
// line.
func NewFile(generated, stubs string) *File {
	f := &File{generated: generated, written: map[string]bool{}, stubs: map[string]*ast.FuncDecl{}}
	parsed, err := parser.ParseFile(token.NewFileSet(), stubs, nil, 0)
	if err != nil {
		log.Fatal(err)
	}
	for _, d := range parsed.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			f.stubs[fn.Name.Name] = fn
			f.order = append(f.order, fn.Name.Name)
		}
	}
	return f
}

// Write writes the file. Every declared function must have been written.
func (f *File) Write(file string) {
	for _, name := range f.order {
		if !f.written[name] {
			log.Fatalf("%s has no NEON version", name)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n//go:build !noasm\n\n#include \"textflag.h\"\n", f.generated)
	b.WriteString(f.text.String())
	if len(f.constants) > 0 {
		b.WriteByte('\n')
		for i, bits := range f.constants {
			for half := range 2 {
				fmt.Fprintf(&b, "DATA constants<>+%d(SB)/8, $0x%016x\n", 16*i+8*half, bits)
			}
		}
		fmt.Fprintf(&b, "GLOBL constants<>(SB), RODATA|NOPTR, $%d\n", 16*len(f.constants))
	}
	if err := os.WriteFile(file, []byte(b.String()), 0o666); err != nil {
		log.Fatal(err)
	}
}

// Function begins a function that the stubs declare.
func (f *File) Function(name string) *Function {
	declared := f.stubs[name]
	if declared == nil {
		log.Fatalf("%s has no stub", name)
	}
	e := &Function{file: f, name: name, offsets: map[string]int{}, table: none, stack: none, pinned: map[V]int{}}
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
		e.arguments = (e.arguments + size - 1) &^ (size - 1)
		e.offsets[name] = e.arguments
		e.arguments += size
		e.names = append(e.names, name)
	}
	for _, field := range declared.Type.Params.List {
		for _, n := range field.Names {
			place(n.Name, field.Type)
		}
	}
	if results := declared.Type.Results; results != nil {
		e.arguments = (e.arguments + 7) &^ 7
		place("ret", results.List[0].Type)
	}
	return e
}
