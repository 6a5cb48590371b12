package systems_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/systems"
)

// memberOf is a relation of a program: arche keeps entities with another target in other memory.
type memberOf struct {
	arche.Relation
	Rank int32
}

// batchWorld is a world whose entities are created, changed and removed in batches.
type batchWorld struct {
	*fixture
	random *rand.Rand
	models []*assets.Model
	access componentAccess
	member arche.ID
	groups []ecs.Entity // targets of the relation
	checks int          // of characters that have a pose
}

func newBatchWorld(t testing.TB, seed uint64) *batchWorld {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 81))
	w := &batchWorld{fixture: newFixture(t, 6, systems.WithWorkers(1+random.IntN(3))), random: random}
	w.models = []*assets.Model{w.model, newModel(t, w.library, 3, 2), newModel(t, w.library, 9, 3)}
	w.access = newComponentAccess(&w.world)
	w.member = arche.ComponentID[memberOf](&w.world)
	return w
}

// someComponents returns up to n different components.
func (w *batchWorld) someComponents(n int) (list []arche.ID) {
	for _, i := range w.random.Perm(len(componentTypes))[:1+w.random.IntN(n)] {
		list = append(list, w.access.ids[i])
	}
	return list
}

// all returns the entities that a filter selects.
func (w *batchWorld) all(filter arche.Filter) (list []ecs.Entity) {
	query := w.world.Query(filter)
	for query.Next() {
		list = append(list, query.Entity())
	}
	return list
}

// prepare gives the characters that a batch made the IDs of a model. Some keep ID 0.
func (w *batchWorld) prepare() {
	for _, e := range w.all(arche.All(w.access.ids[0])) {
		skeleton := w.access.get(e, 0).Addr().Interface().(*components.Skeleton)
		if skeleton.ID != 0 || w.random.IntN(10) == 0 {
			continue
		}
		model := pick(w.random, w.models)
		skeleton.ID = model.Skeleton
		if mesh := w.access.get(e, 10); mesh.IsValid() {
			mesh.Addr().Interface().(*components.SkinnedMesh).Model = model.ID
		}
		_ = w.animation.Player(e).Play(pick(w.random, model.Clips))
		if p := w.animation.Player(e).Playback(); p != nil {
			p.Speed, p.Mode = 1, assets.Loop
		}
	}
}

// change makes a random structural change to many entities at once.
func (w *batchWorld) change(t testing.TB) {
	random, batch := w.random, w.world.Batch()
	some := w.someComponents(5)
	one, other := some[0], w.access.ids[random.IntN(len(w.access.ids))]
	with := arche.All(some...)
	without := arche.All(one).Without(other)
	w.groups = slices.DeleteFunc(w.groups, func(e ecs.Entity) bool { return !w.world.Alive(e) })
	switch random.IntN(14) {
	case 0, 1:
		batch.New(1+random.IntN(20), some...)
	case 2, 3:
		batch.New(random.IntN(20)+1, w.access.ids[0], w.access.ids[2], w.access.ids[3], w.access.ids[10],
			w.access.ids[13])
	case 4:
		for range random.IntN(10) {
			newCharacter(t, w.animation, pick(random, w.models), mgl32.Ident4())
		}
	case 5:
		if len(w.all(&with)) < 40 {
			batch.RemoveEntities(&with)
		}
	case 6:
		if one != other {
			batch.Add(&without, other)
		}
	case 7:
		selected := arche.All(one)
		batch.Remove(&selected, one)
	case 8:
		if one != other {
			batch.Exchange(&without, []arche.ID{other}, []arche.ID{one})
		}
	case 9: // a single component of a single entity
		if list := w.all(arche.All(one)); len(list) > 0 {
			w.world.Remove(pick(random, list), one)
		}
	case 10:
		w.groups = append(w.groups, w.world.NewEntity())
		free := arche.All(one).Without(w.member)
		batch.Add(&free, w.member)
	case 11:
		if len(w.groups) > 0 {
			members := arche.All(w.member, one)
			if one != w.member {
				batch.SetRelation(&members, w.member, pick(random, w.groups))
			}
		}
	case 12: // the target of a relation is removed, or all its members are
		if len(w.groups) > 0 {
			i := random.IntN(len(w.groups))
			filter := arche.NewRelationFilter(arche.All(w.member), w.groups[i])
			if random.IntN(2) == 0 {
				batch.RemoveEntities(&filter)
			}
			if w.world.Alive(w.groups[i]) {
				w.world.RemoveEntity(w.groups[i])
			}
			w.groups = append(w.groups[:i], w.groups[i+1:]...)
		}
	default:
		if list := w.all(arche.All(w.access.ids[0])); len(list) > 0 {
			if socket, err := w.animation.Attach(pick(random, list), "ajoint"); err == nil && random.IntN(2) == 0 {
				w.world.Add(socket, w.access.ids[0]) // an attached character
			}
		}
	}
	if list := w.all(arche.All()); len(list) > 300 {
		for _, e := range list[:200] {
			w.world.RemoveEntity(e)
		}
	}
}

