package systems

import (
	"slices"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/order"
)

// Places reads and writes the places of entities that a program keeps in components of its own; see
// [Animation.UsePlaces]. A place is a position in meters, in float64 and relative to the program's
// own origin, and three axes in world space: the columns of a matrix that holds rotation and scale.
//
// The methods are called in a frame, on the goroutine of Update, for one entity after another in no
// promised order. They must not add or remove components or entities.
type Places interface {
	// Place returns where an entity is.
	Place(entity ecs.Entity) (position [3]float64, axes mgl32.Mat3)
	// SetPlace tells that the animation moved an entity.
	SetPlace(entity ecs.Entity, position [3]float64, axes mgl32.Mat3)
}

// placeSystems are the systems that read and write the places of a program.
type placeSystems struct {
	world      *ecs.World
	origin     *[3]float64 // of the Transforms, in the program's positions
	source     Places
	transforms access.Component[components.Transform]
	lacking    arche.Filter // characters with a place and without a Transform
	withoutAny []ecs.Entity // of these
	sorter     order.Sorter[ecs.Entity]
	holding    arche.Mask
	all        arche.Filter // entities with a place and a Transform
	moving     arche.Filter // those of them with root motion
	paired     arche.Filter // those of them that play together with others
	attached   arche.Filter // those of them with an attachment
	rootMotion arche.ID
	partner    arche.ID
	attachment arche.ID
	skeleton   arche.ID
}

func newPlaceSystems(world *ecs.World, origin *[3]float64) *placeSystems {
	return &placeSystems{
		world: world, origin: origin, transforms: access.ComponentOf[components.Transform](world),
		rootMotion: arche.ComponentID[components.RootMotion](world),
		partner:    arche.ComponentID[components.Partner](world),
		attachment: arche.ComponentID[components.Attachment](world),
		skeleton:   arche.ComponentID[components.Skeleton](world),
	}
}

// use makes components the places.
func (p *placeSystems) use(source Places, holding []arche.ID) {
	p.source = source
	with := func(more ...arche.ID) arche.Mask { return arche.All(append(slices.Clone(holding), more...)...) }
	transform := p.transforms.Kind.ID()
	p.holding = with()
	p.all, p.moving = with(transform), with(transform, p.rootMotion)
	p.paired, p.attached = with(transform, p.partner), with(transform, p.attachment)
	p.lacking = lacking{with(p.skeleton), arche.All(transform)}
}

// Names of the systems other than AtReadPlaces.
const (
	writeMovedName    = "WriteMovedPlaces"
	readMovedName     = "ReadMovedPlaces"
	writePairedName   = "WritePairedPlaces"
	writeAttachedName = "WriteAttachedPlaces"
)

// systems returns the systems in their order.
func (p *placeSystems) systems() []ecs.System {
	return []ecs.System{
		placeSystem{string(AtReadPlaces), func() { p.addTransforms(); p.read(p.all) }},
		placeSystem{writeMovedName, func() { p.write(p.moving) }},
		placeSystem{readMovedName, func() { p.read(p.moving) }},
		placeSystem{writePairedName, func() { p.write(p.paired) }},
		placeSystem{writeAttachedName, func() { p.write(p.attached) }},
	}
}

// insert puts the systems into a schedule, or none of them.
func (p *placeSystems) insert(s *ecs.Schedule) error {
	names := s.Names()
	first := AtBindSlots
	if slices.Contains(names, string(AtSetDetail)) {
		first = AtSetDetail
	}
	list := p.systems()
	for i, err := range []error{
		s.InsertBefore(first, list[0]),
		s.InsertAfter(AtApplyRootMotion, list[1]),
		s.InsertBefore(AtHoldDrift, list[2]),
		s.InsertAfter(AtPlacePairs, list[3]),
		s.InsertAfter(AtAttach, list[4]),
	} {
		if err == nil {
			continue
		}
		for k := range list {
			if k != i {
				_ = s.Remove(list[k]) // one that was not inserted either is not there
			}
		}
		return err
	}
	return nil
}

// placeSystem is one of the systems.
type placeSystem struct {
	name string
	run  func()
}

// Name implements [ecs.System].
func (s placeSystem) Name() string { return s.name }

// Run implements [ecs.System].
func (s placeSystem) Run(*ecs.Frame) { s.run() }

// addTransforms adds a Transform to each character that has a place and lacks it.
func (p *placeSystems) addTransforms() {
	p.withoutAny = p.withoutAny[:0]
	query := p.world.Query(p.lacking)
	for query.Next() {
		p.withoutAny = append(p.withoutAny, query.Entity())
	}
	p.sorter.Stable(p.withoutAny, byNumber)
	for _, entity := range p.withoutAny {
		p.transforms.Kind.Add(entity)
	}
}

// each calls f for each entity that a filter matches.
func (p *placeSystems) each(filter arche.Filter, f func(entity ecs.Entity, transform *mgl32.Mat4)) {
	query, open := p.world.Query(filter), true
	defer func() {
		if open { // the program's method panicked
			query.Close()
		}
	}()
	for query.Next() {
		f(query.Entity(), &p.transforms.In(&query).Matrix)
	}
	open = false
}

// read computes the Transforms of entities from their places.
func (p *placeSystems) read(filter arche.Filter) {
	p.each(filter, func(entity ecs.Entity, transform *mgl32.Mat4) {
		position, axes := p.source.Place(entity)
		*transform = p.matrix(&position, &axes)
	})
}

// write tells the program the places of entities whose Transforms are others than those of their
// places.
func (p *placeSystems) write(filter arche.Filter) {
	p.each(filter, func(entity ecs.Entity, transform *mgl32.Mat4) { p.writeOne(entity, transform) })
}

func (p *placeSystems) writeOne(entity ecs.Entity, transform *mgl32.Mat4) {
	position, axes := p.source.Place(entity)
	before := p.matrix(&position, &axes)
	if before == *transform {
		return
	}
	for i := range position {
		position[i] += float64(transform[12+i]) - float64(before[12+i])
	}
	p.source.SetPlace(entity, position, transform.Mat3())
}

// matrix returns the Transform of a place.
func (p *placeSystems) matrix(position *[3]float64, axes *mgl32.Mat3) mgl32.Mat4 {
	return mgl32.Mat4{
		axes[0], axes[1], axes[2], 0,
		axes[3], axes[4], axes[5], 0,
		axes[6], axes[7], axes[8], 0,
		float32(position[0] - p.origin[0]), float32(position[1] - p.origin[1]), float32(position[2] - p.origin[2]), 1,
	}
}

// moved tells the program the place of an entity, which is alive, after a handle changed its
// Transform.
func (p *placeSystems) moved(entity ecs.Entity) {
	if p == nil {
		return
	}
	mask := p.world.Mask(entity)
	if mask.Contains(&p.holding) {
		p.writeOne(entity, &p.transforms.Get(entity).Matrix)
	}
}
