package systems_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/systems"
)

// newGarment adds a model for the skeleton of another one, of one triangle that hangs from a joint.
func newGarment(t testing.TB, library *assets.Library, skeletonID assets.SkeletonID, name string, joint int,
	at mgl32.Vec3,
) *assets.Model {
	t.Helper()
	skin, err := rig.NewSkin(name, library.Skeleton(skeletonID), []int{joint}, []mgl32.Mat4{mgl32.Ident4()})
	check(t, err)
	triangle, err := library.AddMesh(&mesh.Mesh{Name: name, Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{at, at.Add(mgl32.Vec3{1, 0, 0}), at.Add(mgl32.Vec3{0, 1, 0})},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
	}}})
	check(t, err)
	model := &assets.Model{Name: name, Skeleton: skeletonID, Parts: []assets.Part{{
		Name: name, Mesh: triangle, Skin: library.AddSkin(skin), Rigid: true,
	}}}
	_, err = library.AddModel(model)
	check(t, err)
	return model
}

// expectError checks the kind and the text of an error.
func expectError(t testing.TB, err, kind error, want string) {
	t.Helper()
	if !errors.Is(err, kind) || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("expected %q, found %v", want, err)
	}
}

func TestWear(t *testing.T) {
	f := newFixture(t, 5)
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	worn := generic.NewMap1[components.Worn](&f.world)
	var garments []*assets.Model
	for i := range components.MaxWorn + 2 {
		name := fmt.Sprint("garment ", i)
		garments = append(garments, newGarment(t, f.library, f.model.Skeleton, name, i%5, mgl32.Vec3{}))
	}
	query := generic.NewFilter1[components.Skeleton]().Query(&f.world)
	expectError(t, f.animation.Wear(e, garments[0]), systems.ErrWorldLocked, "")
	query.Close()
	if worn.Get(e) != nil {
		t.Fatal("a component was added")
	}
	for _, g := range garments[:components.MaxWorn] {
		check(t, f.animation.Wear(e, g))
		check(t, f.animation.Wear(e, g)) // changes nothing
	}
	before := *worn.Get(e)
	expectError(t, f.animation.Wear(e, garments[8]), systems.ErrNoModel,
		`expected at most 8 worn models, found "garment 8" besides "garment 0", "garment 1", "garment 2", "garment 3", `+
			`"garment 4", "garment 5", "garment 6", "garment 7"`)
	expectError(t, f.animation.Wear(e, f.model), systems.ErrNoModel,
		`expected a model besides its own, found its own, "random"`)
	expectError(t, f.animation.TakeOff(e, garments[9]), systems.ErrNoModel, `"garment 7"`)
	expectError(t, f.animation.TakeOff(e, f.model), systems.ErrNoModel, `"garment 7"`)
	expectError(t, f.animation.TakeOff(e, nil), systems.ErrNoModel, "wears, found nil")
	if *worn.Get(e) != before {
		t.Error("calls that failed changed something")
	}
	check(t, f.animation.TakeOff(e, garments[2]))
	f.update(t, 0.1)
	for i, g := range garments {
		if palette := f.animation.Palette(e, g.Parts[0].Skin); (palette != nil) != (i < 8 && i != 2) {
			t.Errorf("garment %d has the palette %v", i, palette)
		}
	}
	// What was removed from the library leaves its place, and can be taken off.
	check(t, f.animation.Wear(e, garments[2]))
	f.library.RemoveModel(garments[5].ID)
	f.update(t, 0.1)
	check(t, f.animation.Wear(e, garments[8]))
	f.library.RemoveModel(garments[0].ID)
	check(t, f.animation.TakeOff(e, garments[0]))
	f.update(t, 0.1)
	// The character's own model cannot be worn too.
	check(t, f.animation.SetModel(e, garments[8]))
	for _, m := range worn.Get(e).Models {
		if m.Model == garments[8].ID {
			t.Error("the model is worn, and the character's own")
		}
	}
}

