package systems

import (
	"fmt"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/systems/internal/garments"
	"github.com/sinew-go/sinew/systems/internal/modifiers"
	"github.com/sinew-go/sinew/systems/internal/ragdolls"
	"github.com/sinew-go/sinew/systems/internal/waves"
)

// dependents are the entities that depend on other characters in a frame: those that hang on a
// joint, and characters with goals that are relative to others. ResolveGoals finds them, and from
// this in which waves the characters are posed. It then has their goals resolved wave by wave,
// after what they hang on has moved them. Attach moves what is left. All of it is found anew in
// each frame.
type dependents struct {
	world       *ecs.World
	attached    arche.Filter
	slots       access.Component[components.PoseSlot]
	transforms  access.Component[components.Transform]
	attachments access.Component[components.Attachment]
	goals       *resolveGoalsSystem
	warn        func(text string)
	hasWarned   bool // of characters that depend on each other

	frame   *ecs.Frame // the frame that runs
	number  uint32     // of the frame in which they were found
	graph   waves.Graph
	hanging sortedByWave[hangingEntity]
	waiting sortedByWave[modifiedCharacter] // those with goals that depend on others
}

// hangingEntity is an entity that hangs on a joint.
type hangingEntity struct {
	attachment *components.Attachment
	transform  *components.Transform
	place      *components.Transform // of the target, or nil
	target     *posestore.Pool       // and targetSlot: of the character whose joint it is
	own        *posestore.Pool       // and ownSlot: of the entity itself; nil if it is no character
	targetSlot int32
	ownSlot    int32
	edge       int32 // in the graph, if it is a character
	isReleased bool  // it is moved before its target is posed
	isGarment  bool  // it takes the joints of its target
}

// sortedByWave is a list, and the same sorted by wave.
type sortedByWave[T any] struct {
	list, sorted []T
	waves, ends  []int32 // by element of list: its wave; by wave: where it ends in sorted
}

// newDependents returns what finds the dependents of a world.
func newDependents(world *ecs.World, warn func(text string)) *dependents {
	d := &dependents{
		world: world, warn: warn,
		slots:       access.ComponentOf[components.PoseSlot](world),
		transforms:  access.ComponentOf[components.Transform](world),
		attachments: access.ComponentOf[components.Attachment](world),
	}
	d.attached = arche.All(d.attachments.Kind.ID(), d.transforms.Kind.ID())
	return d
}

// find begins a frame: it finds the entities that hang on joints.
func (d *dependents) find(frame *ecs.Frame) {
	d.frame, d.number = frame, frame.Store.Frame()
	d.graph.Begin()
	d.hanging.begin()
	d.waiting.begin()
	if storeOf(frame).Absent().Attachments {
		return
	}
	query, open := d.world.Query(d.attached), true
	defer func() {
		if open { // a panic came between
			query.Close()
		}
	}()
	for query.Next() {
		h := hangingEntity{attachment: d.attachments.In(&query), transform: d.transforms.In(&query)}
		if h.target, h.targetSlot = d.character(h.attachment.Target); h.target == nil {
			continue
		}
		h.place = d.transforms.Get(h.attachment.Target)
		if slot := d.slots.In(&query); slot != nil {
			if pool, i := storeOf(frame).Pool(query.Entity(), *slot); pool != nil {
				h.own, h.ownSlot = pool, int32(i)
				h.edge = d.graph.Depend(d.graph.Add(pool, i), h.target, int(h.targetSlot), true)
			}
		}
		d.hanging.list = append(d.hanging.list, h)
	}
	open = false
}

// dress goes on after find: it tells which garment takes the joints of whom. A wearer that has no
// pose to take is posed, and so are all garments of characters that are.
func (d *dependents) dress() {
	isRevealed := false
	reveal := func(pool *posestore.Pool, slot int32) (changed bool) {
		if !pool.IsSkipped(int(slot)) {
			return false
		}
		pool.SetSkipped(int(slot), false)
		isRevealed = true
		return true
	}
	hasGarments := false
	for i := range d.hanging.list {
		h := &d.hanging.list[i]
		if h.attachment.Joint != components.EveryJoint || h.own == nil {
			continue
		}
		fits, isPosed := garments.Wear(h.own, int(h.ownSlot), h.target, int(h.targetSlot))
		if h.isGarment = fits; !fits {
			continue
		}
		if hasGarments = true; !isPosed {
			reveal(h.target, h.targetSlot)
		}
	}
	for changed := hasGarments; changed; { // a garment may wear one
		changed = false
		for i := range d.hanging.list {
			if h := &d.hanging.list[i]; h.isGarment && !h.target.IsSkipped(int(h.targetSlot)) {
				changed = reveal(h.own, h.ownSlot) || changed
			}
		}
	}
	if isRevealed {
		storeOf(d.frame).Regather()
	}
}

// character returns the pool and the slot of an entity, or nil if it is no character that lives.
func (d *dependents) character(entity ecs.Entity) (*posestore.Pool, int32) {
	if !ecs.IsAlive(d.world, entity) {
		return nil, 0
	}
	slot := d.slots.Get(entity)
	if slot == nil {
		return nil, 0
	}
	pool, i := storeOf(d.frame).Pool(entity, *slot)
	return pool, int32(i)
}

