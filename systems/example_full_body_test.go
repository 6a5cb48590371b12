package systems_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Both hands hold a box by its sides. The clavicles help, the palms come to the grips, and the hands turn with the box.
func ExampleModifier_Hold() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	palm := mgl32.Vec3{0, 0.08, 0} // in the space of a hand of this rig, whose fingers point along Y
	b := modifier.New("carry", library.Skeleton(model.Skeleton))
	for _, side := range []string{"left", "right"} {
		b.Hand(side, modifier.Hand{
			Helpers: []string{side + "_clavicle"}, MaxAngles: []float32{0.5},
			Root: side + "_upper_arm", Middle: side + "_forearm", End: side + "_hand",
			Bend: mgl32.Vec3{0, 0, -1}, Palm: palm,
		})
	}
	stack, err := b.Add(library)
	must(err)
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Modify(guard, stack))

	transforms := generic.NewMap1[components.Transform](&world)
	box := transforms.New()
	forward := mgl32.Quat{V: mgl32.Vec3{0, math.Sqrt2 / 2, math.Sqrt2 / 2}} // fingers ahead, thumbs up
	for side, x := range map[string]float32{"left": 0.2, "right": -0.2} {
		must(animation.Modifier(guard, side).Hold(box, "", mgl32.Vec3{x, 0, 0}, forward))
		must(animation.Modifier(guard, side).Fade(1, 0))
	}
	for _, height := range []float32{1.1, 1.4} {
		place := mgl32.Translate3D(0, height, 0.35).Mul4(mgl32.HomogRotate3DY(0.3))
		transforms.Get(box).Matrix = place
		must(animation.Update(1.0 / 60))
		for _, side := range []string{"left", "right"} {
			hand, err := animation.JointModel(guard, side+"_hand")
			must(err)
			x := map[string]float32{"left": 0.2, "right": -0.2}[side]
			miss := mgl32.TransformCoordinate(palm, hand).Sub(mgl32.TransformCoordinate(mgl32.Vec3{x, 0, 0}, place)).Len()
			fingers := mgl32.TransformNormal(mgl32.Vec3{0, 1, 0}, hand)
			ahead := mgl32.TransformNormal(mgl32.Vec3{0, 0, 1}, place)
			fmt.Printf("box at %.1f m: the %s palm is %.0f mm from its grip, the fingers %.0f degrees from the box's front\n",
				height, side, 1000*miss, mgl32.RadToDeg(angleBetween(fingers, ahead)))
		}
	}
	// Output:
	// box at 1.1 m: the left palm is 0 mm from its grip, the fingers 0 degrees from the box's front
	// box at 1.1 m: the right palm is 0 mm from its grip, the fingers 0 degrees from the box's front
	// box at 1.4 m: the left palm is 0 mm from its grip, the fingers 0 degrees from the box's front
	// box at 1.4 m: the right palm is 0 mm from its grip, the fingers 0 degrees from the box's front
}

// A character reaches for a point that its arm alone would not reach: the body follows, and the feet stay where they are.
func ExampleAnimation_Modify_fullBody() {
	world := ecs.NewWorld()
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	skeleton := library.Skeleton(model.Skeleton)
	body := modifier.FullBody{Root: "hips", RootReach: 0.4, Iterations: 16}
	for _, joint := range []string{"left_hand", "left_foot", "right_foot"} {
		body.Effectors = append(body.Effectors, modifier.Effector{Joint: joint, Goal: joint, KeepRotation: true})
	}
	stack, err := modifier.New("reach", skeleton).FullBody("", body).Add(library)
	must(err)
	guard, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Modify(guard, stack))
	must(animation.Update(0))

	at := func(joint string) mgl32.Vec3 {
		m, err := animation.JointModel(guard, joint)
		must(err)
		return m.Col(3).Vec3()
	}
	targets := map[string]mgl32.Vec3{"left_hand": {0.3, 0.2, 0.6}, "left_foot": at("left_foot"), "right_foot": at("right_foot")}
	hips := at("hips")
	for joint, target := range targets {
		must(animation.Modifier(guard, joint).AimLocal(target))
		must(animation.Modifier(guard, joint).Fade(1, 0))
	}
	must(animation.Update(1.0 / 60))
	for _, joint := range []string{"left_hand", "left_foot", "right_foot"} {
		fmt.Printf("%s: less than 5 mm from its target: %v\n", joint, at(joint).Sub(targets[joint]).Len() < 0.005)
	}
	fmt.Printf("the hips sink by %.0f cm\n", 100*(hips[1]-at("hips")[1]))
	// Output:
	// left_hand: less than 5 mm from its target: true
	// left_foot: less than 5 mm from its target: true
	// right_foot: less than 5 mm from its target: true
	// the hips sink by 2 cm
}
