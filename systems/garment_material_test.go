package systems_test

import (
	"bytes"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems"
)

// visor returns a file of a pane for the character of [newPane]: its material, which has the name of
// the character's, is green, and the clip "glow" turns it white in 2 s. It may have a joint more,
// which the clip moves too.
func visor(t *testing.T, withStrap bool) []byte {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	joints := []rig.Joint{
		{Name: "root", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "pane", Rest: rig.IdentityTRS(), Materials: []rig.MaterialRest{
			{Material: "glass", Property: rig.MaterialBaseColor, Value: []float32{0, 1, 0, 1}},
		}},
	}
	if withStrap {
		joints = append(joints, rig.Joint{Name: "strap", Parent: 1, Rest: rig.IdentityTRS()})
	}
	s, err := rig.NewSkeleton("visor", joints, nil)
	check(t, err)
	glass := mesh.DefaultMaterial()
	glass.Name, glass.BaseColor = "glass", mgl32.Vec4{0, 1, 0, 1}
	m, err := library.AddMesh(&mesh.Mesh{Name: "visor", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		Indices:   []uint32{0, 1, 2}, Material: library.AddMaterial(&glass),
	}}})
	check(t, err)
	skin, err := rig.NewSkin("visor", s, []int{s.Len() - 1}, []mgl32.Mat4{mgl32.Ident4()})
	check(t, err)
	builder := clip.NewBuilder("glow", s).
		Material(0, clip.Linear, []float32{0, 2}, []float32{0, 1, 0, 1, 1, 1, 1, 1})
	if withStrap {
		builder.Translation(2, clip.Linear, []float32{0, 2}, []mgl32.Vec3{{}, {4, 0, 0}})
	}
	glow, err := builder.Add(library)
	check(t, err)
	part := assets.Part{Name: "visor", Mesh: m, Skin: library.AddSkin(skin), Rigid: true}
	for _, c := range s.MaterialChannels() {
		part.Materials = append(part.Materials, assets.PartMaterial{MaterialChannel: c})
	}
	model := &assets.Model{Name: "visor", Skeleton: library.AddSkeleton(s), Parts: []assets.Part{part}}
	model.SetClips(library, []assets.ClipID{glow})
	_, err = library.AddModel(model)
	check(t, err)
	var file bytes.Buffer
	check(t, gltfio.Write(&file, library, model))
	return file.Bytes()
}

// The clips of a garment change its materials, those of its wearer do not, and the other way round,
// though the materials have one name; also if the garment has no joint more. Snapshots hold both.
func TestMaterialsOfGarments(t *testing.T) {
	for _, withStrap := range []bool{false, true} {
		_, a, library, body := newPane(t)
		wearer := mustSpawn(a.Spawn(body, mgl32.Ident4()))
		_, err := gltfio.Options{Skeleton: library.Skeleton(body.Skeleton)}.Parse(library, "visor.glb",
			visor(t, withStrap))
		expectError(t, err, gltfio.ErrOtherSkeleton, "without ExtendSkeleton, found 1 properties")
		visor, err := gltfio.Options{Skeleton: library.Skeleton(body.Skeleton), ExtendSkeleton: true}.
			Parse(library, "visor.glb", visor(t, withStrap))
		check(t, err)
		check(t, a.Wear(wearer, visor))
		garment := mustSpawn(a.Garment(wearer, visor))
		want := func(what string, body, visor mgl32.Vec4) {
			t.Helper()
			wantMaterial(t, a, wearer, what+", the wearer", body, 1)
			wantMaterial(t, a, garment, what+", the garment", visor, 1)
		}
		gray, green := mgl32.Vec4{0.5, 0.5, 0.5, 1}, mgl32.Vec4{0, 1, 0, 1}
		red, half := mgl32.Vec4{1, 0, 0, 1}, mgl32.Vec4{0.5, 1, 0.5, 1}
		check(t, a.Update(0.1))
		want("at rest", gray, green)
		check(t, a.Player(wearer).Play(body.Clip("red")))
		check(t, a.Update(0.1))
		want("the wearer plays", red, green)
		check(t, a.Player(garment).Play(visor.Clip("glow")))
		check(t, a.Update(1))
		want("both play", red, half)
		if withStrap {
			strap, err := a.JointModel(garment, "strap")
			check(t, err)
			if strap.At(0, 3) != 2 {
				t.Errorf("the strap is at %v", strap.Col(3))
			}
		}
		snapshot := a.AppendSnapshot(nil)
		check(t, a.Player(wearer).Stop(0))
		check(t, a.Update(0.5))
		want("the garment plays", gray, mgl32.Vec4{0.75, 1, 0.75, 1})
		check(t, a.Restore(snapshot))
		check(t, a.Update(0.5))
		want("restored", red, mgl32.Vec4{0.75, 1, 0.75, 1})
		if _, ok := a.Material(garment, 0, 0); !ok {
			t.Error("the visor has no material")
		}
		check(t, a.TakeOff(wearer, visor))
		expectError(t, a.TakeOff(wearer, visor), systems.ErrNoModel, "")
	}
}
