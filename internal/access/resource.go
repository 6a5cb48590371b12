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
func (r *Resource[R]) Has() bool { return r.world.Resources().Has(r.id) }

// Get returns the resource. It panics if the world has none.
func (r *Resource[R]) Get() *R { return r.world.Resources().Get(r.id).(*R) }

// Add adds the resource to a world that has none.
func (r *Resource[R]) Add(resource *R) { r.world.Resources().Add(r.id, resource) }

// Remove removes the resource from a world that has one.
func (r *Resource[R]) Remove() { r.world.Resources().Remove(r.id) }
