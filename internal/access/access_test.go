package access_test

import (
	"testing"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/ecs/event"

	"github.com/sinew-go/sinew/internal/access"
)

type health struct{ points int }

type name struct{ text string }

// listener keeps what an entity's health was when the listener heard of it.
type listener struct {
	health access.Component[health]
	heard  []int
}

// Notify implements [ecs.Listener].
func (l *listener) Notify(_ *ecs.World, e ecs.EntityEvent) {
	if h := l.health.Get(e.Entity); h != nil {
		l.heard = append(l.heard, h.points)
	}
}

// Subscriptions implements [ecs.Listener].
func (l *listener) Subscriptions() event.Subscription { return event.ComponentAdded }

// Components implements [ecs.Listener].
func (l *listener) Components() *ecs.Mask { return nil }

func TestComponent(t *testing.T) {
	world := ecs.NewWorld()
	healths, names := access.ComponentOf[health](&world), access.ComponentOf[name](&world)
	l := &listener{health: healths}
	world.SetListener(l)
	first, second := world.NewEntity(), world.NewEntity()
	healths.Kind.Add(first)
	access.Assign(&healths, second, &health{7})
	access.Assign(&names, second, &name{"second"})
	if got := healths.Get(first); got == nil || *got != (health{}) {
		t.Errorf("the added component is %v", got)
	}
	healths.Get(first).points = 3
	if got := names.Get(first); got != nil {
		t.Errorf("an entity without the component has %v", got)
	}
	if len(l.heard) != 3 || l.heard[0] != 0 || l.heard[1] != 7 {
		t.Errorf("the listener heard of %v points; expected 0, and then 7 twice", l.heard)
	}
	query := world.Query(ecs.All(healths.Kind.ID()))
	points, named := 0, 0
	for query.Next() {
		points += healths.In(&query).points
		if n := names.In(&query); n != nil && n.text == "second" {
			named++
		}
	}
	if points != 10 || named != 1 {
		t.Errorf("the query found %d points and %d names; expected 10 and 1", points, named)
	}
	healths.Kind.Remove(second)
	if healths.Get(second) != nil || names.Get(second) == nil {
		t.Error("expected that the entity lost its health alone")
	}
}

// Systems add and remove components in frames, which must not allocate.
func TestComponentAllocatesNothing(t *testing.T) {
	world := ecs.NewWorld()
	healths := access.ComponentOf[health](&world)
	entity := world.NewEntity()
	healths.Kind.Add(entity)
	healths.Kind.Remove(entity)
	if n := testing.AllocsPerRun(100, func() {
		healths.Kind.Add(entity)
		healths.Get(entity).points++
		healths.Kind.Remove(entity)
	}); n != 0 {
		t.Errorf("adding and removing a component allocates %v times", n)
	}
}

func TestResource(t *testing.T) {
	world := ecs.NewWorld()
	names := access.ResourceOf[name](&world)
	if names.Has() {
		t.Fatal("a new world has the resource")
	}
	own := &name{"own"}
	names.Add(own)
	again := access.ResourceOf[name](&world)
	if !again.Has() || again.Get() != own {
		t.Errorf("the world has %v; expected the resource that was added", again.Get())
	}
	if again.Remove(); names.Has() {
		t.Error("the world has the resource that was removed")
	}
}
