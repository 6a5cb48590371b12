package systems_test

import (
	"bytes"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A character wears a coat whose tails are joints that the character lacks: they swing by springs.
func ExampleAnimation_Garment() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	body, err := mannequin.New(library)
	must(err)
	file := coatFile()
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	guard := mustSpawn(animation.Spawn(body, mgl32.Ident4()))

	// guide: garment
	options := gltfio.Options{Skeleton: library.Skeleton(body.Skeleton), ExtendSkeleton: true}
	coat, err := options.Parse(library, "coat.glb", file)
	must(err)
	tails, err := modifier.New("tails", library.Skeleton(coat.Skeleton)).Spring("tails", modifier.SpringSettings{
		Joints: []string{"tail_1", "tail_2", "tail_3"},
		Spring: modifier.Spring{Stiffness: 0.2, Drag: 0.3, Gravity: 0.4},
	}).Add(library)
	must(err)
	must(animation.Wear(guard, coat))
	garment, err := animation.Garment(guard, coat) // a character of its own, which moves with the guard
	must(err)
	must(animation.Modify(garment, tails))
	must(animation.Modifier(garment, "tails").Fade(1, 0))
	// guide: end

	transforms := generic.NewMap1[components.Transform](&world)
	for i, what := range []string{"running", "standing"} {
		for range 120 {
			if i == 0 {
				transforms.Get(guard).Matrix[14] += 4.0 / 60 // 4 m/s forward
			}
			must(animation.Update(1.0 / 60))
		}
		hips, err := animation.JointModel(guard, "hips")
		must(err)
		end, err := animation.JointModel(garment, "tail_3")
		must(err)
		between := hips.Col(3).Sub(end.Col(3))
		fmt.Printf("%s: the end of the tails is %.1f m behind and %.1f m below the hips\n", what, between[2], between[1])
	}
	must(animation.TakeOff(guard, coat))
	fmt.Println("the coat is there:", ecs.IsAlive(&world, garment))
	// Output:
	// running: the end of the tails is 0.5 m behind and 0.2 m below the hips
	// standing: the end of the tails is 0.1 m behind and 0.4 m below the hips
	// the coat is there: false
}

// coatFile returns a glTF file of a coat for the mannequin, of a triangle that hangs from the hips
// and from tails of three joints below them.
func coatFile() []byte {
	library := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(library)
	must(err)
	own := library.Skeleton(figure.Skeleton)
	var joints []rig.Joint
	for j := range own.Len() {
		joints = append(joints, rig.Joint{Name: own.JointName(j), Parent: own.Parent(j), Rest: own.Rest(j)})
	}
	above, err := own.FindJoint("hips")
	must(err)
	used := []string{"hips", "tail_1", "tail_2", "tail_3"}
	for i, name := range used[1:] {
		rest := rig.IdentityTRS()
		rest.Translation = mgl32.Vec3{0, -0.2, 0}
		if i == 0 {
			rest.Translation = mgl32.Vec3{0, 0, -0.12}
		}
		joints = append(joints, rig.Joint{Name: name, Parent: above, Rest: rest})
		above = len(joints) - 1
	}
	skeleton, err := rig.NewSkeleton("coat", joints, nil)
	must(err)
	var influences []int
	for _, name := range used {
		joint, err := skeleton.FindJoint(name)
		must(err)
		influences = append(influences, joint)
	}
	skin, err := rig.NewSkin("coat", skeleton, influences, nil)
	must(err)
	cloth, err := library.AddMesh(&mesh.Mesh{Name: "coat", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{-0.1, 1, -0.12}, {0.1, 1, -0.12}, {0, 0.5, -0.12}}, Indices: []uint32{0, 1, 2},
		Normals:    []mgl32.Vec3{{0, 0, -1}, {0, 0, -1}, {0, 0, -1}},
		Influences: 4, Joints: []uint16{0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3},
		Weights: []float32{0.5, 0.5, 0, 0, 0.5, 0.5, 0, 0, 0, 0, 0.5, 0.5},
	}}})
	must(err)
	coat := &assets.Model{
		Name: "coat", Skeleton: library.AddSkeleton(skeleton),
		Parts: []assets.Part{{Name: "coat", Mesh: cloth, Skin: library.AddSkin(skin)}},
	}
	_, err = library.AddModel(coat)
	must(err)
	var out bytes.Buffer
	must(gltfio.Write(&out, library, coat))
	return out.Bytes()
}
