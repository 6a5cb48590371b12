package systems

import (
	"cmp"
	"slices"

	arche "github.com/mlange-42/arche/ecs"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/access"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/prefetch"
	"github.com/sinew-go/sinew/systems/internal/advance"
	"github.com/sinew-go/sinew/systems/internal/partners"
)

// partnership knows in each frame who plays together with whom. Advance asks it before time moves:
// leaders are advanced with all others, then those that follow them. PlacePairs asks it after root
// motion. It keeps nothing from frame to frame: all is in the [components.Partner] of each.
type partnership struct {
	world      *ecs.World
	events     *ecs.Events
	filter     arche.Filter
	partners   access.Component[components.Partner]
	slots      access.Component[components.PoseSlot]
	transforms access.Component[components.Transform]

	members []member // by leader, and of each leader by role
	groups  []group
	leads   []advance.Lead // of each group

	// Leaders and followers are sorted by chunk and slot. The masks have a bit for each slot of a
	// chunk.
	leaders, followers []partAt
	leading, following []uint64
	followed           []int // the chunks with followers

	byLeader order.Sorter[member]
	byPlace  order.Sorter[partAt]
}

// member is a character that plays together with others.
type member struct {
	entity    ecs.Entity
	partner   *components.Partner
	transform *components.Transform
	character *posestore.Handles   // nil if it has no pose
	playback  *components.Playback // of its layer; nil if there is none
	paused    bool
	pool      *posestore.Pool
	slot      int
}

// group are the members from first to end that have a leader, which is one of them. The playback of
// another one, timer, may have their common time.
type group struct{ first, end, leader, timer int }

// timerOf returns which of the members that one of them leads has the common time: the leader, or
// the first one in the pair with a longer clip than all before it.
func timerOf(library *assets.Library, members []member, leader int) int {
	timer := leader
	longest := library.Motion(members[leader].partner.Motion)
	if longest == nil {
		return timer
	}
	for i := range members {
		if m := library.Motion(members[i].partner.Motion); m != nil && advance.IsLonger(m, longest) {
			timer, longest = i, m
		}
	}
	return timer
}

// partAt is the part of the character in a slot of a chunk.
type partAt struct {
	chunk, index int
	advance.Part
}

func newPartnership(world *ecs.World, events *ecs.Events) *partnership {
	g := &partnership{
		world: world, events: events,
		partners:   access.ComponentOf[components.Partner](world),
		slots:      access.ComponentOf[components.PoseSlot](world),
		transforms: access.ComponentOf[components.Transform](world),
	}
	g.filter = arche.All(g.partners.Kind.ID())
	return g
}

// begin finds out who plays together in a frame, and parts those of whom one is gone.
func (g *partnership) begin(frame *ecs.Frame) {
	g.members, g.groups = g.members[:0], g.groups[:0]
	g.leaders, g.followers, g.followed = g.leaders[:0], g.followers[:0], g.followed[:0]
	if storeOf(frame).Absent().Partners {
		return
	}
	query := g.world.Query(g.filter)
	for query.Next() {
		if partner := g.partners.In(&query); !partner.Leader.IsZero() {
			g.members = append(g.members, member{entity: query.Entity(), partner: partner})
		}
	}
	store := storeOf(frame)
	for i := range g.members {
		g.members[i].find(g, store)
	}
	for i := range g.members {
		g.members[i].findPlayback()
	}
	g.byLeader.Stable(g.members, byLeader)
	for first := 0; first < len(g.members); {
		end := first + 1
		for end < len(g.members) && g.members[end].partner.Leader == g.members[first].partner.Leader {
			end++
		}
		g.settle(frame, first, end)
		first = end
	}
	g.divide(store)
}

// byLeader orders members by their leaders, then those of a pair before those in step, by their
// roles, and by their numbers.
func byLeader(a, b member) int {
	return cmp.Or(byNumber(a.partner.Leader, b.partner.Leader),
		cmp.Compare(a.partner.Leader.Generation(), b.partner.Leader.Generation()),
		cmp.Compare(a.rank(), b.rank()), byNumber(a.entity, b.entity))
}

// rank returns the place of a member in the order of those who may lead.
func (m *member) rank() int {
	if !m.isBound() {
		return 1 << 8
	}
	return int(m.partner.Role)
}

// isBound reports whether the member is in a pair, not only in step.
func (m *member) isBound() bool { return m.partner.Motion != 0 }

// find finds the Transform and the pose of the member, and asks for where its components are.
func (m *member) find(g *partnership, store *posestore.Store) {
	m.transform = g.transforms.Get(m.entity)
	slot := g.slots.Get(m.entity)
	if slot == nil {
		return
	}
	if m.pool, m.slot = store.Pool(m.entity, *slot); m.pool == nil {
		return
	}
	m.character = m.pool.Components(m.slot)
	prefetch.Lines(m.character, 2)
}

