package golden_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/golden"
)

func simple() golden.Pose {
	return golden.Pose{
		Local:   []golden.Local{{100, 0, 0, 0, 0, 0, 1, 1, 1, 1}},
		Model:   []golden.Matrix{{0: 1}},
		Palette: [][]golden.Matrix{{{0: 1}, {5: 1}}},
		Morph:   map[int][]float64{3: {0.5, 0.25}},
		Verts:   [][3]float64{{1, 2, 3}},
	}
}

func TestCompareFindsEachDifference(t *testing.T) {
	tolerances := golden.Tolerances{Value: 1e-5, Rotation: 1e-5, Space: 1e-5}
	for _, row := range []struct {
		name   string
		change func(*golden.Pose)
		want   string // "" if tolerated
	}{
		{"nothing", func(*golden.Pose) {}, ""},
		{"the other quaternion", func(p *golden.Pose) { p.Local[0][6] = -1 }, ""},
		{"a large translation off in proportion", func(p *golden.Pose) { p.Local[0][0] += 0.0009 }, ""},
		{"a large translation", func(p *golden.Pose) {
			p.Local[0][0] += 0.0011
		}, "local[0] translation number 0 is 100.0011, want 100"},
		{"a small translation", func(p *golden.Pose) { p.Local[0][1] += 0.00002 }, "local[0] translation number 1"},
		{"a rotation", func(p *golden.Pose) { p.Local[0][3] += 0.00002 }, "local[0] rotation number 0"},
		{"a scale", func(p *golden.Pose) { p.Local[0][9] += 0.00002 }, "local[0] scale number 2"},
		{"a model matrix", func(p *golden.Pose) { p.Model[0][14] += 0.00002 }, "model[0] number 14"},
		{"a palette", func(p *golden.Pose) { p.Palette[0][1][15] += 0.00002 }, "palette[0][1] number 15"},
		{"a morph weight", func(p *golden.Pose) { p.Morph[3][1] += 0.00002 }, "morph[3] number 1"},
		{"a vertex", func(p *golden.Pose) { p.Verts[0][2] += 0.00002 }, "verts[0] number 2"},
		{"NaN", func(p *golden.Pose) { p.Verts[0][0] = math.NaN() }, "verts[0] number 0 is NaN"},
		{"no local", func(p *golden.Pose) { p.Local = nil }, "0 local transforms, want 1"},
		{"no model", func(p *golden.Pose) { p.Model = nil }, "0 model matrices, want 1"},
		{"no palette", func(p *golden.Pose) { p.Palette = nil }, "0 palettes, want 1"},
		{"a short palette", func(p *golden.Pose) {
			p.Palette[0] = p.Palette[0][:1]
		}, "1 matrices in palette[0], want 2"},
		{"another node", func(p *golden.Pose) { p.Morph = map[int][]float64{2: {0.5, 0.25}} }, "0 morph[3], want 2"},
		{"no morph weights", func(p *golden.Pose) { p.Morph = nil }, "0 nodes with morph weights, want 1"},
		{"a vertex more", func(p *golden.Pose) { p.Verts = append(p.Verts, [3]float64{}) }, "2 vertices, want 1"},
	} {
		want, got := simple(), simple()
		row.change(&got)
		report := golden.Compare(&want, &got, tolerances)
		all := strings.Join(report.Misses, "\n")
		if row.want == "" && all != "" || !strings.Contains(all, row.want) {
			t.Errorf("%s: %q, want %q", row.name, all, row.want)
		}
	}
	want, got := simple(), simple()
	if n := golden.Compare(&want, &got, tolerances).Count; n != (golden.Count{
		Local: 10, Model: 16, Palette: 32,
		Morph: 2, Verts: 3,
	}) || n.Total() != 63 {
		t.Errorf("count %+v", n)
	}
}

func TestReadRejectsInvalidFiles(t *testing.T) {
	folder := t.TempDir()
	for _, row := range []struct{ name, text, want string }{
		{"format.json", `{"format": "ecs-anim-golden/2"}`, "expected the format"},
		{"field.json", `{"format": "ecs-anim-golden/1", "velocities": []}`, "velocities"},
		{"truncated.json", `{"format": "ecs-anim-golden/1"`, "unexpected EOF"},
		{"plain.json.gz", `{"format": "ecs-anim-golden/1"}`, "gzip: invalid header"},
	} {
		path := filepath.Join(folder, row.name)
		if err := os.WriteFile(path, []byte(row.text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := golden.Read(path); err == nil || !strings.Contains(err.Error(), row.want) ||
			!strings.Contains(err.Error(), row.name) {
			t.Errorf("%s: %v, want an error with %q", row.name, err, row.want)
		}
	}
	names, err := golden.Names(folder)
	if err != nil || len(names) != 4 {
		t.Errorf("%v, %v; want the four files", names, err)
	}
	if _, err := golden.Names(filepath.Join(folder, "nowhere")); err == nil {
		t.Error("Names of a missing folder: no error")
	}
}
