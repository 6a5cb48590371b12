package locomotion

import (
	"bytes"
	"flag"
	"os"
	"slices"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

var update = flag.Bool("update", false, "write locomotion.json")

func TestDocumentMatchesTheBuilder(t *testing.T) {
	built, err := Graph().Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := built.WriteJSON(&out); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("locomotion.json", out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if out.String() != Document {
		t.Error("locomotion.json differs from the builder's graph; go test -run Document -update writes it")
	}
}

func TestGraphFindsItsAssets(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	if err := AddAssets(library, model); err != nil {
		t.Fatal(err)
	}
	graph, err := Graph().Build(library, model)
	if err != nil {
		t.Fatal(err)
	}
	var paths []string
	for i := range graph.States() {
		paths = append(paths, graph.Path(i))
	}
	if want := []string{
		"ground/idle", "ground/move", "ground/turn", "jump", "rest",
		"wave",
	}; !slices.Equal(paths, want) {
		t.Errorf("states %q, want %q", paths, want)
	}
}
