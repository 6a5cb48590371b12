package systems

import (
	"errors"
	"fmt"

	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
)

// Animation runs the animation of a world: it makes the ordered schedule of this package's systems, runs it once a frame, and
// answers for entities what the systems made. All state of the characters is in the world's components and resources.
type Animation struct {
	world     *ecs.World
	library   *assets.Library
	store     *ecs.PoseStore
	vertices  *ecs.VertexStore
	events    *ecs.Events
	clock     *ecs.Clock
	schedule  ecs.Schedule
	snapshots *ecs.Snapshots
	workers   *ecs.Workers
	frame     ecs.Frame

	characters generic.Map5[
		components.Skeleton, components.AnimationPlayer, components.BlendState, components.SkinnedMesh, components.Transform]
	skeletons   generic.Map1[components.Skeleton]
	players     generic.Map1[components.AnimationPlayer]
	blends      generic.Map1[components.BlendState]
	layers      generic.Map1[components.Layers]
	controllers generic.Map1[components.Controller]
	inertias    generic.Map1[components.Inertialization]
	roots       generic.Map1[components.RootMotion]
	slots       generic.Map1[components.PoseSlot]
	modelPose   generic.Map1[components.ModelPose]
	skinned     generic.Map1[components.SkinnedVertices]
	sockets     generic.Map2[components.Attachment, components.Transform]
}

// Errors of an [Animation].
var (
	// ErrWorldTaken says that the world has an Animation already.
	ErrWorldTaken = errors.New("the world has an animation already")
	// ErrWorldLocked says that a query over the world is open, under which nothing can be added to it.
	ErrWorldLocked = errors.New("a query over the world is open")
	// ErrDelta says that a frame's time is negative or not finite.
	ErrDelta = errors.New("the time of a frame must be finite and not negative")
)

// Option changes how an [Animation] works.
type Option func(*options)

type options struct {
	workers int
}

// Workers sets how many goroutines share the work of a frame; 0 is one for each processor that Go uses (GOMAXPROCS),
// which is also what happens without this option. Results do not depend on it.
func WithWorkers(n int) Option { return func(o *options) { o.workers = n } }

// NewAnimation prepares a world for characters whose assets are in the library. It adds an [ecs.PoseStore], an
// [ecs.VertexStore], [ecs.Events] and an [ecs.Clock] to the world's resources, and registers the package's components; the world stays the caller's. The
// error is [ErrWorldTaken].
func NewAnimation(world *ecs.World, library *assets.Library, settings ...Option) (*Animation, error) {
	stores, vertexStores := generic.NewResource[ecs.PoseStore](world), generic.NewResource[ecs.VertexStore](world)
	queues, clocks := generic.NewResource[ecs.Events](world), generic.NewResource[ecs.Clock](world)
	if stores.Has() || vertexStores.Has() || queues.Has() || clocks.Has() {
		return nil, ErrWorldTaken
	}
	var o options
	for _, set := range settings {
		set(&o)
	}
	a := &Animation{
		world:    world,
		library:  library,
		store:    ecs.NewPoseStore(library),
		vertices: &ecs.VertexStore{},
		events:   &ecs.Events{},
		clock:    &ecs.Clock{Scale: 1},
		workers:  ecs.NewWorkers(o.workers),
		characters: generic.NewMap5[
			components.Skeleton, components.AnimationPlayer, components.BlendState, components.SkinnedMesh, components.Transform](world),
		skeletons:   generic.NewMap1[components.Skeleton](world),
		players:     generic.NewMap1[components.AnimationPlayer](world),
		blends:      generic.NewMap1[components.BlendState](world),
		layers:      generic.NewMap1[components.Layers](world),
		controllers: generic.NewMap1[components.Controller](world),
		inertias:    generic.NewMap1[components.Inertialization](world),
		roots:       generic.NewMap1[components.RootMotion](world),
		slots:       generic.NewMap1[components.PoseSlot](world),
		modelPose:   generic.NewMap1[components.ModelPose](world),
		skinned:     generic.NewMap1[components.SkinnedVertices](world),
		sockets:     generic.NewMap2[components.Attachment, components.Transform](world),
	}
	stores.Add(a.store)
	vertexStores.Add(a.vertices)
	queues.Add(a.events)
	clocks.Add(a.clock)
	a.snapshots = ecs.NewSnapshots(world, a.store, a.clock, a.events)
	a.frame = ecs.Frame{World: world, Library: library, Store: a.store, Workers: a.workers}
	for _, system := range []any{
		NewBindSlots(world, a.store), NewAdvance(a.events), NewApplyRootMotion(world),
		SampleClips{},
		Inertialize{},
		LocalToModel{},
		BuildPalettes{},
		NewAttach(world), NewSkinVertices(world, a.vertices),
	} {
		if err := a.schedule.Add(system); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// Update runs a frame that is seconds after the one before; 0 poses everything as it stands. Where the [ecs.Clock] has a step, it runs as many steps
// as fit into the time that has come up, none if need be, and keeps the rest. The errors are [ErrDelta] and [ErrWorldLocked]; nothing has
// moved then.
func (a *Animation) Update(seconds float64) error {
	if seconds-seconds != 0 || seconds < 0 {
		return fmt.Errorf("%w, not %v s", ErrDelta, seconds)
	}
	if a.world.IsLocked() {
		return ErrWorldLocked
	}
	frames, delta := writer(&a.frame).Tick(a.clock, seconds)
	for range frames {
		a.frame.Delta = delta
		a.schedule.Run(&a.frame)
	}
	return nil
}

// writer returns what may change a frame's pose store, events, vertices and counters.
func writer(frame *ecs.Frame) ecs.Writer { return ecs.NewWriter(access.Token{}, frame) }

// Clock returns how time goes in the world: its scale, and whether it goes in equal steps.
func (a *Animation) Clock() *ecs.Clock { return a.clock }

// Events returns the queue of what happened to the characters; see [ecs.EventReader].
func (a *Animation) Events() *ecs.Events { return a.events }

// World returns the world that is animated.
func (a *Animation) World() *ecs.World { return a.world }

// Library returns the library that the characters' assets are in.
func (a *Animation) Library() *assets.Library { return a.library }

// Store returns the pose store, in which palettes and morph weights lie ready for upload.
func (a *Animation) Store() *ecs.PoseStore { return a.store }

// Schedule returns the ordered systems, into which others can be inserted.
func (a *Animation) Schedule() *ecs.Schedule { return &a.schedule }

// Timings returns how long each system took.
func (a *Animation) Timings() []ecs.Timing { return a.schedule.Timings() }

// Close ends the goroutines. An Animation that is simply forgotten ends them too, some time later.
func (a *Animation) Close() { a.workers.Close() }
