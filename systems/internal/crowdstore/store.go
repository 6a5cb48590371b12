package crowdstore

import (
	"slices"

	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/kernel/spheres"
	"github.com/sinew-go/sinew/internal/posestore"
	"github.com/sinew-go/sinew/internal/residency"
)

// Store is a world resource: the members of a crowd as the GPU needs them. Package systems/crowd
// owns it, package render draws it. All methods must be called between two frames or in a system.
type Store struct {
	Texels
	world   *ecs.World
	library *assets.Library

	owners  []ecs.Entity // by slot; the zero entity in a free one
	members []member     // by slot
	slots   []int32      // by the number of an entity: 1 + its slot, or 0
	count   int          // of members
	kinds   []*Kind      // of members, by the model
	blocks  []block      // of BlockLanes slots each
	free    []int32      // blocks without members
	// measured counts how often the spheres of a block were computed, and moved how often what they
	// are computed from changed, or a carrier moved.
	measured, moved uint64
	tiles           map[tile][]int32
	carried         []carrier // 0 is none; the others without blocks are free

	// spheres around the members in all their motions, 8 slots in a group, relative to the
	// carrier; a radius of -1 if the Transform is not finite. They are those of the last measure.
	spheres []spheres.Group
	hidden  []uint64 // bits of the parts that a member hides, by slot
	alone   []alone  // what a member shows alone, by slot
	records []Record // by slot
	changes []int32  // slots whose record changed, in order; the last of Changed
	changed uint64   // slots in changes since the beginning
	epoch   uint64   // counts how often everything changed

	layers     []layer // of the members that have one
	freeLayers []int32 // indices of layers without a member
	spareSlots []int32 // for records besides those of members

	dirty   []ecs.Entity
	all     bool // every entity must be looked at
	checked int  // slot that was looked at last
	living  int  // slot that was asked last whether it lives
	reached int  // clips that the reaches of the kinds account for
	now     int64
	below   []float32
	players *generic.Filter4[components.CrowdPlayer, components.SkinnedMesh, components.Transform,
		components.Appearance]
	attached *generic.Filter4[components.CrowdPlayer, components.SkinnedMesh, components.Transform,
		components.Attachment]
	player generic.Map1[components.CrowdPlayer]
	mesh   generic.Map1[components.SkinnedMesh]
	place  generic.Map1[components.Transform]
	looks  generic.Map1[components.Appearance]
	over   generic.Map1[components.CrowdLayer]
	posed  generic.Map1[components.Skeleton]

	// scratch memory
	near      []nearMember
	heldLayer components.CrowdLayer

	awaited []id.Clip // that members play, and that are not in memory

	poses    generic.Resource[ecs.PoseStore]
	restores uint64 // of snapshots that are accounted for
}

// member is an entity of the crowd, as it was when its record was made.
type member struct {
	kind      int32
	player    components.CrowdPlayer
	mesh      components.SkinnedMesh
	looks     components.Appearance
	transform rig.Matrix
	layer     int32 // 1 + the index of its layer, or 0 for none
	// spaces are 1 + the slots of the records of the blend spaces that its motions play, or 0 for
	// none.
	spaces [2]int32
}

// carrier is an entity that carries members.
type carrier struct {
	entity   ecs.Entity
	blocks   int // of the members that it carries
	matrix   rig.Matrix
	mirrored bool
	scale    float32
	lanes    spheres.Carrier
}

// New returns an empty store for a world whose assets are in the library.
func New(world *ecs.World, library *assets.Library) *Store {
	s := &Store{
		Texels: Texels{library: library}, world: world, library: library, all: true, tiles: map[tile][]int32{},
		below: []float32{1.0 / 8, 1.0 / 30},
		players: generic.NewFilter4[components.CrowdPlayer, components.SkinnedMesh, components.Transform,
			components.Appearance]().Optional(generic.T2[components.Transform, components.Appearance]()...).
			Without(generic.T1[components.Skeleton]()...),
		attached: generic.NewFilter4[components.CrowdPlayer, components.SkinnedMesh, components.Transform,
			components.Attachment]().Without(generic.T1[components.Skeleton]()...),
		player: generic.NewMap1[components.CrowdPlayer](world),
		mesh:   generic.NewMap1[components.SkinnedMesh](world),
		place:  generic.NewMap1[components.Transform](world),
		looks:  generic.NewMap1[components.Appearance](world),
		over:   generic.NewMap1[components.CrowdLayer](world),
		posed:  generic.NewMap1[components.Skeleton](world),
		poses:  generic.NewResource[ecs.PoseStore](world),
	}
	s.reset()
	return s
}

