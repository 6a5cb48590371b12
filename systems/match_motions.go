package systems

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/matching"
)

// matchMotionsSystem moves the wishes of characters and searches for those that play a database.
// The workers share the characters.
type matchMotionsSystem struct {
	wishing    arche.Filter // characters with a wish
	wishes     access.Component[components.Wish]
	slots      access.Component[components.PoseSlot]
	transforms access.Component[components.Transform]
	world      *ecs.World

	frame    *ecs.Frame // set only during Run
	list     []wishing
	matchers []matcher // for each worker
}

// wishing is a character with a wish. Its pointers are valid in one frame.
type wishing struct {
	matching.Character
	transform  *components.Transform // or nil
	rootMotion *components.RootMotion
	entity     ecs.Entity
}

// matcher is the scratch memory of a worker.
type matcher struct {
	matching.Matcher
	_ [128]byte // keeps other workers out of its last cache line, and out of the next
}

// newMatchMotions returns the system for a world.
func newMatchMotions(world *ecs.World) *matchMotionsSystem {
	s := &matchMotionsSystem{
		world: world, wishes: access.ComponentOf[components.Wish](world),
		slots:      access.ComponentOf[components.PoseSlot](world),
		transforms: access.ComponentOf[components.Transform](world),
	}
	s.wishing = arche.All(s.wishes.ID(), s.slots.ID())
	return s
}

// Name implements [ecs.System].
func (s *matchMotionsSystem) Name() string { return string(AtMatchMotions) }

// wishesAtOnce is how many characters a worker takes at a time.
const wishesAtOnce = 8

// Run implements [ecs.System].
func (s *matchMotionsSystem) Run(frame *ecs.Frame) {
	s.list = s.list[:0]
	query := s.world.Query(s.wishing)
	if query.Count() == 0 {
		query.Close()
		return
	}
	store := storeOf(frame)
	for query.Next() {
		pool, slot := store.Pool(query.Entity(), *s.slots.In(&query))
		if pool == nil || pool.Components(slot).Player == nil {
			continue
		}
		h := pool.Components(slot)
		c := wishing{entity: query.Entity(), rootMotion: h.RootMotion, Character: matching.Character{
			Wish: s.wishes.In(&query), Player: h.Player, Fades: h.Blend,
			Layers: advance.Layers{First: h.Layers, More: h.MoreLayers}, Controller: h.Controller,
			Inertialization: h.Inertialization, TimeScale: h.TimeScale, Slot: slot,
		}}
		if query.Has(s.transforms.ID()) {
			c.transform = s.transforms.In(&query)
		}
		s.list = append(s.list, c)
	}
	if n := frame.Workers.Len(); len(s.matchers) < n {
		s.matchers = make([]matcher, n)
	}
	s.frame = frame
	frame.Workers.Run(s, (len(s.list)+wishesAtOnce-1)/wishesAtOnce)
	s.frame = nil
}

// Do implements [ecs.Task].
func (s *matchMotionsSystem) Do(worker, i int) {
	var entity ecs.Entity
	defer ecs.AttributePanic(s.Name(), &entity)
	from := i * wishesAtOnce
	for k := range s.list[from:min(from+wishesAtOnce, len(s.list))] {
		c := &s.list[from+k]
		entity = c.entity
		g := c.ground()
		s.matchers[worker].Match(s.frame.Library, &c.Character, &g, s.frame.Delta)
	}
}

// ground returns where the character stands.
func (c *wishing) ground() matching.Ground {
	world := exact.IdentityAffine
	if c.transform != nil {
		world = affine(c.transform.Matrix)
	}
	return matching.NewGround(&world)
}

// holdDriftSystem brings wishes and the characters that root motion moved within the distance that
// the wishes set. It runs over the list of the system before.
type holdDriftSystem struct {
	*matchMotionsSystem
	animation *Animation // whose program may keep the places
}

// Name implements [ecs.System].
func (holdDriftSystem) Name() string { return string(AtHoldDrift) }

// Run implements [ecs.System].
func (s holdDriftSystem) Run(*ecs.Frame) {
	for i := range s.list {
		c := &s.list[i]
		g := c.ground()
		var matrix *mgl32.Mat4
		if c.transform != nil && !(c.rootMotion != nil && c.rootMotion.Manual) {
			matrix = &c.transform.Matrix
		}
		if matching.HoldDrift(c.Wish, &g, matrix) {
			s.animation.places.moved(c.entity)
		}
	}
	clear(s.list) // its pointers are valid in the frame alone
	s.list = s.list[:0]
}

// lacksWish reports whether a character lacks a component that a database needs.
func (a *Animation) lacksWish(entity ecs.Entity) bool {
	return a.wishes.Get(entity) == nil || a.inertializations.Get(entity) == nil || a.rootMotions.Get(entity) == nil
}

// addWish adds the components that a database needs to a character that lacks them.
func (a *Animation) addWish(entity ecs.Entity) {
	if a.wishes.Get(entity) == nil {
		a.wishes.Assign(entity, components.NewWish())
	}
	if a.inertializations.Get(entity) == nil {
		a.inertializations.Add(entity)
	}
	if a.rootMotions.Get(entity) == nil {
		a.rootMotions.Add(entity)
	}
}

// Wish returns where a character wishes to go, or nil: see [components.Wish]. It is valid until
// components are added to an entity or removed. [Player.Play] adds it with a database.
func (a *Animation) Wish(entity ecs.Entity) *components.Wish {
	if a == nil || !a.alive(entity) {
		return nil
	}
	return a.wishes.Get(entity)
}

// FollowPath gives the wish of a character ([components.Wish]) the points of a path through points
// in world space: its place is at a distance in meters from the beginning, from where it moves on
// at a speed in meters a second. A program that lets the distance grow by the speed in every frame
// leads the character along; it stops at the end of the path. The wish is Given from then on.
//
// The errors are [ErrNoCharacter], also for one without a wish, and [ErrNotFinite] for a distance
// or a speed that is not finite and a path without two different finite points.
func (a *Animation) FollowPath(entity ecs.Entity, path []mgl32.Vec3, distance, speed float64) error {
	if err := a.checkCharacter(entity); err != nil {
		return err
	}
	w := a.wishes.Get(entity)
	if w == nil {
		return fmt.Errorf("%w that wishes: entity %d has no components.Wish", ErrNoCharacter, entity.ID())
	}
	if !exact.AllFinite(distance, speed) {
		return fmt.Errorf("%w: entity %d: expected a finite distance and speed, found %v m and %v m/s", ErrNotFinite,
			entity.ID(), distance, speed)
	}
	var times [components.MaxWishPoints]float64
	player := a.players.Get(entity)
	if player == nil {
		player = &components.AnimationPlayer{}
	}
	if !matching.AlongPath(w, path, distance, speed,
		matching.AppendTimes(a.library, player, a.layersOf(entity), times[:0])) {
		return fmt.Errorf("%w: entity %d: expected a path through at least two different points, found %v", ErrNotFinite,
			entity.ID(), path)
	}
	return nil
}
