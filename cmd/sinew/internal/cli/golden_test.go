package cli_test

import (
	"compress/gzip"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// golden is the part of a golden file that these tests read.
type golden struct {
	File  string
	Nodes []struct {
		Node   int
		Name   string
		Parent int
	}
	Skins []struct {
		Skin   int
		Joints []int
	}
	VertexRefs [][5]int // node, mesh, primitive, vertex, skin
	Rest       goldenPose
	Clips      []struct {
		Animation int
		Samples   []goldenPose
	}
	Extent               float64
	MaxQuatNormDeviation float64
}

type goldenPose struct {
	T       float64
	Mode    string
	Local   [][10]float64
	Model   [][16]float64
	Palette [][][16]float64
	Morph   map[int][]float64
	Verts   [][3]float64
}

// readGoldens returns every golden file.
func readGoldens(t *testing.T) []golden {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(testassets.Path(t, "golden"), "*.json*"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no golden files: %v", err)
	}
	var goldens []golden
	for _, name := range names {
		goldens = append(goldens, readGolden(t, name))
	}
	return goldens
}

func readGolden(t *testing.T, name string) golden {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var reader io.Reader = file
	if strings.HasSuffix(name, ".gz") {
		if reader, err = gzip.NewReader(file); err != nil {
			t.Fatal(err)
		}
	}
	var g golden
	if err := json.NewDecoder(reader).Decode(&g); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return g
}
