package rollback

import (
	"fmt"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems"
)

// History keeps where the joints of characters were at the last ticks, so that a server tests a
// shot against what the shooter saw: rays, spheres and capsules against the [Capsule]s of
// characters, at a past moment between two ticks.
//
// It covers every character whose skeleton has capsules and that keeps the model matrices of all
// joints with capsules ([systems.Animation.EnableModelMatrices]). The memory is a ring for each
// skeleton; once it has grown to the largest number of characters, nothing is allocated. Tests may
// run on several goroutines at once, while nobody records. A nil History keeps nothing.
type History struct {
	animation  *systems.Animation
	transforms access.Component[components.Transform]
	ticks      int
	newest     int // number of the last tick, from 1 on; 0 before the first
	oldest     int // number of the first tick since the beginning or the last rewinding
	groups     []*group
}

// group is the characters of one skeleton. Each has a lane, as long as the ring holds a tick of it.
type group struct {
	skeleton assets.SkeletonID
	capsules []Capsule
	numbers  []int   // index of each capsule in the list of the program
	joints   []int32 // the joints that have capsules
	jointOf  []int   // index in joints, for each capsule

	owners   []ecs.Entity // by lane
	last     []int        // last tick of the owner, by lane
	free     []int32      // lanes
	byNumber []int32      // 1 + lane, by the number of the entity

	// Of all ticks in the ring: lane l of tick t is at (t % ticks)*len(owners) + l.
	marks    []mark
	segments []segment     // len(capsules) each
	matrices []worldMatrix // len(joints) each
}

// mark is what the broad phase needs: a sphere around all capsules of a character.
type mark struct {
	tick   int // the number of the tick that is recorded here
	center [3]float32
	radius float32
}

// segment is a capsule in world space.
type segment struct {
	a, b   [3]float32
	radius float32
}

// worldMatrix is a joint's world matrix, 3x4 and row-major.
type worldMatrix [12]float32

// NewHistory returns an empty history of the last ticks, for characters with the given capsules.
// Hits name a capsule by its index in the list. The error names a capsule that is not possible, or
// tells that ticks is less than 1, or is [systems.ErrNil] for a nil animation.
func NewHistory(animation *systems.Animation, ticks int, capsules ...Capsule) (*History, error) {
	if animation.World() == nil {
		return nil, fmt.Errorf("%w: expected an animation for the history, found nil or the zero value", systems.ErrNil)
	}
	if ticks < 1 {
		return nil, fmt.Errorf("expected a history of at least 1 tick, found %d", ticks)
	}
	h := &History{
		animation: animation, ticks: ticks, oldest: 1,
		transforms: access.ComponentOf[components.Transform](animation.World()),
	}
	for i, c := range capsules {
		if err := c.check(animation.Library()); err != nil {
			return nil, fmt.Errorf("capsule %d: %w", i, err)
		}
		g := h.group(c.Skeleton)
		if g == nil {
			g = &group{skeleton: c.Skeleton}
			h.groups = append(h.groups, g)
		}
		joint := slices.Index(g.joints, c.Joint)
		if joint < 0 {
			joint = len(g.joints)
			g.joints = append(g.joints, c.Joint)
		}
		g.capsules, g.numbers, g.jointOf = append(g.capsules, c), append(g.numbers, i), append(g.jointOf, joint)
	}
	return h, nil
}

func (h *History) group(id assets.SkeletonID) *group {
	for _, g := range h.groups {
		if g.skeleton == id {
			return g
		}
	}
	return nil
}

// Ticks returns the numbers of the oldest and the newest tick that are kept. Both are 0 before the
// first.
func (h *History) Ticks() (oldest, newest int) {
	if h == nil || h.newest < h.oldest {
		return 0, 0
	}
	return max(h.oldest, h.newest-h.ticks+1), h.newest
}

// Record records the present poses as the next tick, and returns its number, from 1 on. Call it
// after each update.
func (h *History) Record() (tick int) {
	if h == nil {
		return 0
	}
	h.newest++
	for _, pool := range h.animation.Store().Pools() {
		if pool == nil {
			continue
		}
		g := h.group(pool.ID())
		if g == nil {
			continue
		}
		for slot := range pool.Len() {
			entity := pool.Owner(slot)
			if !g.isKept(pool, slot) || !ecs.IsAlive(h.animation.World(), entity) {
				continue
			}
			world := mgl32.Ident4()
			if t := h.transforms.Get(entity); t != nil {
				world = t.Matrix
			}
			g.record(h, entity, pool, slot, &world)
		}
	}
	return h.newest
}

// Rewind forgets the ticks after a tick, whose number the next call of [History.Record] continues.
// Call it after [Session.Restore]. Ticks that are no longer kept do not come back.
func (h *History) Rewind(tick int) {
	if h == nil || tick >= h.newest {
		return
	}
	kept, _ := h.Ticks()
	h.newest = max(tick, 0)
	h.oldest = max(kept, 1)
	if h.newest < h.oldest {
		h.oldest = h.newest + 1
	}
	for _, g := range h.groups {
		for i := range g.marks {
			if g.marks[i].tick > h.newest {
				g.marks[i].tick = 0
			}
		}
		g.rewind(h)
	}
}