// reset forgets all members and texels.
func (s *Store) reset() {
	s.Texels.Clear()
	clear(s.members)
	clear(s.slots)
	clear(s.tiles)
	s.members, s.count, s.kinds, s.blocks, s.free = s.members[:0], 0, s.kinds[:0], s.blocks[:0], s.free[:0]
	s.records, s.changes, s.owners, s.spheres = s.records[:0], s.changes[:0], s.owners[:0], s.spheres[:0]
	s.hidden, s.layers, s.freeLayers, s.alone = s.hidden[:0], s.layers[:0], s.freeLayers[:0], s.alone[:0]
	s.spareSlots = s.spareSlots[:0]
	s.carried = append(s.carried[:0], carrier{matrix: rig.IdentityMatrix(), scale: 1})
	s.epoch++
	s.moved++
	s.all = true
}

// SetTime sets the time of the crowd in seconds. A time before the last one makes Sync look at
// every entity.
func (s *Store) SetTime(seconds float64) {
	ticks := Ticks(seconds)
	if ticks < s.now {
		s.all = true
	}
	s.now = ticks
}

// noteRestores makes Sync look at every entity if a snapshot was restored since the last Sync: any
// member may have changed.
func (s *Store) noteRestores() {
	if restores := s.Restores(); restores != s.restores {
		s.restores, s.all = restores, true
	}
}

// Restores returns how often a snapshot was restored: see [posestore.Store.Restores].
func (s *Store) Restores() uint64 {
	if !s.poses.Has() {
		return s.restores
	}
	return (*posestore.Store)(s.poses.Get()).Restores()
}

// noteArrivals makes Sync look at every entity if a clip came into memory for which members wait.
func (s *Store) noteArrivals() {
	before := len(s.awaited)
	s.awaited = slices.DeleteFunc(s.awaited, func(of id.Clip) bool {
		return s.library.Clip(of) == nil || s.library.IsLoaded(of)
	})
	s.all = s.all || len(s.awaited) < before
}

// isAway reports whether a clip of a motion is in the library, but neither in memory nor in the
// texels.
func (s *Store) isAway(of id.Motion) bool {
	memory := residency.Of(s.library)
	if memory == nil || memory.Has(of) {
		return false
	}
	for clip := range Clips(s.library, of) {
		if !memory.Has(clip) && !s.has(clip) {
			return true
		}
	}
	return false
}

// await asks for the clips of a motion that are away.
func (s *Store) await(of id.Motion) {
	memory := residency.Of(s.library)
	memory.Use(of)
	for clip := range Clips(s.library, of) {
		if !memory.Has(clip) && !slices.Contains(s.awaited, clip) {
			s.awaited = append(s.awaited, clip)
		}
	}
}

// held returns what a member and its layer, which may be nil, play until all clips that they show
// are in memory: what they played before, or, where there was no member before, the rest pose in
// the place of a clip, and no layer. The layer is valid until the next call.
func (s *Store) held(player *components.CrowdPlayer, layer *components.CrowdLayer, before *member) (
	components.CrowdPlayer, *components.CrowdLayer,
) {
	shown, waits := *player, false
	for _, of := range Shown(player, layer, float64(s.now)/TicksPerSecond-player.Since) {
		if s.isAway(of) {
			s.await(of)
			waits = true
		}
	}
	if waits && before != nil {
		p := &before.player
		shown.Motions, shown.Since = p.Motions, p.Since
		shown.Weight, shown.Target, shown.Rate = p.Weight, p.Target, p.Rate
		if before.layer == 0 {
			return shown, nil
		}
		s.heldLayer = s.layers[before.layer-1].CrowdLayer
		return shown, &s.heldLayer
	}
	for i := range shown.Motions {
		if m := &shown.Motions[i]; s.isAway(m.Clip) {
			m.Clip = 0
		}
	}
	if layer != nil && s.isAway(layer.Motion.Clip) {
		s.heldLayer = *layer
		s.heldLayer.Motion.Clip, layer = 0, &s.heldLayer
	}
	return shown, layer
}