// A model without the character's skeleton is refused, by the joints that differ; one with a
// skeleton that is equal moves with the character, whichever of the two it was made for.
func TestWornModelsShareTheSkeleton(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	build := func(name string, change func(joints []rig.Joint) []rig.Joint) *assets.Model {
		joints := []rig.Joint{
			{Name: "hips", Parent: -1, Rest: rig.IdentityTRS()},
			{Name: "spine", Parent: 0, Rest: rig.IdentityTRS()},
			{Name: "head", Parent: 1, Rest: rig.IdentityTRS()},
		}
		skeleton, err := rig.NewSkeleton(name, change(joints), nil)
		check(t, err)
		return newGarment(t, library, library.AddSkeleton(skeleton), name, 1, mgl32.Vec3{})
	}
	same := func(joints []rig.Joint) []rig.Joint { return joints }
	body, twin := build("body", same), build("twin", same)
	if library.Skeleton(body.Skeleton) == library.Skeleton(twin.Skeleton) {
		t.Fatal("the skeletons are one")
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	defer animation.Close()
	e := mustSpawn(animation.Spawn(body, mgl32.Ident4()))
	check(t, animation.EnableModelMatrices(e))
	check(t, animation.Wear(e, twin))
	check(t, animation.Update(0.1))
	skin := twin.Parts[0].Skin
	if !sameBits(animation.Palette(e, skin), library.Skin(skin).Palette(nil, animation.ModelMatrices(e))) {
		t.Errorf("the palette of the model with an equal skeleton is %v", animation.Palette(e, skin))
	}
	for _, row := range []struct {
		name, want string
		change     func(joints []rig.Joint) []rig.Joint
	}{
		{"skirt", `it has joint "skirt.L" more`, func(j []rig.Joint) []rig.Joint {
			return append(j, rig.Joint{Name: "skirt.L", Parent: 0, Rest: rig.IdentityTRS()})
		}},
		{"misspelled", `it has joint "heed" more (near "head"); it has no joint "head"`, func(j []rig.Joint) []rig.Joint {
			j[2].Name = "heed"
			return j
		}},
		{"short", `it has no joint "head"`, func(j []rig.Joint) []rig.Joint { return j[:2] }},
		{"bent", `joint "head": expected the parent "spine", found "hips"`, func(j []rig.Joint) []rig.Joint {
			j[2].Parent = 0
			return j
		}},
		{
			"tall", `joint "head": expected the rest pose {[0 0 0] {1 [0 0 0]} [1 1 1]}, found {[0 2 0] {1 [0 0 0]} [1 1 1]}`,
			func(j []rig.Joint) []rig.Joint {
				j[2].Rest.Translation[1] = 2
				return j
			},
		},
		{"morphing", "such as morph weights and the order of the nodes of its file", func(j []rig.Joint) []rig.Joint {
			j[2].Morphs = []float32{0}
			return j
		}},
		{"other", `3 more differences`, func(j []rig.Joint) []rig.Joint {
			for i := range j {
				j[i].Name = fmt.Sprint("joint ", i)
			}
			return append(j, rig.Joint{Name: "joint 3", Parent: 0, Rest: rig.IdentityTRS()})
		}},
	} {
		other := build(row.name, row.change)
		want := fmt.Sprintf("expected a model for skeleton \"body\", found model %q for skeleton %q: ", row.name, row.name)
		if row.name == "skirt" { // which is worn as a garment: TestWearGarments, TestSetModelToGarments
			continue
		}
		for _, err := range []error{animation.SetModel(e, other), animation.Wear(e, other)} {
			expectError(t, err, systems.ErrOtherSkeleton, row.want)
			if err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("expected %q in %q", want, err)
			}
		}
	}
}

