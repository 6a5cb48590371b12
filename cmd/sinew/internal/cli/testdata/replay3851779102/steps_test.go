package game_test

import (
	"os"
	"testing"

	setup "github.com/sinew-go/sinew/cmd/sinew/internal/cli/testdata/replay3851779102"
	"github.com/sinew-go/sinew/systems/rewind"
)

// TestSteps plays the frames of steps.sinew and compares each with what came out of it when it
// was written.
//
// the guard runs
// and that is wrong
func TestSteps(t *testing.T) {
	kept, err := os.Open("steps.sinew")
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	file, err := rewind.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	session, step, err := setup.Replay(file)
	if err != nil {
		t.Fatal(err)
	}
	defer session.Animation().Close()
	if _, err := file.Play(session, rewind.Options{Step: step}); err != nil {
		t.Fatal(err)
	}
}
