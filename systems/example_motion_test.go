package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// surge is a kind of motion: a walk that becomes a run for a moment, every two seconds.
type surge struct{ motion.Description }

func (surge) Mix(f *motion.Frame) {
	run := float32(4 * f.Step.To * (1 - f.Step.To))
	f.AddPart(0, 1-run)
	f.Fire() // the footfalls of the walk
	f.AddPart(1, run)
}

// A program's own kind of motion plays like a clip: it crossfades, fires events, moves the
// character, and is restored.
func Example_motion() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	var parts []motion.Part
	for i, gait := range []string{"walk", "run"} {
		ahead, err := courses.Stepping(gait+" ahead", library.Skeleton(model.Skeleton), gait, float64(1+2*i), 0)
		must(err)
		ahead, err = clip.ExtractRootMotion(ahead, clip.RootMotionOptions{})
		must(err)
		parts = append(parts, motion.Part{Clip: library.AddClip(ahead)})
	}
	own, err := library.AddMotion(surge{motion.Description{Name: "surge", Kind: "surge", Seconds: 2, Parts: parts}})
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	e := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	must(animation.EnableRootMotion(e))
	player, transforms := animation.Player(e), generic.NewMap1[components.Transform](&world)
	must(player.Play(model.Clip("idle")))
	must(player.CrossFade(own, 0.5))
	past, before := animation.AppendSnapshot(nil), animation.Events().Reader()
	for range 2 {
		reader, footfalls := before, 0
		for range 120 {
			must(animation.Update(1.0 / 60))
			events, _ := animation.Events().Read(&reader)
			footfalls += len(events)
		}
		fmt.Printf("%d footfalls, %.2f m\n", footfalls, transforms.Get(e).Matrix[14])
		must(animation.Restore(past))
	}
	// Output:
	// 2 footfalls, 1.53 m
	// 2 footfalls, 1.53 m
}
