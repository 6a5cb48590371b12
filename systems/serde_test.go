package systems_test

import (
	"slices"
	"testing"

	serde "github.com/mlange-42/arche-serde"
	arche "github.com/mlange-42/arche/ecs"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
)

// reload serializes the world to JSON and deserializes it into a new world, which gets an animation
// with the same library.
func (p *scriptedCrowd) reload(t *testing.T, workers int) *scriptedCrowd {
	t.Helper()
	text, err := serde.Serialize(&p.world)
	if err != nil {
		t.Fatal(err)
	}
	q := newScriptedCrowd(t, workers)
	q.world = ecs.NewWorld()
	q.newAnimation(t) // first, because it adds the resources and registers the components to load
	_ = arche.ComponentID[components.RigidMesh](&q.world)
	if err := serde.Deserialize(text, &q.world); err != nil {
		t.Fatal(err)
	}
	q.crowd, q.props, q.spawned, q.frame = slices.Clone(p.crowd), slices.Clone(p.props),
		slices.Clone(p.spawned), p.frame
	q.reader = q.animation.Events().Reader()
	p.reader = p.animation.Events().Reader()
	return q
}

// A world that was saved as JSON and loaded again continues with the same bits, events included, if
// no entity has died and no character is skipped or inertialized: for those the pose store has
// state that is not in components. Slots are assigned again.
func TestWorldContinuesFromJSON(t *testing.T) {
	p := newScriptedCrowd(t, 1)
	p.jsonOnly = true
	for range 50 {
		p.step(t)
	}
	p.animation.Clock().Scale = 0.75
	q := p.reload(t, 2)
	q.jsonOnly = true
	for range 60 {
		if p.step(t) != q.step(t) {
			t.Fatalf("frame %d differs", p.frame)
		}
	}
}

// With a snapshot beside the JSON the whole state is restored.
func TestWorldContinuesFromJSONAndSnapshot(t *testing.T) {
	p := newScriptedCrowd(t, 1)
	for range 50 {
		p.step(t)
		if len(p.crowd) > 8 && p.frame%5 == 0 {
			p.remove(3)
		}
	}
	snapshot := p.animation.AppendSnapshot(nil)
	q := p.reload(t, 2)
	if err := q.animation.Restore(snapshot); err != nil {
		t.Fatal(err)
	}
	q.reader = p.reader
	for range 60 {
		if p.step(t) != q.step(t) {
			t.Fatalf("frame %d differs", p.frame)
		}
	}
}

// A slot component from another world does not count as a slot of this one.
func TestSlotsOfAnotherWorldAreReplaced(t *testing.T) {
	p := newScriptedCrowd(t, 1)
	for range 10 {
		p.step(t)
	}
	for len(p.crowd) > 4 {
		p.remove(len(p.crowd) - 2)
	}
	p.step(t)
	q := p.reload(t, 1)
	for _, e := range q.crowd {
		if pool, _ := q.animation.Pool(e); pool != nil {
			t.Errorf("%v has a slot before the first frame", e)
		}
	}
	q.update(t, 0)
	for _, e := range q.crowd {
		if pool, slot := q.animation.Pool(e); pool == nil || pool.Owner(slot) != e {
			t.Errorf("%v has no slot of its own", e)
		}
	}
}
