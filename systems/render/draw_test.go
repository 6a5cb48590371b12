//go:build !js

package render

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

func TestDrawAllocatesNothing(t *testing.T) {
	s := newFixture(t, Options{})
	r := rand.New(rand.NewPCG(5, 1))
	shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2, Morphs: 2}
	model := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 4), randomassets.Primitive(r, 20, 6, 8, 0))
	for _, e := range s.spawnCrowd(model, 50) {
		must(s.animation.EnableModelMatrices(e))
	}
	glass := mesh.DefaultMaterial()
	glass.AlphaMode = mesh.AlphaBlend
	for i := range 9 {
		s.spawnRigid(s.addMesh(square(s.library.AddMaterial(&glass))), mgl32.Translate3D(float32(i), 1, 0))
	}
	s.renderer.Style.Skeletons = true
	s.update(0)
	s.update(0.1)
	camera := Camera{Position: mgl32.Vec3{16, 10, 30}, Target: mgl32.Vec3{16, 0, 0}}
	draw := func() {
		if err := s.renderer.Draw(camera, s.target); err != nil {
			t.Fatal(err)
		}
	}
	draw()
	if n := testing.AllocsPerRun(20, draw); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
}

func TestSkeletonsAreDrawnOverCharacters(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	skeleton, err := rig.NewSkeleton("arm", []rig.Joint{
		{Name: "a", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "b", Parent: 0, Rest: rig.TRS{
			Translation: mgl32.Vec3{0, 1, 0}, Rotation: mgl32.QuatIdent(),
			Scale: mgl32.Vec3{1, 1, 1},
		}},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	skin, err := rig.NewSkin("arm", skeleton, []int{0}, nil)
	if err != nil {
		t.Fatal(err)
	}
	model := &assets.Model{
		Name: "arm", Skeleton: s.library.AddSkeleton(skeleton),
		Parts: []assets.Part{{
			Mesh: s.addMesh(square(s.addUnlitMaterial(mgl32.Vec4{1, 0, 0, 1}))),
			Skin: s.library.AddSkin(skin), Rigid: true,
		}},
		Bounds: assets.Box{Min: mgl32.Vec3{-1, -1, 0}, Max: mgl32.Vec3{1, 1, 0}},
	}
	if _, err := s.library.AddModel(model); err != nil {
		t.Fatal(err)
	}
	// The bone is behind the character's own mesh, but drawn over everything.
	e := mustSpawn(s.animation.Spawn(model, mgl32.HomogRotate3DY(0.1)))
	s.renderer.Style.Skeletons = true
	s.renderer.Style.SkeletonColor = mgl32.Vec3{0, 1, 0}
	red := color.NRGBA{R: 255}
	s.update(0)
	if got := at(s.draw(ahead), 0, 0.3); !near(got, red, 1) {
		t.Errorf("without model matrices: %v", got)
	}
	must(s.animation.EnableModelMatrices(e))
	s.update(0)
	if n := len(s.renderer.bones.list); n != 0 {
		t.Errorf("%d bones before the first frame", n)
	}
	picture := s.draw(ahead)
	if n := len(s.renderer.bones.list); n != 2 {
		t.Errorf("got %d bones, want 2: one between the joints, one at the end of the chain", n)
	}
	if got := at(picture, 0, 0.15); got.G < 60 || got.R > got.G {
		t.Errorf("on the bone: %v", got)
	}
	if got := at(picture, 0.5, 0.3); !near(got, red, 1) {
		t.Errorf("beside the bone: %v", got)
	}
}

func TestMirroredJointsKeepTheirFrontFaces(t *testing.T) {
	for _, scale := range []mgl32.Vec3{{1, 1, 1}, {-1, 1, 1}, {-1, -2, -1}} {
		s := newFixture(t, Options{Debug: true})
		skeleton, err := rig.NewSkeleton("mirror",
			[]rig.Joint{{Parent: -1, Rest: rig.TRS{Rotation: mgl32.QuatIdent(), Scale: scale}}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		skin, err := rig.NewSkin("mirror", skeleton, []int{0}, []mgl32.Mat4{mgl32.Ident4()})
		if err != nil {
			t.Fatal(err)
		}
		mesh := square(s.addUnlitMaterial(mgl32.Vec4{1, 0, 0, 1}))
		if scale[2] < 0 { // the square then faces the other way
			mesh.Primitives[0].Indices = []uint32{0, 2, 1, 0, 3, 2}
		}
		model := &assets.Model{
			Skeleton: s.library.AddSkeleton(skeleton),
			Parts:    []assets.Part{{Mesh: s.addMesh(mesh), Skin: s.library.AddSkin(skin), Rigid: true}},
		}
		if _, err := s.library.AddModel(model); err != nil {
			t.Fatal(err)
		}
		mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
		s.update(0)
		if got := at(s.draw(ahead), 0, 0); !near(got, color.NRGBA{R: 255}, 1) {
			t.Errorf("scale %v: %v", scale, got)
		}
	}
}

// A renderer is made whatever errors the program left in the context, and closed twice it frees
// nothing of another one. Closed, it draws nothing, and tells so.
func TestCloseTwice(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	s.renderer.device.BindFramebuffer(1<<30, 1<<30) // no object has this name
	first, err := New(s.world, s.library, Options{Debug: true})
	if err != nil {
		t.Fatalf("after an error of the program: %v", err)
	}
	first.Close()
	second, err := New(s.world, s.library, Options{Debug: true}) // gets the names that first had
	if err != nil {
		t.Fatal(err)
	}
	defer second.Close()
	first.Close()
	err = errors.Join(second.Draw(Camera{}, s.target), glError(s.renderer.device, "after closing twice"))
	if err != nil {
		t.Errorf("another renderer: %v", err)
	}
	for what, err := range map[string]error{
		"Draw":     first.Draw(Camera{}, s.target),
		"DrawInto": first.DrawInto(0, image.Rect(0, 0, 4, 4), mgl32.Ident4(), mgl32.Ident4(), IntoOptions{}),
		"Present":  first.Present(s.target, 4, 4),
		"Load":     first.Load(0),
	} {
		if !errors.Is(err, ErrClosed) || !strings.Contains(err.Error(), "renderer") {
			t.Errorf("%s of a closed renderer: %v", what, err)
		}
	}
	if _, err := first.Palettes(nil, 0); !errors.Is(err, ErrClosed) {
		t.Errorf("Palettes of a closed renderer: %v", err)
	}
	(*Renderer)(nil).Close()
}

func TestWorldWithoutAnimation(t *testing.T) {
	requireGL(t)
	world, library := ecs.NewWorld(), assets.NewLibrary(assets.Exact())
	r, err := New(&world, library, Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	target, err := NewTarget(16, 16, 1)
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Draw(Camera{}, target); err != nil {
		t.Error(err)
	}
	target.Close()
	if err := r.Draw(Camera{}, target); !errors.Is(err, ErrClosed) {
		t.Errorf("on a closed target: %v", err)
	}
}

// BenchmarkPrepare measures the work for a crowd before drawing begins: gathering the instances,
// and uploading them and the palettes until the GPU has them, with the bytes that are sent. The
// crowd wears one outfit, or fifty, each a skin of its own, whose palettes are in as many places.
func BenchmarkPrepare(b *testing.B) {
	for _, row := range []struct{ characters, outfits int }{{1000, 1}, {1000, 50}, {10000, 1}, {10000, 50}} {
		shared, library := sharedMannequin()
		s := newFixtureWith(b, library, Options{})
		models := []*assets.Model{shared}
		for len(models) < row.outfits {
			models = append(models, s.withSkinOfItsOwn(shared))
		}
		for i := range row.characters {
			mustSpawn(s.animation.Spawn(models[i%len(models)], mgl32.Translate3D(float32(i%100), 0, float32(i/100))))
		}
		s.update(0)
		s.prepare()
		measure := func(name string, work func()) {
			b.Run(fmt.Sprintf("%s/%d/outfits=%d", name, row.characters, row.outfits), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					work()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(row.characters), "ns/character")
				if sent := s.renderer.Stats().Uploaded; sent > 0 {
					b.ReportMetric(float64(sent)/float64(row.characters), "bytes/character")
				}
			})
		}
		gather := func() {
			if err := s.renderer.gather(s.animation.Store()); err != nil {
				b.Fatal(err)
			}
		}
		measure("gather", gather)
		measure("gather+upload", func() {
			gather()
			s.renderer.upload(&Camera{Position: mgl32.Vec3{0, 0, 5}})
			gl.Finish()
		})
	}
}

// withSkinOfItsOwn adds a copy of a model, whose parts have a copy of their skin.
func (s *fixture) withSkinOfItsOwn(model *assets.Model) *assets.Model {
	s.t.Helper()
	own := s.library.Skin(model.Parts[0].Skin)
	var joints []int
	var binds []mgl32.Mat4
	for i, joint := range own.Joints() {
		joints, binds = append(joints, int(joint)), append(binds, rig.MatrixAt(own.InverseBinds(), i).Mat4())
	}
	skin, err := rig.NewSkin(own.Name(), own.Skeleton(), joints, binds)
	must(err)
	id := s.library.AddSkin(skin)
	dressed := &assets.Model{
		Name: "dressed", Skeleton: model.Skeleton, Bounds: model.Bounds, Skins: []assets.SkinID{id},
	}
	for _, part := range model.Parts {
		part.Skin = id
		dressed.Parts = append(dressed.Parts, part)
	}
	_, err = s.library.AddModel(dressed)
	must(err)
	return dressed
}

// The box of a character is drawn around it, where its joints have moved it.
func TestBoundsAreDrawnAroundCharacters(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	r, shape := rand.New(rand.NewPCG(5, 2)), randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2, Morphs: 2}
	model := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 4))
	mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(3, 1, 0)))
	s.update(0)
	camera := Camera{Position: mgl32.Vec3{3, 1, 12}, Target: mgl32.Vec3{3, 1, 0}}
	s.draw(camera)
	box := s.renderer.Bounds() // the renderer knows the model from the first frame on
	before := s.draw(camera)
	if n := len(s.renderer.bones.list); n != 0 {
		t.Fatalf("%d edges without being asked for", n)
	}
	s.renderer.Style.Bounds = true
	after := s.draw(camera)
	if n := len(s.renderer.bones.list); n != 24 {
		t.Errorf("got %d halves of edges, want 24", n)
	}
	for _, b := range s.renderer.bones.list {
		for axis := range 3 {
			at := [2]float32{box.Min[axis], box.Max[axis]}
			if d := min(mgl32.Abs(b.head[axis]-at[0]), mgl32.Abs(b.head[axis]-at[1])); d > 1e-4 {
				t.Errorf("a corner is at %v, the box is %v", b.head, box)
			}
		}
	}
	changed := 0
	for i := range before.Pix {
		if before.Pix[i] != after.Pix[i] {
			changed++
		}
	}
	if share := float64(changed) / float64(len(before.Pix)); share < 0.002 || share > 0.3 {
		t.Errorf("the box changes %.2f%% of the picture", 100*share)
	}
}