// Now returns the time of the crowd in ticks.
func (s *Store) Now() int64 { return s.now }

// SetDetail sets below which height, as a fraction of the view's, members are posed at the levels
// of detail 1, 2 and so on.
func (s *Store) SetDetail(below []float32) {
	s.below = append(s.below[:0], below...)
	s.reset()
}

// Changed reports that components of an entity changed.
func (s *Store) Changed(entity ecs.Entity) { s.dirty = append(s.dirty, entity) }

// Refresh makes Sync look at every entity.
func (s *Store) Refresh() { s.all = true }

// Len returns the number of members, as of the last Sync.
func (s *Store) Len() int { return s.count }

// Every Sync looks at some members in turn, even if nothing is known to have changed: it asks some
// whether they live, and looks at a few wholly.
const (
	livingFrames  = 128 // frames in which every member is asked once whether it lives
	checkedWholly = 16  // members
)

// Sync brings the store up to date with the world: entities that Changed reported, all entities if
// their number or the library's assets changed or a snapshot was restored, those that follow
// joints, and in turn some of the others. The error reports clips that do not fit.
func (s *Store) Sync() error {
	if !s.Texels.current() || !s.kindsCurrent() {
		s.reset()
	}
	s.noteRestores()
	s.noteArrivals()
	if s.all || s.Population() != s.count+s.pending() {
		s.syncAll()
	} else {
		for _, entity := range s.dirty {
			s.sync(entity)
		}
		s.syncAttached()
		s.checkSome()
	}
	s.dirty, s.all = s.dirty[:0], false
	if s.reached != len(s.clips) {
		s.reached = len(s.clips)
		s.updateReaches()
	}
	s.addFramesOfNewClips()
	s.updateCarriers()
	return s.missing
}

// SyncKnown brings the store up to date with what is known to have changed. Unlike Sync, it looks
// at no others in turn, so that it may be called often in a frame.
func (s *Store) SyncKnown() error {
	s.noteRestores()
	s.noteArrivals()
	if s.all || len(s.dirty) > 0 || !s.Texels.current() || !s.kindsCurrent() || s.Population() != s.count {
		return s.Sync()
	}
	s.syncAttached()
	s.addFramesOfNewClips()
	s.updateCarriers()
	return s.missing
}

// addFramesOfNewClips makes frames of entries for clips and kinds that have none yet.
func (s *Store) addFramesOfNewClips() {
	for _, k := range s.kinds {
		for level := len(k.Rigs) - 1; level >= 0; level-- { // the last one shows the most members, and is the smallest
			s.addEntryFrames(&k.Rigs[level])
		}
	}
}

// Population returns the number of members in the world, whether the store knows them yet or not.
func (s *Store) Population() int {
	query := s.players.Query(s.world)
	n := query.Count()
	query.Close()
	return n
}

// pending returns by how much the number of members will grow as the entities that changed are
// looked at.
func (s *Store) pending() (n int) {
	for i, entity := range s.dirty {
		if i > 0 && entity == s.dirty[i-1] {
			continue
		}
		if was, is := s.slot(entity) >= 0, s.isMember(entity); is && !was {
			n++
		} else if was && !is {
			n--
		}
	}
	return n
}

// isMember reports whether an entity belongs to the crowd.
func (s *Store) isMember(entity ecs.Entity) bool {
	return ecs.IsAlive(s.world, entity) && s.player.Get(entity) != nil && s.mesh.Get(entity) != nil &&
		s.posed.Get(entity) == nil
}

// slot returns the slot of an entity, or -1.
func (s *Store) slot(entity ecs.Entity) int {
	if number := int(entity.ID()); number < len(s.slots) {
		if slot := int(s.slots[number]) - 1; slot >= 0 && s.owners[slot] == entity {
			return slot
		}
	}
	return -1
}