// findPlayback finds the playback of the member, which has been found.
func (m *member) findPlayback() {
	if m.character == nil || m.character.Player == nil {
		return
	}
	if m.partner.Layer == 0 {
		m.playback, m.paused = &m.character.Player.Playback, m.character.Player.Paused
	} else if layer := m.layer(); layer != nil {
		m.playback, m.paused = &layer.Playback, layer.Paused
	}
}

// layer returns the layer in which the member plays with the others, or nil if it has none.
func (m *member) layer() *components.Layer {
	return components.LayerAt(m.character.Layers, m.character.MoreLayers, int(m.partner.Layer))
}

// plays reports whether the member plays what it plays with the others.
func (m *member) plays() bool {
	return m.playback != nil && (!m.isBound() || m.playback.Motion == m.partner.Motion)
}

// settle makes a group of the members of one leader that still play. If one left a pair, the others
// stop or go on; if the leader left, the first of those that remain leads.
func (g *partnership) settle(frame *ecs.Frame, first, end int) {
	members := g.members[first:end]
	bound, playing, leader, goesOn, expected := 0, 0, -1, true, 0
	for i := range members {
		m := &members[i]
		if m.isBound() {
			bound++
			goesOn, expected = goesOn && m.partner.GoesOn, max(expected, int(m.partner.Members))
			if m.plays() {
				playing++
			}
		}
		if m.entity == m.partner.Leader && m.plays() {
			leader = i
		}
	}
	broken := bound > 0 && (playing < bound || bound < expected || leader < 0)
	remaining := 0
	for i := range members {
		m, isLeader := &members[i], i == leader
		if !m.plays() || broken && m.isBound() && !goesOn {
			if g.part(frame, m); isLeader {
				leader = -1
			}
			continue
		}
		if isLeader {
			leader = remaining
		}
		members[remaining], members[i] = members[i], members[remaining]
		remaining++
	}
	members = members[:remaining]
	if remaining == 0 || remaining == 1 && !members[0].isBound() {
		for i := range members {
			members[i].partner.Leader = ecs.Entity{}
		}
		return
	}
	if leader < 0 {
		leader = 0
	}
	for i := range members {
		members[i].partner.Leader = members[leader].entity
		if members[i].isBound() {
			members[i].partner.Members = uint8(min(playing, 255))
		}
	}
	timer := timerOf(frame.Library, members, leader)
	g.groups = append(g.groups, group{first, first + remaining, first + leader, first + timer})
}

// part takes a member out of its group. If it still plays the motion of a pair, that fades out.
func (g *partnership) part(frame *ecs.Frame, m *member) {
	if m.isBound() {
		event := m.event(ecs.PairBroken)
		if m.plays() {
			isLayer0 := m.partner.Layer == 0
			fades := m.character.Blend
			if !isLayer0 {
				fades = &m.layer().Fades
			}
			advance.StartTransition(frame.Library, m.character.Inertialization, isLayer0, m.playback, fades, stopped,
				advance.Crossfade{Seconds: m.partner.FadeOut})
		}
		g.events.Append(event)
	}
	m.partner.Leader = ecs.Entity{}
}

// event returns an event of a pair.
func (m *member) event(kind ecs.EventKind) ecs.Event {
	event := ecs.Event{Kind: kind, Entity: m.entity, Motion: m.partner.Motion, Layer: m.partner.Layer}
	if m.playback != nil {
		event.Time = m.playback.Time
	}
	return event
}

// divide tells each chunk which of its characters lead and which follow.
func (g *partnership) divide(store *posestore.Store) {
	g.leads = slices.Grow(g.leads[:0], len(g.groups))[:len(g.groups)]
	clear(g.leads)
	chunks := store.Chunks()
	g.leading = slices.Grow(g.leading[:0], chunks)[:chunks]
	g.following = slices.Grow(g.following[:0], chunks)[:chunks]
	clear(g.leading)
	clear(g.following)
	for k := range g.groups {
		group := &g.groups[k]
		for i := group.first; i < group.end; i++ {
			m := &g.members[i]
			at := partAt{Part: advance.Part{Layer: m.partner.Layer, Bound: m.isBound()}}
			at.chunk, at.index = store.ChunkOf(m.pool, m.slot)
			if i == group.timer {
				at.Lead = &g.leads[k]
				g.leaders = append(g.leaders, at)
				g.leading[at.chunk] |= 1 << at.index
				continue
			}
			at.Leader = &g.leads[k]
			g.followers = append(g.followers, at)
			if g.following[at.chunk] == 0 {
				g.followed = append(g.followed, at.chunk)
			}
			g.following[at.chunk] |= 1 << at.index
		}
	}
	g.byPlace.Stable(g.leaders, byPlace)
	g.byPlace.Stable(g.followers, byPlace)
}

