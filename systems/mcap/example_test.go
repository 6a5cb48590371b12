package mcap_test

import (
	"bytes"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/mcap"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// newGuard returns an animation with a character that walks.
func newGuard() *systems.Animation {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(guard).Play(model.Clip("walk")))
	return animation
}

// A program writes each frame after its update.
func ExampleNewWriter() {
	animation := newGuard()
	defer animation.Close()
	var file bytes.Buffer // or a file of package os
	// guide: mcap
	w, err := mcap.NewWriter(&file, animation, mcap.Options{})
	must(err)
	for range 60 {
		must(animation.Update(1.0 / 60))
		must(w.Frame(1.0 / 60))
	}
	must(w.Close())
	// guide: end
	fmt.Printf("%q\n", file.Bytes()[:5])
	// Output:
	// "\x89MCAP"
}

// What was kept is written later, for example after an assertion failed.
func ExampleWriteTape() {
	animation := newGuard()
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	must(err)
	tape, err := rewind.New(session, rewind.Options{Seconds: 5})
	must(err)
	for range 60 {
		must(tape.Run(nil, 1.0/60))
	}
	var file bytes.Buffer
	must(mcap.WriteTape(&file, tape, mcap.Options{}))
	fmt.Printf("%q\n", file.Bytes()[:5])
	// Output:
	// "\x89MCAP"
}
