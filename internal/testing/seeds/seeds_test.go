package seeds

import (
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// FuzzValues reads its own seeds back from the files, as go test does: what is encoded wrongly
// fails here, since go test refuses the file or the values differ.
func FuzzValues(f *testing.F) {
	Add(f, []byte("\x00a\xff\""), "b\n\u2028", byte(0xff), int64(-3), uint32(7), float32(math.Inf(-1)), math.NaN(), true)
	Add(f, []byte(nil), "", byte('\''), int64(math.MinInt64), uint32(0), float32(1e-45), math.Copysign(0, -1), false)
	f.Fuzz(func(t *testing.T, data []byte, text string, b byte, i int64, u uint32, f32 float32, f64 float64, yes bool) {
		if !strings.Contains(t.Name(), "/seed") { // other inputs of -fuzz
			return
		}
		switch {
		case yes && string(data) == "\x00a\xff\"" && text == "b\n\u2028" && b == 0xff && i == -3 && u == 7 &&
			math.IsInf(float64(f32), -1) && math.IsNaN(f64):
		case !yes && len(data) == 0 && text == "" && b == '\'' && i == math.MinInt64 && u == 0 && f32 == 1e-45 &&
			f64 == 0 && math.Signbit(f64):
		default:
			t.Errorf("%q %q %d %d %d %v %v %v is none of the seeds", data, text, b, i, u, f32, f64, yes)
		}
	})
}

// Services outside of go test find seeds of each target of the module.
func TestEachTargetHasSeeds(t *testing.T) {
	target := regexp.MustCompile(`(?m)^func (Fuzz\w*)\(`)
	root, targets := filepath.Join("..", "..", ".."), 0
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() && path != root && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "out") {
			return fs.SkipDir
		}
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		source, err := os.ReadFile(path)
		for _, name := range target.FindAllSubmatch(source, -1) {
			targets++
			folder := filepath.Join(filepath.Dir(path), "testdata", "fuzz", string(name[1]))
			if files, _ := os.ReadDir(folder); len(files) == 0 {
				t.Errorf("%s: expected seeds, found none; add them with seeds.Add", folder)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if targets < 40 {
		t.Errorf("expected at least 40 targets, found %d", targets)
	}
}

func TestStaleFilesAreErrors(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "FuzzA")
	if err := keep(folder, "seed-1", []byte("a")); err == nil || !strings.Contains(err.Error(), "SINEW_SEEDS=write") {
		t.Errorf("a missing file: error %v", err)
	}
	t.Setenv("SINEW_SEEDS", "write")
	for _, name := range []string{"seed-1", "seed-2"} {
		if err := keep(folder, name, []byte("a")); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "found"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("SINEW_SEEDS", "")
	if err := keep(folder, "seed-1", []byte("a")); err != nil {
		t.Error(err)
	}
	if err := keep(folder, "seed-1", []byte("b")); err == nil {
		t.Error("no error of a file with another content")
	}
	if err := removeOthers(folder, map[string]bool{"seed-1": true}); err == nil ||
		!strings.Contains(err.Error(), "seed-2") {
		t.Errorf("a file of no seed: error %v", err)
	}
	t.Setenv("SINEW_SEEDS", "write")
	if err := removeOthers(folder, map[string]bool{"seed-1": true}); err != nil {
		t.Error(err)
	}
	left, err := os.ReadDir(folder)
	if err != nil || len(left) != 2 { // seed-1, and what fuzzing found
		t.Errorf("files %v, %v", left, err)
	}
}

func TestOtherTypesAreErrors(t *testing.T) {
	if _, err := encode([]any{1, struct{}{}}); err == nil || !strings.Contains(err.Error(), "struct {}") {
		t.Errorf("error %v", err)
	}
}
