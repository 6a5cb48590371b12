// guide: first
package main

import (
	"fmt"
	"log"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func main() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := must(mannequin.New(library)) // or gltfio.Open(library, "fox.glb")
	animation := must(systems.NewAnimation(&world, library))
	character := must(animation.Spawn(model, mgl32.Translate3D(1, 0, 0)))
	player := animation.Player(character)
	check(player.Play(must(model.FindClip("walk"))))
	check(player.CrossFade(must(model.FindClip("run")), 0.25)) // seconds
	for range 30 {                                             // half a second
		check(animation.Update(1.0 / 60))
	}
	palette := animation.Palette(character, model.Skins[0]) // float32 values for a vertex shader
	fmt.Println(len(palette)/assets.MatrixSize, "matrices")
}

// must returns the value of a call that cannot fail here, or ends the program with its error.
func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

// guide: end
