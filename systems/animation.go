package systems

import (
	"fmt"
	"reflect"
	"sync/atomic"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/column"
	"github.com/sinew-go/sinew/internal/componenttable"
	"github.com/sinew-go/sinew/internal/footing"
	"github.com/sinew-go/sinew/internal/keptjoints"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/residency"
	"github.com/sinew-go/sinew/internal/untyped"
	"github.com/sinew-go/sinew/systems/internal/arguments"
	"github.com/sinew-go/sinew/systems/internal/garments"
	"github.com/sinew-go/sinew/systems/internal/givenmorphs"
	"github.com/sinew-go/sinew/systems/internal/givenposes"
	"github.com/sinew-go/sinew/systems/internal/inertialization"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
)

// Animation animates the characters of a world. It owns the schedule of this package's systems,
// runs it once a frame, and gives access to the results for each entity. All state of the
// characters is in the world's components and resources.
//
// [NewAnimation] makes one. The methods of a nil Animation and of the zero value do nothing: those
// that return an error return [ErrNil], and the others nothing.
type Animation struct {
	world     *ecs.World
	library   *assets.Library
	store     *ecs.PoseStore
	vertices  *ecs.VertexStore
	events    *ecs.Events
	clock     *ecs.Clock
	schedule  ecs.Schedule
	snapshots *posestore.Snapshots // see saving
	workers   *ecs.Workers
	frame     ecs.Frame
	state     atomic.Uint32     // isRunning, isClosed
	memory    *residency.Table  // of the library, in which the holder is registered; or nil
	holder    *residency.Holder // of the clips that characters show

	longestFade float64           // seconds
	warn        func(text string) // where what is hardly meant is told
	still       int               // updates since the start, all of 0 seconds, or -1 after another one
	sizeNoted   bool              // it warned of the size of a character

	// finish completes the replacement of graphs and stacks for which characters may lack components
	// for layers and goals; nil if there was none.
	finish func()
	walks  footing.Walks // what [Animation.Explain] has measured of clips

	resources resources
	moving    arche.Filter // entities with root motion

	skeletons        access.Component[components.Skeleton]
	players          access.Component[components.AnimationPlayer]
	blends           access.Component[components.BlendState]
	layers           access.Component[components.Layers]
	moreLayers       access.Component[components.MoreLayers]
	controllers      access.Component[components.Controller]
	inertializations access.Component[components.Inertialization]
	modifiers        access.Component[components.Modifiers]
	moreGoals        access.Component[components.MoreGoals]
	rootMotions      access.Component[components.RootMotion]
	slots            access.Component[components.PoseSlot]
	modelPoses       access.Component[components.ModelPose]
	skinnedVertices  access.Component[components.SkinnedVertices]
	transforms       access.Component[components.Transform]
	overrides        access.Component[components.PoseOverride]
	morphOverrides   access.Component[components.MorphOverride]
	ragdolls         access.Component[components.Ragdoll]
	attachments      access.Component[components.Attachment]
	partners         access.Component[components.Partner]
	meshes           access.Component[components.SkinnedMesh]
	worn             access.Component[components.Worn]
	looks            access.Component[components.Appearance]
	wishes           access.Component[components.Wish]
	poses            poseReaders
	goals            *resolveGoalsSystem
	pastPoses        *inertialization.Column
	skinning         *verticesSystem

	places *placeSystems // of the program, or nil
	origin [3]float64    // of the world's Transforms, in the program's positions
}

// Option configures an [Animation].
type Option func(*options)

type options struct {
	workers     int
	longestFade float64
	warn        func(text string)
}

// WithWorkers limits how many goroutines share the work of a frame. The default, 0, is one for each
// processor that Go uses (GOMAXPROCS), also when their number changes while the program runs. All
// Animations of a process use the same goroutines, in turn or at the same time ([ecs.Workers]). The
// results do not depend on the number.
func WithWorkers(n int) Option { return func(o *options) { o.workers = n } }

// WithLongestFade sets how many seconds the methods with a fade accept at most, also those of
// crowds, and [Animation.Control] the fades of a graph: 60 without this option, because a longer
// one was nearly always meant in milliseconds. Infinity allows every length; a value that is not
// above 0 is 60. Fades that a program writes into components may last as long as it wants.
func WithLongestFade(seconds float64) Option { return func(o *options) { o.longestFade = seconds } }

// LongestFade returns how many seconds a fade may last; see [WithLongestFade].
func (a *Animation) LongestFade() float64 {
	if a == nil {
		return 0
	}
	return a.longestFade
}

