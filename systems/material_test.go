package systems_test

import (
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/systems"
)

// newPane returns a world and a model of one triangle whose material, gray with roughness 1, the
// clips "red" and "blue" color; "rough" runs its roughness from 0 to 1 in 2 s.
func newPane(t *testing.T,
	options ...assets.LibraryOption,
) (*ecs.World, *systems.Animation, *assets.Library, *assets.Model) {
	t.Helper()
	world, library := ecs.NewWorld(), assets.NewLibrary(options...)
	s, err := rig.NewSkeleton("pane", []rig.Joint{
		{Name: "root", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "pane", Rest: rig.IdentityTRS(), Materials: []rig.MaterialRest{
			{Material: "glass", Property: rig.MaterialBaseColor, Value: []float32{0.5, 0.5, 0.5, 1}},
			{Material: "glass", Property: rig.MaterialRoughness, Value: []float32{1}},
		}},
	}, nil)
	check(t, err)
	glass := mesh.DefaultMaterial()
	glass.Name, glass.BaseColor = "glass", mgl32.Vec4{0.5, 0.5, 0.5, 1}
	m, err := library.AddMesh(&mesh.Mesh{Name: "pane", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		Indices:   []uint32{0, 1, 2}, Material: library.AddMaterial(&glass),
	}}})
	check(t, err)
	skin, err := rig.NewSkin("pane", s, []int{1}, []mgl32.Mat4{mgl32.Ident4()})
	check(t, err)
	part := assets.Part{Name: "pane", Mesh: m, Skin: library.AddSkin(skin), Rigid: true}
	for _, c := range s.MaterialChannels() {
		part.Materials = append(part.Materials, assets.PartMaterial{MaterialChannel: c})
	}
	model := &assets.Model{Name: "pane", Skeleton: library.AddSkeleton(s), Parts: []assets.Part{part}}
	var clips []assets.ClipID
	for i, color := range [][]float32{{1, 0, 0, 1}, {0, 0, 1, 0.5}} {
		name := []string{"red", "blue"}[i]
		id, err := clip.NewBuilder(name, s).Material(0, clip.Step, []float32{0}, color).Range(0, 2).Add(library)
		check(t, err)
		clips = append(clips, id)
	}
	rough, err := clip.NewBuilder("rough", s).Material(1, clip.Linear, []float32{0, 2}, []float32{0, 1}).Add(library)
	check(t, err)
	model.SetClips(library, append(clips, rough))
	_, err = library.AddModel(model)
	check(t, err)
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	t.Cleanup(animation.Close)
	return &world, animation, library, model
}

func wantMaterial(t *testing.T, a *systems.Animation, e ecs.Entity, what string, color mgl32.Vec4, roughness float32) {
	t.Helper()
	m, ok := a.Material(e, 0, 0)
	if !ok || m.BaseColor.Sub(color).Len() > 1e-5 || mgl32.Abs(m.Roughness-roughness) > 1e-5 || m.Name != "glass" ||
		m.Metallic != 1 {
		t.Errorf("%s: %v, color %v and roughness %v of %q, want %v and %v", what, ok, m.BaseColor, m.Roughness, m.Name,
			color, roughness)
	}
}

func TestClipsChangeMaterials(t *testing.T) {
	for _, options := range [][]assets.LibraryOption{nil, {assets.Exact()}} {
		_, a, _, model := newPane(t, options...)
		e, err := a.Spawn(model, mgl32.Ident4())
		check(t, err)
		other, err := a.Spawn(model, mgl32.Ident4())
		check(t, err)
		step := func(seconds float64) {
			t.Helper()
			check(t, a.Update(seconds))
		}
		gray := mgl32.Vec4{0.5, 0.5, 0.5, 1}
		step(0)
		wantMaterial(t, a, e, "at rest", gray, 1)
		player := a.Player(e)
		check(t, player.Play(model.Clip("rough")))
		step(0.5)
		wantMaterial(t, a, e, "at 0.5 s of rough", gray, 0.25)
		check(t, player.Play(model.Clip("red")))
		step(0.1)
		wantMaterial(t, a, e, "red", mgl32.Vec4{1, 0, 0, 1}, 1)
		check(t, player.CrossFade(model.Clip("blue"), 1))
		step(0.25)
		wantMaterial(t, a, e, "a quarter of a crossfade to blue", mgl32.Vec4{0.75, 0, 0.25, 0.875}, 1)
		wantMaterial(t, a, other, "another character", gray, 1)
		if n := testing.AllocsPerRun(20, func() { check(t, a.Update(0.01)) }); n > 0 {
			t.Errorf("a frame makes %v allocations", n)
		}
		for _, at := range [][2]int{{-1, 0}, {1, 0}, {0, 1}, {0, -1}} {
			if _, ok := a.Material(e, at[0], at[1]); ok {
				t.Errorf("part %d has a primitive %d", at[0], at[1])
			}
		}
	}
}

// A layer colors by the weight of the channel's joint in its mask; so does a blend of poses outside
// of frames.
func TestMaterialsFollowMasks(t *testing.T) {
	_, a, library, model := newPane(t)
	s := library.Skeleton(model.Skeleton)
	for _, weight := range []float32{0, 0.25, 1} {
		e, err := a.Spawn(model, mgl32.Ident4())
		check(t, err)
		m, err := rig.NewMask("pane", s).Joints(weight, "pane").Build()
		check(t, err)
		mask, err := library.AddMask(m)
		check(t, err)
		check(t, a.Player(e).Play(model.Clip("red")))
		check(t, a.Player(e).Layer(1).Overlay(model.Clip("blue"), mask, 0))
		check(t, a.Update(0.1))
		wantMaterial(t, a, e, "with a mask", mgl32.Vec4{1 - weight, 0, weight, 1 - 0.5*weight}, 1)
	}
}

func TestMaterialsInSnapshots(t *testing.T) {
	_, a, _, model := newPane(t)
	e, err := a.Spawn(model, mgl32.Ident4())
	check(t, err)
	check(t, a.Player(e).Play(model.Clip("red")))
	check(t, a.Update(0.1))
	check(t, a.Player(e).CrossFade(model.Clip("blue"), 1))
	check(t, a.Update(0.3))
	saved := a.AppendSnapshot(nil)
	want := slices.Clone(a.Morphs(e))
	check(t, a.Update(0.5))
	later := slices.Clone(a.Morphs(e))
	check(t, a.Restore(saved))
	check(t, a.Update(0))
	if got := a.Morphs(e); !slices.Equal(got, want) {
		t.Errorf("restored values %v, want %v", got, want)
	}
	check(t, a.Update(0.5))
	if got := a.Morphs(e); !slices.Equal(got, later) || slices.Equal(got, want) {
		t.Errorf("0.5 s later the values are %v, want %v", got, later)
	}
}
