package systems_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// fixture is a world with an animation and one model.
type fixture struct {
	world     ecs.World
	library   *assets.Library
	animation *systems.Animation
	model     *assets.Model
}

// newFixture creates a world for characters of a random model with a number of joints. The model
// has two clips of 1 s and 2 s, and one mesh with one skin and two morph targets.
func newFixture(t testing.TB, joints int, settings ...systems.Option) *fixture {
	t.Helper()
	f := &fixture{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}
	f.model = newModel(t, f.library, joints, 1)
	var err error
	if f.animation, err = systems.NewAnimation(&f.world, f.library, settings...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(f.animation.Close)
	return f
}

func newModel(t testing.TB, library *assets.Library, joints int, seed uint64) *assets.Model {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 77))
	list := make([]rig.Joint, joints)
	for j := range list {
		list[j] = rig.Joint{Name: string(rune('a'+j%26)) + "joint", Parent: -1, Rest: randomTRS(random)}
		if j > 0 && random.IntN(8) > 0 {
			list[j].Parent = random.IntN(j)
		}
	}
	list[0].Morphs = []float32{0.25, 0}
	skeleton, err := rig.NewSkeleton("random", list, nil)
	if err != nil {
		t.Fatal(err)
	}
	model := &assets.Model{Name: "random", Skeleton: library.AddSkeleton(skeleton)}
	carrier, _ := skeleton.FromSource(0)
	var clips []assets.ClipID
	for c, name := range []string{"one", "two"} {
		clips = append(clips, library.AddClip(newClip(t, random, skeleton, carrier, name, float32(c+1))))
	}
	model.SetClips(library, clips)
	all := make([]int, joints)
	binds := make([]mgl32.Mat4, joints)
	for j := range all {
		all[j], binds[j] = j, randomTRS(random).Matrix().Mat4()
	}
	skin, err := rig.NewSkin("skin", skeleton, all, binds)
	if err != nil {
		t.Fatal(err)
	}
	model.Skins = []assets.SkinID{library.AddSkin(skin)}
	mesh, err := library.AddMesh(newMesh(random, joints))
	if err != nil {
		t.Fatal(err)
	}
	channel, _ := skeleton.MorphChannel(carrier)
	model.Parts = []assets.Part{{Name: "body", Mesh: mesh, Skin: model.Skins[0], Morphs: channel}}
	if _, err := library.AddModel(model); err != nil {
		t.Fatal(err)
	}
	return model
}

func newClip(t testing.TB, random *rand.Rand, s *assets.Skeleton, carrier int, name string,
	seconds float32,
) *assets.Clip {
	t.Helper()
	times := []float32{0, seconds / 4, seconds / 2, seconds}
	b := clip.NewBuilder(name, s)
	for j := range s.Len() {
		var translations, scales []mgl32.Vec3
		var rotations []mgl32.Quat
		for range times {
			key := randomTRS(random)
			translations, scales = append(translations, key.Translation), append(scales, key.Scale)
			rotations = append(rotations, key.Rotation)
		}
		b.Translation(j, clip.Linear, times, translations).Rotation(j, clip.Linear, times, rotations)
		if j%3 == 0 {
			b.Scale(j, clip.Linear, times, scales)
		}
	}
	b.MorphWeights(carrier, clip.Linear, times, []float32{0, 1, 1, 0, 0.5, 0.5, 0, 1})
	clip, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	return clip
}

// newMesh creates a mesh of 40 random vertices, each moved by up to 4 joints.
func newMesh(random *rand.Rand, joints int) *mesh.Mesh {
	p := mesh.Primitive{Influences: 4, Targets: make([]mesh.MorphTarget, 2)}
	for v := range uint32(40) {
		vector := func() mgl32.Vec3 {
			return mgl32.Vec3{random.Float32() - 0.5, random.Float32() - 0.5, random.Float32() - 0.5}
		}
		p.Positions = append(p.Positions, vector())
		p.Normals = append(p.Normals, vector().Normalize())
		p.Tangents = append(p.Tangents, vector().Normalize().Vec4(1))
		for t := range p.Targets {
			p.Targets[t].Positions = append(p.Targets[t].Positions, vector())
			p.Targets[t].Normals = append(p.Targets[t].Normals, vector())
			p.Targets[t].Tangents = append(p.Targets[t].Tangents, vector())
		}
		used := 1 + random.IntN(4)
		for i := range 4 {
			if i < used {
				p.Joints, p.Weights = append(p.Joints, uint16(random.IntN(joints))), append(p.Weights, 1/float32(used))
			} else {
				p.Joints, p.Weights = append(p.Joints, mesh.NoInfluence), append(p.Weights, 0)
			}
		}
		p.Indices = append(p.Indices, v, v, v)
	}
	return &mesh.Mesh{TargetNames: []string{"smile", "blink"}, Name: "mesh", Primitives: []mesh.Primitive{p}, Weights: []float32{0, 0}}
}

func randomTRS(random *rand.Rand) rig.TRS {
	number := func() float32 { return random.Float32()*2 - 1 }
	t := rig.TRS{
		Translation: mgl32.Vec3{number(), number(), number()},
		Rotation:    mgl32.Quat{W: number() + 0.01, V: mgl32.Vec3{number(), number(), number()}}.Normalize(),
		Scale:       mgl32.Vec3{1 + number()/4, 1 + number()/4, 1 + number()/4},
	}
	if random.IntN(10) == 0 {
		t.Scale[random.IntN(3)] *= -1
	}
	return t
}

// spawn creates a character that plays a clip from a time in seconds.
func (f *fixture) spawn(t testing.TB, clip int, time float64) ecs.Entity {
	t.Helper()
	e := mustSpawn(f.animation.Spawn(f.model, mgl32.Ident4()))
	if err := f.animation.Player(e).Play(f.model.Clips[clip]); err != nil {
		t.Fatal(err)
	}
	if err := f.animation.Player(e).Seek(time); err != nil {
		t.Fatal(err)
	}
	return e
}

// update runs an update of any length.
func (f *fixture) update(t testing.TB, seconds float64) {
	t.Helper()
	if clock := f.animation.Clock(); seconds > clock.Longest() {
		clock.MaxSeconds = math.Inf(1)
	}
	if err := f.animation.Update(seconds); err != nil {
		t.Fatal(err)
	}
}

func sameBits(a, b []float32) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) {
			return false
		}
	}
	return true
}

// mustSpawn returns the entity of a call to Spawn, and panics on an error.
func mustSpawn(entity ecs.Entity, err error) ecs.Entity {
	if err != nil {
		panic(err)
	}
	return entity
}

// addRootMotion adds the component to a character whose clips have none.
func (f *fixture) addRootMotion(e ecs.Entity) {
	motions := generic.NewMap1[components.RootMotion](&f.world)
	motions.Add(e)
}
