package access

import (
	"unsafe"

	"github.com/mlange-42/arche/ecs"
)

// Component gives the component of type C of a world's entities. Its methods panic as those of
// [ecs.World] do if an entity is dead, or if components change in a locked world.
type Component[C any] struct {
	world *ecs.World
	ids   [1]ecs.ID // a field, so that the calls that need a slice allocate none
}

// ComponentOf registers the component in the world, unless it is, and gives access to it.
func ComponentOf[C any](world *ecs.World) Component[C] {
	return Component[C]{world: world, ids: [1]ecs.ID{ecs.ComponentID[C](world)}}
}

// ID returns the component's ID, for filters.
func (c *Component[C]) ID() ecs.ID { return c.ids[0] }

// Get returns the component of an entity, or nil if it has none. The pointer is valid until
// components of entities are added or removed.
func (c *Component[C]) Get(entity ecs.Entity) *C { return (*C)(get(c.world, entity, c.ids[0])) }

// get is [ecs.World.Get], once in a program and not at each of the places that call it.
//
//go:noinline
func get(world *ecs.World, entity ecs.Entity, id ecs.ID) unsafe.Pointer { return world.Get(entity, id) }

// In is [Component.Get] for the entity that a query is at.
func (c *Component[C]) In(query *ecs.Query) *C { return (*C)(query.Get(c.ids[0])) }

// Add adds the component's zero value to an entity that has none.
func (c *Component[C]) Add(entity ecs.Entity) { c.world.Add(entity, c.ids[:]...) }

// Assign adds a component to an entity that has none. A listener of the world sees it with its
// value.
func (c *Component[C]) Assign(entity ecs.Entity, value *C) {
	c.world.AddFn(entity, func(entity ecs.Entity) { *c.Get(entity) = *value }, c.ids[:]...)
}

// Remove removes the component from an entity that has one.
func (c *Component[C]) Remove(entity ecs.Entity) { c.world.Remove(entity, c.ids[:]...) }