// sync looks at an entity.
func (s *Store) sync(entity ecs.Entity) {
	if !s.isMember(entity) {
		if slot := s.slot(entity); slot >= 0 {
			s.remove(slot)
		}
		return
	}
	s.put(entity, s.player.Get(entity), s.mesh.Get(entity), s.place.Get(entity), s.looks.Get(entity))
}

// syncAll looks at all entities.
func (s *Store) syncAll() {
	for slot := range s.members {
		for s.owners[slot] != (ecs.Entity{}) && !s.isMember(s.owners[slot]) {
			s.remove(slot) // another one may take the slot
		}
	}
	query := s.players.Query(s.world)
	for query.Next() {
		player, mesh, transform, looks := query.Get()
		s.put(query.Entity(), player, mesh, transform, looks)
	}
}

// syncAttached looks at the members that follow a joint of a character: the system Attach moves
// them in every frame.
func (s *Store) syncAttached() {
	query := s.attached.Query(s.world)
	for query.Next() {
		player, mesh, transform, _ := query.Get()
		s.put(query.Entity(), player, mesh, transform, s.looks.Get(query.Entity()))
	}
}

// checkSome looks at some of the members, in turn.
func (s *Store) checkSome() {
	for range min(len(s.owners), checkedWholly) {
		if entity := s.owners[next(&s.checked, len(s.owners))]; entity != (ecs.Entity{}) {
			s.sync(entity)
		}
	}
	for range (len(s.owners) + livingFrames - 1) / livingFrames {
		slot := next(&s.living, len(s.owners))
		if entity := s.owners[slot]; entity != (ecs.Entity{}) && !ecs.IsAlive(s.world, entity) {
			s.remove(slot)
		}
	}
}

// next moves an index to the next one of n, around.
func next(i *int, n int) int {
	if *i++; *i >= n {
		*i = 0
	}
	return *i
}

// put adds an entity to the members, or updates it if it is one and has changed. The transform and
// the looks may be nil.
func (s *Store) put(entity ecs.Entity, player *components.CrowdPlayer, mesh *components.SkinnedMesh,
	transform *components.Transform, appearance *components.Appearance,
) {
	var looks components.Appearance
	if appearance != nil {
		looks = *appearance
	}
	over := s.over.Get(entity)
	matrix := rig.IdentityMatrix()
	if transform != nil {
		matrix = rig.MatrixFromMat4(transform.Matrix)
	}
	slot := s.slot(entity)
	if slot >= 0 {
		if m := &s.members[slot]; m.player == *player && m.mesh == *mesh && m.transform == matrix &&
			m.looks == looks && s.isLayer(m.layer, over) {
			return
		}
	} else if number := int(entity.ID()); number < len(s.slots) && s.slots[number] != 0 {
		s.remove(int(s.slots[number]) - 1) // of a dead entity with the same number
	}
	var before *member
	if slot >= 0 {
		before = &s.members[slot]
	}
	shown, over := s.held(player, over, before)
	player = &shown
	var was alone
	plays := false // what it played
	if before != nil && before.mesh.Model == mesh.Model {
		was, plays = s.alone[slot], before.player == shown && s.isLayer(before.layer, over)
	}
	kind := s.kind(mesh)
	at := s.tileOf(kind, player, &matrix)
	if slot >= 0 && s.blocks[slot/BlockLanes].tile != at {
		s.remove(slot)
		slot = -1
	}
	if slot < 0 {
		slot = s.allocate(at)
		for int(entity.ID()) >= len(s.slots) {
			s.slots = append(s.slots, 0)
		}
		s.slots[entity.ID()] = int32(slot + 1)
		s.count++
	}
	m := &s.members[slot]
	s.owners[slot], *m = entity, member{int32(kind), *player, *mesh, looks, matrix, m.layer, m.spaces}
	s.hidden[slot] = mesh.Hidden
	if s.kinds[kind].Rigs != nil {
		s.encode(&s.records[slot], player, s.kinds[kind].skeleton, &matrix, &looks)
		s.putSpaces(slot, player)
		s.putLayer(slot, over)
		if !plays {
			was = s.aloneIn(player, &s.records[slot], was)
		}
		s.alone[slot] = was
	}
	s.blocks[slot/BlockLanes].stale = true
	s.moved++
	s.note(slot)
}

