package systems_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/internal/posecount"
)

// Every type of a room that is a column is in the list of columns, each column has an ID, and its
// component is saved.
func TestEveryColumnIsListed(t *testing.T) {
	f := newFixture(t, 3)
	listed := map[string]bool{}
	columns := systems.Columns(f.animation)
	if len(columns) != int(column.Count) {
		t.Errorf("%d columns have an ID, %d are listed", column.Count, len(columns))
	}
	for _, c := range columns {
		kind := reflect.TypeOf(c)
		if kind.Kind() == reflect.Pointer {
			kind = kind.Elem()
		}
		listed[filepath.Base(kind.PkgPath())+"."+kind.Name()] = true
		rows := components.Table()
		row := rows[componenttable.IndexOf(rows, c.Component())]
		if row.Saving != componenttable.BySnapshot {
			t.Errorf("snapshots do not save %v", c.Component())
		}
	}
	var files []string
	for _, pattern := range []string{"internal/*/*.go", "../internal/*/*.go"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("%d files of rooms match %q, error %v", len(found), pattern, err)
		}
		files = append(files, found...)
	}
	found := 0
	for _, path := range files {
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		check(t, err)
		for _, declared := range file.Decls {
			method, ok := declared.(*ast.FuncDecl)
			if !ok || method.Recv == nil || method.Name.Name != "NewRows" || strings.HasSuffix(path, "_test.go") {
				continue
			}
			receiver := method.Recv.List[0].Type
			if star, ok := receiver.(*ast.StarExpr); ok {
				receiver = star.X
			}
			name := file.Name.Name + "." + receiver.(*ast.Ident).Name
			if found++; !listed[name] && name != "posecount.Column" {
				t.Errorf("%s is not among the columns in NewAnimation", name)
			}
		}
	}
	if found != len(columns)+1 {
		t.Errorf("%d columns are in rooms, %d are listed, and one is an example", found, len(columns))
	}
}

// The example of a component with state works as those that every store has: its rows come and go
// with the component, move with slots, and are in snapshots.
func TestColumnOfAnExample(t *testing.T) {
	defer systems.AddColumn(posecount.Column{})()
	f := newFixture(t, 3)
	check(t, f.animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(posecount.System{})))
	list := generic.NewMap1[posecount.Component](&f.world)
	var all []ecs.Entity
	for i := range 20 {
		e := f.spawn(t, i%2, 0)
		if i%3 > 0 {
			list.Assign(e, &posecount.Component{Step: uint32(i)})
		}
		all = append(all, e)
	}
	expect := func(when string, i int, frames uint64, counted bool) {
		t.Helper()
		pool, slot := f.animation.Pool(all[i])
		count, ok := posecount.Of((*posestore.Pool)(pool), slot)
		if ok != counted || ok && count.Frames != frames*uint64(i) {
			t.Errorf("%s: character %d has %+v, %v; expected %d frames", when, i, count, ok, frames)
		}
	}
	for range 5 {
		f.update(t, 1.0/60)
	}
	snapshot := f.animation.AppendSnapshot(nil)
	f.world.RemoveEntity(all[1])
	list.Remove(all[4])
	for range 3 {
		f.update(t, 1.0/60)
	}
	for i := range all {
		if i != 1 {
			expect("after deaths", i, 8, i%3 > 0 && i != 4)
		}
	}
	if dead, err := f.animation.RestoreAlive(snapshot); dead != 1 || err != nil {
		t.Fatalf("%d are dead, %v", dead, err)
	}
	for i := range all {
		if i != 1 {
			expect("restored", i, 5, i%3 > 0)
		}
	}
	f.update(t, 1.0/60)
	for i := range all {
		if i != 1 {
			expect("after another frame", i, 6, i%3 > 0)
		}
	}
}