func byPlace(a, b partAt) int {
	return cmp.Or(cmp.Compare(a.chunk, b.chunk), cmp.Compare(a.index, b.index))
}

// leadersOf returns the leaders in a chunk, and which of its slots follow others.
func (g *partnership) leadersOf(chunk int) (parts []partAt, following uint64) {
	if len(g.groups) == 0 {
		return nil, 0
	}
	if g.leading[chunk] != 0 {
		parts = inChunk(g.leaders, chunk)
	}
	return parts, g.following[chunk]
}

// followersOf returns the followers in a chunk, and which of its slots do not follow.
func (g *partnership) followersOf(chunk int) (parts []partAt, others uint64) {
	return inChunk(g.followers, chunk), ^g.following[chunk]
}

// inChunk returns the parts from the first one in a chunk on.
func inChunk(parts []partAt, chunk int) []partAt {
	i, _ := slices.BinarySearchFunc(parts, chunk, func(p partAt, chunk int) int { return cmp.Compare(p.chunk, chunk) })
	for n := i; n < len(parts); n++ {
		if parts[n].chunk != chunk {
			return parts[i:n]
		}
	}
	return parts[i:]
}

// placePairsSystem puts the members of pairs where their motion has them beside their leader, and
// ends the pairs whose motion finished. It runs after the systems that move leaders.
type placePairsSystem struct{ *partnership }

// Name implements [ecs.System].
func (placePairsSystem) Name() string { return "PlacePairs" }

// Run implements [ecs.System].
func (s placePairsSystem) Run(frame *ecs.Frame) {
	for k := range s.groups {
		group := &s.groups[k]
		leader := &s.members[group.leader]
		if !leader.isBound() {
			continue
		}
		members := s.members[group.first:group.end]
		timer := &s.members[group.timer]
		s.place(frame, leader, timer, members)
		if !timer.playback.Finished {
			continue
		}
		for i := range members {
			m := &members[i]
			if m.isBound() {
				s.events.Append(m.event(ecs.PairEnded))
			}
			m.partner.Leader = ecs.Entity{}
		}
	}
	s.groups = s.groups[:0] // of this frame: a schedule without Advance finds none in the next
}

// place puts the members of a pair beside their leader. The playback of timer has their time.
func (s placePairsSystem) place(frame *ecs.Frame, leader, timer *member, members []member) {
	seconds := advance.CharacterTime(frame.Delta, timer.character.TimeScale)
	if timer.paused {
		seconds = 0
	}
	before := partners.Remaining(leader.partner)
	for i := range members {
		if p := members[i].partner; members[i].isBound() && p.Elapsed < p.Duration {
			p.Elapsed += seconds
		}
	}
	if leader.transform == nil {
		return
	}
	at, shape, ok := partners.Split(&leader.transform.Matrix)
	if !ok {
		return
	}
	// The leader moves on its way by what is less of it than before; without the rest of the way it
	// is at its place.
	remaining := partners.Remaining(leader.partner)
	if before != remaining {
		at = at.Away(leader.partner, remaining-before)
		leader.transform.Matrix = at.Matrix(&shape)
	}
	at = at.Away(leader.partner, -remaining)
	place := partners.PlaceOf(leader.partner)
	step := partners.Identity
	if leader.character.RootMotion != nil {
		step, _ = s.step(frame, leader, timer, &shape)
	}
	for i := range members {
		m := &members[i]
		if m == leader || !m.isBound() || m.transform == nil {
			continue
		}
		own := partners.ShapeOf(m.partner)
		ownStep, moves := s.step(frame, m, timer, &own)
		there := partners.Beside(at, place, step, partners.PlaceOf(m.partner), ownStep, moves)
		matrix := there.Away(m.partner, partners.Remaining(m.partner)).Matrix(&own)
		if exact.AllFinite(matrix[:]...) {
			m.transform.Matrix = matrix
		}
	}
}

// step returns how far the root motion of a member's clip moves it from the start on. It returns
// false if the clip has none.
func (s placePairsSystem) step(frame *ecs.Frame, m, timer *member, shape *partners.Shape) (partners.Frame, bool) {
	root := rootOf(frame, m)
	if root == nil {
		return partners.Identity, false
	}
	return partners.Step(partners.Moved(root, m.playback, timer.playback), root.Up(), shape), true
}

// rootOf returns the root motion of the clip that a member plays, or nil.
func rootOf(frame *ecs.Frame, m *member) *clip.RootMotion {
	played := frame.Library.Motion(m.playback.Motion)
	if played == nil || played.Single == 0 {
		return nil
	}
	if c := frame.Library.Clip(played.Single); c != nil {
		return c.RootMotion()
	}
	return nil
}