// check checks that exactly the characters with a skeleton have a slot, each its own, and that
// their poses are finite.
func (w *batchWorld) check(t *testing.T) {
	t.Helper()
	characters := 0
	for _, e := range w.all(arche.All(w.access.ids[0])) {
		id := w.access.get(e, 0).Addr().Interface().(*components.Skeleton).ID
		pool, slot := w.animation.Pool(e)
		if (w.library.Skeleton(id) != nil) != (pool != nil) {
			t.Fatalf("%v of skeleton %v has the pool %v", e, id, pool)
		}
		if pool == nil {
			continue
		}
		if characters++; pool.ID() != id || pool.Owner(slot) != e {
			t.Fatalf("%v has no slot of its own in the pool of its skeleton", e)
		}
		if mesh := w.access.get(e, 10); mesh.IsValid() {
			model := w.library.Model(mesh.Addr().Interface().(*components.SkinnedMesh).Model)
			if model != nil && model.Skeleton == id {
				if palette := w.animation.Palette(e, model.Skins[0]); palette == nil || !finite(palette) {
					t.Fatalf("%v has the palette %v", e, palette)
				}
				w.checks++
			}
		}
		if w.access.get(e, 11).IsValid() != (w.animation.ModelMatrices(e) != nil) ||
			!finite(w.animation.ModelMatrices(e)) {
			t.Fatalf("%v has the model matrices %v", e, w.animation.ModelMatrices(e))
		}
	}
	total := 0
	for _, pool := range w.animation.Store().Pools() {
		if pool != nil {
			total += pool.Len()
		}
	}
	if total != characters || w.animation.Store().Len() != characters {
		t.Fatalf("%d slots in the pools, %d in the store's count, for %d characters", total,
			w.animation.Store().Len(), characters)
	}
}

// TestBatchesAndRelations creates, changes and removes entities by arche's batches and relations,
// and removes any component of any character in any frame. Every character always has a slot of its
// own, and snapshots can be restored.
func TestBatchesAndRelations(t *testing.T) {
	probe.Seeds(t, 6, 1500, func(t *testing.T, seed uint64) {
		w := newBatchWorld(t, seed)
		probe.Within(t, time.Minute, 512<<20, "the frames", func() {
			for range 150 {
				for range w.random.IntN(4) {
					w.change(t)
				}
				w.prepare()
				w.update(t, 1.0/60)
				w.check(t)
				if w.random.IntN(10) == 0 {
					check(t, w.animation.Restore(w.animation.AppendSnapshot(nil)))
				}
			}
		})
		if w.checks < 50 {
			t.Errorf("only %d poses were checked", w.checks)
		}
	})
}

// TestWorldResetInAnyFrame resets the world now and then. The next frame forgets all characters and
// new ones are posed.
func TestWorldResetInAnyFrame(t *testing.T) {
	probe.Seeds(t, 3, 300, func(t *testing.T, seed uint64) {
		w := newBatchWorld(t, seed)
		for range 60 {
			for range w.random.IntN(4) {
				w.change(t)
			}
			w.prepare()
			if w.random.IntN(8) == 0 {
				old := w.all(arche.All())
				w.world.Reset()
				w.groups = nil
				for _, e := range old {
					w.animation.Palette(e, w.model.Skins[0])
					w.animation.ModelMatrices(e)
					_ = w.animation.Player(e).Play(w.model.Clips[0])
				}
			}
			w.update(t, 1.0/60)
			w.check(t)
		}
	})
}

// componentRemover is a program's system before BindSlots that removes and adds components, and
// removes entities.
type componentRemover struct {
	*batchWorld
	witnesses []ecs.Entity // which it leaves alone
}

func (r *componentRemover) Name() string { return "componentRemover" }

func (r *componentRemover) Run(*ecs.Frame) {
	list := slices.DeleteFunc(r.all(arche.All(r.access.ids[0])), func(e ecs.Entity) bool {
		return slices.Contains(r.witnesses, e)
	})
	for range r.random.IntN(3) {
		if len(list) == 0 {
			return
		}
		e := pick(r.random, list)
		switch id := pick(r.random, r.access.ids); {
		case !r.world.Alive(e):
		case r.random.IntN(6) == 0:
			r.world.RemoveEntity(e)
		case r.world.Has(e, id):
			r.world.Remove(e, id)
		default:
			r.world.Add(e, id)
		}
	}
}

// TestSystemRemovesComponents lets a system of a program change the structure of the world in every
// frame, where it may. No frame panics, and other characters play on.
func TestSystemRemovesComponents(t *testing.T) {
	probe.Seeds(t, 4, 500, func(t *testing.T, seed uint64) {
		w := newBatchWorld(t, seed)
		var witnesses []ecs.Entity
		for range 8 {
			witnesses = append(witnesses, w.spawn(t, 0, 0))
		}
		check(t, w.animation.Schedule().InsertBefore(systems.AtBindSlots, &componentRemover{w, witnesses}))
		for frame := range 50 {
			for range w.random.IntN(3) {
				newCharacter(t, w.animation, pick(w.random, w.models), mgl32.Ident4())
			}
			w.prepare()
			w.update(t, 1.0/60)
			for _, e := range w.all(arche.All(w.access.ids[0], w.access.ids[10])) {
				if model := w.library.Model(w.access.get(e,
					10).Addr().Interface().(*components.SkinnedMesh).Model); model != nil {
					if !finite(w.animation.Palette(e, model.Skins[0])) {
						t.Fatalf("the palette of %v is not finite", e)
					}
				}
			}
			for i, e := range witnesses {
				if got, want := w.animation.Player(e).Playback().Time, float64(frame+1)/60; math.Abs(got-want) > 1e-9 {
					t.Fatalf("frame %d: character %d, which nobody touched, is at %v s of its clip, want %v", frame,
						i, got, want)
				}
			}
		}
	})
}
