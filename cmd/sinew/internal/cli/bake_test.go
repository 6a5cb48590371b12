package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The clips of a file are baked within the tolerance, and come from the cache the second time.
func TestBake(t *testing.T) {
	fox, cache := testassets.Path(t, "assets/fox/Fox.glb"), t.TempDir()
	for round := range 2 {
		status, stdout, stderr := run("bake", "--json", "--cache", cache, "--tolerance", "0.5", fox)
		var rows []struct {
			Clip                string
			KeyBytes, Bytes     int
			MaxError, Tolerance float64
			Cached              bool
		}
		if err := json.Unmarshal([]byte(stdout), &rows); err != nil || status != 0 || len(rows) != 3 {
			t.Fatalf("status %d, %v: %s %s", status, err, stdout, stderr)
		}
		for _, row := range rows {
			// The tolerance is for a character of 1.8 m; the fox is 103 units large.
			if row.Bytes <= 0 || row.Bytes >= row.KeyBytes || !(row.MaxError > 0 && row.MaxError <= row.Tolerance) ||
				row.Tolerance < 0.02 || row.Tolerance > 0.04 || row.Cached != (round == 1) {
				t.Errorf("round %d: %+v", round, row)
			}
		}
	}
	if files, err := os.ReadDir(cache); err != nil || len(files) < 3 {
		t.Errorf("the cache has %d files, %v", len(files), err)
	}
	status, stdout, stderr := run("bake", "--cache", filepath.Join(cache, "new"), fox)
	if status != 0 || stderr != "" || !strings.Contains(stdout, "Survey") || !strings.Contains(stdout, "Fox.glb") {
		t.Errorf("status %d: %s%s", status, stdout, stderr)
	}
	t.Log(stdout)
}

// A folder becomes a pack, whose clips have the keys of those that are read from the files, and
// play the same bits.
func TestBakeIntoPack(t *testing.T) {
	folder := filepath.Dir(testassets.Path(t, "assets/fox/Fox.glb"))
	out := filepath.Join(t.TempDir(), "all.pack")
	if status, stdout, stderr := run("bake", folder, "-o", out, "--meshes", "--images"); status != 0 {
		t.Fatalf("status %d: %s%s", status, stdout, stderr)
	}
	cooked, read := assets.NewLibrary(), assets.NewLibrary()
	p, err := pack.Open(cooked, out)
	if err != nil {
		t.Fatal(err)
	}
	model, err := gltfio.Open(read, filepath.Join(folder, "Fox.glb"))
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, m := range p.Models() {
		if cooked.Key(m.ID) != read.Key(model.ID) {
			continue
		}
		found = true
		for i, of := range model.Clips {
			if read.Key(of) != cooked.Key(m.Clips[i]) {
				t.Errorf("clip %q has another key in the pack", model.ClipNames()[i])
			}
		}
		for i := range model.Parts {
			if read.Key(model.Parts[i].Mesh) != cooked.Key(m.Parts[i].Mesh) {
				t.Errorf("part %d has another mesh in the pack", i)
			}
		}
		if x, y := model.Reach(read), m.Reach(cooked); x != y {
			t.Errorf("expected the reach %v, found %v", x, y)
		}
	}
	if !found {
		t.Error("expected the fox in the pack, found none")
	}
	for _, arguments := range [][]string{
		{"bake", t.TempDir(), "-o", out},
		{"bake", folder, "--meshes"},
		{"bake", folder, "-o", out, "--images"},
		{"bake", filepath.Join(folder, "Fix.glb"), "-o", out},
	} {
		status, _, stderr := run(arguments...)
		if status == 0 || !strings.Contains(stderr, "expected") && !strings.Contains(stderr, "no such") {
			t.Errorf("%q: expected an error, found status %d: %s", arguments, status, stderr)
		}
	}
}
