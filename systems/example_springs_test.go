package systems_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A tail of three bones trails behind a character that moves forward, and hangs down again when it stops.
func ExampleAnimation_Modify_springs() {
	at := func(x, y, z float32) rig.TRS {
		return rig.TRS{Rotation: mgl32.QuatIdent(), Translation: mgl32.Vec3{x, y, z}, Scale: mgl32.Vec3{1, 1, 1}}
	}
	skeleton, err := rig.NewSkeleton("cat", []rig.Joint{
		{Name: "hips", Parent: -1, Rest: at(0, 1, 0)},
		{Name: "tail_1", Parent: 0, Rest: at(0, 0, -0.1)},
		{Name: "tail_2", Parent: 1, Rest: at(0, -0.2, 0)},
		{Name: "tail_3", Parent: 2, Rest: at(0, -0.2, 0)},
		{Name: "tail_end", Parent: 3, Rest: at(0, -0.2, 0)},
	}, nil)
	must(err)
	world, library := ecs.NewWorld(), assets.NewLibrary()
	model := &assets.Model{Name: "cat", Skeleton: library.AddSkeleton(skeleton)}
	_, err = library.AddModel(model)
	must(err)
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()

	stack, err := modifier.New("cat", skeleton).Spring("tail", modifier.SpringSettings{
		Joints:    []string{"tail_1", "tail_2", "tail_3", "tail_end"},
		Spring:    modifier.Spring{Stiffness: 0.2, Drag: 0.3, Gravity: 0.4, HitRadius: 0.03},
		Colliders: []modifier.Collider{{Joint: "hips", Offset: mgl32.Vec3{0, -0.3, 0.1}, Radius: 0.15}},
	}).Add(library)
	must(err)
	cat, err := animation.Spawn(model, mgl32.Ident4())
	must(err)
	must(animation.Modify(cat, stack))
	must(animation.Modifier(cat, "tail").Fade(1, 0)) // springs need no target
	must(animation.EnableModelMatrices(cat))

	transforms := generic.NewMap1[components.Transform](&world)
	for i, what := range []string{"running", "standing"} {
		for range 120 {
			if i == 0 {
				transforms.Get(cat).Matrix[14] += 4.0 / 60 // 4 m/s forward
			}
			must(animation.Update(1.0 / 60))
		}
		end := rig.MatrixAt(animation.ModelMatrices(cat), 4).Point(mgl32.Vec3{})
		fmt.Printf("%s: the end of the tail is %.1f m behind and %.1f m below the hips\n", what, -end[2], 1-end[1])
	}
	// Output:
	// running: the end of the tail is 0.7 m behind and 0.2 m below the hips
	// standing: the end of the tail is 0.1 m behind and 0.6 m below the hips
}
