package access

import "github.com/mlange-42/arche/ecs"

// Resource gives the resource of type R of a world.
type Resource[R any] struct {
	world *ecs.World
	id    ecs.ResID
}

// ResourceOf registers the type of the resource in the world, unless it is, and gives access to it.
// It adds no resource.
func ResourceOf[R any](world *ecs.World) Resource[R] {
	return Resource[R]{world: world, id: ecs.ResourceID[R](world)}
}

// Has reports whether the world has the resource.
func (r *Resource[R]) Has() bool { return has(r.world, r.id) }

// Get returns the resource. It panics if the world has none.
func (r *Resource[R]) Get() *R { return r.world.Resources().Get(r.id).(*R) }

// Add adds the resource to a world that has none.
func (r *Resource[R]) Add(resource *R) { add(r.world, r.id, resource) }

// Remove removes the resource from a world that has one.
func (r *Resource[R]) Remove() { remove(r.world, r.id) }

// The following are methods of a world's resources, once in a program and not at each of the places
// that call them.

//go:noinline
func has(world *ecs.World, id ecs.ResID) bool { return world.Resources().Has(id) }

//go:noinline
func add(world *ecs.World, id ecs.ResID, resource any) { world.Resources().Add(id, resource) }

//go:noinline
func remove(world *ecs.World, id ecs.ResID) { world.Resources().Remove(id) }
