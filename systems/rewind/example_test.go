package rewind_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A guard begins to run after half a second. The tape tells when, shows where the head was a moment
// before, and the frames after that are played anew.
func Example() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	session, err := rollback.NewSession(animation)
	must(err)
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(guard).Play(model.Clip("walk")))

	tape, err := rewind.New(session, rewind.Options{Seconds: 5})
	must(err)
	for frame := range 60 {
		if frame == 30 {
			must(animation.Player(guard).CrossFade(model.Clip("run"), 0.2))
		}
		must(tape.Run(nil, 1.0/60)) // in place of animation.Update
	}
	rows, err := tape.Rows(guard, 1, 60)
	must(err)
	for _, track := range rewind.Tracks(rows) {
		if track.Kind == "layer" {
			fmt.Println(track.Name, track.Spans)
		}
	}
	must(tape.Look(30, 30, func(int) error {
		head, err := animation.JointWorld(guard, "head")
		fmt.Printf("the head was %.2f m high\n", head.Col(3).Y())
		return err
	}))

	must(tape.Seek(30))
	must(animation.Player(guard).CrossFade(model.Clip("jump"), 0.2))
	must(tape.Run(nil, 1.0/60))
	fmt.Println(tape.Frames())
	// Output:
	// layer 0 [{1 30 walk} {31 60 run}]
	// the head was 1.57 m high
	// 1 31
}
