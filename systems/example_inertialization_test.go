package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// The arm of a lamp is moving up when the player changes to the rest pose. The arm slows down, reverses and comes to
// rest at 1 m, without a jump.
func ExampleWithInertialization() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(character))
	must(animation.EnableInertialization(character))
	player := animation.Player(character)
	must(player.Play(model.Clip("nod")))
	for range 60 {
		must(animation.Update(1.0 / 120))
	}
	must(player.Stop(0.4, systems.WithInertialization()))
	for range 6 {
		fmt.Printf("%.3f\n", rig.MatrixAt(animation.ModelMatrices(character), 1)[7])
		for range 10 {
			must(animation.Update(1.0 / 120))
		}
	}
	// Output:
	// 1.500
	// 1.545
	// 1.425
	// 1.199
	// 1.032
	// 1.000
}
