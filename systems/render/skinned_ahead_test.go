package render

import (
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
)

// aheadTolerance is how far vertices that are skinned ahead may be from the CPU's, and how far
// their normals, as a part of the model's size and of their length.
const aheadTolerance = 1e-4

// The vertices that transform feedback keeps are those that the CPU computes, by every method.
func TestVerticesSkinnedAheadMatchTheCPU(t *testing.T) {
	model, library := bakedMannequin()
	s := newFixtureWith(t, library, Options{Debug: true})
	size := model.Bounds.Max.Sub(model.Bounds.Min).Len()
	// so that palettes do not begin where the texture does
	mustSpawn(s.animation.Spawn(model, mgl32.Translate3D(1, 0, 0)))
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	marker := generic.NewMap1[components.PreSkinned](s.world)
	marker.Add(e)
	must(s.animation.EnableVertices(e))
	must(s.animation.Player(e).Play(model.Clip("dance")))
	worst, compared := float32(0), 0
	for method := range mesh.SkinDualQuaternion + 1 {
		for i := range model.Parts {
			model.Parts[i].Skinning = method // what the CPU does
		}
		s.renderer.Style.Skinning = &method
		s.update(0.3)
		s.draw(Camera{Position: mgl32.Vec3{0, 1, 4}, Target: mgl32.Vec3{0, 1, 0}})
		character := s.renderer.ahead.characters[skinnedModel{e, s.renderer.cache.models[model.ID]}]
		if character == nil || s.renderer.Stats().PreSkinned != 1 {
			t.Fatalf("nothing is skinned ahead: %+v", s.renderer.Stats())
		}
		for i, part := range character.parts {
			for k := range part.primitives {
				want := s.animation.Vertices(e, i, k)
				const stride = skinnedBytes / 4
				got := readBuffer(s.renderer.device, part.primitives[k].buffer, stride*len(want.Positions))
				for v := range want.Positions {
					position, normal := mgl32.Vec3(got[stride*v:][:3]), mgl32.Vec3(got[stride*v+skinnedNormal/4:][:3])
					d := max(position.Sub(want.Positions[v]).Len()/size, normal.Sub(want.Normals[v]).Len())
					if !(d <= aheadTolerance) {
						t.Fatalf("%s: part %d, primitive %d, vertex %d is at %v with normal %v, on the CPU at %v "+
							"with %v",
							method, i, k, v, position, normal, want.Positions[v], want.Normals[v])
					}
					worst = max(worst, d)
					compared++
				}
			}
		}
	}
	for i := range model.Parts {
		model.Parts[i].Skinning = mesh.SkinLinear
	}
	if compared < 1000 {
		t.Errorf("only %d vertices were compared", compared)
	}
	t.Logf("%d vertices, %.2g apart at most", compared, worst)
}
