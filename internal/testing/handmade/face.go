package handmade

import (
	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// ExampleFace adds a model to a library, for examples: a head of one joint and one triangle, with
// the morph targets "aa" and "oh" of a mouth and "blink" of the eyes, and a part "hat" without any.
// On the head are long ears of two bones, which end at "left ear end" and "right ear end".
func ExampleFace(library *assets.Library) *assets.Model {
	head := Joint("head", -1)
	head.Morphs = []float32{0, 0, 0}
	joints := []rig.Joint{head}
	for i, side := range []string{"left", "right"} {
		for k, name := range []string{" ear", " ear tip", " ear end"} {
			ear := Joint(side+name, 0)
			ear.Rest.Translation = mgl32.Vec3{0.08 - 0.16*float32(i), 0.1, 0}
			if k > 0 {
				ear.Parent, ear.Rest.Translation = len(joints)-1, mgl32.Vec3{0, 0.15, 0}
			}
			joints = append(joints, ear)
		}
	}
	skeleton, err := rig.NewSkeleton("face", joints, nil)
	if err != nil {
		panic(err)
	}
	skin, err := rig.NewSkin("face", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
	if err != nil {
		panic(err)
	}
	triangle := mesh.Primitive{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, Normals: []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
	}
	face := triangle
	for range head.Morphs {
		face.Targets = append(face.Targets, mesh.MorphTarget{Positions: []mgl32.Vec3{{0, 0, 0}, {0, 0, 0}, {0, 0.1, 0}}})
	}
	add := func(m *mesh.Mesh) id.Mesh {
		id, err := library.AddMesh(m)
		if err != nil {
			panic(err)
		}
		return id
	}
	channel, _ := skeleton.MorphChannel(0)
	model := &assets.Model{
		Name: "face", Skeleton: library.AddSkeleton(skeleton), Skins: []assets.SkinID{library.AddSkin(skin)},
	}
	model.Parts = []assets.Part{
		{
			Name: "face", Skin: model.Skins[0], Rigid: true, Morphs: channel,
			Mesh: add(&mesh.Mesh{
				Name: "face", TargetNames: []string{"aa", "oh", "blink"}, Weights: head.Morphs,
				Primitives: []mesh.Primitive{face},
			}),
		},
		{
			Name: "hat", Skin: model.Skins[0], Rigid: true,
			Mesh: add(&mesh.Mesh{Name: "hat", Primitives: []mesh.Primitive{triangle}}),
		},
	}
	if _, err := library.AddModel(model); err != nil {
		panic(err)
	}
	return model
}