// rewind gives each entity the lane back that it had at the newest tick: an entity of the ticks
// that were undone may have taken its number. Lanes without a tick before them are free again.
func (g *group) rewind(h *History) {
	clear(g.byNumber)
	for lane, owner := range g.owners {
		if owner.IsZero() {
			continue
		}
		tick := 0
		for row := range h.ticks {
			tick = max(tick, g.marks[row*len(g.owners)+lane].tick)
		}
		if tick <= h.newest-h.ticks || tick < h.oldest {
			g.release(lane)
			continue
		}
		g.last[lane] = tick
		if other := int(g.byNumber[owner.ID()]) - 1; other < 0 || g.last[other] < tick {
			g.byNumber[owner.ID()] = int32(lane) + 1
		}
	}
}

// isKept reports whether a character keeps the model matrices of all joints with capsules.
func (g *group) isKept(pool *ecs.Pool, slot int) bool {
	for _, joint := range g.joints {
		if pool.JointMatrix(slot, int(joint)) == nil {
			return false
		}
	}
	return true
}

// record records a character at the newest tick.
func (g *group) record(h *History, entity ecs.Entity, pool *ecs.Pool, slot int, world *mgl32.Mat4) {
	lane := g.lane(h, entity)
	g.last[lane] = h.newest
	at := h.newest%h.ticks*len(g.owners) + lane
	joints := g.matrices[at*len(g.joints):][:len(g.joints)]
	for i, joint := range g.joints {
		joints[i].multiply(world, pool.JointMatrix(slot, int(joint)))
	}
	segments := g.segments[at*len(g.capsules):][:len(g.capsules)]
	for i := range segments {
		m := &joints[g.jointOf[i]]
		c := &g.capsules[i]
		segments[i] = segment{m.point(c.A), m.point(c.B), m.scale() * c.Radius}
	}
	g.marks[at] = enclose(segments)
	if g.marks[at].radius-g.marks[at].radius == 0 { // finite
		g.marks[at].tick = h.newest
	}
}

// lane returns the lane of an entity, which gets one if it has none.
func (g *group) lane(h *History, entity ecs.Entity) int {
	number := int(entity.ID())
	for number >= len(g.byNumber) {
		g.byNumber = append(g.byNumber, 0)
	}
	if lane := int(g.byNumber[number]) - 1; lane >= 0 && g.owners[lane] == entity {
		return lane
	}
	if len(g.free) == 0 {
		for lane := range g.owners {
			if g.last[lane] <= h.newest-h.ticks {
				g.release(lane)
			}
		}
	}
	if len(g.free) == 0 {
		g.grow(h.ticks)
	}
	lane := int(g.free[len(g.free)-1])
	g.free = g.free[:len(g.free)-1]
	g.owners[lane], g.byNumber[number] = entity, int32(lane)+1
	for tick := range h.ticks {
		g.marks[tick*len(g.owners)+lane].tick = 0
	}
	return lane
}

// release takes a lane back from its owner.
func (g *group) release(lane int) {
	if number := g.owners[lane].ID(); !g.owners[lane].IsZero() && g.byNumber[number] == int32(lane)+1 {
		g.byNumber[number] = 0
	}
	g.owners[lane], g.last[lane] = ecs.Entity{}, maxTick
	g.free = append(g.free, int32(lane))
}

// maxTick is the last tick of a free lane, so that it is not released again.
const maxTick = int(^uint(0) >> 1)

// grow doubles the number of lanes.
func (g *group) grow(ticks int) {
	old := len(g.owners)
	lanes := max(8, 2*old)
	marks := make([]mark, ticks*lanes)
	segments := make([]segment, ticks*lanes*len(g.capsules))
	matrices := make([]worldMatrix, ticks*lanes*len(g.joints))
	for tick := range ticks {
		copy(marks[tick*lanes:], g.marks[tick*old:][:old])
		copy(segments[tick*lanes*len(g.capsules):], g.segments[tick*old*len(g.capsules):][:old*len(g.capsules)])
		copy(matrices[tick*lanes*len(g.joints):], g.matrices[tick*old*len(g.joints):][:old*len(g.joints)])
	}
	g.marks, g.segments, g.matrices = marks, segments, matrices
	g.owners = append(g.owners, make([]ecs.Entity, lanes-old)...)
	g.last = append(g.last, make([]int, lanes-old)...)
	for lane := lanes - 1; lane >= old; lane-- {
		g.last[lane] = maxTick
		g.free = append(g.free, int32(lane))
	}
}

// ShiftOrigin makes all that is kept relative to a new origin of world space, which is at the point
// by so far. Call it together with [systems.Animation.ShiftOrigin].
func (h *History) ShiftOrigin(by [3]float64) {
	if h == nil {
		return
	}
	for _, g := range h.groups {
		for i := range g.marks {
			exact.ShiftPoint(&g.marks[i].center, by)
		}
		for i := range g.segments {
			exact.ShiftPoint(&g.segments[i].a, by)
			exact.ShiftPoint(&g.segments[i].b, by)
		}
		for i := range g.matrices {
			exact.ShiftMatrix((*[12]float32)(&g.matrices[i]), by)
		}
	}
}
