package systems_test

import (
	"fmt"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	serde "github.com/mlange-42/arche-serde"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Rollback: the other player's input of ten frames ago comes in, so the world goes back to where it was then and makes these frames again.
func ExampleAnimation_Restore() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, _ := mannequin.New(library)
	animation, _ := systems.NewAnimation(&world, library)
	character := animation.Spawn(model, mgl32.Ident4())
	_ = animation.Player(character).Play(model.Clip("walk"))

	past := animation.AppendSnapshot(nil) // with past[:0] it takes the memory of the last one
	frames := func() {
		for range 10 {
			_ = animation.Update(1.0 / 60)
		}
		playback := animation.Player(character).Playback()
		fmt.Printf("%s at %.3f s\n", library.Clip(playback.Clip).Name(), playback.Time)
	}
	frames()
	if err := animation.Restore(past); err != nil {
		fmt.Println(err)
	}
	_ = animation.Player(character).CrossFade(model.Clip("run"), 100*time.Millisecond)
	frames()
	// Output:
	// walk at 0.167 s
	// run at 0.167 s
}

// A world goes through JSON, with a snapshot for what only the pose store and the queue of events know.
func ExampleAnimation_AppendSnapshot() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, _ := mannequin.New(library)
	animation, _ := systems.NewAnimation(&world, library)
	character := animation.Spawn(model, mgl32.Ident4())
	_ = animation.Player(character).Play(model.Clip("walk"))
	_ = animation.Update(0.25)
	text, _ := serde.Serialize(&world)
	snapshot := animation.AppendSnapshot(nil)

	// In another process, which has loaded the same assets in the same order:
	loaded := ecs.NewWorld()
	restored, _ := systems.NewAnimation(&loaded, library) // makes the resources and components known that are read
	if err := serde.Deserialize(text, &loaded); err != nil {
		fmt.Println(err)
	}
	if err := restored.Restore(snapshot); err != nil {
		fmt.Println(err)
	}
	fmt.Println(restored.Player(character).Playback().Time)
	// Output: 0.25
}
