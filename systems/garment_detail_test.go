package systems_test

import (
	"bytes"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// balloon returns a file of a balloon for the mannequin, 6 m above the hips on a joint of its own.
func balloon(t testing.TB) []byte {
	t.Helper()
	library := assets.NewLibrary(assets.Exact())
	rest := rig.IdentityTRS()
	rest.Translation[1] = 6
	skeleton, err := rig.NewSkeleton("balloon", []rig.Joint{
		{Name: "hips", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "balloon", Rest: rest},
	}, nil)
	check(t, err)
	skin, err := rig.NewSkin("balloon", skeleton, []int{1}, []mgl32.Mat4{mgl32.Ident4()})
	check(t, err)
	id, err := library.AddMesh(&mesh.Mesh{Name: "balloon", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{-0.1, 0, 0}, {0.1, 0, 0}, {0, 0.2, 0}}, Indices: []uint32{0, 1, 2},
		Normals:    []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		Influences: 4, Joints: make([]uint16, 12), Weights: []float32{1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0},
	}}})
	check(t, err)
	model := &assets.Model{Name: "balloon", Skeleton: library.AddSkeleton(skeleton), Parts: []assets.Part{{
		Name: "balloon", Mesh: id, Skin: library.AddSkin(skin),
	}}}
	_, err = library.AddModel(model)
	check(t, err)
	var file bytes.Buffer
	check(t, gltfio.Write(&file, library, model))
	return file.Bytes()
}

// A character out of view is posed and drawn if its balloon is in view, and
// both are culled if neither is. Whatever is worn has the detail of its wearer.
func TestGarmentsInViewAreNotCulled(t *testing.T) {
	r := newRing(t, 0, 0)
	balloon, err := gltfio.Options{Skeleton: r.library.Skeleton(r.model.Skeleton), ExtendSkeleton: true}.
		Parse(r.library, "balloon.glb", balloon(t))
	check(t, err)
	check(t, r.animation.DetailByView(systems.DetailPolicy{
		Cull: true, Steps: []systems.DetailStep{{Below: 0.5, Interval: 3, Level: 2}},
	}))
	wearer := mustSpawn(r.animation.Spawn(r.model, mgl32.Translate3D(5, -6.5, 0)))
	plain := mustSpawn(r.animation.Spawn(r.model, mgl32.Translate3D(5, -6.5, 0)))
	check(t, r.animation.Player(wearer).Play(r.model.Clip("walk")))
	check(t, r.animation.Wear(wearer, balloon))
	garment := mustSpawn(r.animation.Garment(wearer, balloon))
	transforms := generic.NewMap1[components.Transform](&r.world)
	want := func(what string, isCulled bool) {
		t.Helper()
		check(t, r.animation.Update(0.05))
		for _, e := range []ecs.Entity{wearer, garment} {
			told := r.animation.Explain(e)
			if detail := r.detail(e); detail.Culled != isCulled || told.Detail.Posed == isCulled {
				t.Errorf("%s: entity %d: %+v, posed: %v", what, e.ID(), *detail, told.Detail.Posed)
			}
		}
		if *r.detail(garment) != *r.detail(wearer) {
			t.Errorf("%s: the balloon has the detail %+v, its wearer %+v", what, *r.detail(garment), *r.detail(wearer))
		}
	}
	r.setCamera(0)
	want("the balloon is in view", false)
	if !r.detail(plain).Culled {
		t.Error("the character without a balloon is in view")
	}
	r.setCamera(3.14)
	want("the camera looks the other way", true)
	transforms.Get(wearer).Matrix = mgl32.Translate3D(-90, -6.5, 0)
	check(t, r.animation.Update(0.05))
	if r.detail(garment).Level != 2 || *r.detail(garment) != *r.detail(wearer) {
		t.Errorf("far away the balloon has the detail %+v, its wearer %+v", *r.detail(garment), *r.detail(wearer))
	}
	check(t, r.animation.TakeOff(wearer, balloon))
	transforms.Get(wearer).Matrix = mgl32.Translate3D(-5, -6.5, 0)
	check(t, r.animation.Update(0.05))
	if !r.detail(wearer).Culled {
		t.Error("without its balloon the character is in view")
	}
}

