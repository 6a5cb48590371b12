package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// The program knows where the feet are, as by a ray for each, and tells it foot by foot: one is on a stone.
func ExampleModifier_StandOn() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	leg := func(side string) modifier.Foot {
		return modifier.Foot{Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe", Bend: mgl32.Vec3{0, 0, 1}}
	}
	stack, err := modifier.New("stand", library.Skeleton(model.Skeleton)).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{leg("left"), leg("right")}}).
		Add(library)
	must(err)
	hiker, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Modify(hiker, stack))
	must(animation.Modifier(hiker, "feet").Fade(1, 0))

	up := mgl32.Vec3{0, 1, 0}
	must(animation.Modifier(hiker, "feet.left_foot").StandOn(mgl32.Vec3{0, 0.2, 0}, up))
	must(animation.Modifier(hiker, "feet.right_foot").StandOn(mgl32.Vec3{0, 0, 0}, up))
	must(animation.Update(1.0 / 60))
	for _, joint := range []string{"left_toe", "right_toe"} {
		matrix, err := animation.JointWorld(hiker, joint)
		must(err)
		fmt.Printf("%s %.2f m\n", joint, matrix.At(1, 3))
	}
	// Output:
	// left_toe 0.23 m
	// right_toe 0.03 m
}

// stage is ground with a turning disc in its middle.
type stage struct{ disc ecs.Entity }

// Under implements [systems.Ground].
func (s stage) Under(feet []systems.FootQuery) {
	for i := range feet {
		f := &feet[i]
		f.Point, f.Normal, f.HasGround = mgl32.Vec3{f.Position[0], 0, f.Position[2]}, mgl32.Vec3{0, 1, 0}, true
		if f.Position[0]*f.Position[0]+f.Position[2]*f.Position[2] < 4 {
			f.Carrier = s.disc // moves as its Transform does
		}
	}
}

// A dancer stands on a turning disc. Her planted feet turn with it.
func ExampleGround() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	leg := func(side string) modifier.Foot {
		return modifier.Foot{Root: side + "_thigh", Middle: side + "_shin", End: side + "_foot", Toe: side + "_toe", Bend: mgl32.Vec3{0, 0, 1}}
	}
	stack, err := modifier.New("stand", library.Skeleton(model.Skeleton)).
		Feet("feet", modifier.Feet{Pelvis: "hips", Feet: []modifier.Foot{leg("left"), leg("right")}}).
		Add(library)
	must(err)
	transforms := generic.NewMap1[components.Transform](&world)
	disc := transforms.NewWith(&components.Transform{Matrix: mgl32.Ident4()})
	animation.SetGround(stage{disc})

	dancer, err := animation.Spawn(model, mgl32.Translate3D(1, 0, 0))
	must(err)
	must(animation.Modify(dancer, stack))
	must(animation.Modifier(dancer, "feet").Fade(1, 0))
	for frame := range 61 {
		turn := mgl32.HomogRotate3DY(float32(frame) / 60)
		transforms.Get(disc).Matrix = turn
		transforms.Get(dancer).Matrix = turn.Mul4(mgl32.Translate3D(1, 0, 0)) // the program moves the character
		must(animation.Update(1.0 / 60))
		if frame%30 == 0 {
			toe, err := animation.JointWorld(dancer, "left_toe")
			must(err)
			onDisc := turn.Inv().Mul4(toe)
			fmt.Printf("the toe is at %.2f, %.2f in the world and at %.2f, %.2f on the disc\n", toe.At(0, 3), toe.At(2, 3), onDisc.At(0, 3), onDisc.At(2, 3))
		}
	}
	// Output:
	// the toe is at 1.11, 0.11 in the world and at 1.11, 0.11 on the disc
	// the toe is at 1.03, -0.43 in the world and at 1.11, 0.11 on the disc
	// the toe is at 0.70, -0.87 in the world and at 1.11, 0.11 on the disc
}

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
