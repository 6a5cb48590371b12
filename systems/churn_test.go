package systems_test

import (
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
)

// After each of 100,000 random spawns, removals and component changes, every character has a slot
// of its own in the right pool, and the pools have no gaps.
func TestChurnLeaksNoSlot(t *testing.T) {
	f := newFixture(t, 6)
	models := []*assets.Model{f.model, newModel(t, f.library, 3, 2), newModel(t, f.library, 9, 3)}
	random := rand.New(rand.NewPCG(1, 1))
	slots := generic.NewMap1[components.PoseSlot](&f.world)
	skeletons := generic.NewMap1[components.Skeleton](&f.world)
	players := generic.NewMap1[components.AnimationPlayer](&f.world)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	kept := generic.NewMap1[components.ModelPose](&f.world)
	skinned := generic.NewMap1[components.SkinnedVertices](&f.world)
	check(t, f.animation.UseVertices())
	var alive []ecs.Entity
	changes := 100_000
	if probe.Race {
		changes = 10_000
	}
	for change := range changes {
		pick := func() ecs.Entity { return alive[random.IntN(len(alive))] }
		// The number of characters rises and falls between 0 and 100.
		swelling := change/150%2 == 0
		switch n := random.IntN(10); {
		case len(alive) == 0 || n < 4 && swelling || n < 1:
			model := models[random.IntN(len(models))]
			e := mustSpawn(f.animation.Spawn(model, mgl32.Ident4()))
			_ = f.animation.Player(e).Play(model.Clips[random.IntN(2)])
			alive = append(alive, e)
		case n < 4:
			i := random.IntN(len(alive))
			f.world.RemoveEntity(alive[i])
			alive[i] = alive[len(alive)-1]
			alive = alive[:len(alive)-1]
		case n == 4: // changes its skeleton
			e, model := pick(), models[random.IntN(len(models))]
			if skeletons.Get(e) != nil {
				skeletons.Get(e).ID = model.Skeleton
			}
			if meshes.Get(e) != nil {
				meshes.Get(e).Model = model.ID
			}
		case n == 5: // takes the slot component of another character
			if a, b := slots.Get(pick()), slots.Get(pick()); a != nil && b != nil {
				*a = *b
			}
		case n == 6:
			toggle(&skeletons, pick(), &components.Skeleton{ID: models[random.IntN(3)].Skeleton})
		case n == 7:
			toggle(&players, pick(),
				&components.AnimationPlayer{Playback: components.Playback{Motion: f.model.Clips[0]}})
		case n == 8:
			toggle(&meshes, pick(), &components.SkinnedMesh{Model: models[random.IntN(3)].ID})
		default:
			switch random.IntN(3) {
			case 0:
				toggle(&slots, pick(), &components.PoseSlot{})
			case 1:
				toggle(&kept, pick(), &components.ModelPose{})
			default:
				toggle(&skinned, pick(), &components.SkinnedVertices{})
			}
		}
		if random.IntN(40) == 0 || change == changes-1 {
			f.update(t, 1.0/60)
			checkSlots(t, f, alive)
		}
	}
	for _, e := range alive {
		f.world.RemoveEntity(e)
	}
	f.update(t, 0)
	if n := f.animation.Store().Len(); n != 0 {
		t.Errorf("an empty world has %d used slots", n)
	}
}

func toggle[C any](m *generic.Map1[C], e ecs.Entity, value *C) {
	if m.Get(e) != nil {
		m.Remove(e)
	} else {
		m.Assign(e, value)
	}
}

func checkSlots(t *testing.T, f *fixture, alive []ecs.Entity) {
	t.Helper()
	skeletons := generic.NewMap1[components.Skeleton](&f.world)
	meshes := generic.NewMap1[components.SkinnedMesh](&f.world)
	characters := 0
	for _, e := range alive {
		skeleton := skeletons.Get(e)
		pool, slot := f.animation.Pool(e)
		if skeleton == nil {
			if pool != nil && pool.Owner(slot) == e {
				t.Fatalf("%v has a slot but no skeleton", e)
			}
			continue
		}
		characters++
		if pool == nil || pool.ID() != skeleton.ID || pool.Owner(slot) != e {
			t.Fatalf("%v has no slot of its own in the pool of its skeleton", e)
		}
		mesh := meshes.Get(e)
		fits := mesh != nil && f.library.Model(mesh.Model) != nil && f.library.Model(mesh.Model).Skeleton == skeleton.ID
		if fits && f.animation.Palette(e, f.library.Model(mesh.Model).Skins[0]) == nil {
			t.Fatalf("%v has a mesh but no palette", e)
		}
	}
	total := 0
	for _, pool := range f.animation.Store().Pools() {
		if pool != nil {
			total += pool.Len()
		}
	}
	if total != characters || f.animation.Store().Len() != characters {
		t.Fatalf("%d slots in the pools, %d in the store's count, for %d characters", total,
			f.animation.Store().Len(), characters)
	}
}

func TestRemovedSkeletonFreezesItsCharacters(t *testing.T) {
	f := newFixture(t, 6)
	other := newModel(t, f.library, 4, 2)
	e, stays := f.spawn(t, 0, 0), mustSpawn(f.animation.Spawn(other, mgl32.Ident4()))
	f.update(t, 0.1)
	f.library.RemoveModel(f.model.ID)
	f.update(t, 0.1)
	if pool, _ := f.animation.Pool(e); pool != nil {
		t.Error("the character of the removed skeleton has a pose")
	}
	if f.animation.Palette(stays, other.Skins[0]) == nil {
		t.Error("the character of another skeleton lost its palette")
	}
	if n := f.animation.Store().Len(); n != 1 {
		t.Errorf("%d slots are used, want 1", n)
	}
	// Another skeleton reuses the removed one's place in the library.
	again := newModel(t, f.library, 6, 3)
	e2 := mustSpawn(f.animation.Spawn(again, mgl32.Ident4()))
	f.update(t, 0.1)
	if pool, _ := f.animation.Pool(e); pool != nil {
		t.Error("the old character has a pose of the new skeleton")
	}
	if f.animation.Palette(e2, again.Skins[0]) == nil {
		t.Error("the new character has no palette")
	}
}

// A removal that moves another character to a different slot does not change that character's pose.
func TestMovedSlotKeepsPose(t *testing.T) {
	f := newFixture(t, 10)
	var all []ecs.Entity
	for i := range 20 {
		all = append(all, f.spawn(t, i%2, float64(i)/20))
	}
	last := all[19]
	check(t, f.animation.EnableModelMatrices(last))
	f.update(t, 0)
	palette := append([]float32(nil), f.animation.Palette(last, f.model.Skins[0])...)
	matrices := append([]float32(nil), f.animation.ModelMatrices(last)...)
	_, before := f.animation.Pool(last)
	f.world.RemoveEntity(all[3])
	f.update(t, 0)
	if _, after := f.animation.Pool(last); after == before {
		t.Fatal("the character was not moved")
	}
	if !sameBits(palette, f.animation.Palette(last, f.model.Skins[0])) ||
		!sameBits(matrices, f.animation.ModelMatrices(last)) {
		t.Error("the pose changed with the slot")
	}
}
