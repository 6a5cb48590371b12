package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The exit status of a check tells whether there are findings, as text and as JSON.
func TestInspectCheck(t *testing.T) {
	healthy := filepath.Join(t.TempDir(), "healthy.gltf")
	text := `{"asset": {"version": "2.0"}, "nodes": [{"name": "lid", "translation": [0, 1.5, 0]}]}`
	if err := os.WriteFile(healthy, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if status, out, errors := run("inspect", "--check", healthy); status != 0 || errors != "" ||
		!strings.Contains(out, "no findings") {
		t.Errorf("expected no findings, found status %d\n%s%s", status, out, errors)
	}
	if status, out, _ := run("inspect", "--check", "--json", healthy); status != 0 || !strings.Contains(out,
		`"findings": []`) {
		t.Errorf("expected an empty list, found status %d\n%s", status, out)
	}
	graph := filepath.Join(t.TempDir(), "graph.json")
	if status, _, errors := run("inspect", "--check", graph); status != 2 || !isOneLine(errors) {
		t.Errorf("a graph: expected status 2, found %d %s", status, errors)
	}
	if status, _, errors := run("inspect", "--check", "nowhere.glb"); status != 1 || !isOneLine(errors) {
		t.Errorf("no file: expected status 1, found %d %s", status, errors)
	}
	fox := testassets.Path(t, "assets/fox/Fox.glb") // is in centimeters
	status, out, errors := run("inspect", "--check", fox)
	if status != 3 || errors != "" || !strings.Contains(out, "Fox.glb: units: expected a character of 0.1 to 10 m") {
		t.Errorf("expected the units of the fox, found status %d\n%s%s", status, out, errors)
	}
	status, out, _ = run("inspect", "--check", "--json", fox)
	var report struct {
		Findings []struct{ ID, Where, Text, Cure string }
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || status != 3 || len(report.Findings) == 0 ||
		report.Findings[0].ID != "units" || report.Findings[0].Cure == "" {
		t.Errorf("expected the units of the fox, found status %d, %v\n%s", status, err, out)
	}
}
