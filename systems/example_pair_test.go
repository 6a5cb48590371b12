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

// Two characters shake hands: the guest comes to the place that the motion gives it in front of the
// host, and both have the same time.
func ExampleAnimation_PlayTogether() {
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
	// Clips of a file would be better; here a hand goes to and fro.
	skeleton := library.Skeleton(model.Skeleton)
	arm, err := skeleton.FindJoint("right_upper_arm")
	if err != nil {
		panic(err)
	}
	raised := mgl32.QuatRotate(-1.2, mgl32.Vec3{1, 0, 0})
	shake, err := clip.NewBuilder("shake", skeleton).
		Rotation(arm, clip.Linear, []float32{0, 0.5, 1}, []mgl32.Quat{mgl32.QuatIdent(), raised, mgl32.QuatIdent()}).
		Add(library)
	if err != nil {
		panic(err)
	}
	host := mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	guest := mustSpawn(animation.Spawn(model, mgl32.Translate3D(3, 0, 0)))
	reader := animation.Events().Reader()
	// guide: paired motion
	handshake := &motion.Paired{Name: "handshake", Roles: []motion.Role{
		{Name: "host", Motion: shake, Place: mgl32.Ident4()},
		{Name: "guest", Motion: shake, Place: mgl32.Translate3D(0, 0, 1.1).Mul4(mgl32.HomogRotate3DY(mgl32.DegToRad(180)))},
	}}
	pair, err := animation.PlayTogether(handshake, map[string]ecs.Entity{"host": host, "guest": guest},
		systems.PairOptions{Fade: 0.2, Move: 0.4})
	// guide: end
	if err != nil {
		panic(err)
	}
	fmt.Println(len(pair.Members()), "play")
	transforms := generic.NewMap1[components.Transform](&world)
	for range 6 {
		if err := animation.Update(0.2); err != nil {
			panic(err)
		}
		fmt.Printf("%.2f m\n", transforms.Get(guest).Matrix.Col(3).Vec3().Len())
	}
	events, _ := animation.Events().Read(&reader)
	for _, e := range events {
		if e.Kind == ecs.PairEnded {
			fmt.Println(e.Entity == host, e.Kind)
		}
	}
	// Output:
	// 2 play
	// 1.60 m
	// 1.10 m
	// 1.10 m
	// 1.10 m
	// 1.10 m
	// 1.10 m
	// true pair ended
	// false pair ended
}

// Dancers keep in step, whatever their motions and speeds.
func ExamplePlayer_SyncWith() {
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
	walk, run := model.Clip("walk"), model.Clip("run")
	first, second := mustSpawn(animation.Spawn(model, mgl32.Ident4())), mustSpawn(animation.Spawn(model, mgl32.Ident4()))
	must(animation.Player(first).Play(walk))
	must(animation.Player(second).Play(run))
	// guide: in step
	must(animation.Player(second).SyncWith(animation.Player(first)))
	// guide: end
	must(animation.Player(second).SetSpeed(0.5)) // the first one's counts
	for range 3 {
		must(animation.Update(0.3))
		var phases []float64
		for _, e := range []ecs.Entity{first, second} {
			playback := animation.Player(e).Playback()
			span := library.Motion(playback.Motion).Span
			phases = append(phases, (playback.Time-span.Start)/span.Duration())
		}
		fmt.Printf("%.3f\n", phases)
	}
	// Output:
	// [0.281 0.281]
	// [0.562 0.562]
	// [0.844 0.844]
}