// Parts of worn models are hidden by name, on all models or on some.
func TestPartsOfWornModels(t *testing.T) {
	f := newFixture(t, 5)
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	coat := newGarment(t, f.library, f.model.Skeleton, "coat", 1, mgl32.Vec3{})
	twin := newGarment(t, f.library, f.model.Skeleton, "coat", 2, mgl32.Vec3{})
	hat := newGarment(t, f.library, f.model.Skeleton, "hat", 3, mgl32.Vec3{})
	for _, m := range []*assets.Model{coat, twin} {
		check(t, f.animation.Wear(e, m))
	}
	check(t, f.animation.EnableVertices(e))
	expect := func(own, first, second bool) {
		t.Helper()
		f.update(t, 0.1)
		for i, m := range []*assets.Model{f.model, coat, twin} {
			want := []bool{own, first, second}[i]
			if shown := f.animation.Palette(e, m.Parts[0].Skin) != nil; shown != want {
				t.Errorf("model %d is shown: %v", i, shown)
			}
			if has := f.animation.Vertices(e, i, 0) != nil; has != want { // each model has one part
				t.Errorf("model %d has vertices: %v", i, has)
			}
		}
		if f.animation.Vertices(e, 3, 0) != nil || f.animation.Vertices(e, -1, 0) != nil {
			t.Error("there are vertices of a part that is none")
		}
	}
	expect(true, true, true)
	check(t, f.animation.HidePart(e, "coat"))
	expect(true, false, false)
	check(t, f.animation.ShowPart(e, "coat", twin))
	expect(true, false, true)
	check(t, f.animation.HidePart(e, f.model.Parts[0].Name))
	expect(false, false, true)
	check(t, f.animation.ShowPart(e, "coat", coat, twin))
	check(t, f.animation.ShowPart(e, f.model.Parts[0].Name))
	expect(true, true, true)
	expectError(t, f.animation.HidePart(e, "cout"), systems.ErrNoPart,
		fmt.Sprintf(`models "random", "coat", "coat" has no part "cout"; did you mean "coat"? It has %q, "coat"`,
			f.model.Parts[0].Name))
	expectError(t, f.animation.HidePart(e, "hat", hat), systems.ErrNoModel,
		`expected one of models "random", "coat", "coat", found model "hat", which it does not show`)
	expectError(t, f.animation.HidePart(e, f.model.Parts[0].Name, coat), systems.ErrNoPart, `it has "coat"`)
	expectError(t, f.animation.HidePart(e, "coat", nil), systems.ErrNoModel, `"coat", "coat", found nil`)
	expect(true, true, true)
	if material, ok := f.animation.Material(e, 3, 0); ok {
		t.Errorf("part 3 has the material %v", material)
	}
	// Without a model of its own the character shows what it wears.
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	meshes.Get(e).Model = 0
	f.update(t, 0.1)
	if f.animation.Palette(e, coat.Parts[0].Skin) == nil || f.animation.Vertices(e, 0, 0) == nil {
		t.Error("the coat is not shown without a body")
	}
	meshes.Remove(e)
	f.update(t, 0.1)
	if f.animation.Palette(e, coat.Parts[0].Skin) != nil {
		t.Error("the coat is shown without a SkinnedMesh")
	}
	check(t, f.animation.Wear(e, hat)) // adds it again
	f.update(t, 0.1)
	if f.animation.Palette(e, coat.Parts[0].Skin) == nil || meshes.Get(e) == nil {
		t.Error("Wear adds no SkinnedMesh")
	}
}

// Morph targets of a worn model are found by name if poses have weights for them.
func TestMorphsOfWornModels(t *testing.T) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	face := handmade.ExampleFace(library)
	body := newGarment(t, library, face.Skeleton, "body", 0, mgl32.Vec3{})
	still := newGarment(t, library, face.Skeleton, "beard", 0, mgl32.Vec3{})
	library.Mesh(still.Parts[0].Mesh).TargetNames = []string{"curl"}
	animation, err := systems.NewAnimation(&world, library)
	check(t, err)
	defer animation.Close()
	e := mustSpawn(animation.Spawn(body, mgl32.Ident4()))
	if err := animation.SetMorph(e, "blink", 0.75); !errors.Is(err, systems.ErrNoMorph) {
		t.Errorf("a body without targets: %v", err)
	}
	check(t, animation.Wear(e, face))
	check(t, animation.SetMorph(e, "blink", 0.75, systems.OnPart("face")))
	check(t, animation.EnableVertices(e))
	check(t, animation.Update(0.1))
	if got := animation.Morphs(e)[2]; got != 0.75 {
		t.Errorf("the weight is %v", got)
	}
	if got := animation.Vertices(e, 1, 0).Positions[2][1] - animation.Vertices(e, 2, 0).Positions[2][1]; !(got > 0.05) {
		t.Errorf("the vertex of the face is %v above that of the hat", got)
	}
	check(t, animation.Wear(e, still))
	expectError(t, animation.SetMorph(e, "curl", 1), systems.ErrNoMorph, `part "beard" has a morph target "curl", but `+
		`poses of skeleton "face" have no weights for it, so that it keeps those of its mesh`)
}

