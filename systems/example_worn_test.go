package systems_test

import (
	"bytes"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A character puts on a jacket from a file of its own, which joins the skeleton of the body.
func ExampleAnimation_Wear() {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	body, err := mannequin.New(library)
	must(err)
	file := jacketFile()
	animation, err := systems.NewAnimation(&world, library)
	must(err)
	defer animation.Close()
	guard := mustSpawn(animation.Spawn(body, mgl32.Ident4()))
	const frame = 1.0 / 60
	report := func(what string) {
		before := animation.Counters()
		must(animation.Update(frame))
		fmt.Printf("%s: %d matrices\n", what, animation.Counters().Since(before).Matrices)
	}

	// guide: wear
	skeleton := library.Skeleton(body.Skeleton)
	jacket, err := gltfio.Options{Skeleton: skeleton}.Parse(library, "jacket.glb", file)
	must(err)
	must(animation.Wear(guard, jacket)) // over the body, up to 8 models at once
	report("with a jacket")

	must(animation.HidePart(guard, "hood")) // a part of the jacket
	report("without its hood")

	must(animation.TakeOff(guard, jacket))
	report("without a jacket")
	// guide: end

	// Output:
	// with a jacket: 75 matrices
	// without its hood: 72 matrices
	// without a jacket: 67 matrices
}

// jacketFile returns a glTF file of a jacket for the mannequin, with a hood: of a triangle each.
func jacketFile() []byte {
	library := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(library)
	must(err)
	skeleton := library.Skeleton(figure.Skeleton)
	jacket := &assets.Model{Name: "jacket", Skeleton: figure.Skeleton}
	for _, part := range [][]string{
		{"coat", "spine_1", "spine_2", "spine_3", "left_upper_arm", "right_upper_arm"},
		{"hood", "neck_1", "neck_2", "head"},
	} {
		var joints []int
		for _, name := range part[1:] {
			joint, err := skeleton.FindJoint(name)
			must(err)
			joints = append(joints, joint)
		}
		name := part[0]
		skin, err := rig.NewSkin(name, skeleton, joints, nil)
		must(err)
		cloth, err := library.AddMesh(&mesh.Mesh{Name: name, Primitives: []mesh.Primitive{{
			Positions: []mgl32.Vec3{{0, 1, 0}, {0.1, 1, 0}, {0, 1.1, 0}}, Indices: []uint32{0, 1, 2},
			Normals:    []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
			Influences: 4, Joints: []uint16{0, 1, 2, 0, 0, 1, 2, 0, 0, 1, 2, 0},
			Weights: []float32{0.5, 0.25, 0.25, 0, 0.5, 0.25, 0.25, 0, 0.5, 0.25, 0.25, 0},
		}}})
		must(err)
		jacket.Parts = append(jacket.Parts, assets.Part{Name: name, Mesh: cloth, Skin: library.AddSkin(skin)})
	}
	_, err = library.AddModel(jacket)
	must(err)
	var out bytes.Buffer
	must(gltfio.Write(&out, library, jacket))
	return out.Bytes()
}
