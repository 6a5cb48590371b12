package systems_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// richFixture is a world with every kind of asset: clips with root motion and markers, additive
// clips, masks, a curve, and blend spaces.
type richFixture struct {
	*fixture
	skeleton   *assets.Skeleton
	clips      []assets.ClipID // poses
	adds       []assets.ClipID // differences
	masks      []id.Mask
	curve      id.Curve // x²
	spaces     []id.BlendSpace
	stepped    id.BlendSpace // in phase by markers
	addSpace   id.BlendSpace
	transforms generic.Map1[components.Transform]
	scales     generic.Map1[components.TimeScale]
	roots      generic.Map1[components.RootMotion]
}

const richJoints = 11

func newRichFixture(t testing.TB, seed uint64, settings ...systems.Option) *richFixture {
	t.Helper()
	k := &richFixture{fixture: &fixture{world: ecs.NewWorld(), library: assets.NewLibrary(assets.Exact())}}
	random := rand.New(rand.NewPCG(seed, 4))
	joints := make([]rig.Joint, richJoints)
	for j := range joints {
		joints[j] = rig.Joint{Name: fmt.Sprint(j), Parent: (j - 1) / 2, Rest: smallRotationTRS(random)}
	}
	joints[0].Parent, joints[0].Rest = -1, rig.IdentityTRS()
	joints[4].Morphs = []float32{0.25, 0}
	var err error
	if k.skeleton, err = rig.NewSkeleton("rich", joints, nil); err != nil {
		t.Fatal(err)
	}
	k.model = &assets.Model{Name: "rich", Skeleton: k.library.AddSkeleton(k.skeleton)}
	for i, duration := range []float64{0.8, 1, 1.3, 0.9} {
		k.clips = append(k.clips,
			k.library.AddClip(k.clip(t, random, fmt.Sprintf("pose %d", i), float64(i)*0.21, duration, i != 3)))
	}
	k.model.SetClips(k.library, k.clips)
	for i := range 2 {
		c := k.clip(t, random, fmt.Sprintf("difference %d", i), 0, 0.7+0.3*float64(i), false)
		pose := rig.NewPose(k.skeleton)
		c.Sample(c.Start(), pose)
		add, err := clip.MakeAdditive(c, pose)
		if err != nil {
			t.Fatal(err)
		}
		k.adds = append(k.adds, k.library.AddClip(add))
	}
	for _, root := range []string{"1", "2"} {
		mask, err := rig.NewMask("from "+root, k.skeleton).Joints(0.4, "0").Feather(root, 1).Build()
		if err != nil {
			t.Fatal(err)
		}
		id, err := k.library.AddMask(mask)
		check(t, err)
		k.masks = append(k.masks, id)
	}
	curve, err := clip.NewCurve("square", func(x float32) float32 { return x * x })
	if err != nil {
		t.Fatal(err)
	}
	k.curve, err = k.library.AddCurve(curve)
	check(t, err)
	line := blendspace.New1D("line").At(0, k.clips[0]).At(1, k.clips[1]).At(2, k.clips[2])
	plane := blendspace.New2D("plane", blendspace.Delaunay).At2(0, 0, k.clips[3]).At2(1, 0, k.clips[0]).
		At2(0, 1, k.clips[1]).At2(1, 1.1, k.clips[2])
	adds := blendspace.New1D("differences").At(0, k.adds[0]).At(1, k.adds[1])
	stepped := blendspace.New1D("stepped").At(0, k.clips[0]).At(1, k.clips[1]).At(2, k.clips[2]).
		SyncByMarkers("left", "right")
	for _, builder := range []*blendspace.Builder{line, plane, adds, stepped} {
		space, err := builder.Add(k.library)
		check(t, err)
		k.spaces = append(k.spaces, space)
	}
	k.addSpace, k.stepped, k.spaces = k.spaces[2], k.spaces[3], k.spaces[:2]
	all, binds := make([]int, richJoints), make([]mgl32.Mat4, richJoints)
	for j := range all {
		all[j], binds[j] = j, mgl32.Ident4()
	}
	skin, err := rig.NewSkin("skin", k.skeleton, all, binds)
	if err != nil {
		t.Fatal(err)
	}
	k.model.Skins = []assets.SkinID{k.library.AddSkin(skin)}
	mesh, err := k.library.AddMesh(newMesh(random, richJoints))
	if err != nil {
		t.Fatal(err)
	}
	carrier, _ := k.skeleton.Find("4")
	channel, _ := k.skeleton.MorphChannel(carrier)
	k.model.Parts = []assets.Part{{Name: "body", Mesh: mesh, Skin: k.model.Skins[0], Morphs: channel}}
	if _, err := k.library.AddModel(k.model); err != nil {
		t.Fatal(err)
	}
	if k.animation, err = systems.NewAnimation(&k.world, k.library, settings...); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(k.animation.Close)
	k.transforms = generic.NewMap1[components.Transform](&k.world)
	k.scales = generic.NewMap1[components.TimeScale](&k.world)
	k.roots = generic.NewMap1[components.RootMotion](&k.world)
	return k
}

