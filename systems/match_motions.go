package systems

import (
	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/matching"
)

// moveWishesSystem finds the characters with wishes, moves these and predicts their points. The
// workers share the characters.
type moveWishesSystem struct {
	wishing    arche.Filter // characters with a wish
	wishes     access.Component[components.Wish]
	slots      access.Component[components.PoseSlot]
	transforms access.Component[components.Transform]
	world      *ecs.World

	frame    *ecs.Frame // set only during Run, also of the system after
	list     []wishing
	matchers []matcher // for each worker
}

// wishing is a character with a wish. Its pointers are valid in one frame.
type wishing struct {
	matching.Character
	rootMotion *components.RootMotion
	entity     ecs.Entity
}

// matcher is the scratch memory of a worker.
type matcher struct {
	matching.Matcher
	_ [128]byte // keeps other workers out of its last cache line, and out of the next
}

// newMoveWishes returns the system for a world.
func newMoveWishes(world *ecs.World) *moveWishesSystem {
	s := &moveWishesSystem{
		world: world, wishes: access.ComponentOf[components.Wish](world),
		slots:      access.ComponentOf[components.PoseSlot](world),
		transforms: access.ComponentOf[components.Transform](world),
	}
	s.wishing = arche.All(s.wishes.Kind.ID(), s.slots.Kind.ID())
	return s
}

// Name implements [ecs.System].
func (s *moveWishesSystem) Name() string { return string(AtMoveWishes) }

// wishesAtOnce is how many characters a worker takes at a time.
const wishesAtOnce = 8

// Run implements [ecs.System].
func (s *moveWishesSystem) Run(frame *ecs.Frame) {
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
		if query.Has(s.transforms.Kind.ID()) {
			c.Matrix = &s.transforms.In(&query).Matrix
		}
		s.list = append(s.list, c)
	}
	if n := frame.Workers.Len(); len(s.matchers) < n {
		s.matchers = make([]matcher, n)
	}
	s.share(frame, s)
}

// share lets the workers of a frame do a task for the characters of the list.
func (s *moveWishesSystem) share(frame *ecs.Frame, task ecs.Task) {
	s.frame = frame
	frame.Workers.Run(task, (len(s.list)+wishesAtOnce-1)/wishesAtOnce)
	s.frame = nil
}

// Do implements [ecs.Task].
func (s *moveWishesSystem) Do(worker, i int) {
	s.each(s.Name(), i, func(c *wishing) {
		s.matchers[worker].Move(s.frame.Library, &c.Character, s.frame.Delta)
	})
}

// each calls do for the characters of a task of a worker. A panic names the system and the
// character.
func (s *moveWishesSystem) each(system string, i int, do func(c *wishing)) {
	var entity ecs.Entity
	defer ecs.AttributePanic(system, &entity)
	part := s.list[i*wishesAtOnce : min((i+1)*wishesAtOnce, len(s.list))]
	for k := range part {
		entity = part[k].entity
		do(&part[k])
	}
}

// matchMotionsSystem searches for the characters of the list of the system before that play a
// database.
type matchMotionsSystem struct{ *moveWishesSystem }

// Name implements [ecs.System].
func (matchMotionsSystem) Name() string { return string(AtMatchMotions) }

// Run implements [ecs.System].
func (s *matchMotionsSystem) Run(frame *ecs.Frame) {
	if len(s.list) > 0 {
		s.share(frame, s)
	}
}

// Do implements [ecs.Task].
func (s *matchMotionsSystem) Do(worker, i int) {
	s.each(s.Name(), i, func(c *wishing) {
		s.matchers[worker].Match(s.frame.Library, &c.Character, s.frame.Delta)
	})
}

// holdDriftSystem brings wishes and the characters that root motion moved within the distance that
// the wishes set. It runs over the list of the first of these systems.
type holdDriftSystem struct {
	*moveWishesSystem
	moved func(ecs.Entity) // tells a program that has places of its own
}

// Name implements [ecs.System].
func (holdDriftSystem) Name() string { return string(AtHoldDrift) }

// Run implements [ecs.System].
func (s holdDriftSystem) Run(*ecs.Frame) {
	for i := range s.list {
		c := &s.list[i]
		if matching.HoldDrift(&c.Character, c.rootMotion == nil || !c.rootMotion.Manual) {
			s.moved(c.entity)
		}
	}
	clear(s.list) // its pointers are valid in the frame alone
	s.list = s.list[:0]
}
