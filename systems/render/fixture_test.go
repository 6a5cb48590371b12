package render

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/render/internal/gpu"
)

// device returns the device of the current context.
func device(t testing.TB) gpu.Device {
	t.Helper()
	d, err := currentDevice()
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// fixture is a world with its animation, a renderer and a target.
type fixture struct {
	t         testing.TB
	world     *ecs.World
	library   *assets.Library
	animation *systems.Animation
	renderer  *Renderer
	target    *Target
}

func newFixture(t testing.TB, options Options) *fixture {
	t.Helper()
	return newFixtureWith(t, assets.NewLibrary(assets.Exact()), options)
}

func newFixtureWith(t testing.TB, library *assets.Library, options Options) *fixture {
	t.Helper()
	requireGL(t)
	return newFixtureIn(t, library, options)
}

// newFixtureIn makes a fixture in the current context.
func newFixtureIn(t testing.TB, library *assets.Library, options Options) *fixture {
	t.Helper()
	world := ecs.NewWorld()
	s := &fixture{t: t, world: &world, library: library}
	var err error
	if s.animation, err = systems.NewAnimation(s.world, s.library); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.animation.Close)
	if s.renderer, err = New(s.world, s.library, options); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.renderer.Close)
	if s.target, err = NewTarget(64, 64, 4); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.target.Close)
	return s
}

// usePlainLight selects a weak directional light and ambient light from above and below, which
// tests can compute.
func (s *fixture) usePlainLight() {
	style := &s.renderer.Style
	style.Environment, style.RimLight, style.LightColor = nil, mgl32.Vec3{}, mgl32.Vec3{0.98, 0.88, 0.74}
}

// update runs a frame of the animation.
func (s *fixture) update(seconds float64) {
	s.t.Helper()
	if err := s.animation.Update(seconds); err != nil {
		s.t.Fatal(err)
	}
}

// draw returns the image that a camera sees.
func (s *fixture) draw(camera Camera) *image.NRGBA {
	s.t.Helper()
	if err := s.renderer.Draw(camera, s.target); err != nil {
		s.t.Fatal(err)
	}
	picture, err := s.target.Image()
	if err != nil {
		s.t.Fatal(err)
	}
	return picture
}

// spawnRigid spawns a rigid mesh.
func (s *fixture) spawnRigid(mesh id.Mesh, place mgl32.Mat4) ecs.Entity {
	spawner := generic.NewMap2[components.RigidMesh, components.Transform](s.world)
	return spawner.NewWith(&components.RigidMesh{Mesh: mesh}, &components.Transform{Matrix: place})
}

// addMesh adds a valid mesh to the library.
func (s *fixture) addMesh(mesh *mesh.Mesh) id.Mesh {
	s.t.Helper()
	id, err := s.library.AddMesh(mesh)
	if err != nil {
		s.t.Fatal(err)
	}
	return id
}

// square returns a mesh of two triangles from -1 to 1 in x and y, facing +z.
func square(material id.Material) *mesh.Mesh {
	return &mesh.Mesh{Name: "square", Primitives: []mesh.Primitive{{
		Positions: []mgl32.Vec3{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}},
		Normals:   []mgl32.Vec3{{0, 0, 1}, {0, 0, 1}, {0, 0, 1}, {0, 0, 1}},
		TexCoords: [2][]mgl32.Vec2{{{0, 1}, {1, 1}, {1, 0}, {0, 0}}},
		Indices:   []uint32{0, 1, 2, 0, 2, 3},
		Material:  material,
	}}}
}

// addRandomModel adds a random model: a skeleton with morph channels, a clip, and for each
// primitive a part. The skin has 6 influence joints.
func (s *fixture) addRandomModel(r *rand.Rand, shape randomassets.Shape, primitives ...*mesh.Primitive) *assets.Model {
	s.t.Helper()
	skeleton := randomassets.Skeleton(r, shape)
	skin := s.library.AddSkin(randomassets.Skin(r, skeleton, shape, 6))
	model := &assets.Model{
		Name: "wriggler", Skeleton: s.library.AddSkeleton(skeleton), Skins: []assets.SkinID{skin},
		Bounds: assets.Box{Min: mgl32.Vec3{-1, -1, -1}, Max: mgl32.Vec3{1, 1, 1}},
	}
	channels := skeleton.MorphChannels()
	for i, p := range primitives {
		part := assets.Part{Name: "part", Skin: skin, Rigid: p.Influences == 0, PaletteIndex: i % 6}
		if len(p.Targets) > 0 {
			part.Morphs = channels[i%len(channels)]
			p.Targets = p.Targets[:part.Morphs.Count]
		}
		part.Mesh = s.addMesh(&mesh.Mesh{
			Name: "random", Primitives: []mesh.Primitive{*p},
			Weights: make([]float32, len(p.Targets)),
		})
		model.Parts = append(model.Parts, part)
	}
	model.SetClips(s.library, []assets.ClipID{s.library.AddClip(randomassets.Clip(r, skeleton, shape, 20))})
	if _, err := s.library.AddModel(model); err != nil {
		s.t.Fatal(err)
	}
	return model
}

// addUnlitMaterial adds a material that shows its color without lighting.
func (s *fixture) addUnlitMaterial(color mgl32.Vec4) id.Material {
	m := mesh.DefaultMaterial()
	m.BaseColor, m.Unlit = color, true
	return s.library.AddMaterial(&m)
}

// must panics on an error.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// mustSpawn returns the entity of a call to Spawn, and panics on an error.
func mustSpawn(entity ecs.Entity, err error) ecs.Entity {
	if err != nil {
		panic(err)
	}
	return entity
}
