package reference_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
	"github.com/sinew-go/sinew/systems"
)

// actor is a character with its playbacks.
type actor struct {
	model  *assets.Model
	player components.AnimationPlayer
	blend  components.BlendState
}

// cast makes random characters of a model: without a clip, with a clip, or in a crossfade of up to
// five clips.
func cast(r *rand.Rand, library *assets.Library, model *assets.Model, n int) []actor {
	play := func() components.Playback {
		id := model.Clips[r.IntN(len(model.Clips))]
		return components.Playback{Motion: id, Mode: assets.Once, Speed: 1, Time: randomassets.Time(r, library.Clip(id))}
	}
	actors := make([]actor, n)
	for i := range actors {
		a := actor{model: model}
		a.player.Paused = true
		if r.IntN(10) > 0 {
			a.player.Playback = play()
		}
		if r.IntN(2) == 0 {
			a.blend = components.BlendState{
				Count: int32(1 + r.IntN(components.MaxFading)), Elapsed: r.Float64(),
				Duration: 1,
			}
			for f := range a.blend.Count { // the weights need not sum to 1: the frame normalizes them
				a.blend.Fading[f], a.blend.Weights[f] = play(), 0.1+0.9*r.Float32()
			}
		}
		actors[i] = a
	}
	return actors
}

// crowd is a world with characters.
type crowd struct {
	animation *systems.Animation
	entities  []ecs.Entity
}

// poseAll runs one frame in which every actor is posed.
func poseAll(t *testing.T, library *assets.Library, actors []actor, workers int) *crowd {
	t.Helper()
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(workers))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(animation.Close)
	players := generic.NewMap2[components.AnimationPlayer, components.BlendState](&world)
	th := &crowd{animation: animation}
	for _, a := range actors {
		e := mustSpawn(animation.Spawn(a.model, mgl32.Ident4()))
		must(animation.EnableModelMatrices(e))
		must(animation.EnableVertices(e))
		player, blend := players.Get(e)
		*player, *blend = a.player, a.blend
		th.entities = append(th.entities, e)
	}
	if err := animation.Update(0); err != nil {
		t.Fatal(err)
	}
	return th
}

// result returns every number that the frame computed for a character.
func (th *crowd) result(i int, model *assets.Model) []float32 {
	e := th.entities[i]
	all := append(slices.Clone(th.animation.ModelMatrices(e)), th.animation.Morphs(e)...)
	for p, part := range model.Parts {
		all = append(all, th.animation.Palette(e, part.Skin)...)
		v := th.animation.Vertices(e, p, 0)
		for k := range v.Positions {
			all = append(all, v.Positions[k][:]...)
			all = append(all, v.Normals[k][:]...)
			all = append(all, v.Tangents[k][:]...)
		}
	}
	return all
}

// A character's pose has the same bits in every lane and block, alone and in a crowd, and with any
// number of workers.
func TestAPoseDoesNotDependOnOtherCharacters(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	r := rand.New(rand.NewPCG(1, 1))
	var actors []actor
	for _, shape := range randomassets.Shapes() {
		actors = append(actors, cast(r, library, randomassets.Model(r, library, shape, 4), 19)...)
	}
	together := poseAll(t, library, actors, 1)
	shuffled := r.Perm(len(actors))
	others := make([]actor, len(actors))
	for i, at := range shuffled {
		others[at] = actors[i]
	}
	elsewhere := poseAll(t, library, others, 5)
	for i, a := range actors {
		want := together.result(i, a.model)
		if len(want) == 0 {
			t.Fatalf("character %d has no pose", i)
		}
		same := func(where string, got []float32) {
			t.Helper()
			if len(got) != len(want) {
				t.Fatalf("character %d has %d numbers %s, %d among others", i, len(got), where, len(want))
			}
			for k := range want {
				if math.Float32bits(got[k]) != math.Float32bits(want[k]) {
					t.Fatalf("character %d: number %d is %v %s, %v among others", i, k, got[k], where, want[k])
				}
			}
		}
		same("in another place with 5 workers", elsewhere.result(shuffled[i], a.model))
		if i%3 == 0 {
			same("alone", poseAll(t, library, actors[i:i+1], 2).result(0, a.model))
		}
	}
}

