package sinew_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// The README's program stays small, and contains nothing of features that it does not name.
func TestFirstProgramIsSmall(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" || testing.Short() {
		t.Skip("measured on linux/amd64")
	}
	const most = 6_000_000 // bytes; see docs/versions.md
	file := filepath.Join(t.TempDir(), "first")
	build := exec.CommandContext(t.Context(), "go", "build", "-buildvcs=false", "-o", file, "./cmd/demo/examples/first")
	build.Env = append(os.Environ(), "CGO_ENABLED=0", "GOFLAGS=-trimpath") // the folder's name does not count
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if info.Size() > most {
		t.Errorf("expected at most %d bytes, found %d", most, info.Size())
	}
	symbols, err := exec.CommandContext(t.Context(), "go", "tool", "nm", file).Output()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{
		"assets/cache", "sinew/internal/solvers", "internal/kernel/solve", "internal/kernel/feet",
		"klauspost/cpuid", "sinew/systems/explain", "internal/advance.advanceController", "internal/bodies.(*Pose).Blend",
		"systems.(*resolveGoalsSystem).findGround", "internal/matching.(*Matcher).match", "log/slog",
	} {
		if strings.Contains(string(symbols), name) {
			t.Errorf("the program contains %s", name)
		}
	}
	if !strings.Contains(string(symbols), "assets/bake.(*baker).bake") {
		t.Error("expected the symbols of what bakes clips, found none")
	}
}