// WithLogger sets where an Animation warns, once each, of what is not an error and yet hardly meant:
// see [Animation.Update], [Animation.Spawn], and characters that depend on each other in a circle.
// [Animation.Explain] finds more. Without this option it is the standard logger of package log,
// which writes to where slog.SetDefault says. With nil, also a nil *slog.Logger, it does not warn.
func WithLogger(logger Logger) Option {
	return func(o *options) {
		o.warn = func(string) {}
		if of := reflect.ValueOf(logger); logger != nil && !(of.Kind() == reflect.Pointer && of.IsNil()) {
			o.warn = func(text string) { logger.Warn(text) }
		}
	}
}

// Logger is what an [Animation] warns by ([WithLogger]). A *slog.Logger is one; the interface keeps
// package slog out of programs that do not use it.
type Logger interface {
	// Warn logs a text, here without attributes.
	Warn(text string, attributes ...any)
}

// NewAnimation prepares a world for characters whose assets are in the library. It adds an
// [ecs.PoseStore], an [ecs.VertexStore], [ecs.Events] and an [ecs.Clock] to the world's resources,
// and registers the package's components. The world still belongs to the caller; [Animation.Close]
// removes the resources. The errors are [ErrWorldTaken] and, for a nil world or library, [ErrNil].
func NewAnimation(world *ecs.World, library *assets.Library, settings ...Option) (*Animation, error) {
	switch {
	case world == nil:
		return nil, fmt.Errorf("%w: expected a world to animate, found nil", ErrNil)
	case library == nil:
		return nil, fmt.Errorf("%w: expected a library of assets, found nil", ErrNil)
	}
	resources := newResources(world)
	if resources.any() {
		return nil, ErrWorldTaken
	}
	o := options{warn: warnByLog}
	for _, set := range settings {
		if set != nil {
			set(&o)
		}
	}
	if !(o.longestFade > 0) {
		o.longestFade = arguments.LongestFade
	}
	a := &Animation{
		world:    world,
		library:  library,
		store:    (*ecs.PoseStore)(posestore.New(library)),
		vertices: &ecs.VertexStore{},
		events:   &ecs.Events{},
		clock:    &ecs.Clock{Scale: 1},
		workers:  ecs.NewWorkers(o.workers),
		warn:     o.warn, longestFade: o.longestFade,
		skeletons:        access.ComponentOf[components.Skeleton](world),
		players:          access.ComponentOf[components.AnimationPlayer](world),
		blends:           access.ComponentOf[components.BlendState](world),
		layers:           access.ComponentOf[components.Layers](world),
		moreLayers:       access.ComponentOf[components.MoreLayers](world),
		controllers:      access.ComponentOf[components.Controller](world),
		inertializations: access.ComponentOf[components.Inertialization](world),
		modifiers:        access.ComponentOf[components.Modifiers](world),
		moreGoals:        access.ComponentOf[components.MoreGoals](world),
		rootMotions:      access.ComponentOf[components.RootMotion](world),
		slots:            access.ComponentOf[components.PoseSlot](world),
		modelPoses:       access.ComponentOf[components.ModelPose](world),
		skinnedVertices:  access.ComponentOf[components.SkinnedVertices](world),
		transforms:       access.ComponentOf[components.Transform](world),
		overrides:        access.ComponentOf[components.PoseOverride](world),
		morphOverrides:   access.ComponentOf[components.MorphOverride](world),
		ragdolls:         access.ComponentOf[components.Ragdoll](world),
		attachments:      access.ComponentOf[components.Attachment](world),
		partners:         access.ComponentOf[components.Partner](world),
		meshes:           access.ComponentOf[components.SkinnedMesh](world),
		worn:             access.ComponentOf[components.Worn](world),
		looks:            access.ComponentOf[components.Appearance](world),
		wishes:           access.ComponentOf[components.Wish](world),
	}
	// Snapshots save these too, and a locked world registers none.
	arche.ComponentID[components.Avatar](world)
	for _, row := range componenttable.Added() {
		arche.TypeID(world, untyped.Reflect(row.Type))
	}
	dependents := newDependents(world, a.warn)
	a.holder = &residency.Holder{Mark: (*posestore.Store)(a.store).MarkClips}
	a.goals, a.pastPoses = newResolveGoals(world, dependents), &inertialization.Column{}
	a.resources, a.moving = resources, arche.All(a.rootMotions.Kind.ID())
	if err := a.addResources(); err != nil {
		return nil, err
	}
	a.frame = ecs.Frame{World: world, Library: library, Store: a.store, Workers: a.workers}
	storeOf(&a.frame).SetColumns(append([]column.Column{
		keptjoints.Column{},
		a.pastPoses,
		givenposes.Column{},
		modifiers.Column{},
		ragdolls.Column{},
		givenmorphs.Column{},
		garments.Column{},
	}, furtherColumns...))
	a.followLibrary()
	a.skinning = &verticesSystem{warn: a.warn}
	together, wishes := newPartnership(world, a.events), newMoveWishes(world)
	for _, system := range []ecs.System{
		newBindSlots(world, a.store),
		wishes,
		&matchMotionsSystem{wishes},
		newAdvance(a.events, together),
		newApplyRootMotion(world),
		holdDriftSystem{wishes, func(e ecs.Entity) { a.places.moved(e) }},
		placePairsSystem{together},
		a.goals,
		newPrepareRagdolls(world),
		ecs.EachBlock(sampleClipsSystem{}),
		ecs.EachBlock(inertializeSystem{}),
		ecs.EachBlock(blendRagdollsSystem{}),
		ecs.EachBlock(modifyPosesSystem{}),
		ecs.EachBlock(localToModelSystem{}),
		ecs.EachBlock(buildPalettesSystem{}),
		measureRagdollsSystem{},
		newAttach(dependents),
		a.skinning,
	} {
		if err := a.schedule.Add(system); err != nil {
			return nil, err
		}
	}
	return a, nil
}