// blendBound bounds the error of a number of a blended rotation, in addition to the errors of its
// clips: the weights are rounded four times, each term and each sum once, for up to five clips:
// below 12 units of roundoff of a sum of length at least 1/√5, since each rotation is negated into
// the hemisphere of the sum before it; and normalizing adds 3.
const blendBound = (12+4)*2.237*roundoff + 3*roundoff

func TestFramesAgreeWithTheReference(t *testing.T) {
	for i, shape := range randomassets.Shapes() {
		t.Run(fmt.Sprintf("%+v", shape), func(t *testing.T) {
			library := assets.NewLibrary(assets.Exact())
			r := rand.New(rand.NewPCG(2, uint64(i)))
			model := randomassets.Model(r, library, shape, 4)
			s := library.Skeleton(model.Skeleton)
			actors := cast(r, library, model, 83)
			th := poseAll(t, library, actors, 2)
			value := 0.0
			for _, id := range model.Clips {
				value = max(value, valueBound(1, library.Clip(id)))
			}
			skipped, directions, ofBound, ofExtent := 0, 0, 0.0, 0.0
			for k, a := range actors {
				pose, decided := a.reference(library)
				if !decided {
					skipped++
					continue
				}
				locals := make([]bounded, s.Len())
				largest := math.Exp2(shape.Scale)
				for j, l := range pose.Locals {
					locals[j] = local(l, (value+12*roundoff)*4*float64(shape.Bone), blendBound+rotationBound,
						(value+12*roundoff)*4*largest)
				}
				bounds := models(s, locals)
				what := fmt.Sprintf("character %d: joint", k)
				of, off := compare(t, what, th.animation.ModelMatrices(th.entities[k]), bounds)
				ofBound, ofExtent = max(ofBound, of), max(ofExtent, off)
				within(t, 0, "morph weights", widened(th.animation.Morphs(th.entities[k])), pose.Morphs,
					(value+12*roundoff)*4)
				for p := range model.Parts {
					part := &model.Parts[p]
					entries := palette(library.Skin(part.Skin), bounds)
					compare(t, fmt.Sprintf("character %d: part %d: entry", k, p),
						th.animation.Palette(th.entities[k], part.Skin), entries)
					weights := pose.Morphs[part.Morphs.Offset:][:part.Morphs.Count]
					directions += checkSurface(t, &library.Mesh(part.Mesh).Primitives[0], entries, weights,
						(value+12*roundoff)*4, th.animation.Vertices(th.entities[k], p, 0))
				}
			}
			if skipped > len(actors)/4 {
				t.Errorf("%d of %d characters skipped", skipped, len(actors))
			}
			if all := len(actors) * 2 * 30 * 2; directions < all/5 {
				t.Errorf("%d of %d normals and tangents compared", directions, all)
			}
			t.Logf("%d characters, %d skipped, %d directions, model matrices off by up to %.2g of the bound, %.2g of "+
				"the extent",
				len(actors), skipped, directions, ofBound, ofExtent)
		})
	}
}

func widened(numbers []float32) []float64 {
	wide := make([]float64, len(numbers))
	for i, v := range numbers {
		wide[i] = float64(v)
	}
	return wide
}

// reference returns the actor's pose; decided is false where two rotations are so nearly at right
// angles on the 4-sphere that either way round may be the shorter one.
func (a *actor) reference(library *assets.Library) (pose reference.Pose, decided bool) {
	show := func(p components.Playback) reference.Pose {
		clip := library.Clip(p.Motion)
		if clip == nil {
			return reference.Rest(library.Skeleton(a.model.Skeleton))
		}
		return reference.Sample(clip, reference.Clamp(p.Time, clip.Start(), clip.End()))
	}
	var poses []reference.Pose
	var weights []float64
	for i, p := range a.blend.Fading[:a.blend.Count] {
		poses = append(poses, show(p))
		weights = append(weights, (1-a.blend.Elapsed)*float64(a.blend.Weights[i]))
	}
	if a.blend.Count == 0 {
		return show(a.player.Playback), true
	}
	poses, weights = append(poses, show(a.player.Playback)), append(weights, a.blend.Elapsed)
	for n := 1; n < len(poses); n++ {
		sum := reference.Blend(poses[:n], weights[:n])
		for j := range sum.Locals {
			if math.Abs(sum.Locals[j].Rotation.Dot(poses[n].Locals[j].Rotation)) < 1e-5 {
				return reference.Pose{}, false
			}
		}
	}
	return reference.Blend(poses, weights), true
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