// A character is not culled while a model that it wears is in view, and with a level of detail it
// is posed in the frame in which it puts something on.
func TestDetailOfWornModels(t *testing.T) {
	r := newRing(t, 1, 60)
	e := r.crowd[0]
	flag := newGarment(t, r.library, r.model.Skeleton, "flag", 0, mgl32.Vec3{0, 0, 70})
	check(t, r.animation.DetailByView(systems.DefaultDetail()))
	r.setCamera(3.14)
	check(t, r.animation.Update(0.1))
	if !r.detail(e).Culled {
		t.Fatal("the character behind the camera is not culled")
	}
	check(t, r.animation.Wear(e, flag))
	check(t, r.animation.Update(0.1))
	if r.detail(e).Culled {
		t.Error("the character is culled although the flag may be in view")
	}
	check(t, r.animation.TakeOff(e, flag))
	check(t, r.animation.Update(0.1))
	if !r.detail(e).Culled {
		t.Error("the character is not culled after the flag is taken off")
	}
	skin := r.library.Skin(flag.Parts[0].Skin)
	r.detail(e).Fixed = true
	check(t, r.animation.Wear(e, flag))
	check(t, r.animation.Update(0.1))
	local := rig.NewPose(r.library.Skeleton(r.model.Skeleton))
	check(t, r.animation.LocalPose(e, local))
	if !sameBits(r.animation.Palette(e, flag.Parts[0].Skin), skin.Palette(nil, local.ModelMatrices(nil))) {
		t.Error("the flag does not show the pose of the frame in which it was put on")
	}
}

// Snapshots have what characters wear by the keys of the models: they restore it in a library that
// was loaded in another order. One of a character that wears a removed model can be restored.
func TestSnapshotsOfWornModels(t *testing.T) {
	type peer struct {
		*fixture
		garments []*assets.Model
		e        ecs.Entity
	}
	newPeer := func(order []int) *peer {
		p := &peer{fixture: newFixture(t, 5), garments: make([]*assets.Model, 3)}
		for _, i := range order {
			p.garments[i] = newGarment(t, p.library, p.model.Skeleton, fmt.Sprint("garment ", i), i, mgl32.Vec3{float32(i)})
		}
		p.e = mustSpawn(p.animation.Spawn(p.model, mgl32.Ident4()))
		check(t, p.animation.Player(p.e).Play(p.model.Clips[0]))
		details := generic.NewMap1[components.LevelOfDetail](&p.world)
		details.Assign(p.e, &components.LevelOfDetail{Interval: 3})
		p.update(t, 0.1)
		return p
	}
	from, to := newPeer([]int{0, 1, 2}), newPeer([]int{2, 1, 0})
	worn := generic.NewMap1[components.Worn](&to.world)
	check(t, from.animation.Wear(from.e, from.garments[2]))
	check(t, from.animation.Wear(from.e, from.garments[1]))
	check(t, from.animation.HidePart(from.e, "garment 1"))
	check(t, to.animation.Wear(to.e, to.garments[0]))
	to.update(t, 0.1)
	from.update(t, 0.1)
	check(t, to.animation.Restore(from.animation.AppendSnapshot(nil)))
	want := []components.SkinnedMesh{{Model: to.garments[2].ID}, {Model: to.garments[1].ID, Hidden: 1}, {}}
	if got := worn.Get(to.e).Models[:3]; !slices.Equal(got, want) {
		t.Errorf("expected %v to be worn, found %v", want, got)
	}
	for range 4 {
		for i := range from.garments {
			if !sameBits(from.animation.Palette(from.e, from.garments[i].Parts[0].Skin),
				to.animation.Palette(to.e, to.garments[i].Parts[0].Skin)) {
				t.Errorf("the palettes of garment %d differ", i)
			}
		}
		from.update(t, 0.1)
		to.update(t, 0.1)
	}
	for _, remove := range []func(p *peer) id.Model{
		func(p *peer) id.Model { return p.garments[2].ID }, func(p *peer) id.Model { return p.model.ID },
	} {
		if !from.library.RemoveModel(remove(from)) {
			t.Fatal("the model was not removed")
		}
		for range 2 { // before and after the next frame
			check(t, from.animation.Restore(from.animation.AppendSnapshot(nil)))
			from.update(t, 0.1)
		}
		if palette := from.animation.Palette(from.e, from.garments[2].Parts[0].Skin); palette != nil {
			t.Errorf("a removed model has the palette %v", palette)
		}
	}
}
