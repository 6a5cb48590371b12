package graph_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/testing/documents"
)

// A layout stays in the document, also of an override and of a graph that is resolved again, and
// changes neither what plays nor the key of the graph.
func TestLayout(t *testing.T) {
	const before = `{"name":"g","layers":[{"name":"l","states":[` +
		`{"name":"A","clip":"Walk","transitions":[{"to":"M","fade":0.1}]},` +
		`{"name":"M","machine":{"states":[{"name":"B","clip":"Walk"}]},"transitions":[{"to":"A"}]}],"anyState":[{"to":"A","exitTime":1}]}]`
	const layout = `,"layout":[{"layer":"l","anyState":[0,0.125],"states":{"A":[0.25,0.5],"M":[1,0]}},` +
		`{"layer":"l","machine":"M","states":{"B":[0.75,1e-7]}}]`
	lib := newTestLibrary(t)
	schema := documents.Schema(t, graph.Schema)
	type made struct {
		graph *graph.Graph
		key   id.Key
	}
	read := func(text string) made {
		t.Helper()
		if err := documents.Validate(t, schema, text); err != nil {
			t.Fatal(err)
		}
		g, err := graph.Read(strings.NewReader(text), lib.library, lib.model)
		if err != nil {
			t.Fatal(err)
		}
		compact, err := g.MarshalJSON()
		if err != nil || string(compact) != text {
			t.Errorf("%v: reading and writing changed\n%s\nto\n%s", err, text, compact)
		}
		of, err := lib.library.AddGraph(g)
		if err != nil {
			t.Fatal(err)
		}
		key := lib.library.Key(of)
		lib.library.RemoveGraph(of)
		return made{g, key}
	}
	without, with := read(before+"}"), read(before+layout+"}")
	if without.key != with.key || with.key == (id.Key{}) {
		t.Errorf("the keys are %v without and %v with a layout", without.key, with.key)
	}
	if !reflect.DeepEqual(without.graph.States(), with.graph.States()) {
		t.Error("the layout changes the states")
	}
	again, err := with.graph.Resolve(lib.library, lib.model)
	if err != nil {
		t.Fatal(err)
	}
	over, err := graph.Override("g", with.graph).Build(lib.library, lib.model)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range []*graph.Graph{again, over} {
		if compact, err := g.MarshalJSON(); err != nil || string(compact) != before+layout+"}" {
			t.Errorf("%v: the document is\n%s", err, compact)
		}
	}
}