// smallRotationTRS returns a random transform. Its rotation is at most a quarter turn, so that no
// two are opposite.
func smallRotationTRS(random *rand.Rand) rig.TRS {
	number := func() float32 { return random.Float32()*2 - 1 }
	t := rig.IdentityTRS()
	t.Translation = mgl32.Vec3{number(), number(), number()}.Mul(0.3)
	t.Rotation = mgl32.Quat{W: 1, V: mgl32.Vec3{number(), number(), number()}.Mul(0.4)}.Normalize()
	t.Scale = mgl32.Vec3{1, 1, 1}.Mul(1 + number()/10)
	return t
}

// clip creates a clip that ends as it begins, with the markers left, right, start, end and loud.
// One that travels moves forward and turns.
func (k *richFixture) clip(t testing.TB, random *rand.Rand, name string, start, duration float64,
	travels bool,
) *assets.Clip {
	t.Helper()
	const keys = 5
	b := clip.NewBuilder(name, k.skeleton)
	times := make([]float32, keys)
	for i := range times {
		times[i] = float32(start + duration*float64(i)/(keys-1))
	}
	for j := range richJoints {
		var translations, scales []mgl32.Vec3
		var rotations []mgl32.Quat
		for range times {
			key := smallRotationTRS(random)
			translations, rotations, scales = append(translations, key.Translation), append(rotations, key.Rotation),
				append(scales, key.Scale)
		}
		translations[keys-1], rotations[keys-1], scales[keys-1] = translations[0], rotations[0], scales[0]
		if j == 0 {
			for i := range times {
				part := float32(i) / (keys - 1)
				translations[i], rotations[i] = mgl32.Vec3{0, 0, 1.5 * part},
					mgl32.QuatRotate(0.3*part, mgl32.Vec3{0, 1, 0})
			}
			if !travels {
				continue
			}
		}
		b.Translation(j, clip.Linear, times, translations).Rotation(j, clip.Linear, times, rotations)
		if j%3 == 1 {
			b.Scale(j, clip.Linear, times, scales)
		}
	}
	carrier, _ := k.skeleton.Find("4")
	b.MorphWeights(carrier, clip.Linear, times, []float32{0, 1, 1, 0, 0.5, 0.5, 1, 0, 0, 1})
	first, last := float64(times[0]), float64(times[keys-1])
	at := func(part float64) float64 { return first + part*(last-first) }
	shift := random.Float64() * 0.1
	b.Marker(clip.Marker{Name: "start", Time: first}).Marker(clip.Marker{Name: "end", Time: last}).
		Marker(clip.Marker{Name: "left", Time: at(0.1 + shift)}).
		Marker(clip.Marker{Name: "right", Time: at(0.55 + 2*shift)}).
		Marker(clip.Marker{Name: "loud", Time: at(0.4), MinWeight: 0.50317})
	c, err := b.Build()
	if err != nil {
		t.Fatal(err)
	}
	if travels {
		if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{Joint: "0"}); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

func (k *richFixture) character(t testing.TB) ecs.Entity {
	t.Helper()
	e := mustSpawn(k.animation.Spawn(k.model, mgl32.Ident4()))
	check(t, k.animation.EnableModelMatrices(e))
	check(t, k.animation.EnableRootMotion(e))
	return e
}

// finite reports whether all numbers are finite.
func finite(numbers []float32) bool {
	for _, v := range numbers {
		if math.IsNaN(float64(v)) || math.IsInf(float64(v), 0) {
			return false
		}
	}
	return true
}

// isLongRun reports whether the environment asks for tests that take minutes, with SINEW_LONG.
func isLongRun() bool { return os.Getenv("SINEW_LONG") != "" }

// quats returns n rotations, each half a radian further than the one before.
func quats(n int) []mgl32.Quat {
	list := make([]mgl32.Quat, n)
	for i := range list {
		list[i] = mgl32.QuatRotate(0.5*float32(i), mgl32.Vec3{0, 1, 0})
	}
	return list
}

func (k *richFixture) removeBlend(e ecs.Entity) {
	blends := generic.NewMap1[components.BlendState](&k.world)
	blends.Remove(e)
}
