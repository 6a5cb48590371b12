package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A wave over a walk, once: it fades in, and fades back to the walk before it ends.
func ExamplePlayer_Overlay() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	// guide: wave
	player := animation.Player(character)
	must(player.Play(model.Clip("walk")))

	upperBody, err := rig.NewMask("upper body", library.Skeleton(model.Skeleton)).Feather("spine_2", 2).Add(library)
	must(err)
	must(player.Layer(1).Overlay(model.Clip("wave"), upperBody, 0.2)) // waves on and on
	// guide: end
	must(animation.Update(0.5))
	// guide: one shot
	arm := player.Layer(1)
	must(arm.Stop(0.2))               // back to the walk
	must(arm.SetMode(assets.Once, 0)) // from now on each motion in this layer plays once
	must(animation.Update(0.3))       // some frames later
	must(arm.Overlay(model.Clip("wave"), upperBody, 0.2, systems.WithFadeOut(0.4)))
	// guide: end
	length := library.Clip(model.Clip("wave")).Duration()
	for _, seconds := range []float64{0.1, 1, length - 1.5, 0.5} {
		must(animation.Update(seconds))
		hand, err := animation.JointWorld(character, "right_hand")
		must(err)
		fmt.Printf("%.1f s: right hand at %.2f m\n", arm.Playback().Time, hand.At(1, 3))
	}
	// Output:
	// 0.1 s: right hand at 0.90 m
	// 1.1 s: right hand at 1.60 m
	// 2.8 s: right hand at 1.29 m
	// 3.2 s: right hand at 0.90 m
}

// A sword hangs from a hand. It is a model of its own, with a joint at its tip.
func ExampleAnimation_AttachModel_sword() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	tip := rig.IdentityTRS()
	tip.Translation = mgl32.Vec3{0, 0, 0.9}
	skeleton, err := rig.NewSkeleton("sword", []rig.Joint{
		{Name: "grip", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "tip", Parent: 0, Rest: tip},
	}, nil)
	must(err)
	swordModel := &assets.Model{Name: "sword", Skeleton: library.AddSkeleton(skeleton)} // or from a file
	_, err = library.AddModel(swordModel)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Translate3D(1, 0, 0))
	must(err)
	must(animation.Player(character).Play(model.Clip("wave")))

	// guide: sword
	grip := mgl32.Translate3D(0, 0.08, 0) // in the hand's space: y goes along the bone
	sword, err := animation.AttachModel(character, "right_hand", swordModel,
		systems.WithOffset(grip), systems.WithTargetLifetime())
	must(err)
	must(animation.Update(1))

	hand, err := animation.JointWorld(character, "right_hand")
	must(err)
	end, err := animation.JointWorld(sword, "tip")
	must(err)
	length := end.Col(3).Vec3().Sub(hand.Col(3).Vec3()).Len() // the last column is the place in meters
	// guide: end
	fmt.Printf("%.2f m\n", length)
	// Output: 0.90 m
}

// What a frame did: how many characters were posed, and whether their clips are baked.
func ExampleAnimation_Counters() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	for i := range 20 {
		must(animation.Player(mustSpawn(animation.Spawn(model, mgl32.Translate3D(float32(i), 0, 0)))).Play(model.Clip("walk")))
	}
	// guide: counters
	before := animation.Counters()
	must(animation.Update(1.0 / 60))
	frame := animation.Counters().Since(before)
	fmt.Printf("%d characters posed in %d blocks, %d clips baked, %d exact\n", frame.Posed, frame.Blocks, frame.Baked, frame.Exact)
	// guide: end

	// Output: 20 characters posed in 3 blocks, 20 clips baked, 0 exact
}