// remove removes a member. The last one of its block takes its slot.
func (s *Store) remove(slot int) {
	b := &s.blocks[slot/BlockLanes]
	s.removeLayer(slot)
	s.removeSpace(slot, 0)
	s.removeSpace(slot, 1)
	s.slots[s.owners[slot].ID()] = 0
	s.count--
	b.count--
	last := slot/BlockLanes*BlockLanes + int(b.count)
	if last != slot {
		s.owners[slot], s.members[slot], s.records[slot] = s.owners[last], s.members[last], s.records[last]
		s.hidden[slot], s.alone[slot] = s.hidden[last], s.alone[last]
		s.slots[s.owners[slot].ID()] = int32(slot + 1)
		s.note(slot)
	}
	s.owners[last], s.members[last] = ecs.Entity{}, member{}
	b.stale = true
	s.moved++
	if b.count == 0 {
		s.release(slot / BlockLanes)
	}
}

// maxChanges is the number of changes that are remembered.
const maxChanges = 1 << 14

// note records that the record of a slot changed.
func (s *Store) note(slot int) {
	if len(s.changes) == 2*maxChanges {
		s.changes = s.changes[:copy(s.changes, s.changes[maxChanges:])]
	}
	s.changes = append(s.changes, int32(slot))
	s.changed++
}

// Mark is how far a reader of [Store.Changes] has come.
type Mark struct {
	epoch, changed uint64
}

// Changes returns the slots whose records changed since a mark, with repetitions, and moves the
// mark. It returns false if the records of all slots may have changed.
func (s *Store) Changes(m *Mark) (slots []int32, few bool) {
	missed := s.changed - m.changed
	few = m.epoch == s.epoch && missed <= uint64(len(s.changes))
	if few {
		slots = s.changes[uint64(len(s.changes))-missed:]
	}
	*m = Mark{s.epoch, s.changed}
	return slots, few
}

// Epoch returns a number that changes when all texels are made anew; until then texels are only
// added.
func (s *Store) Epoch() uint64 { return s.epoch }

// Records returns the records by slot.
func (s *Store) Records() []Record { return s.records }

// Slot returns the slot of an entity, as of the last Sync, or -1.
func (s *Store) Slot(entity ecs.Entity) int { return s.slot(entity) }

// KindOf returns the kind of the member in a slot.
func (s *Store) KindOf(slot int) *Kind { return s.kinds[s.members[slot].kind] }

// updateCarriers reads the transforms of the carriers.
func (s *Store) updateCarriers() {
	for i := range s.carried[1:] {
		c := &s.carried[1+i]
		before := c.matrix
		c.matrix = rig.IdentityMatrix()
		if ecs.IsAlive(s.world, c.entity) {
			if t := s.place.Get(c.entity); t != nil {
				if m := rig.MatrixFromMat4(t.Matrix); exact.AllFinite(m[:]...) {
					c.matrix = m
				}
			}
		}
		if c.matrix != before {
			s.moved++
		}
		c.mirrored, c.scale = exact.IsMirrored(&c.matrix), exact.LongestAxis(&c.matrix)
		c.lanes.Set((*[12]float32)(&c.matrix), c.scale)
	}
}

// CarrierOf returns the matrix of the carrier of the member in a slot.
func (s *Store) CarrierOf(slot int) rig.Matrix {
	return s.carried[s.blocks[slot/BlockLanes].carrier].matrix
}

// Kind is what the members with the same model share.
type Kind struct {
	Model  *assets.Model
	Number int   // in the store, which counts from 0
	Rigs   []Rig // by level of detail
	Reach  assets.Sphere
	// Lights are those of the model that members carry.
	Lights     []*assets.Light
	lightRig   Rig
	brightness float32 // of the brightest light

	girth    float32
	id       id.Model
	skeleton *assets.Skeleton
	masks    []*rig.Mask // of the levels
	radius   float32     // of the reach when the kind was made, by which cells of space have their size
}