// A character that its root motion moves into view is posed in that frame, and so is its garment, as
// in a world in which nobody is culled; a garment whose own level of detail is fixed goes by its
// wearer too, and one that the program fixed as culled with its wearer stays so.
func TestGarmentsMovedIntoViewArePosed(t *testing.T) {
	probe.Serial(t)
	file := jacketWithTails(t)
	newWorld := func() *draper {
		w := newDraper(t, file)
		skeleton := w.library.Skeleton(w.body.Skeleton)
		slide, err := clip.NewBuilder("slide", skeleton).
			Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{}, {0, 0, 60}}).
			Rotation(1, clip.Linear, []float32{0, 1}, []mgl32.Quat{
				mgl32.QuatIdent(), mgl32.QuatRotate(1, mgl32.Vec3{1, 0, 0}),
			}).Build()
		check(t, err)
		slide, err = clip.ExtractRootMotion(slide, clip.RootMotionOptions{Joint: skeleton.JointName(0)})
		check(t, err)
		w.body.SetClips(w.library, append(w.body.Clips, w.library.AddClip(slide)))
		view := systems.NewView(mgl32.Perspective(mgl32.DegToRad(50), 1.5, 0.1, 100),
			mgl32.LookAtV(mgl32.Vec3{0, 1.2, 0}, mgl32.Vec3{0, 1.2, 1}, mgl32.Vec3{0, 1, 0}))
		views := generic.NewMap1[components.View](&w.world)
		views.NewWith(&view)
		return w
	}
	w, all := newWorld(), newWorld()
	check(t, w.animation.DetailByView(systems.DetailPolicy{Cull: true}))
	type pair struct{ wearer, garment ecs.Entity }
	pairs := map[*draper][]pair{}
	for _, one := range []*draper{w, all} {
		for range 3 {
			wearer, garment := one.wear(t, mgl32.Translate3D(0, 0, -20))
			check(t, one.animation.Player(wearer).Play(one.body.Clip("slide")))
			check(t, one.animation.EnableRootMotion(wearer))
			pairs[one] = append(pairs[one], pair{wearer, garment})
		}
		outer, err := one.animation.Spawn(one.jacket, mgl32.Ident4()) // which the first garment wears
		check(t, err)
		attachments := generic.NewMap1[components.Attachment](&one.world)
		attachments.Assign(outer, components.NewAttachment(pairs[one][0].garment, components.EveryJoint))
		pairs[one] = append(pairs[one], pair{pairs[one][0].wearer, outer})
	}
	details := generic.NewMap1[components.LevelOfDetail](&w.world)
	details.Assign(pairs[w][1].garment, &components.LevelOfDetail{Fixed: true})
	details.Assign(pairs[w][2].wearer, &components.LevelOfDetail{Culled: true, Fixed: true})
	skin := w.jacket.Parts[0].Skin
	hidden, moved, wasCulled := 0, 0, false
	for frame := range 90 {
		if frame == 5 { // out of view
			for _, one := range pairs[w][:2] {
				details.Get(one.wearer).Level = 2
			}
		}
		before := w.animation.Counters().Culled
		check(t, w.animation.Update(1.0/60))
		check(t, all.animation.Update(1.0/60))
		skipped := map[ecs.Entity]bool{}
		for i, one := range pairs[w] {
			isCulled := details.Get(one.wearer).Culled
			for _, e := range []ecs.Entity{one.wearer, one.garment} {
				if told := w.animation.Explain(e).Detail; frame > 0 && told.Posed == isCulled {
					t.Fatalf("frame %d, pair %d: culled: %v, found %+v", frame, i, isCulled, told)
				}
				if isCulled {
					skipped[e] = true
				}
				if pool, slot := w.animation.Pool(e); pool.Level(slot) != int(details.Get(one.wearer).Level) {
					t.Errorf("frame %d, pair %d: entity %d is posed at level %d, expected %d", frame, i, e.ID(), pool.Level(slot),
						details.Get(one.wearer).Level)
				}
			}
			want := all.animation.Palette(pairs[all][i].garment, all.jacket.Parts[0].Skin)
			if found := w.animation.Palette(one.garment, skin); !isCulled && (len(found) == 0 || !sameBits(found, want)) {
				t.Fatalf("frame %d: garment %d is in view with another pose", frame, i)
			}
		}
		if n := w.animation.Counters().Culled - before; n != uint64(len(skipped)) {
			t.Errorf("frame %d: %d characters are counted as culled, expected %d", frame, n, len(skipped))
		}
		isCulled := details.Get(pairs[w][0].wearer).Culled
		if isCulled {
			hidden++
		} else if wasCulled {
			moved++
		}
		wasCulled = isCulled
		if !details.Get(pairs[w][2].wearer).Culled {
			t.Fatalf("frame %d: a character that the program culls is posed", frame)
		}
	}
	if hidden < 10 || moved != 1 {
		t.Errorf("the character was culled in %d frames, and came into view %d times", hidden, moved)
	}
}

// The reach of a model on the skeleton of its wearers contains its vertices while these move, and
// springs move what they lack.
func TestReachOfGarments(t *testing.T) {
	probe.Serial(t)
	w := newDraper(t, jacketWithTails(t))
	wearer, garment := w.wear(t, mgl32.Ident4())
	w.swing(t, garment)
	check(t, w.animation.EnableVertices(garment))
	body := w.library.Skeleton(w.body.Skeleton)
	balloon, err := gltfio.Options{Skeleton: body, ExtendSkeleton: true}.Parse(w.library, "balloon.glb", balloon(t))
	check(t, err)
	check(t, w.animation.Wear(wearer, balloon))
	high := mustSpawn(w.animation.Garment(wearer, balloon))
	check(t, w.animation.EnableVertices(high))
	transforms := generic.NewMap1[components.Transform](&w.world)
	for _, one := range []struct {
		model   *assets.Model
		garment ecs.Entity
	}{{w.jacket, garment}, {balloon, high}} {
		alone, worn := one.model.Reach(w.library), one.model.Reach(w.library, body)
		check(t, w.animation.Player(wearer).Play(w.body.Clip("walk")))
		isBeyond := false
		for frame := range 120 {
			transforms.Get(wearer).Matrix = placeAt(frame)
			if frame == 60 {
				check(t, w.animation.Player(wearer).Play(w.body.Clip("jump")))
			}
			check(t, w.animation.Update(1.0/60))
			for _, at := range w.animation.Vertices(one.garment, 0, 0).Positions {
				if far := at.Sub(worn.Center).Len(); far > worn.Radius {
					t.Fatalf("%s, frame %d: a vertex is %v m from the center, expected at most %v", one.model.Name, frame, far,
						worn.Radius)
				}
				isBeyond = isBeyond || at.Sub(alone.Center).Len() > alone.Radius
			}
		}
		if one.model == balloon && !isBeyond {
			t.Error("the balloon stays within the reach that it has without a wearer")
		}
	}
	if other := w.body.Reach(w.library, w.library.Skeleton(w.jacket.Skeleton)); other != w.body.Reach(w.library) {
		t.Errorf("a skeleton that the model does not extend changes its reach to %v", other)
	}
}
