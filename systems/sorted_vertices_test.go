package systems

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/kernel/sorted"
)

// Sorted vertices get the same bits at the same places as those in the order of the mesh, with tangents, morph targets and every method of
// skinning, and on a part that one joint moves.
func TestSortedVerticesEqualThoseInOrder(t *testing.T) {
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
			target := mesh.MorphTarget{Positions: make([]mgl32.Vec3, len(p.Positions)), Tangents: make([]mgl32.Vec3, len(p.Positions))}
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
						s := SkinVertices{sorted: map[assets.MeshID]sortedMesh{part.Mesh: {
							mesh: &assets.Mesh{Primitives: []mesh.Primitive{p}}, primitives: []*sorted.Vertices{sortedVertices},
						}}}
						var want, got ecs.Vertices
						SkinPrimitive(&want, &p, &part, palette, []float32{weight})
						skinPrimitive(&got, &p, &part, palette, []float32{weight}, &splitPalette{}, s.sortedVertices(&part, 0))
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

// A mesh is sorted once; when another one is, those that were removed are forgotten.
func TestSortingForgetsRemovedMeshes(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	s := NewSkinVertices(nil, nil)
	var ids []assets.MeshID
	for round := range 3 {
		id, err := library.AddMesh(&assets.Mesh{Name: "mesh", Primitives: make([]mesh.Primitive, 2)})
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, id)
		model := &assets.Model{Parts: []assets.Part{{Mesh: id}, {Mesh: id}}}
		s.sort(library, model)
		first := s.sorted[id].primitives
		s.sort(library, model)
		if len(first) != 2 || &first[0] != &s.sorted[id].primitives[0] {
			t.Fatal("the mesh was sorted twice")
		}
		if len(s.sorted) != min(round+1, 2) {
			t.Fatalf("round %d: %d meshes are kept", round, len(s.sorted))
		}
		if round > 0 {
			library.RemoveMesh(ids[round-1])
		}
	}
}
