package systems_test

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems"
)

// foundComponents compares the components that a frame found with the components in the world.
type foundComponents struct {
	t          *testing.T
	animation  interface{ Store() *ecs.PoseStore }
	world      map[string]func(ecs.Entity) any
	characters int
}

func (s *foundComponents) Name() string { return "FoundComponents" }

func (s *foundComponents) Run(*ecs.Frame) {
	s.characters = 0
	for _, pool := range (*posestore.Store)(s.animation.Store()).Pools() {
		for slot := range pool.Len() {
			s.characters++
			found := reflect.ValueOf(pool.Components(slot)).Elem()
			for name, get := range s.world {
				field := found.FieldByName(name)
				if !field.IsValid() {
					continue
				}
				if got, want := field.Interface(), get(pool.Owner(slot)); got != want {
					s.t.Fatalf("%s of entity %v: found at %p, it is at %p", name, pool.Owner(slot), got, want)
				}
			}
			if got, want := modifiersInRow(pool, slot), s.world["Modifiers"](pool.Owner(slot)); got != want {
				s.t.Fatalf("Modifiers of entity %v: the row has them at %p, they are at %p",
					pool.Owner(slot), got, want)
			}
		}
	}
}

// modifiersInRow returns the component that the row of a character in the column of modifiers has,
// or nil without a row.
func modifiersInRow(pool *posestore.Pool, slot int) *components.Modifiers {
	row := pool.Row(slot, column.Modifiers)
	if row < 0 {
		return nil
	}
	return pool.Rows(column.Modifiers).(interface {
		Component(row int32) *components.Modifiers
	}).Component(row)
}

// foundBy adds a component to those that are compared and toggled.
func foundBy[C any](s *foundComponents, changes *[]func(ecs.Entity), world *ecs.World, name string) {
	list := generic.NewMap1[C](world)
	s.world[name] = func(e ecs.Entity) any { return list.Get(e) }
	*changes = append(*changes, func(e ecs.Entity) { toggle(&list, e, new(C)) })
}

// A frame finds the components of every character where they are, although it does not look again
// where a row of the world's tables stayed the same, while the tables grow and characters come, go,
// change their components and are restored.
func TestFramesFindComponentsThatMoved(t *testing.T) {
	f := newFixture(t, 9)
	found := foundComponents{t: t, animation: f.animation, world: map[string]func(ecs.Entity) any{}}
	var changes []func(ecs.Entity)
	foundBy[components.AnimationPlayer](&found, &changes, &f.world, "Player")
	foundBy[components.BlendState](&found, &changes, &f.world, "Blend")
	foundBy[components.Layers](&found, &changes, &f.world, "Layers")
	foundBy[components.MoreLayers](&found, &changes, &f.world, "MoreLayers")
	foundBy[components.Controller](&found, &changes, &f.world, "Controller")
	foundBy[components.RootMotion](&found, &changes, &f.world, "RootMotion")
	foundBy[components.TimeScale](&found, &changes, &f.world, "TimeScale")
	foundBy[components.Inertialization](&found, &changes, &f.world, "Inertialization")
	foundBy[components.Modifiers](&found, &changes, &f.world, "Modifiers")
	details, kept := generic.NewMap1[components.LevelOfDetail](&f.world),
		generic.NewMap1[components.ModelPose](&f.world)
	changes = append(changes, func(e ecs.Entity) { toggle(&details, e, &components.LevelOfDetail{}) },
		func(e ecs.Entity) { toggle(&kept, e, &components.ModelPose{}) })
	check(t, f.animation.Schedule().InsertAfter(systems.AtBindSlots, &found))

	random := rand.New(rand.NewPCG(13, 5))
	var snapshot []byte
	var alive []ecs.Entity
	for round := range 400 {
		for range random.IntN(4) {
			switch n := random.IntN(20); {
			case n < 3 || len(alive) < 4:
				alive = append(alive, f.spawn(t, random.IntN(2), random.Float64()))
			case n < 4:
				i := random.IntN(len(alive))
				f.world.RemoveEntity(alive[i])
				alive[i] = alive[len(alive)-1]
				alive = alive[:len(alive)-1]
			case n < 5:
				snapshot = f.animation.AppendSnapshot(snapshot[:0])
			case n < 6 && len(snapshot) > 0:
				_, err := f.animation.RestoreAlive(snapshot)
				check(t, err)
			default:
				changes[random.IntN(len(changes))](alive[random.IntN(len(alive))])
			}
		}
		f.update(t, 0.02)
		if found.characters != len(alive) {
			t.Fatalf("round %d: compared %d of %d characters", round, found.characters, len(alive))
		}
	}
}

// A character shows the model that its component has in the frame, whoever wrote it there.
func TestFramesFollowTheModelOfTheComponent(t *testing.T) {
	f := newFixture(t, 9)
	models := []*assets.Model{f.model, newArmoredModel(t, f)}
	meshes, e := generic.NewMap1[components.SkinnedMesh](&f.world), f.spawn(t, 0, 0.1)
	for frame := range 6 {
		model := models[frame/2%2]
		meshes.Get(e).Model = model.ID
		f.update(t, 0.02)
		for _, other := range models {
			if palette := f.animation.Palette(e, other.Skins[0]); (palette != nil) != (other == model) {
				t.Errorf("frame %d with model %q: palette of model %q: %v", frame, model.Name, other.Name,
					palette != nil)
			}
		}
	}
}
