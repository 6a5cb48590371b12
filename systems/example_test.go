package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A character of the built-in model walks, then runs.
func Example() {
	world := ecs.NewWorld() // arche's
	library := assets.NewLibrary()
	model, err := mannequin.New(library) // or gltfio.Open(library, "fox.glb")
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)

	character, err := animation.Spawn(model, mgl32.Translate3D(1, 0, 0))
	must(err)
	walk, err := model.FindClip("walk")
	must(err)
	run, err := model.FindClip("run")
	must(err)
	player := animation.Player(character)
	must(player.Play(walk))
	must(player.CrossFade(run, 0.25)) // seconds
	for range 30 {                    // half a second
		must(animation.Update(1.0 / 60))
	}
	palette := animation.Palette(character, model.Skins[0])
	fmt.Println(len(palette)/assets.MatrixSize, "matrices")
	// Output: 67 matrices
}

// must panics on an error. A program would return or log it.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// lamp adds a model with two joints to the library. Its clip "nod" raises the upper joint from 1 m to 2 m in a second.
func lamp(library *assets.Library) *assets.Model {
	arm := rig.IdentityTRS()
	arm.Translation = mgl32.Vec3{0, 1, 0}
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{
		{Name: "foot", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "arm", Parent: 0, Rest: arm},
	}, nil)
	must(err)
	nod, err := clip.NewBuilder("nod", skeleton).
		Translation(1, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{0, 1, 0}, {0, 2, 0}}).Add(library)
	must(err)
	model := &assets.Model{Name: "lamp", Skeleton: library.AddSkeleton(skeleton)}
	model.SetClips(library, []assets.ClipID{nod})
	_, err = library.AddModel(model)
	must(err)
	return model
}

// A bulb follows the end of a lamp's arm.
func ExampleAnimation_Attach() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Translate3D(5, 0, 0))
	must(err)
	must(animation.Player(character).Play(model.Clip("nod")))

	bulb, err := animation.Attach(character, "arm", systems.WithOffset(mgl32.Translate3D(0, 0.25, 0)))
	must(err)
	must(animation.Update(0.5))
	transforms := generic.NewMap1[components.Transform](&world)
	fmt.Println(transforms.Get(bulb).Matrix.Col(3).Vec3())
	// Output: [5 1.75 0]
}

// A character made by hand, of components and without Spawn: a lamp that nods at half the pace, with a bulb that follows
// its arm.
func Example_components() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)

	// guide: hand-made
	pace := components.NewTimeScale()
	pace.Scale = 0.5
	lamps := generic.NewMap4[components.Skeleton, components.AnimationPlayer, components.TimeScale, components.Transform](&world)
	lamp := lamps.NewWith(&components.Skeleton{ID: model.Skeleton}, components.NewPlayer(model.Clip("nod")), pace,
		components.NewTransform(5, 0, 0))
	bulbs := generic.NewMap2[components.Attachment, components.Transform](&world)
	bulb := bulbs.NewWith(components.NewAttachment(lamp, 1), components.NewTransform(0, 0, 0))
	// guide: end

	must(animation.Update(1))
	_, transform := bulbs.Get(bulb)
	fmt.Println(transform.Matrix.Col(3).Vec3())
	// Output: [5 1.5 0]
}

// A clip plays forth and back at half speed: after 2.5 s it is on its way back, at 0.75 s.
func ExamplePlayer() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	player := animation.Player(mustSpawn(animation.Spawn(model, mgl32.Ident4())))

	must(player.Play(model.Clip("nod")))
	must(player.SetMode(assets.PingPong, 0))
	must(player.SetSpeed(0.5))
	must(animation.Update(2.5))
	playback := player.Playback()
	fmt.Println(playback.Time, "s, backward:", playback.Backward)
	// Output: 0.75 s, backward: true
}

// The model matrix of a joint, as a row-major 3x4 matrix: the arm is raised to 1.5 m.
func ExampleAnimation_ModelMatrices() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(character))
	must(animation.Player(character).Play(model.Clip("nod")))

	must(animation.Update(0.5))
	arm, _ := library.Skeleton(model.Skeleton).Find("arm")
	fmt.Println(rig.MatrixAt(animation.ModelMatrices(character), arm))
	// Output: [1 0 0 0 0 1 0 1.5 0 0 1 0]
}

// shrink is a block system that user code adds: it halves the scale of each character's joint 1.
type shrink struct{}

func (shrink) Name() string { return "shrink" }

func (shrink) RunBlock(_ *ecs.Frame, b *ecs.Block) {
	for lane := range b.Lanes() {
		arm := rig.JointAt(b.Local(lane), 1)
		arm.Scale = arm.Scale.Mul(0.5)
		rig.PutJoint(b.Local(lane), 1, arm)
	}
}

// A block system of the caller's own runs between blending and the conversion to model space.
func ExampleAnimation_Schedule() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := lamp(library)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	must(animation.Schedule().InsertBefore(systems.AtLocalToModel, ecs.EachBlock(shrink{})))
	character, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(character))

	must(animation.Update(0))
	fmt.Println(rig.MatrixAt(animation.ModelMatrices(character), 1))
	fmt.Println(animation.Schedule().Names())
	// Output:
	// [0.5 0 0 0 0 0.5 0 1 0 0 0.5 0]
	// [BindSlots MoveWishes MatchMotions Advance ApplyRootMotion HoldDrift PlacePairs ResolveGoals PrepareRagdolls SampleClips Inertialize BlendRagdolls ModifyPoses shrink LocalToModel BuildPalettes MeasureRagdolls Attach SkinVertices]
}
