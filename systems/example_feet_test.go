package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A character stands across a slope: each foot is on the ground, and the pelvis is lower than on a level floor.
func ExampleAnimation_SetGround() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	leg := func(side string) modifier.Foot {
		return modifier.Foot{
			Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe",
			Bend: mgl32.Vec3{0, 0, 1}, // knees bend to the front
		}
	}
	stack, err := modifier.New("stand", library.Skeleton(model.Skeleton)).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{leg("left"), leg("right")}}).
		Add(library)
	must(err)
	animation.SetGround(systems.GroundFunc(func(x, _ float32) (float32, mgl32.Vec3) {
		return 0.5 * x, mgl32.Vec3{-0.5, 1, 0}.Normalize() // higher at the left
	}))

	hiker, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	report := func() {
		must(animation.Update(1.0 / 60))
		var heights [3]float32
		for i, joint := range []string{"left_toe", "right_toe", "hips"} {
			matrix, err := animation.JointWorld(hiker, joint)
			must(err)
			heights[i] = matrix.At(1, 3)
		}
		fmt.Printf("left toe %.2f m, right toe %.2f m, hips %.2f m\n", heights[0], heights[1], heights[2])
	}
	report()
	must(animation.Modify(hiker, stack))
	must(animation.Modifier(hiker, "feet").Fade(1, 0))
	report()
	// Output:
	// left toe 0.03 m, right toe 0.03 m, hips 0.99 m
	// left toe 0.08 m, right toe -0.03 m, hips 0.93 m
}
