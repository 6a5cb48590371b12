package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// What to look at where a character does not move: whether frames pass, what plays, and what drives
// it.
func Example_nothingMoves() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	before := animation.Counters()
	_ = animation.Player(guard).Play(model.Clip("Walk")) // a typo, and nobody reads the error
	must(animation.Update(1.0 / 60))
	// guide: nothing moves
	posed := animation.Counters().Since(before).Posed // 0: nobody is posed, such as without a Skeleton, or culled
	player := animation.Player(guard)
	playback := player.Playback() // Motion 0 is the rest pose: Play was not called, or its error not read
	fmt.Println("posed", posed, "playing", library.Describe(playback.Motion))
	fmt.Println("at", playback.Time, "s, speed", playback.Speed, "finished", playback.Finished,
		"paused", player.Component().Paused, "clock", animation.Clock().Scale)
	fmt.Printf("state %q\n", animation.Controller(guard).State(0)) // of the graph that drives it, if one does
	// guide: end
	fmt.Println(player.Play(model.Clip("Walk")))
	_, err = model.FindClip("Walk")
	fmt.Println(err)
	// Output:
	// posed 1 playing motion 0x0 is not in the library: 0 names nothing
	// at 0 s, speed 1 finished false paused false clock 1
	// state ""
	// there is no such motion: entity 1, layer 0: expected a motion, found the ID 0, which Model.Clip returns for an unknown name; Stop shows the rest pose
	// model "mannequin" has no clip "Walk"; did you mean "walk"? It has "idle", "walk", "run", "jump", "wave", "dance"
}
