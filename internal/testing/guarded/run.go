package guarded

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
)

// Memory makes the arguments of one call. Slices and arrays made by it lie between two pages
// without access.
type Memory struct {
	// Random is the source of all numbers.
	Random *rand.Rand
	atEnd  bool
	pages  [][]byte
}

// Run calls functions, each many times with random numbers in guarded memory, and fails the test
// for each that reads or writes outside of it. A value of the table is a func(*Memory), which makes
// the arguments and the call itself, or any other function whose parameters are numbers, bools,
// pointers to arrays of float32, and pointers to structs of such pointers. The name of a method is
// Type.Method.
//
// Run also reads the sources of the package under test, and fails for an exported function that is
// missing in the table, if a parameter or its receiver is a pointer or a slice.
func Run(t *testing.T, functions map[string]any) {
	t.Helper()
	if !supported {
		t.Skip("pages can be protected on Linux only: run the test there")
	}
	for _, name := range kernels(t) {
		if functions[name] == nil {
			t.Errorf("%s: expected a row of the table for every exported function with memory, found none", name)
		}
	}
	for name, function := range functions {
		t.Run(name, func(t *testing.T) {
			for seed := range uint64(20) {
				for _, atEnd := range []bool{false, true} {
					m := &Memory{Random: rand.New(rand.NewPCG(seed, 61)), atEnd: atEnd}
					err := m.call(function)
					m.free()
					if err != nil {
						t.Fatalf("seed %d, memory at the end of a page: %t: %v", seed, atEnd, err)
					}
				}
			}
		})
	}
}

// call calls a function and returns the error of a page fault in it.
func (m *Memory) call(function any) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch value := recover().(type) {
		case nil:
		case interface {
			error
			Addr() uintptr
		}:
			err = fmt.Errorf("access outside of the memory of an argument, at %#x: %w", value.Addr(), value)
		default:
			panic(value)
		}
	}()
	if own, ok := function.(func(*Memory)); ok {
		own(m)
		return nil
	}
	f := reflect.ValueOf(function)
	arguments := make([]reflect.Value, f.Type().NumIn())
	for i := range arguments {
		arguments[i] = m.argument(f.Type().In(i))
	}
	f.Call(arguments)
	return nil
}

// argument makes an argument of a type.
func (m *Memory) argument(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	switch t.Kind() {
	case reflect.Bool:
		v.SetBool(m.Random.IntN(2) == 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(m.Random.NormFloat64())
	case reflect.Pointer:
		of := t.Elem()
		if of.Kind() == reflect.Struct {
			v.Set(reflect.New(of))
			for i := range of.NumField() {
				v.Elem().Field(i).Set(m.argument(of.Field(i).Type))
			}
			break
		}
		if of.Kind() != reflect.Array || of.Elem().Kind() != reflect.Float32 {
			panic(fmt.Sprintf("expected a pointer to an array of float32, found %v: write a func(*guarded.Memory)", t))
		}
		numbers := Floats(m, of.Len())
		v.Set(reflect.NewAt(of, reflect.ValueOf(numbers).UnsafePointer()).Convert(t))
	default:
		panic(fmt.Sprintf("expected a number, a bool or a pointer, found %v: write a func(*guarded.Memory)", t))
	}
	return v
}

// Floats returns n random numbers of ordinary size.
func Floats(m *Memory, n int) []float32 {
	s := Zeros[float32](m, n)
	for i := range s {
		s[i] = float32(m.Random.NormFloat64())
	}
	return s
}

// Copy returns a guarded copy of a slice.
func Copy[T any](m *Memory, s []T) []T {
	guarded := Zeros[T](m, len(s))
	copy(guarded, s)
	return guarded
}

// kernels returns the names of the exported functions and methods of the package in the working
// directory that get memory, as they are in the files for this machine.
func kernels(t *testing.T) (names []string) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") || !isBuilt(path) {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Name.IsExported() {
				if name, getsMemory := describe(f); getsMemory {
					names = append(names, name)
				}
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isBuilt reports whether a file's name does not say that it is for other machines.
func isBuilt(name string) bool {
	stem := strings.TrimSuffix(name, ".go")
	for _, other := range []string{"amd64", "arm64", "js"} {
		if strings.HasSuffix(stem, "_"+other) && other != runtime.GOARCH {
			return false
		}
	}
	return true
}

// describe returns the name of a function or of a method, and reports whether a parameter is
// memory.
func describe(f *ast.FuncDecl) (name string, getsMemory bool) {
	name = f.Name.Name
	if f.Recv != nil {
		of := f.Recv.List[0].Type
		if pointer, ok := of.(*ast.StarExpr); ok {
			of = pointer.X
		}
		own, ok := of.(*ast.Ident)
		if !ok || !own.IsExported() {
			return "", false
		}
		name = own.Name + "." + name
	}
	for _, parameter := range f.Type.Params.List {
		switch parameter.Type.(type) {
		case *ast.StarExpr, *ast.ArrayType:
			getsMemory = true
		}
	}
	return name, getsMemory
}
