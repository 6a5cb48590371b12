package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
