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

	// guide: tape
	tape, err := rewind.New(session, rewind.Options{Seconds: 5, Folder: "testdata"})
	must(err)
	for frame := range 60 {
		if frame == 30 {
			must(animation.Player(guard).CrossFade(model.Clip("run"), 0.2))
		}
		must(tape.Run(nil, 1.0/60)) // in place of animation.Update
	}
	// guide: end
	// guide: rows
	rows, err := tape.Rows(guard, 1, 60)
	must(err)
	for _, track := range rewind.Tracks(rows) {
		if track.Kind == "layer" {
			fmt.Println(track.Name, track.Spans)
		}
	}
	// guide: end
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

// The feet of a guard who marches on the spot slide from where they came down.
func ExampleTape_Check() {
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
	tape, err := rewind.New(session, rewind.Options{}) // with a Folder, a failure keeps the frames there
	must(err)
	for range 60 {
		must(tape.Run(nil, 1.0/60))
	}
	// guide: check
	err = tape.Check(
		rewind.Never(rewind.Speed(guard, "head").Above(5)),
		rewind.Eventually(rewind.Playing(guard, "run")).Within(1),
		rewind.Always(rewind.Slide(guard, 0.12, "left_foot", "right_foot").Below(0.02)),
	)
	// guide: end
	fmt.Println(err)
	// Output:
	// frame 60, 1.000 s: eventually entity 1 plays "run" within 1 s: expected "run", found ["walk"]
	// frame 4, 0.067 s: always slide of left_foot, right_foot of entity 1 below 0.02 m: expected below 0.02 m, found 0.0203233 m (right_foot)
}
