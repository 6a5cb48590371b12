package components

import (
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/assetkeys"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/untyped"
)

// Every component of the package has a row: a struct without one is a part of a component.
func TestEveryComponentHasARow(t *testing.T) {
	known := map[string]bool{}
	var collect func(kind reflect.Type)
	collect = func(kind reflect.Type) {
		if strings.HasSuffix(kind.PkgPath(), "/sinew/components") {
			known[kind.Name()] = true
		}
		switch kind.Kind() {
		case reflect.Struct:
			for i := range kind.NumField() {
				collect(kind.Field(i).Type)
			}
		case reflect.Array:
			collect(kind.Elem())
		}
	}
	seen := map[reflect.Type]bool{}
	for _, row := range Table() {
		kind := untyped.Reflect(row.Type)
		if collect(kind); seen[kind] {
			t.Errorf("%v has two rows", kind)
		}
		seen[kind] = true
		if (row.Saving == componenttable.BySnapshot) != (row.Reason == "") {
			t.Errorf("the row of %v gives the reason %q", kind, row.Reason)
		}
		if reflect.PointerTo(kind).NumMethod() > 0 {
			t.Errorf("%v has methods", kind)
		}
		checkPlain(t, kind.Name(), kind)
	}
	files, err := filepath.Glob("*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, error %v", len(files), err)
	}
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			declared, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if _, ok := declared.Type.(*ast.StructType); ok && declared.Name.IsExported() &&
				!known[declared.Name.Name] {
				t.Errorf("%s has no row in table.go", declared.Name.Name)
			}
			return false
		})
	}
}

// checkPlain reports what in a type is no plain data.
func checkPlain(t *testing.T, path string, kind reflect.Type) {
	t.Helper()
	switch kind.Kind() {
	case reflect.Struct:
		for i := range kind.NumField() {
			checkPlain(t, path+"."+kind.Field(i).Name, kind.Field(i).Type)
		}
	case reflect.Array:
		checkPlain(t, path+"[]", kind.Elem())
	case reflect.Bool, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint8, reflect.Uint16,
		reflect.Uint32,
		reflect.Uint64, reflect.Float32, reflect.Float64:
	default:
		t.Errorf("%s is a %v", path, kind.Kind())
	}
}

// Every row translates each ID of its component, found by the types of the fields, and nothing
// else.
func TestRowsTranslateEveryID(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 3))
	var replace func(v reflect.Value) (ids int)
	replace = func(v reflect.Value) (ids int) {
		if _, ok := assetkeys.KindOf(v.Type()); ok {
			if v.Uint()&(1<<id.IndexBits-1) != 0 {
				v.SetUint(assetkeys.Nothing)
			}
			return 1
		}
		switch v.Kind() {
		case reflect.Struct:
			for i := range v.NumField() {
				if v.Field(i).CanSet() {
					ids += replace(v.Field(i))
				}
			}
		case reflect.Array:
			for i := range v.Len() {
				ids += replace(v.Index(i))
			}
		}
		return ids
	}
	for _, row := range componenttable.BySnapshots(Table()) {
		kind := untyped.Reflect(row.Type)
		for range 100 {
			from, want, got := reflect.New(kind), reflect.New(kind), reflect.New(kind)
			scramble(random, from.Elem())
			limit(random, from.Interface())
			size := row.Size
			if row.Extra != nil {
				size += row.Extra(from.UnsafePointer())
			}
			b := make([]byte, size)
			row.Put(b, from.UnsafePointer())
			row.Get(b, want.UnsafePointer())
			if ids := replace(want.Elem()); (ids > 0) != row.HasIDs() {
				t.Fatalf("%v has %d IDs, and its row translates some: %v", kind, ids, row.HasIDs())
			}
			if !row.HasIDs() {
				break
			}
			var m assetkeys.Mapper
			m.BeginHash(new(assetkeys.Table)) // in which every ID names nothing
			row.MapIDs(b, &m)
			row.Get(b, got.UnsafePointer())
			if !reflect.DeepEqual(got.Interface(), want.Interface()) {
				t.Fatalf("%v: expected %+v, found %+v", kind, want.Elem(), got.Elem())
			}
		}
	}
}

// Every field of every component is written and read back, in exactly the size computed before, and
// a value that ends too early is found out.
func TestRowsContainEveryField(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 2))
	known := func(ecs.Entity) bool { return true }
	for _, row := range componenttable.BySnapshots(Table()) {
		kind := untyped.Reflect(row.Type)
		for range 200 {
			from, to := reflect.New(kind), reflect.New(kind)
			scramble(random, from.Elem())
			scramble(random, to.Elem())
			limit(random, from.Interface())
			size := row.Size
			if row.Extra != nil {
				size += row.Extra(from.UnsafePointer())
			}
			b := make([]byte, size)
			if rest := row.Put(b, from.UnsafePointer()); len(rest) != 0 {
				t.Fatalf("%v: %d bytes too many were computed", kind, len(rest))
			}
			if encoded := row.EncodedSize(b); encoded != size {
				t.Fatalf("%v: %d bytes were written, %d are found", kind, size, encoded)
			}
			for n := range size {
				if row.EncodedSize(b[:n:n]) <= n {
					t.Fatalf("%v: %d bytes seem to be enough of %d", kind, n, size)
				}
			}
			if row.Check != nil {
				if err := row.Check(b, known); err != nil {
					t.Fatalf("%v: %v", kind, err)
				}
			}
			if rest := row.Get(b, to.UnsafePointer()); len(rest) != 0 {
				t.Fatalf("%v: %d bytes were not read", kind, len(rest))
			}
			if from.Elem().Interface() != to.Elem().Interface() {
				t.Fatalf("read %+v\nwritten %+v", to.Elem(), from.Elem())
			}
		}
	}
}

// limit clears what snapshots leave out: the elements beyond the counts.
func limit(random *rand.Rand, component any) {
	fades := func(blend *BlendState) {
		blend.Count = blend.Count%8 - 2
		clear(blend.Fading[fadesUsed(blend):])
		clear(blend.Weights[fadesUsed(blend):])
	}
	switch c := component.(type) {
	case *BlendState:
		fades(c)
	case *Layers:
		c.Count = c.Count%12 - 2
		if fades(&c.First.Fades); layersUsed(c) == 0 {
			c.First = Layer{}
		}
	case *MoreLayers:
		clear(c.List[random.IntN(len(c.List)+1):])
		for i := range c.List {
			fades(&c.List[i].Fades)
		}
	case *Controller:
		clear(c.Parameters[random.IntN(len(c.Parameters)+1):])
		clear(c.Layers[random.IntN(len(c.Layers)+1):])
	case *Modifiers:
		if random.IntN(2) == 0 {
			c.First = Goal{}
		}
	case *MoreGoals:
		clear(c.List[random.IntN(len(c.List)+1):])
	}
}

// scramble sets all fields to random values.
func scramble(random *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Field(i).CanSet() {
				scramble(random, v.Field(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			scramble(random, v.Index(i))
		}
	case reflect.Bool:
		v.SetBool(random.IntN(2) == 0)
	case reflect.Float32, reflect.Float64:
		v.SetFloat(random.NormFloat64())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(int64(random.Uint32() >> 1 & (1<<(v.Type().Bits()-1) - 1)))
	default:
		v.SetUint(random.Uint64() >> (64 - v.Type().Bits()))
	}
}
