package inspect_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/sinew/internal/inspect"
)

func TestSummaryCountsWhatTheModelHolds(t *testing.T) {
	library, model := arm(t)
	s := inspect.Summarize(library, model, "arm.glb", 4096)
	if s.Joints != 2 || s.Roots != 1 || s.Depth != 2 || s.FileBytes != 4096 {
		t.Errorf("joints %d, roots %d, depth %d, bytes %d", s.Joints, s.Roots, s.Depth, s.FileBytes)
	}
	if want := (inspect.Skin{Name: "sleeve", Joints: 2, Meshes: 1}); s.Skins[0] != want {
		t.Errorf("skin %+v, want %+v", s.Skins[0], want)
	}
	if want := (inspect.Mesh{
		Name: "cloth", Node: 2, Primitives: 1, Vertices: 3, Triangles: 1,
		Influences: 4,
	}); s.Meshes[0] != want {
		t.Errorf("mesh %+v, want %+v", s.Meshes[0], want)
	}
	clip := s.Clips[0]
	if clip.Start != 0.5 || clip.End != 2 || clip.Keys != 4 || clip.Tracks != 2 || clip.Joints != 2 ||
		!slices.Equal(clip.Interpolations, []string{"step", "linear"}) {
		t.Errorf("clip %+v", clip)
	}
	if s.Nodes[2].Joint != -1 || s.Nodes[2].Mesh != "cloth" || !slices.Equal(s.Nodes[1].Skins, []int{0}) {
		t.Errorf("nodes %+v", s.Nodes)
	}
	m := s.Memory
	if m.Meshes != 3*12+3*12+3*4+12*2+12*4 || m.Skins != 2*2+2*48 || m.Images != 0 || m.Clips != clip.Bytes {
		t.Errorf("memory %+v", m)
	}
	if m.Total != m.Skeleton+m.Skins+m.Meshes+m.Images+m.Clips {
		t.Errorf("total of %+v", m)
	}
	if len(s.Materials) != 1 || s.Materials[0].Name != "default" {
		t.Errorf("materials %+v", s.Materials)
	}
}

func TestTextShowsEverythingAndNoControlCharacters(t *testing.T) {
	library, model := arm(t)
	var out strings.Builder
	if err := inspect.Summarize(library, model, "arm.glb", 4096).WriteText(&out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"arm.glb  (4.0 KB)", "2 joints, 1 skin, 1 mesh, 1 material, 1 clip",
		"└─ upper  #0", "   ├─ lower  #1  joint of skin 0", "   └─ still?[2J  #2  mesh cloth", "bend", "1.5 s",
		"step, linear",
		"weights of vertex 2 summed to 0.9",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing from\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "\x1b") {
		t.Error("an escape sequence of a name reached the output")
	}
}

func TestDeepHierarchiesStayReadable(t *testing.T) {
	const deep = 5000
	s := &inspect.Summary{}
	for i := range deep {
		s.Nodes = append(s.Nodes, inspect.Node{Name: fmt.Sprintf("n%d", i), Parent: i - 1, Joint: -1})
	}
	var out strings.Builder
	if err := s.WriteText(&out); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out.String(), "n4999  #4999  (level 4999)") {
		t.Error("the deepest node is missing")
	}
	if out.Len() > deep*200 {
		t.Errorf("%d bytes for %d nodes", out.Len(), deep)
	}
}

func TestJSONHasNoNulls(t *testing.T) {
	library, model := arm(t)
	model.Warnings = nil
	text, err := json.Marshal(inspect.Summarize(library, model, "arm.glb", 1))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(text), "null") {
		t.Errorf("null in %s", text)
	}
}

type full struct{}

var errFull = errors.New("disk full")

func (full) Write([]byte) (int, error) { return 0, errFull }

func TestWriteTextErrors(t *testing.T) {
	library, model := arm(t)
	if err := inspect.Summarize(library, model, "arm.glb", 1).WriteText(full{}); !errors.Is(err, errFull) {
		t.Errorf("error %v", err)
	}
}
