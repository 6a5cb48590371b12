package systems

import (
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/ecs"
)

// resources are the resources that an [Animation] adds to its world.
type resources struct {
	store    generic.Resource[ecs.PoseStore]
	vertices generic.Resource[ecs.VertexStore]
	events   generic.Resource[ecs.Events]
	clock    generic.Resource[ecs.Clock]
}

func newResources(world *ecs.World) resources {
	return resources{
		store: generic.NewResource[ecs.PoseStore](world), vertices: generic.NewResource[ecs.VertexStore](world),
		events: generic.NewResource[ecs.Events](world), clock: generic.NewResource[ecs.Clock](world),
	}
}

// any reports whether the world has any of the resources.
func (r *resources) any() bool {
	return r.store.Has() || r.vertices.Has() || r.events.Has() || r.clock.Has()
}

// addResources adds the resources that the world lacks, for example because of World.Reset. The error is
// [ErrWorldTaken] if it has one of another Animation.
func (a *Animation) addResources() error {
	r := &a.resources
	if owned(&r.store, a.store) && owned(&r.vertices, a.vertices) && owned(&r.events, a.events) && owned(&r.clock, a.clock) {
		return nil
	}
	if foreign(&r.store, a.store) || foreign(&r.vertices, a.vertices) || foreign(&r.events, a.events) || foreign(&r.clock, a.clock) {
		return ErrWorldTaken
	}
	add(&r.store, a.store)
	add(&r.vertices, a.vertices)
	add(&r.events, a.events)
	add(&r.clock, a.clock)
	return nil
}

// removeResources removes the resources that belong to this Animation.
func (a *Animation) removeResources() {
	r := &a.resources
	remove(&r.store, a.store)
	remove(&r.vertices, a.vertices)
	remove(&r.events, a.events)
	remove(&r.clock, a.clock)
}

// owned reports whether a world's resource is the given one.
func owned[T any](r *generic.Resource[T], own *T) bool { return r.Has() && r.Get() == own }

// foreign reports whether a world's resource is another one than the given one.
func foreign[T any](r *generic.Resource[T], own *T) bool { return r.Has() && r.Get() != own }

func add[T any](r *generic.Resource[T], own *T) {
	if !r.Has() {
		r.Add(own)
	}
}

func remove[T any](r *generic.Resource[T], own *T) {
	if owned(r, own) {
		r.Remove()
	}
}
