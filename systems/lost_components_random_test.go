package systems_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// While entities lose components, get them back, die and are created at random, every entity shows
// its own pose or none, and only characters with a player move.
func TestEntitiesShowTheirOwnPose(t *testing.T) {
	rounds := 300
	if os.Getenv("SINEW_LONG") != "" {
		rounds = 20_000
	}
	f := newFixture(t, 9, systems.WithWorkers(2))
	random := rand.New(rand.NewPCG(8, 8))
	skin := f.library.Skin(f.model.Skins[0])
	part := &f.model.Parts[0]
	primitive := &f.library.Mesh(part.Mesh).Primitives[0]
	skeletons := generic.NewMap1[components.Skeleton](&f.world)
	players := generic.NewMap1[components.AnimationPlayer](&f.world)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	slots := generic.NewMap1[components.PoseSlot](&f.world)
	roots := generic.NewMap1[components.RootMotion](&f.world)
	vertices := generic.NewMap1[components.SkinnedVertices](&f.world)
	check(t, f.animation.UseVertices())
	var entities []ecs.Entity
	check := func(round int, e ecs.Entity) {
		posed := ecs.IsAlive(&f.world, e) && skeletons.Get(e) != nil
		pool, slot := f.animation.Pool(e)
		if (pool != nil) != posed {
			t.Fatalf("round %d: entity %v, a character: %v, has pool %v", round, e, posed, pool != nil)
		}
		palette, shown := f.animation.Palette(e, f.model.Skins[0]), f.animation.Vertices(e, 0, 0)
		if !posed || meshes.Get(e) == nil {
			if shown != nil || !posed && palette != nil {
				t.Fatalf("round %d: entity %v shows vertices or a palette of another character", round, e)
			}
			return
		}
		pose := rig.NewPose(skin.Skeleton())
		if player := players.Get(e); player != nil {
			f.library.Clip(player.Motion).Sample(player.Time, pose)
		}
		if want := skin.Palette(nil, pose.ModelMatrices(nil)); !sameBits(palette, want) {
			t.Fatalf("round %d: entity %v in slot %d shows another pose", round, e, slot)
		}
		if vertices.Get(e) == nil {
			return
		}
		var want ecs.Vertices
		systems.SkinPrimitive(&want, primitive, part, palette, f.animation.Morphs(e))
		if shown == nil || !slices.Equal(shown.Positions, want.Positions) {
			t.Fatalf("round %d: entity %v has other vertices than its palette gives", round, e)
		}
	}
	for round := range rounds {
		for range random.IntN(6) {
			if len(entities) < 5 || len(entities) < 40 && random.IntN(3) == 0 {
				e := f.spawn(t, random.IntN(2), random.Float64())
				f.addRootMotion(e)
				roots.Get(e).Delta = clip.Motion{X: 1}
				if random.IntN(2) == 0 {
					f.animation.EnableVertices(e)
				}
				entities = append(entities, e)
				continue
			}
			i := random.IntN(len(entities))
			e := entities[i]
			if !f.world.Alive(e) {
				entities = slices.Delete(entities, i, i+1)
				continue
			}
			switch random.IntN(7) {
			case 0:
				f.world.RemoveEntity(e)
			case 1:
				if skeletons.Get(e) != nil {
					skeletons.Remove(e)
				} else {
					skeletons.Assign(e, &components.Skeleton{ID: f.model.Skeleton})
				}
			case 2:
				if players.Get(e) != nil {
					players.Remove(e)
				} else {
					players.Assign(e,
						&components.AnimationPlayer{Playback: components.Playback{
							Motion: f.model.Clips[0],
							Mode:   assets.Loop, Speed: 1,
						}})
				}
			case 3:
				if meshes.Get(e) != nil {
					meshes.Remove(e)
				} else {
					meshes.Assign(e, &components.SkinnedMesh{Model: f.model.ID})
				}
			case 4:
				if slots.Get(e) != nil {
					slots.Remove(e)
				}
			case 5: // another entity's slot
				if other := entities[random.IntN(len(entities))]; slots.Get(e) != nil && f.world.Alive(other) &&
					slots.Get(other) != nil {
					*slots.Get(e) = *slots.Get(other)
				}
			case 6:
				if v, other := vertices.Get(e), entities[random.IntN(len(entities))]; v != nil &&
					f.world.Alive(other) && vertices.Get(other) != nil {
					v.Buffer = vertices.Get(other).Buffer
				}
			}
		}
		f.update(t, 0.05*float64(random.IntN(2)))
		for _, e := range entities {
			if check(round, e); f.world.Alive(e) && roots.Get(e).Delta != (clip.Motion{}) {
				t.Fatalf("round %d: entity %v moves", round, e)
			}
		}
		if round%97 == 96 {
			f.world.Reset()
			f.update(t, 0)
			entities = entities[:0]
		}
	}
}
