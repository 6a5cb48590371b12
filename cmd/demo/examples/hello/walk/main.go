// guide: hello walk
package main

import (
	"fmt"
	"log"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func main() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := must(gltfio.Options{Meters: true}.Open(library, "Fox.glb"))
	animation := must(systems.NewAnimation(&world, library))
	fox := must(animation.Spawn(model, mgl32.Ident4()))
	check(animation.Player(fox).Play(must(model.FindClip("Walk"))))
	for range 5 {
		check(animation.Update(0.1)) // seconds
		paw := must(animation.JointWorld(fox, "b_LeftHand_011"))
		fmt.Printf("the left paw is %.2f m high\n", paw.At(1, 3))
	}
}

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
