//go:build !windows && !js

package render

import (
	"fmt"
	"slices"
	"syscall"
	"testing"
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// setPreSkinned adds the component to entities, or removes it.
func (s *fixture) setPreSkinned(on bool, entities ...ecs.Entity) {
	marker := generic.NewMap1[components.PreSkinned](s.world)
	for _, e := range entities {
		if on {
			marker.Add(e)
		} else {
			marker.Remove(e)
		}
	}
}

// newGroup spawns three characters of a model that play its first clip, one of them mirrored.
func newGroup(t testing.TB, file string) (*fixture, *assets.Model, []ecs.Entity, Camera) {
	t.Helper()
	s := newFixture(t, Options{Debug: true})
	var model *assets.Model
	var err error
	if file == "" {
		model, err = mannequin.New(s.library)
	} else {
		model, err = gltfio.Open(s.library, testassets.Path(t, file))
	}
	must(err)
	size := model.Bounds.Max.Sub(model.Bounds.Min).Len()
	var entities []ecs.Entity
	for i, place := range []mgl32.Mat4{
		mgl32.Ident4(),
		mgl32.Translate3D(0.6*size, 0, 0).Mul4(mgl32.Scale3D(-1, 0.8, 1)), mgl32.Translate3D(-0.6*size, 0, -0.3*size),
	} {
		e := mustSpawn(s.animation.Spawn(model, place))
		must(s.animation.Player(e).Play(model.Clips[0]))
		must(s.animation.Player(e).Seek(0.2 * float64(i)))
		entities = append(entities, e)
	}
	target, err := NewTarget(240, 240, 4)
	must(err)
	t.Cleanup(target.Close)
	s.target = target
	center := model.Bounds.Min.Add(model.Bounds.Max).Mul(0.5)
	return s, model, entities, Camera{
		Position: center.Add(mgl32.Vec3{0.2 * size, 0.3 * size, 1.5 * size}),
		Target:   center,
	}
}

// Characters that are skinned ahead look like others, shadows, morph targets and materials that
// clips change included.
func TestPreSkinnedCharactersLookTheSame(t *testing.T) {
	for _, file := range []string{
		"", "assets/fox/Fox.glb", "assets/robot/robot.glb",
		"assets/morph_cube/AnimatedMorphCube.gltf",
	} {
		for _, method := range methods {
			t.Run(fmt.Sprint(file, " ", method), func(t *testing.T) {
				s, model, entities, camera := newGroup(t, file)
				setSkinning(model, method)
				s.update(0)
				s.update(0.3)
				want := s.draw(camera)
				if n := s.renderer.Stats().PreSkinned; n != 0 {
					t.Errorf("%d characters are skinned ahead before any asks for it", n)
				}
				s.setPreSkinned(true, entities[:2]...)
				got := s.draw(camera)
				if n := s.renderer.Stats().PreSkinned; n != 2 {
					t.Errorf("%d characters are skinned ahead, want 2", n)
				}
				d, err := perceptual.Compare(got, want)
				must(err)
				if d.Worst > 1 {
					t.Errorf("the pictures differ: %+v", d)
				}
			})
		}
	}
}

// The buffers are freed with the entity, the component and the model.
func TestPreSkinnedBuffersAreFreed(t *testing.T) {
	s, model, entities, camera := newGroup(t, "")
	s.setPreSkinned(true, entities...)
	s.update(0.1)
	buffers := func() (names []uint32) {
		s.draw(camera)
		for _, c := range s.renderer.ahead.characters {
			for _, part := range c.parts {
				for _, p := range part.primitives {
					names = append(names, uint32(p.buffer))
				}
			}
		}
		return names
	}
	all := buffers()
	if len(all) == 0 || len(all)%3 != 0 {
		t.Fatalf("%d buffers of three characters", len(all))
	}
	s.world.RemoveEntity(entities[0])
	s.setPreSkinned(false, entities[1])
	if kept := buffers(); len(kept) != len(all)/3 {
		t.Errorf("%d buffers of one character, want %d", len(kept), len(all)/3)
	}
	if !s.library.RemoveModel(model.ID) {
		t.Fatal("the model was not in the library")
	}
	if kept := buffers(); len(kept) != 0 {
		t.Errorf("%d buffers without a model", len(kept))
	}
	for _, name := range all {
		if gl.IsBuffer(name) {
			t.Errorf("buffer %d was not freed", name)
		}
	}
}

// A character that is drawn with another model of its skeleton, with more parts and other meshes,
// gets other buffers.
func TestPreSkinnedCharacterChangesItsModel(t *testing.T) {
	s, model, entities, camera := newGroup(t, "")
	other := &assets.Model{Name: "outfit", Skeleton: model.Skeleton, Skins: model.Skins, Bounds: model.Bounds}
	board := square(0)
	board.Primitives[0].Influences, board.Primitives[0].Joints, board.Primitives[0].Weights = 4, make([]uint16, 16),
		make([]float32, 16)
	for v := range 4 {
		board.Primitives[0].Weights[4*v] = 1
	}
	other.Parts = append(other.Parts, assets.Part{Name: "board", Mesh: s.addMesh(board), Skin: model.Skins[0]})
	other.Parts = append(other.Parts, slices.Concat(model.Parts, model.Parts)...)
	_, err := s.library.AddModel(other)
	must(err)
	s.setPreSkinned(true, entities...)
	meshes := generic.NewMap1[components.SkinnedMesh](s.world)
	for _, id := range []assets.ModelID{model.ID, other.ID, model.ID} {
		meshes.Get(entities[0]).Model = id
		s.update(0.1)
		got := s.draw(camera)
		s.setPreSkinned(false, entities...)
		want := s.draw(camera)
		s.setPreSkinned(true, entities...)
		s.draw(camera)
		d, err := perceptual.Compare(got, want)
		must(err)
		if d.Worst > 1 {
			t.Errorf("with model %v the pictures differ: %+v", id, d)
		}
	}
}

// A frame allocates nothing, and leaves the state that State lists.
func TestPreSkinningKeepsTheRules(t *testing.T) {
	s, _, entities, camera := newGroup(t, "")
	s.setPreSkinned(true, entities...)
	s.update(0.1)
	s.renderer.debug = false
	draw := func() { must(s.renderer.Draw(camera, s.target)) }
	draw()
	if n := testing.AllocsPerRun(10, draw); n != 0 {
		t.Errorf("a frame makes %v allocations", n)
	}
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(gl.TRANSFORM_FEEDBACK_BUFFER, buffer)
	gl.BufferData(gl.TRANSFORM_FEEDBACK_BUFFER, 64, nil, gl.STREAM_READ)
	gl.BindBufferRange(gl.TRANSFORM_FEEDBACK_BUFFER, 0, buffer, 16, 32)
	var state State
	state.Save()
	draw()
	state.Restore()
	var general, indexed int32
	gl.GetIntegerv(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, &general)
	gl.GetIntegeri_v(gl.TRANSFORM_FEEDBACK_BUFFER_BINDING, 0, &indexed)
	if uint32(general) != buffer || uint32(indexed) != buffer {
		t.Errorf("buffer %d is bound in general and %d at 0, want %d", general, indexed, buffer)
	}
	gl.DeleteBuffers(1, &buffer)
}

// BenchmarkPreSkinned draws three mannequins into a small image, so that vertices are what costs:
// in the shadow map and in the image, and with blended surfaces in the image twice. It reports the
// processor time of a frame, of all threads of the driver.
func BenchmarkPreSkinned(b *testing.B) {
	for _, method := range []mesh.Skinning{mesh.SkinLinear, mesh.SkinDualQuaternion} {
		for _, blended := range []bool{false, true} {
			for _, ahead := range []bool{false, true} {
				b.Run(fmt.Sprintf("%s/blended=%t/ahead=%t", method, blended, ahead), func(b *testing.B) {
					s, model, entities, camera := newGroup(b, "")
					s.renderer.Style.PixelError, s.renderer.debug = 0, false
					setSkinning(model, method)
					for _, part := range model.Parts {
						for i := range s.library.Mesh(part.Mesh).Primitives {
							if m := s.library.Material(s.library.Mesh(part.Mesh).Primitives[i].Material); m != nil &&
								blended {
								m.AlphaMode, m.DoubleSided = mesh.AlphaBlend, true
							}
						}
					}
					if ahead {
						s.setPreSkinned(true, entities...)
					}
					s.renderer.shadows.delete()
					var err error
					s.renderer.shadows, err = newShadowMap(s.renderer.device, s.renderer.contexts, 16, 0)
					must(err)
					s.target, err = NewTarget(16, 16, 1)
					must(err)
					s.update(0.1)
					must(s.renderer.Draw(camera, s.target))
					gl.Finish()
					before := processorTime(b)
					for b.Loop() {
						must(s.renderer.Draw(camera, s.target))
						gl.Finish()
					}
					b.ReportMetric(float64((processorTime(b)-before).Microseconds())/1000/float64(b.N),
						"processor-ms/frame")
				})
			}
		}
	}
}

// processorTime returns the time that all threads of the process have used.
func processorTime(b *testing.B) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
