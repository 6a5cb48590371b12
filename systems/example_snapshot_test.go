package systems_test

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	serde "github.com/mlange-42/arche-serde"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Rollback: the input of another player arrives ten frames late. The world returns to the state before that input and
// repeats the frames with it.
func ExampleAnimation_Restore() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(character).Play(model.Clip("walk")))

	past := animation.AppendSnapshot(nil) // or past[:0] to reuse the memory of an older snapshot
	frames := func() {
		for range 10 {
			must(animation.Update(1.0 / 60))
		}
		playback := animation.Player(character).Playback()
		fmt.Printf("%s at %.3f s\n", library.Clip(playback.Motion).Name(), playback.Time)
	}
	frames()
	must(animation.Restore(past))
	must(animation.Player(character).CrossFade(model.Clip("run"), 0.1))
	frames()
	// Output:
	// walk at 0.167 s
	// run at 0.167 s
}

// A world is saved as JSON, together with a snapshot for the state that is not in components. The loaded world
// continues with the same poses.
func ExampleAnimation_AppendSnapshot() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(character).Play(model.Clip("walk")))
	must(animation.Update(0.25))
	text, err := serde.Serialize(&world)
	must(err)
	snapshot := animation.AppendSnapshot(nil)

	// In another process, which has loaded the same assets in the same order:
	loaded := ecs.NewWorld()
	restored, err := systems.NewAnimation(&loaded, library) // registers resources and components
	must(err)
	must(serde.Deserialize(text, &loaded))
	must(restored.Restore(snapshot))
	must(animation.Update(0.25))
	must(restored.Update(0.25))
	fmt.Println(restored.Player(character).Playback().Time)
	fmt.Println(slices.Equal(restored.Palette(character, model.Skins[0]), animation.Palette(character, model.Skins[0])))
	// Output:
	// 0.5
	// true
}
