package systems_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// A frame works on 8 characters at once; a single pose is computed joint by joint. Both must give
// the same bits, in every lane and block.
func TestFrameMatchesScalarPose(t *testing.T) {
	for _, joints := range []int{1, 7, 8, 9, 24, 67} {
		f := newFixture(t, joints)
		random := rand.New(rand.NewPCG(uint64(joints), 5))
		skin := f.library.Skin(f.model.Skins[0])
		var characters []ecs.Entity
		var clips []int
		var times []float64
		for range 21 {
			clip, at := random.IntN(2), random.Float64()
			characters, clips, times = append(characters, f.spawn(t, clip, at)), append(clips, clip), append(times, at)
			check(t, f.animation.EnableModelMatrices(characters[len(characters)-1]))
		}
		f.update(t, 0)
		for i, e := range characters {
			pose := rig.NewPose(skin.Skeleton())
			f.library.Clip(f.model.Clips[clips[i]]).Sample(times[i], pose)
			model := pose.ModelMatrices(nil)
			if !sameBits(f.animation.ModelMatrices(e), model) {
				t.Fatalf("%d joints: character %d: model matrices differ", joints, i)
			}
			if !sameBits(f.animation.Palette(e, f.model.Skins[0]), skin.Palette(nil, model)) {
				t.Fatalf("%d joints: character %d: palettes differ", joints, i)
			}
			if !sameBits(f.animation.Morphs(e), pose.Morphs) {
				t.Fatalf("%d joints: character %d: morph weights differ", joints, i)
			}
		}
	}
}

func TestResultsDoNotDependOnWorkers(t *testing.T) {
	run := func(workers int) (palettes [][]float32) {
		f := newFixture(t, 30, systems.WithWorkers(workers))
		random := rand.New(rand.NewPCG(9, 9))
		var characters []ecs.Entity
		for i := range 100 {
			e := f.spawn(t, i%2, random.Float64())
			characters = append(characters, e)
			if i%3 == 0 {
				if err := f.animation.Player(e).CrossFade(f.model.Clips[(i+1)%2], 0.5); err != nil {
					t.Fatal(err)
				}
			}
		}
		for range 20 {
			f.update(t, 1.0/60)
		}
		for _, e := range characters {
			palettes = append(palettes, slices.Clone(f.animation.Palette(e, f.model.Skins[0])))
		}
		return palettes
	}
	one := run(1)
	for _, workers := range []int{2, 3, 16} {
		for i, palette := range run(workers) {
			if !sameBits(palette, one[i]) {
				t.Fatalf("character %d: the palette with %d workers differs from the one with 1", i, workers)
			}
		}
	}
}

func TestUpdateRejectsInvalidTimes(t *testing.T) {
	f := newFixture(t, 5)
	e := f.spawn(t, 0, 0.25)
	f.update(t, 0.125)
	for _, seconds := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), -1e-9} {
		if err := f.animation.Update(seconds); !errors.Is(err, systems.ErrDelta) {
			t.Errorf("Update(%v) = %v, want ErrDelta", seconds, err)
		}
	}
	if got := f.animation.Player(e).Component().Time; got != 0.375 {
		t.Errorf("the player is at %v s, want 0.375", got)
	}
}

func TestUpdateDuringQuery(t *testing.T) {
	f := newFixture(t, 5)
	filter := generic.NewFilter0()
	f.spawn(t, 0, 0)
	query := filter.Query(&f.world)
	err := f.animation.Update(0)
	spawned, spawnErr := f.animation.Spawn(f.model, mgl32.Ident4())
	query.Close()
	if !errors.Is(err, systems.ErrWorldLocked) {
		t.Errorf("Update under a query: %v, want ErrWorldLocked", err)
	}
	if spawned != (ecs.Entity{}) || !errors.Is(spawnErr, systems.ErrWorldLocked) {
		t.Errorf("Spawn under a query returned %v, %v, want ErrWorldLocked", spawned, spawnErr)
	}
}

func TestSecondAnimationIsAnError(t *testing.T) {
	f := newFixture(t, 5)
	if _, err := systems.NewAnimation(&f.world, f.library); !errors.Is(err, systems.ErrWorldTaken) {
		t.Errorf("a second animation: %v, want ErrWorldTaken", err)
	}
}

// With any values in the components, a frame does not panic and its results are finite.
func TestInvalidComponentsAreHarmless(t *testing.T) {
	f := newFixture(t, 12)
	other := newModel(t, f.library, 5, 2)
	nan, inf := math.NaN(), math.Inf(1)
	players := generic.NewMap1[components.AnimationPlayer](&f.world)
	blends := generic.NewMap1[components.BlendState](&f.world)
	slots := generic.NewMap1[components.PoseSlot](&f.world)
	skeletons := generic.NewMap1[components.Skeleton](&f.world)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	random := rand.New(rand.NewPCG(4, 2))
	times := []float64{nan, inf, -inf, -5, 0, 1e300, -1e300, 0.3, 1, 2}
	var characters []ecs.Entity
	for range 60 {
		characters = append(characters, f.spawn(t, 0, 0))
	}
	clips := append([]assets.ClipID{0, 12345, 1 << 30, other.Clips[0]}, f.model.Clips...)
	playback := func() components.Playback {
		return components.Playback{
			Motion: clips[random.IntN(len(clips))], Mode: assets.PlayMode(random.IntN(5)),
			Finished: random.IntN(4) == 0,
			Backward: random.IntN(2) == 0, LoopLimit: uint32(random.IntN(3)), LoopsDone: uint32(random.IntN(5)),
			Speed: float32(times[random.IntN(len(times))]), Time: times[random.IntN(len(times))],
		}
	}
	for range 200 {
		e := characters[random.IntN(len(characters))]
		*players.Get(e) = components.AnimationPlayer{Playback: playback()}
		blend := blends.Get(e)
		*blend = components.BlendState{
			Count: int32(random.IntN(8) - 1), Elapsed: times[random.IntN(len(times))],
			Duration: times[random.IntN(len(times))],
		}
		for i := range blend.Fading {
			blend.Fading[i], blend.Weights[i] = playback(), float32(times[random.IntN(len(times))])
		}
		switch random.IntN(6) {
		case 0:
			if slot := slots.Get(e); slot != nil {
				*slot = components.PoseSlot{Pool: int32(random.IntN(5) - 1), Slot: int32(random.IntN(80) - 2)}
			}
		case 1:
			skeletons.Get(e).ID = []assets.SkeletonID{0, 999, f.model.Skeleton, other.Skeleton}[random.IntN(4)]
		case 2:
			meshes.Get(e).Model = []assets.ModelID{0, 999, f.model.ID, other.ID}[random.IntN(4)]
		case 3:
			skeletons.Get(e).ID, meshes.Get(e).Model = f.model.Skeleton, f.model.ID
		}
		f.update(t, random.Float64())
		for _, e := range characters {
			for i, v := range f.animation.Palette(e, f.model.Skins[0]) {
				if v-v != 0 {
					t.Fatalf("palette value %d of %v is %v", i, e, v)
				}
			}
		}
	}
}
