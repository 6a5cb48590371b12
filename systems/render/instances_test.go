//go:build !js

package render

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
)

// spawnCrowd spawns characters of a model on a grid. Each has a different rotation and time.
func (s *fixture) spawnCrowd(model *assets.Model, n int) []ecs.Entity {
	s.t.Helper()
	characters := make([]ecs.Entity, n)
	for i := range characters {
		place := mgl32.Translate3D(float32(i%32), 0, float32(i/32)).Mul4(mgl32.HomogRotate3DY(float32(i))).
			Mul4(mgl32.Scale3D(0.5, 0.7, 0.6))
		characters[i] = mustSpawn(s.animation.Spawn(model, place))
		must(s.animation.EnableVertices(characters[i]))
		player := s.animation.Player(characters[i])
		if err := player.Play(model.Clips[0]); err != nil {
			s.t.Fatal(err)
		}
		if err := player.Seek(0.01 * float64(i)); err != nil {
			s.t.Fatal(err)
		}
	}
	return characters
}

// checkCrowd compares the vertices of every character, in world space, with the CPU, and counts the
// living characters.
func (s *fixture) checkCrowd(model *assets.Model, characters []ecs.Entity, living int) {
	s.t.Helper()
	program := captureProgram(s.t, mesh.SkinLinear)
	transforms := generic.NewMap1[components.Transform](s.world)
	found := 0
	for part := range model.Parts {
		drawn := s.renderer.cache.meshes[model.Parts[part].Mesh]
		vertices := int(drawn.primitives[0].vertices)
		for _, batch := range drawn.batches {
			if len(batch.instances) == 0 {
				continue
			}
			got := capture(s.t, s.renderer, program, batch, &drawn.primitives[0])
			for i, instance := range batch.instances {
				// The position on the grid identifies the character.
				n := int(math.Round(float64(instance.world[11])))*32 + int(math.Round(float64(instance.world[3])))
				if !s.world.Alive(characters[n]) {
					s.t.Fatalf("character %d was removed, but drawn", n)
				}
				want, world := s.animation.Vertices(characters[n], part, 0), transforms.Get(characters[n]).Matrix
				for v := range vertices {
					at := mgl32.TransformCoordinate(want.Positions[v], world)
					if d := got[i*vertices+v].Position.Sub(at).Len(); !(d <= 2e-5) {
						s.t.Fatalf("part %d of character %d, vertex %d is at %v, want %v", part, n, v,
							got[i*vertices+v].Position, at)
					}
				}
				found++
			}
		}
	}
	if want := len(model.Parts) * living; found != want {
		s.t.Errorf("%d parts of characters were drawn, want %d", found, want)
	}
}

func TestThousandCharactersAreInPlace(t *testing.T) {
	for _, row := range []struct {
		name      string
		maxTexels int
		pages     int
	}{{"one buffer", 0, 1}, {"the smallest buffers that OpenGL allows", 65536, 1}, {"many small buffers", 4096, 5}} {
		t.Run(row.name, func(t *testing.T) {
			s := newFixture(t, Options{Debug: true, MaxTexels: row.maxTexels, ShadowCascades: 1})
			r := rand.New(rand.NewPCG(1, 1))
			shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2}
			model := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 0),
				randomassets.Primitive(r, 20, 6, 8, 0))
			characters := s.spawnCrowd(model, 1000)
			s.update(0)
			s.update(0.1)
			s.prepare()
			if n := len(s.renderer.palettes.pages); n != row.pages {
				t.Errorf("the palettes take %d buffers, want %d", n, row.pages)
			}
			s.checkCrowd(model, characters, 1000)
			s.draw(Camera{Position: mgl32.Vec3{16, 40, 60}, Target: mgl32.Vec3{16, 0, 16}})
			if stats := s.renderer.Stats(); stats.Instances != 2000 || row.pages == 1 && stats.Draws != 6 {
				t.Errorf("%+v, want 2000 instances in 2 shadow draws, 2 draws, ground and sky", stats)
			}
		})
	}
}

func TestCharactersComeAndGo(t *testing.T) {
	s := newFixture(t, Options{Debug: true, ShadowCascades: 1})
	r := rand.New(rand.NewPCG(2, 1))
	shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2, Morphs: 1}
	model := s.addRandomModel(r, shape, randomassets.Primitive(r, 30, 6, 4, 4))
	characters := s.spawnCrowd(model, 40)
	s.update(0)
	for i := 0; i < 40; i += 3 {
		s.world.RemoveEntity(characters[i])
	}
	s.update(0.1)
	s.prepare()
	if n := s.renderer.batches.instances; n != 26 {
		t.Errorf("got %d instances for 26 characters", n)
	}
	s.checkCrowd(model, characters, 26) // the remaining ones keep their pose and position
}

