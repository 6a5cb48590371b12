package cli_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func TestBadFilesGetOneClearLine(t *testing.T) {
	text, err := os.ReadFile(testassets.Path(t, "assets/bad/MANIFEST.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files []struct{ File, Expect string }
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	if len(files) < 48 {
		t.Fatalf("the manifest lists %d files", len(files))
	}
	for _, f := range files {
		t.Run(f.File, func(t *testing.T) {
			file := testassets.Path(t, "assets/"+f.File)
			for _, arguments := range [][]string{{"inspect", file}, {"inspect", "-json", file}, {"pose", "-time", "0,0.5", file}} {
				status, stdout, stderr := run(arguments...)
				switch {
				case status == 0 && f.Expect != "reject":
					if strings.Contains(stdout, "NaN") || strings.Contains(stdout, "+Inf") || strings.Contains(stdout, "-Inf") {
						t.Errorf("%q printed a number that is none", arguments)
					}
				case status == 1 && f.Expect != "sane":
					if !isOneLine(stderr) || stdout != "" || !strings.Contains(stderr, filepath.Base(file)) {
						t.Errorf("%q: stdout %q, stderr %q", arguments, stdout, stderr)
					}
				default:
					t.Errorf("%q: status %d, expected %s: %s", arguments, status, f.Expect, stderr)
				}
			}
		})
	}
}
