package systems_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A character that plays a database goes where its wish leads: here it runs ahead, and back.
func Example_matching() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	var moves []courses.Move // in place of a recording
	for _, speed := range []float64{0, 3.6, -3.6, 1.3, -1.3, 0} {
		heading := 0.0
		if speed < 0 {
			heading = math.Pi
		}
		moves = append(moves, courses.Move{Seconds: 3, Z: speed, Heading: heading})
	}
	recording, err := courses.Roaming("roaming", library.Skeleton(model.Skeleton), moves...)
	must(err)
	recording, err = clip.ExtractRootMotion(recording, clip.RootMotionOptions{})
	must(err)
	roaming := library.AddClip(recording)

	// guide: matching
	database, err := matching.NewBuilder("moves", library.Skeleton(model.Skeleton)).
		Clip(roaming, nil).
		Position("left_foot", 0.75).Position("right_foot", 0.75).
		Velocity("left_foot", 1).Velocity("right_foot", 1).Velocity("hips", 1).
		Trajectory(3, 1.5, 0.2, 0.5, 1). // positions, directions, seconds from now
		Add(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	e, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Player(e).Play(database))
	// guide: end
	transforms := generic.NewMap1[components.Transform](&world)
	for _, ahead := range []float32{3.6, -3.6} {
		for range 90 {
			// guide: wish
			wish := animation.Wish(e)
			wish.Velocity = mgl32.Vec3{0, 0, ahead}
			must(animation.Update(1.0 / 60))
			// guide: end
		}
		fmt.Printf("%.0f m ahead\n", transforms.Get(e).Matrix[14])
	}
	// Output:
	// 5 m ahead
	// 1 m ahead
}
