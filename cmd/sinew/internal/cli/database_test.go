package cli_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// writeDatabase writes a database of a recording, whose first seconds are in it twice.
func writeDatabase(t *testing.T, recording string) string {
	t.Helper()
	model, err := bvh.Open(assets.NewLibrary(assets.Exact()), recording)
	if err != nil {
		t.Fatal(err)
	}
	clip := model.ClipNames()[0]
	path := filepath.Join(t.TempDir(), "moves.json")
	text := fmt.Sprintf(`{"name": "moves", "clips": [{"clip": %q}, {"clip": %q, "from": 0.5, "to": 2}],
		"features": [{"position": "lfoot", "weight": 1},
			{"trajectory": [0.2, 0.5], "positions": 1, "directions": 1}]}`, clip, clip)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestInspectADatabase(t *testing.T) {
	walk := testassets.Path(t, "mocap/02_01_walk.bvh")
	path := writeDatabase(t, walk)
	session := filepath.Join(t.TempDir(), "session.txt")
	if err := os.WriteFile(session, []byte("0\n1\n2 3 4\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := run("inspect", path, walk, "--session", session)
	if status != 0 || stderr != "" {
		t.Fatalf("status %d, %s", status, stderr)
	}
	for _, want := range []string{
		"moves.json  moves", "Coverage", "m/s", "there twice", "Doubles", "Never played", " 0.50 to ",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing from\n%s", want, stdout)
		}
	}
	status, stdout, _ = run("inspect", path, walk)
	if status != 0 || strings.Contains(stdout, "Never played") {
		t.Errorf("without a session: status %d\n%s", status, stdout)
	}
	if err := os.WriteFile(session, []byte("0 1 x"), 0o600); err != nil {
		t.Fatal(err)
	}
	beyond := filepath.Join(t.TempDir(), "beyond.txt")
	if err := os.WriteFile(beyond, []byte("0 100000"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, row := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{path}, 2, "expected the files with the clips"},
		{[]string{path, walk, "--json"}, 2, "expected a model or a graph"},
		{[]string{walk, "--session", session}, 2, "expected a database"},
		{[]string{path, walk, "--session", session}, 1, "session.txt: number 3: expected the number of a frame"},
		{[]string{path, walk, "--session", beyond}, 1, "beyond.txt: number 2: expected a frame from 0 to"},
	} {
		status, _, stderr := run(append([]string{"inspect"}, row.arguments...)...)
		if status != row.status || !strings.Contains(stderr, row.want) {
			t.Errorf("%q: status %d, expected %d with %q, found %q", row.arguments, status, row.status, row.want, stderr)
		}
	}
}
