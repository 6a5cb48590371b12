package game_test

import (
	"os"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

// TestBeside plays the frames of beside.sinew and compares each with what came out of it when it
// was written.
//
// the guard runs
// and that is wrong
func TestBeside(t *testing.T) {
	kept, err := os.Open("beside.sinew")
	if err != nil {
		t.Fatal(err)
	}
	defer kept.Close()
	file, err := rewind.Open(kept)
	if err != nil {
		t.Fatal(err)
	}
	world, library := ecs.NewWorld(), assets.NewLibrary()
	if _, err := pack.Open(library, "beside.pack"); err != nil {
		t.Fatal(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		t.Fatal(err)
	}
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := file.Play(session, rewind.Options{}); err != nil {
		t.Fatal(err)
	}
}
