package systems_test

import (
	"bytes"
	"fmt"
	"math"
	"strings"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A hand holds on to an object that moves.
func ExampleModifier_Follow() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	stack, err := modifier.New("hold", library.Skeleton(model.Skeleton)).TwoBone("hand", modifier.TwoBone{
		Root: "left_upper_arm", Middle: "left_forearm", End: "left_hand",
		Bend: mgl32.Vec3{0, 0, -1}, // elbows point back
	}).Add(library)
	must(err)
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Modify(guard, stack))
	must(animation.EnableModelMatrices(guard))

	transforms := generic.NewMap1[components.Transform](&world)
	object := transforms.New()
	must(animation.Modifier(guard, "hand").Follow(object, ""))
	must(animation.Modifier(guard, "hand").Fade(1, 0))
	joint, err := library.Skeleton(model.Skeleton).FindJoint("left_hand")
	must(err)
	for _, height := range []float32{1.1, 1.3, 1.5} {
		place := mgl32.Vec3{0.3, height, 0.35}
		transforms.Get(object).Matrix = mgl32.Translate3D(place[0], place[1], place[2])
		must(animation.Update(1.0 / 60))
		hand := rig.MatrixAt(animation.ModelMatrices(guard), joint).Point(mgl32.Vec3{})
		fmt.Printf("the object is at a height of %.1f m, the hand %.0f mm from it\n", height, 1000*hand.Sub(place).Len())
	}
	// Output:
	// the object is at a height of 1.1 m, the hand 0 mm from it
	// the object is at a height of 1.3 m, the hand 0 mm from it
	// the object is at a height of 1.5 m, the hand 0 mm from it
}

// A program sets a joint by hand: the head nods by 30 degrees, whatever the motions do.
func ExampleAnimation_Modify() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	skeleton := library.Skeleton(model.Skeleton)
	head, err := skeleton.FindJoint("head")
	must(err)
	nod := mgl32.QuatRotate(mgl32.DegToRad(30), mgl32.Vec3{1, 0, 0})
	stack, err := modifier.New("nod", skeleton).Func("nod", func(pose *modifier.Pose) {
		local := pose.Local(head)
		local.Rotation = local.Rotation.Mul(nod)
		pose.SetLocal(head, local)
	}, "head").Add(library)
	must(err)

	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.EnableModelMatrices(guard))
	must(animation.Modify(guard, stack))
	ahead := func() mgl32.Vec3 {
		must(animation.Update(0))
		m := rig.MatrixAt(animation.ModelMatrices(guard), head)
		return m.Point(mgl32.Vec3{0, 0, 1}).Sub(m.Point(mgl32.Vec3{}))
	}
	before := ahead()
	for _, weight := range []float32{0.5, 1} {
		must(animation.Modifier(guard, "nod").Fade(weight, 0)) // at once
		fmt.Printf("weight %.1f: %.0f degrees\n", weight, mgl32.RadToDeg(angleBetween(before, ahead())))
	}
	// Output:
	// weight 0.5: 15 degrees
	// weight 1.0: 30 degrees
}

// A stack comes from JSON, as an editor or an artist writes it.
func ExampleAnimation_Modify_json() {
	const document = `{
	  "name": "watch",
	  "solvers": [
	    {"type": "lookAt", "goal": "look", "joints": ["spine_4", "neck_2", "head"], "shares": [0.25, 0.5, 1],
	     "forward": [0, 0, 1], "up": [0, 1, 0], "limits": {"yaw": [-1.2, 1.2], "pitch": [-0.6, 0.8]}, "speed": 4},
	    {"type": "twist", "from": "left_hand", "axis": [1, 0, 0], "joints": ["left_forearm_twist"], "shares": [0.5]}
	  ]
	}`
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	skeleton := library.Skeleton(model.Skeleton)
	stack, err := modifier.Read(strings.NewReader(document), skeleton)
	must(err)
	fmt.Println("goals:", stack.Goals())

	var out bytes.Buffer
	must(stack.WriteJSON(&out))
	again, err := modifier.Read(&out, skeleton)
	must(err)
	fmt.Println("written and read again:", again.Goals())

	_, err = modifier.Read(strings.NewReader(strings.Replace(document, "neck_2", "neck_two", 1)), skeleton)
	fmt.Println(strings.Split(err.Error(), ";")[0])
	// Output:
	// goals: [look]
	// written and read again: [look]
	// modifier stack "watch": line 4, column 6: solvers[0]: look at "look": joint: skeleton "mannequin" has no joint "neck_two"
}

// angleBetween returns the angle between two directions, in radians.
func angleBetween(a, b mgl32.Vec3) float32 {
	return float32(math.Atan2(float64(a.Cross(b).Len()), float64(a.Dot(b))))
}
