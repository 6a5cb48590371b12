package crowd_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/crowd"
)

// A crowd of a thousand runners takes no time of the CPU. One of them comes near the camera and
// becomes a character, which can have layers, a state machine and modifiers; then it goes back.
func Example() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		panic(err)
	}
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		panic(err)
	}
	defer animation.Close()
	runners, err := crowd.New(animation)
	if err != nil {
		panic(err)
	}
	// guide: crowd
	var runner crowd.Member
	for i := range 1000 {
		at := mgl32.Translate3D(float32(i%40), 0, float32(i/40))
		if runner, err = runners.Spawn(model, at, model.Clip("run")); err != nil {
			panic(err)
		}
		if err := runner.Seek(0.01 * float64(i)); err != nil { // out of step
			panic(err)
		}
		if err := runner.SetBuild(0.85 + 0.01*float32(i%40)); err != nil { // slim and stout ones
			panic(err)
		}
	}
	// guide: end
	if err := animation.Update(1.0 / 60); err != nil {
		panic(err)
	}
	fmt.Println(runners.Len(), "members,", animation.Counters().Posed, "characters posed by the CPU")

	skeleton := library.Skeleton(model.Skeleton)
	hand, _ := skeleton.Find("left_hand")
	handOf := func(pose *rig.Pose) mgl32.Vec3 {
		m := rig.MatrixAt(pose.ModelMatrices(nil), hand)
		return mgl32.Vec3{m[3], m[7], m[11]}
	}
	pose := rig.NewPose(skeleton)
	if err := runner.Pose(pose); err != nil { // on demand
		panic(err)
	}
	before := handOf(pose)
	if err := runners.ToCharacter(runner.Entity()); err != nil {
		panic(err)
	}
	if err := animation.Update(0); err != nil {
		panic(err)
	}
	if err := animation.LocalPose(runner.Entity(), pose); err != nil {
		panic(err)
	}
	fmt.Println("it jumped:", handOf(pose).Sub(before).Len() > 1e-4)
	fmt.Println(runners.Len(), "members,", animation.Counters().Posed, "character posed by the CPU")

	if err := runners.ToCrowd(runner.Entity()); err != nil {
		panic(err)
	}
	fmt.Println(runners.Len(), "members")
	// Output:
	// 1000 members, 0 characters posed by the CPU
	// it jumped: false
	// 999 members, 1 character posed by the CPU
	// 1000 members
}

// newExample returns an animation of an empty world, its crowd, and the mannequin.
func newExample() (*systems.Animation, *crowd.Crowd, *assets.Model) {
	world := ecs.NewWorld()
	model, library := sharedMannequin()
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		panic(err)
	}
	c, err := crowd.New(animation)
	if err != nil {
		panic(err)
	}
	return animation, c, model
}

// Footsteps and the movement of the whole body follow from the time.
func ExampleMember_Markers() {
	animation, walkers, model := newExample()
	defer animation.Close()
	walker, err := walkers.Spawn(model, mgl32.Ident4(), model.Clip("walk"))
	if err != nil {
		panic(err)
	}
	for range 3 {
		from := walkers.Time()
		if err := animation.Update(0.5); err != nil {
			panic(err)
		}
		for passed := range walker.Markers(from, walkers.Time()) {
			fmt.Println("by", walkers.Time(), "s:", passed.Marker.Name)
		}
	}
	// Output:
	// by 0.5 s: left foot
	// by 1 s: right foot
	// by 1.5 s: left foot
}

// Those who stand on something that moves have it as a carrier: it alone is moved.
func ExampleMember_SetCarrier() {
	animation, sailors, model := newExample()
	defer animation.Close()
	transforms := generic.NewMap1[components.Transform](animation.World())
	ship := transforms.NewWith(components.NewTransform(0, 0, 0))
	sailor, err := sailors.Spawn(model, mgl32.Translate3D(2, 1, 0), model.Clip("idle"))
	if err != nil {
		panic(err)
	}
	if err := sailor.SetCarrier(ship); err != nil {
		panic(err)
	}
	transforms.Get(ship).Matrix = mgl32.Translate3D(100, 0, 0).Mul4(mgl32.HomogRotate3DY(math.Pi / 2))
	at, err := sailor.World()
	if err != nil {
		panic(err)
	}
	fmt.Printf("%.1f\n", at.Col(3).Vec3())
	// Output: [100.0 1.0 -2.0]
}

// A [components.CrowdPlayer] is plain data that a program may write itself. It describes the state
// at the time Since.
func ExampleCrowd_Changed() {
	animation, members, model := newExample()
	defer animation.Close()
	player := components.CrowdPlayer{
		Motions: [2]components.CrowdMotion{
			components.NewCrowdMotion(model.Clip("idle"), 0), components.NewCrowdMotion(model.Clip("wave"), 0.5),
		},
		Since: members.Time(), Target: 1, Rate: 2, // the wave fades in within half a second
	}
	spawner := generic.NewMap3[components.CrowdPlayer, components.SkinnedMesh, components.Transform](animation.World())
	entity := spawner.NewWith(&player, &components.SkinnedMesh{Model: model.ID}, components.NewTransform(0, 0, 0))
	members.Changed(entity)
	if err := animation.Update(0.25); err != nil {
		panic(err)
	}
	if err := members.Member(entity).Rebase(); err != nil { // what holds now
		panic(err)
	}
	now := members.Member(entity).Component()
	fmt.Printf("wave at %.2f s, weight %.2f\n", now.Motions[1].Time, now.Weight)
	// Output: wave at 0.75 s, weight 0.50
}
