package access

import (
	"unsafe"

	"github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/internal/untyped"
)

// Component gives the component of type C of a world's entities. Its methods, and those of its
// Kind, panic as those of [ecs.World] do if an entity is dead, or if components change in a locked
// world.
//
// Each package that uses a Component compiles all its methods for each C. Therefore it has only the
// two that are called for every entity of a frame, and what needs no C is in Kind.
type Component[C any] struct {
	Kind Kind
}

// ComponentOf registers the component in the world, unless it is, and gives access to it.
func ComponentOf[C any](world *ecs.World) Component[C] {
	return Component[C]{KindOf(world, untyped.TypeFor[C]())}
}

// Get returns the component of an entity, or nil if it has none. The pointer is valid until
// components of entities are added or removed.
func (c *Component[C]) Get(entity ecs.Entity) *C { return (*C)(c.Kind.Get(entity)) }

// In is [Component.Get] for the entity that a query is at.
func (c *Component[C]) In(query *ecs.Query) *C { return (*C)(query.Get(c.Kind.ids[0])) }

// Assign adds a component to an entity that has none. A listener of the world sees it with its
// value.
func Assign[C any](c *Component[C], entity ecs.Entity, value *C) {
	c.Kind.assign(entity, func(p unsafe.Pointer) { *(*C)(p) = *value })
}

// Kind is one of the components of a world's entities, whatever its Go type is.
type Kind struct {
	world *ecs.World
	ids   [1]ecs.ID // a field, so that the calls that need a slice allocate none
}

// KindOf registers the component of a Go type in the world, unless it is, and gives access to it. As
// the methods of a Kind that take time of their own it is in a program once.
//
//go:noinline
func KindOf(world *ecs.World, component untyped.Type) Kind {
	return Kind{world: world, ids: [1]ecs.ID{ecs.TypeID(world, untyped.Reflect(component))}}
}

// ID returns the component's ID, for filters.
func (k *Kind) ID() ecs.ID { return k.ids[0] }

// Get returns where the component of an entity is, or nil if it has none. It is [ecs.World.Get], once
// in a program and not at each of the places that call it.
//
//go:noinline
func (k *Kind) Get(entity ecs.Entity) unsafe.Pointer { return k.world.Get(entity, k.ids[0]) }

// Add adds the component's zero value to an entity that has none.
//
//go:noinline
func (k *Kind) Add(entity ecs.Entity) { k.world.Add(entity, k.ids[:]...) }

// assign adds the component to an entity that has none, with the value that is put there.
func (k *Kind) assign(entity ecs.Entity, put func(unsafe.Pointer)) {
	k.world.AddFn(entity, func(entity ecs.Entity) { put(k.Get(entity)) }, k.ids[:]...)
}

// Remove removes the component from an entity that has one.
//
//go:noinline
func (k *Kind) Remove(entity ecs.Entity) { k.world.Remove(entity, k.ids[:]...) }
