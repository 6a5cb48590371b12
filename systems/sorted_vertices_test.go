package systems

import (
	"math"
	"runtime"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel/sorted"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// Sorted vertices get the same bits at the same places as those in the order of the mesh, with
// tangents, morph targets and every method of skinning, and on a part that one joint moves.
func TestSortedVerticesEqualThoseInOrder(t *testing.T) {
	probe.Serial(t)
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	pose := rig.NewPose(library.Skeleton(model.Skeleton))
	library.Clip(model.Clip("walk")).Sample(0.3, pose)
	models := pose.ModelMatrices(nil)
	for i := range model.Parts {
		part := model.Parts[i]
		palette := library.Skin(part.Skin).Palette(nil, models)
		for _, p := range library.Mesh(part.Mesh).Primitives {
			if len(p.Positions) > 2000 {
				continue // the small ones have vertices of every kind
			}
			target := mesh.MorphTarget{
				Positions: make([]mgl32.Vec3, len(p.Positions)),
				Tangents:  make([]mgl32.Vec3, len(p.Positions)),
			}
			for v, at := range p.Positions {
				target.Positions[v], target.Tangents[v] = mgl32.Vec3{0, at.Y() / 8, 0}, mgl32.Vec3{0.1, 0, at.X()}
				p.Tangents = append(p.Tangents, p.Normals[v].Cross(mgl32.Vec3{0.48, 0.64, 0.6}).Vec4(1-2*float32(v%2)))
			}
			p.Targets = []mesh.MorphTarget{target}
			job := skinJob(&p)
			sortedVertices := sorted.New(&job)
			for _, method := range []mesh.Skinning{mesh.SkinLinear, mesh.SkinRigid, mesh.SkinDualQuaternion} {
				for _, weight := range []float32{0, 0.5, 0} {
					for _, rigid := range []bool{false, true} {
						part.Skinning, part.Rigid, part.PaletteIndex = method, rigid, 0
						of := &sortedMesh{mesh: &mesh.Mesh{Primitives: []mesh.Primitive{p}}}
						of.primitives.Store(&[]*sorted.Vertices{sortedVertices})
						s := sortedMeshes{meshes: map[id.Mesh]*sortedMesh{part.Mesh: of}}
						var want, got ecs.Vertices
						SkinPrimitive(&want, &p, &part, palette, []float32{weight})
						skinPrimitive(&got, &p, &part, palette, []float32{weight}, &splitPalette{}, s.of(&part, 0))
						equalBits(t, "positions", components3(got.Positions), components3(want.Positions))
						equalBits(t, "normals", components3(got.Normals), components3(want.Normals))
						equalBits(t, "tangents", components4(got.Tangents), components4(want.Tangents))
					}
				}
			}
		}
	}
}

func equalBits(t *testing.T, what string, got, want []float32) {
	t.Helper()
	for i := range want {
		if math.Float32bits(got[i]) != math.Float32bits(want[i]) {
			t.Fatalf("%s: number %d: sorted %v, in order %v", what, i, got[i], want[i])
		}
	}
}

// A mesh is sorted once; when another one is shown, those that were removed are forgotten.
func TestSortingForgetsRemovedMeshes(t *testing.T) {
	needSorting(t)
	library := assets.NewLibrary(assets.Exact())
	world := ecs.NewWorld()
	s := &newSkinVertices(&world, nil).sorted
	var ids []id.Mesh
	for round := range 3 {
		id, err := library.AddMesh(&mesh.Mesh{Name: "mesh", Primitives: make([]mesh.Primitive, 2)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
		model := &assets.Model{Parts: []assets.Part{{Mesh: id}, {Mesh: id}, {}, {Mesh: id, Skinning: mesh.SkinRigid}}}
		s.add(library, model)
		if len(s.waiting) != 1 {
			t.Fatalf("%d meshes wait, not 1", len(s.waiting))
		}
		s.start()
		waitForSorting(s)
		if primitives := s.meshes[id].primitives.Load(); primitives == nil || len(*primitives) != 2 {
			t.Fatal("the mesh is not sorted")
		}
		if s.add(library, model); len(s.waiting) != 0 {
			t.Fatal("the mesh is to be sorted twice")
		}
		if len(s.meshes) != min(round+1, 2) {
			t.Fatalf("round %d: %d meshes are kept", round, len(s.meshes))
		}
		if round > 0 {
			library.RemoveMesh(ids[round-1])
		}
	}
}

// A mesh that cannot be sorted keeps its order, those after it are sorted, and there is one
// goroutine at a time.
func TestSortingSurvivesAnInvalidMesh(t *testing.T) {
	needSorting(t)
	var s sortedMeshes
	invalid := &sortedMesh{mesh: &mesh.Mesh{Primitives: []mesh.Primitive{{
		Positions: make([]mgl32.Vec3, 9), Normals: make([]mgl32.Vec3, 9), Influences: 4, // but no joints
	}}}}
	valid := &sortedMesh{mesh: &mesh.Mesh{Primitives: make([]mesh.Primitive, 1)}}
	s.waiting = []*sortedMesh{invalid, valid}
	s.busy.Store(true) // as while another goroutine sorts
	if s.start(); len(s.waiting) != 2 {
		t.Fatal("a second goroutine was started")
	}
	s.busy.Store(false)
	s.start()
	waitForSorting(&s)
	if len(s.waiting) != 0 || invalid.primitives.Load() != nil || valid.primitives.Load() == nil {
		t.Errorf("%d meshes wait; sorted: the invalid mesh %v, the valid one %v", len(s.waiting),
			invalid.primitives.Load(), valid.primitives.Load())
	}
}

// A frame does not wait until a mesh is sorted.
func TestSortingRunsBehindFrames(t *testing.T) {
	needSorting(t)
	const vertices = 20000
	large := &mesh.Mesh{
		Primitives: []mesh.Primitive{{Positions: make([]mgl32.Vec3, vertices), Normals: make([]mgl32.Vec3, vertices)}},
	}
	for range 20 { // the goroutine may be done at once where the machine is under load
		s := sortedMeshes{waiting: []*sortedMesh{{mesh: large}}}
		s.start()
		busy := s.busy.Load()
		waitForSorting(&s)
		if busy {
			return
		}
	}
	t.Error("the mesh was sorted before start returned, each time")
}

// Frames have the same bits before, while and after meshes are sorted, and then they allocate
// nothing.
func TestFramesWhileSorting(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	check(t, err)
	world := ecs.NewWorld()
	animation, err := NewAnimation(&world, library, WithWorkers(4))
	check(t, err)
	defer animation.Close()
	vertices := &ecs.VertexStore{}
	skin := observed{newSkinVertices(&world, vertices)}
	check(t, animation.Schedule().InsertAfter(AtSkinVertices, skin))
	var characters []ecs.Entity
	for i := range 6 {
		e, err := animation.Spawn(model, mgl32.Ident4())
		check(t, err)
		check(t, animation.Player(e).Play(model.Clips[i%len(model.Clips)]))
		check(t, animation.EnableVertices(e))
		characters = append(characters, e)
	}
	frame := func() { check(t, animation.Update(1.0/60)) }
	compare := func() {
		for _, e := range characters {
			buffer := vertices.Buffer(e, animation.skinnedVertices.Get(e).Buffer)
			for i := range model.Parts {
				part := &model.Parts[i]
				for p := range library.Mesh(part.Mesh).Primitives {
					var want ecs.Vertices
					SkinPrimitive(&want, &library.Mesh(part.Mesh).Primitives[p], part, animation.Palette(e, part.Skin),
						animation.Morphs(e)[part.Morphs.Offset:][:part.Morphs.Count])
					got := &buffer.Parts[i][p]
					equalBits(t, "positions", components3(got.Positions), components3(want.Positions))
					equalBits(t, "normals", components3(got.Normals), components3(want.Normals))
				}
			}
		}
	}
	isSorted := func() bool { return skin.sorted.of(&model.Parts[0], 0) != nil }

	skin.sorted.busy.Store(true) // as while a goroutine sorts other meshes
	for range 2 {
		frame()
		compare()
	}
	if isSorted() {
		t.Fatal("a frame sorted a mesh itself")
	}
	skin.sorted.busy.Store(false)
	for sorted.Available() && !isSorted() {
		frame()
		compare()
	}
	waitForSorting(&skin.sorted)
	frame()
	compare()
	if n := testing.AllocsPerRun(20, frame); n > 0 {
		t.Errorf("a frame allocates %v times", n)
	}
	if !sorted.Available() && len(skin.sorted.meshes)+len(skin.sorted.waiting) > 0 {
		t.Error("there is no kernel for sorted vertices, but meshes are kept for it")
	}
}

// observed is a second system of the kind, with a name and a store of its own.
type observed struct{ *skinVerticesSystem }

func (observed) Name() string { return "observed" }

// needSorting skips a test where there is no kernel for sorted vertices.
func needSorting(t *testing.T) {
	t.Helper()
	if !sorted.Available() {
		t.Skip("sorted vertices need AVX2, and neither SINEW_NOASM nor the tag noasm")
	}
}

// waitForSorting returns when the goroutine has ended.
func waitForSorting(s *sortedMeshes) {
	for s.busy.Load() {
		runtime.Gosched()
	}
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
