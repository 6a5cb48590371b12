package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// walls is physics of a kind: it moves characters by their root motion, up to a wall 1 m ahead.
type walls struct {
	world      *ecs.World
	characters *generic.Filter2[components.RootMotion, components.Transform]
}

func (*walls) Name() string { return "Walls" }

// guide: physics

func (w *walls) Run(*ecs.Frame) {
	query := w.characters.Query(w.world)
	for query.Next() {
		root, transform := query.Get()
		clip.ApplyMotion(&transform.Matrix, &root.Exact, root.Delta, root.Up)
		transform.Matrix[14] = min(transform.Matrix[14], 1)
	}
}

// guide: end

// Physics moves the characters, and what is attached to them follows in the same frame.
func ExampleAnimation_OnRootMotion() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		panic(err)
	}
	defer animation.Close()
	// guide: insert physics
	physics := &walls{&world, generic.NewFilter2[components.RootMotion, components.Transform]()}
	must(animation.OnRootMotion(physics))
	// guide: end
	// A clip that takes the character 3 m forward in a second.
	skeleton := library.Skeleton(model.Skeleton)
	slide, err := clip.NewBuilder("slide", skeleton).
		Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 3}}).Build()
	if err != nil {
		panic(err)
	}
	if slide, err = clip.ExtractRootMotion(slide, clip.RootMotionOptions{Joint: skeleton.JointName(0)}); err != nil {
		panic(err)
	}
	sliding := library.AddClip(slide)
	e := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	// guide: manual root motion
	must(animation.EnableRootMotion(e))
	roots, transforms := generic.NewMap1[components.RootMotion](&world), generic.NewMap1[components.Transform](&world)
	roots.Get(e).Manual = true // physics moves this one
	// guide: end
	if err := animation.Player(e).Play(sliding); err != nil {
		panic(err)
	}
	for range 4 {
		if err := animation.Update(0.25); err != nil {
			panic(err)
		}
		fmt.Printf("%.2f m\n", transforms.Get(e).Matrix[14])
	}
	// Output:
	// 0.75 m
	// 1.00 m
	// 1.00 m
	// 1.00 m
}
