package testassets

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// recorder records whether a test was skipped or failed.
type recorder struct{ skipped, failed string }

func (r *recorder) Helper() {}

func (r *recorder) Skipf(format string, a ...any) { r.skipped = fmt.Sprintf(format, a...) }

func (r *recorder) Fatalf(format string, a ...any) { r.failed = fmt.Sprintf(format, a...) }

func TestPathReturnsFilesInTheFolder(t *testing.T) {
	folder := t.TempDir()
	if err := os.MkdirAll(filepath.Join(folder, "assets", "fox"), 0o755); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(folder, "assets", "fox", "Fox.glb")
	if err := os.WriteFile(want, []byte("glTF"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SINEW_SHARED", folder)
	if got := Path(t, "assets/fox/Fox.glb"); got != want {
		t.Errorf("Path = %q, want %q", got, want)
	}
	if got := Root(t); got != folder {
		t.Errorf("Root = %q, want %q", got, folder)
	}
}

func TestAbsentFilesSkipOrFailTheTest(t *testing.T) {
	for _, row := range []struct {
		name, shared, require string
		failed                bool
	}{
		{"no folder", filepath.Join(t.TempDir(), "nowhere"), "", false},
		{"no file", t.TempDir(), "", false},
		{"no folder, required", filepath.Join(t.TempDir(), "nowhere"), "1", true},
		{"no file, required", t.TempDir(), "1", true},
	} {
		t.Run(row.name, func(t *testing.T) {
			t.Setenv("SINEW_SHARED", row.shared)
			t.Setenv("SINEW_REQUIRE_GOLDEN", row.require)
			var r recorder
			if got := Path(&r, "assets/none.glb"); got != "" {
				t.Errorf("Path = %q, want \"\"", got)
			}
			if (r.failed != "") != row.failed || (r.skipped != "") == row.failed {
				t.Errorf("skipped %q, failed %q", r.skipped, r.failed)
			}
		})
	}
}

func TestRepositoryHasTheGoMod(t *testing.T) {
	root, err := repository()
	if err != nil {
		t.Fatal(err)
	}
	if module, err := os.ReadFile(filepath.Join(root, "go.mod")); err != nil ||
		!strings.Contains(string(module), "sinew") {
		t.Errorf("repository() = %q: %v", root, err)
	}
}
