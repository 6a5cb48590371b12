package ecs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// notInSnapshots names the components that a snapshot leaves out, and why.
var notInSnapshots = map[string]string{
	"CrowdPlayer":     "no system changes it; a session of package rollback saves it",
	"CrowdMotion":     "it is a part of a CrowdPlayer",
	"Skeleton":        "its ID is in the record of the character itself",
	"PoseSlot":        "a slot is given anew",
	"PreSkinned":      "no system changes it",
	"RigidMesh":       "no system changes it",
	"SkinnedVertices": "the vertices are made anew in the next frame",
	"View":            "the program moves cameras",
}

// A component that is added must be saved in snapshots, or named above with the reason.
func TestEveryComponentIsSavedOrNamed(t *testing.T) {
	known := map[string]bool{}
	for name := range notInSnapshots {
		known[name] = true
	}
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
	collect(reflect.TypeFor[state]())
	files, err := filepath.Glob("../components/*.go")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files of package components, error %v", len(files), err)
	}
	found := map[string]bool{}
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
			if _, ok := declared.Type.(*ast.StructType); ok && declared.Name.IsExported() {
				found[declared.Name.Name] = true
			}
			return false
		})
	}
	for name := range found {
		if !known[name] {
			t.Errorf("components.%s is neither saved in snapshots nor named in notInSnapshots", name)
		}
	}
	for name := range notInSnapshots {
		if !found[name] {
			t.Errorf("notInSnapshots names %s, and there is no such component", name)
		}
	}
}
