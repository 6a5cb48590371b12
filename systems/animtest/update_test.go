package animtest_test

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-go/sinew/systems/animtest"
)

// A program's tests may have a flag of their own, which the kit obeys.
var update = flag.Bool("update", false, "write the files of tests")

func TestUpdateFlag(t *testing.T) {
	t.Setenv("ANIMTEST_UPDATE", "")
	library, model := person(t)
	take := animtest.Sample(t, library, model, "walk", 0)
	file := filepath.Join(t.TempDir(), "walk.txt")
	was := *update
	defer func() { *update = was }()
	*update = true
	passes(t, func(t testing.TB) { animtest.GoldenPoses(t, take, file, animtest.Tolerance{}) })
	if _, err := os.Stat(file); err != nil {
		t.Errorf("expected a file, found %v", err)
	}
	*update = false
	check(t, os.WriteFile(file, nil, 0o644))
	fails(t, func(t testing.TB) { animtest.GoldenPoses(t, take, file, animtest.Tolerance{}) }, "line 1: expected")
	*update = true
	t.Setenv("ANIMTEST_UPDATE", "0") // says no
	fails(t, func(t testing.TB) { animtest.GoldenPoses(t, take, file, animtest.Tolerance{}) }, "line 1: expected")
}
