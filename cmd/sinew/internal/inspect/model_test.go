package inspect_test

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
)

// arm returns a model with two joints, a node that is no joint, one skinned triangle and one clip.
func arm(t testing.TB) (*assets.Library, *assets.Model) {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	upper, lower := rig.IdentityTRS(), rig.IdentityTRS()
	lower.Translation = mgl32.Vec3{0, 1, 0}
	skeleton, err := rig.NewSkeleton("arm",
		[]rig.Joint{{Name: "upper", Parent: -1, Rest: upper}, {Name: "lower", Parent: 0, Rest: lower}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	skin, err := rig.NewSkin("sleeve", skeleton, []int{1, 0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	clip, err := clip.NewBuilder("bend", skeleton).
		Rotation(1, clip.Linear, []float32{0.5, 1, 2},
			[]mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatIdent(), mgl32.QuatIdent()}).
		Translation(0, clip.Step, []float32{0.5}, []mgl32.Vec3{{}}).Build()
	if err != nil {
		t.Fatal(err)
	}
	mesh := &mesh.Mesh{Name: "cloth", Primitives: []mesh.Primitive{{
		Positions: make([]mgl32.Vec3, 3), Normals: make([]mgl32.Vec3, 3), Indices: []uint32{0, 1, 2}, Influences: 4,
		Joints: make([]uint16, 12), Weights: make([]float32, 12),
	}}}
	model := &assets.Model{
		Name: "arm", Skeleton: library.AddSkeleton(skeleton), Skins: []assets.SkinID{library.AddSkin(skin)},
		Nodes: []assets.Node{
			{Name: "upper", Parent: -1, Rest: upper, Joint: 0, IsJoint: true, Offset: mgl32.Ident4()},
			{Name: "lower", Parent: 0, Rest: lower, Joint: 1, IsJoint: true, Offset: mgl32.Ident4()},
			{Name: "still\x1b[2J", Parent: 0, Rest: upper, Joint: 0, Offset: mgl32.Ident4()},
		},
		Scenes:   []assets.Scene{{Name: "stage", Roots: []int{0}}},
		Warnings: []string{"weights of vertex 2 summed to 0.9"},
	}
	id, err := library.AddMesh(mesh)
	if err != nil {
		t.Fatal(err)
	}
	model.Parts = []assets.Part{{Name: "cloth", Node: 2, Mesh: id, Skin: model.Skins[0]}}
	model.SetClips(library, []assets.ClipID{library.AddClip(clip)})
	if _, err := library.AddModel(model); err != nil {
		t.Fatal(err)
	}
	return library, model
}