// dependOn makes a character depend on the joint of another one, or on the joint on which another
// entity hangs, if a goal that is relative to a space reads it.
func (d *dependents) dependOn(pool *posestore.Pool, slot int, space components.GoalSpace, entity ecs.Entity) {
	switch space {
	case components.EntityJointSpace:
	case components.EntitySpace:
		if entity = d.bearer(entity); entity.IsZero() {
			return
		}
	default:
		return
	}
	if target, i := d.character(entity); target != nil {
		d.graph.Depend(d.graph.Add(pool, slot), target, int(i), false)
	}
}

// bearer returns the character on whose joint an entity hangs, or none.
func (d *dependents) bearer(entity ecs.Entity) ecs.Entity {
	if len(d.hanging.list) == 0 || !ecs.IsAlive(d.world, entity) {
		return ecs.Entity{}
	}
	if attachment := d.attachments.Get(entity); attachment != nil {
		return attachment.Target
	}
	return ecs.Entity{}
}

// wait reports whether a character depends on others; its goals are then resolved in its wave.
func (d *dependents) wait(c *modifiedCharacter) bool {
	if !d.graph.Has(c.pool, c.slot) {
		return false
	}
	d.waiting.list = append(d.waiting.list, *c)
	return true
}

// divide divides the characters into waves, and begins the first.
func (d *dependents) divide() {
	d.sort()
	d.graph.Divide(storeOf(d.frame), d)
	d.BeginWave(0)
}

// sort sorts what was found by wave.
func (d *dependents) sort() {
	release := d.graph.Solve()
	if release.Exists && !d.hasWarned {
		d.hasWarned = true
		d.warn(fmt.Sprintf("sinew: expected no characters that depend on each other in a circle, by attachments or goals, "+
			"found entity %d, which uses what the frame before left of entity %d; told once", release.From.ID(),
			release.To.ID()))
	}
	for i := range d.hanging.list {
		h := &d.hanging.list[i]
		if h.isReleased = h.own != nil && d.graph.IsReleased(h.edge); h.isReleased {
			d.hanging.put(0)
			if h.isGarment {
				garments.Release(h.own, int(h.ownSlot)) // the target may be posed at the same time
			}
		} else {
			d.hanging.put(d.graph.Wave(h.target, int(h.targetSlot)) + 1)
		}
	}
	for i := range d.waiting.list {
		w := &d.waiting.list[i]
		d.waiting.put(d.graph.Wave(w.pool, w.slot))
	}
	d.hanging.sort()
	d.waiting.sort()
}

// Name implements [posestore.Between].
func (d *dependents) Name() string { return string(AtResolveGoals) }

// Awaits implements [posestore.Between]: joints of the waves before are where the model matrices
// say.
func (d *dependents) Awaits() string { return string(AtLocalToModel) }

// BeginWave implements [posestore.Between].
func (d *dependents) BeginWave(wave int) {
	hanging := d.hanging.of(wave)
	for i := range hanging {
		h := &hanging[i]
		h.move()
		if h.own != nil {
			ragdolls.Place(h.own, int(h.ownSlot), affine(h.transform.Matrix))
		}
	}
	waiting := d.waiting.of(wave)
	for i := range waiting {
		prefetchAfter(waiting, i)
		d.goals.resolveWaiting(&waiting[i])
	}
	d.goals.askGround()
}

// prefetchAfter asks for the memory of characters that come after one of a list, which the waves
// before have driven out of the nearest caches.
func prefetchAfter(list []modifiedCharacter, i int) {
	if i+modifiers.Far < len(list) {
		c := &list[i+modifiers.Far]
		c.run.Prefetch(c.first, c.pool.Components(c.slot))
	}
	if i+modifiers.Near < len(list) {
		list[i+modifiers.Near].run.PrefetchState()
	}
}

// begin empties the list.
func (s *sortedByWave[T]) begin() {
	clear(s.list) // the components are another entity's in the next frame
	clear(s.sorted)
	s.list, s.sorted, s.waves, s.ends = s.list[:0], s.sorted[:0], s.waves[:0], s.ends[:0]
}

// put sets the wave of the next element of the list.
func (s *sortedByWave[T]) put(wave int) {
	s.waves = append(s.waves, int32(wave))
	for len(s.ends) <= wave {
		s.ends = append(s.ends, 0)
	}
	s.ends[wave]++
}

// sort sorts the list by wave; in each wave the elements keep their order.
func (s *sortedByWave[T]) sort() {
	sum := int32(0)
	for wave, n := range s.ends {
		s.ends[wave], sum = sum, sum+n
	}
	s.sorted = append(s.sorted[:0], s.list...)
	for i, wave := range s.waves {
		s.sorted[s.ends[wave]] = s.list[i]
		s.ends[wave]++
	}
}

// of returns the elements of a wave.
func (s *sortedByWave[T]) of(wave int) []T {
	if wave >= len(s.ends) {
		return nil
	}
	begin := int32(0)
	if wave > 0 {
		begin = s.ends[wave-1]
	}
	return s.sorted[begin:s.ends[wave]]
}