func TestHiddenPartsAndRemovedModelsAreSkipped(t *testing.T) {
	s := newFixture(t, Options{Debug: true})
	r := rand.New(rand.NewPCG(3, 1))
	shape := randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2}
	model := s.addRandomModel(r, shape, randomassets.Primitive(r, 9, 6, 4, 0), randomassets.Primitive(r, 9, 6, 4, 0),
		randomassets.Primitive(r, 9, 6, 4, 0))
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	instances := func() int {
		s.update(0)
		s.draw(Camera{Position: mgl32.Vec3{0, 0, 5}})
		return s.renderer.Stats().Instances
	}
	if n := instances(); n != 3 {
		t.Errorf("drew %d parts of 3", n)
	}
	meshes := generic.NewMap1[components.SkinnedMesh](s.world)
	meshes.Get(e).Hidden = 0b101
	if n := instances(); n != 1 {
		t.Errorf("drew %d parts with two of three hidden", n)
	}
	meshes.Get(e).Hidden = 0
	s.library.RemoveMesh(model.Parts[1].Mesh)
	if n := instances(); n != 2 {
		t.Errorf("drew %d parts, with the mesh of one of three removed", n)
	}
	if n := len(s.renderer.cache.meshes); n != 2 {
		t.Errorf("%d meshes remain on the GPU", n)
	}
	s.library.RemoveModel(model.ID)
	if n := instances(); n != 0 {
		t.Errorf("drew %d parts of a model that was removed", n)
	}
	if c := s.renderer.cache; len(c.models)+len(c.meshes) != 0 {
		t.Errorf("%d models and %d meshes remain on the GPU", len(c.models), len(c.meshes))
	}
}

func TestPaletteLargerThanATextureBufferIsAnError(t *testing.T) {
	s := newFixture(t, Options{Debug: true, MaxTexels: 12})
	r := rand.New(rand.NewPCG(4, 1))
	model := s.addRandomModel(r, randomassets.Shape{Joints: 8, Roots: 1, Reach: 2, Bone: 0.2},
		randomassets.Primitive(r, 9, 6, 4, 0))
	mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	s.update(0)
	if err := s.renderer.Draw(Camera{}, s.target); err == nil {
		t.Error("no error for 6 matrices in 12 texels")
	} else {
		t.Log(err)
	}
	s.update(0) // fails if the failed draw left a query open
}

// A part is drawn while the pose shows it, and a part that is hidden for good never is.
func TestVisibilityOfParts(t *testing.T) {
	const file = `{"asset": {"version": "2.0"},
"buffers": [{"byteLength": 46, "uri": "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAAAAAAAAAAgD8AAQ=="}],
"bufferViews": [{"buffer": 0, "byteLength": 36}, {"buffer": 0, "byteOffset": 36, "byteLength": 8}, {"buffer": 0, "byteOffset": 44, "byteLength": 2}],
"accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 3},
 {"bufferView": 1, "componentType": 5126, "type": "SCALAR", "count": 2}, {"bufferView": 2, "componentType": 5121, "type": "SCALAR", "count": 2}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
"nodes": [{"mesh": 0, "children": [1, 2]}, {"mesh": 0}, {"mesh": 0, "extensions": {"KHR_node_visibility": {"visible": false}}}],
"animations": [{"name": "blink", "samplers": [{"input": 1, "output": 2, "interpolation": "STEP"}], "channels": [{"sampler": 0,
 "target": {"path": "pointer", "extensions": {"KHR_animation_pointer": {"pointer": "/nodes/1/extensions/KHR_node_visibility/visible"}}}}]}]}`
	s := newFixture(t, Options{Debug: true})
	model, err := gltfio.Parse(s.library, "blink.gltf", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	e := mustSpawn(s.animation.Spawn(model, mgl32.Ident4()))
	drawn := func() int {
		s.update(0)
		s.draw(Camera{Position: mgl32.Vec3{0, 0, 5}})
		return s.renderer.Stats().Instances
	}
	if n := drawn(); n != 2 {
		t.Errorf("at rest: drew %d parts, want 2", n)
	}
	player := s.animation.Player(e)
	if err := player.Play(model.Clip("blink")); err != nil {
		t.Fatal(err)
	}
	if n := drawn(); n != 1 {
		t.Errorf("with the clip: drew %d parts, want 1", n)
	}
	if err := player.Stop(0); err != nil {
		t.Fatal(err)
	}
	if n := drawn(); n != 2 {
		t.Errorf("without a clip: drew %d parts, want 2", n)
	}
}
