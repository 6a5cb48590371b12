package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// stagger is a kind of motion: a walk that becomes a run for a moment, every two seconds.
type stagger struct {
	motion.Description
	walk, run *assets.Clip
}

func (s *stagger) Describe() motion.Description                      { return s.Description }
func (s *stagger) Duration(_, _ float32) float64                     { return 2 }
func (s *stagger) Distance(_ *motion.Frame, seconds float64) float64 { return seconds / 2 }
func (s *stagger) Mix(f *motion.Frame) {
	run := float32(4 * f.Step.To * (1 - f.Step.To))
	f.AddAlong(s.Parts[0].Clip, s.walk, 1-run)
	f.Fire() // the footfalls of the walk
	f.AddAlong(s.Parts[1].Clip, s.run, run)
}

// A program's own kind of motion plays like a clip: it crossfades, fires events, moves the
// character, and is restored.
func Example_motion() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	walk, run := travels(library, model, "walk", 1), travels(library, model, "run", 3)
	staggering, err := library.AddMotion(&stagger{motion.Description{
		Name: "stagger", Kind: "stagger", Skeleton: library.Skeleton(model.Skeleton), Span: motion.Span{End: 1},
		Parts: []motion.Part{{Clip: walk}, {Clip: run}},
	}, library.Clip(walk), library.Clip(run)})
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	e := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	must(animation.EnableRootMotion(e))
	player, transforms := animation.Player(e), generic.NewMap1[components.Transform](&world)
	must(player.Play(model.Clip("idle")))
	must(player.CrossFade(staggering, 0.5))
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

// travels adds one of the mannequin's clips that takes the character ahead, at a speed in meters a
// second.
func travels(library *assets.Library, model *assets.Model, name string, speed float64) assets.ClipID {
	traveling, err := mannequin.Traveling(name+" ahead", library.Clip(model.Clip(name)), speed, 0)
	must(err)
	traveling, err = clip.ExtractRootMotion(traveling, clip.RootMotionOptions{Joint: traveling.Skeleton().JointName(0)})
	must(err)
	return library.AddClip(traveling)
}