// furtherColumns are columns that tests add.
var furtherColumns []column.Column

// World returns the world that is animated.
func (a *Animation) World() *ecs.World {
	if a == nil {
		return nil
	}
	return a.world
}

// Library returns the library with the characters' assets.
func (a *Animation) Library() *assets.Library {
	if a == nil {
		return nil
	}
	return a.library
}

// Clock returns the resource that sets how time passes in the world: its scale, and whether in
// equal steps.
func (a *Animation) Clock() *ecs.Clock {
	if a == nil {
		return nil
	}
	return a.clock
}

// Events returns the queue of the characters' events; see [ecs.EventReader].
func (a *Animation) Events() *ecs.Events {
	if a == nil {
		return nil
	}
	return a.events
}

// Store returns the pose store, which holds palettes and morph weights ready for upload.
func (a *Animation) Store() *ecs.PoseStore {
	if a == nil {
		return nil
	}
	return a.store
}

// Schedule returns the ordered systems. Between two frames, other systems can be inserted beside
// them, and beside each other; the anchors of this package, such as [AtLocalToModel], name the
// places.
func (a *Animation) Schedule() *ecs.Schedule {
	if !a.isMade() {
		return nil
	}
	return &a.schedule
}

// OnRootMotion inserts a system that runs in every frame after [AtApplyRootMotion], before
// [AtPlacePairs] puts the members of pairs beside their leaders, the poses are computed and
// [AtAttach] moves what follows a joint. It is the place for physics: the system reads the frame's
// movement from [components.RootMotion], with its Manual field set, and writes the final
// [components.Transform] of the character, or its place where the program has places of its own
// ([Animation.UsePlaces]); attachments then follow in the same frame. Several systems run in the
// order in which they were inserted.
//
// The world is locked meanwhile, so the system cannot add or remove entities or components. The
// error is that of [ecs.Schedule.InsertBefore].
func (a *Animation) OnRootMotion(system ecs.System) error {
	if err := a.checkOpen(); err != nil {
		return err
	}
	before := AtHoldDrift
	if a.places != nil {
		before = readMovedName
	}
	return a.schedule.InsertBefore(before, system)
}

// resources are the resources that an [Animation] adds to its world.
type resources struct {
	store    access.Resource[ecs.PoseStore]
	vertices access.Resource[ecs.VertexStore]
	events   access.Resource[ecs.Events]
	clock    access.Resource[ecs.Clock]
}

func newResources(world *ecs.World) resources {
	return resources{
		store: access.ResourceOf[ecs.PoseStore](world), vertices: access.ResourceOf[ecs.VertexStore](world),
		events: access.ResourceOf[ecs.Events](world), clock: access.ResourceOf[ecs.Clock](world),
	}
}

// any reports whether the world has any of the resources.
func (r *resources) any() bool {
	return r.store.Has() || r.vertices.Has() || r.events.Has() || r.clock.Has()
}

// addResources adds the resources that the world lacks, for example because of World.Reset. The
// error is [ErrWorldTaken] if it has one of another Animation.
func (a *Animation) addResources() error {
	r := &a.resources
	if owned(&r.store, a.store) && owned(&r.vertices, a.vertices) && owned(&r.events, a.events) &&
		owned(&r.clock, a.clock) {
		return nil
	}
	if foreign(&r.store, a.store) || foreign(&r.vertices, a.vertices) || foreign(&r.events, a.events) ||
		foreign(&r.clock, a.clock) {
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
func owned[T any](r *access.Resource[T], own *T) bool { return r.Has() && r.Get() == own }

// foreign reports whether a world's resource is another one than the given one.
func foreign[T any](r *access.Resource[T], own *T) bool { return r.Has() && r.Get() != own }

func add[T any](r *access.Resource[T], own *T) {
	if !r.Has() {
		r.Add(own)
	}
}

func remove[T any](r *access.Resource[T], own *T) {
	if owned(r, own) {
		r.Remove()
	}
}
