package crowdstore

import (
	"math"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/kernel/spheres"
)

// View is what a frame shows.
type View struct {
	Image, Shadow [6]mgl32.Vec4 // planes whose inner sides are visible: unit normal and distance
	Casting       bool          // there is a shadow map
	// Cascades are the shadow maps, the widest first, which shows what Shadow does. Without any there
	// is that one map.
	Cascades []Cascade
	// Light points toward the light, with length 1, and Floor is the least height of what shadows
	// fall on: what the image does not show casts a shadow only if that may be in the image.
	Light mgl32.Vec3
	Floor float32
	// CasterHeight is the least height of members that the image does not show and that cast
	// shadows, as a fraction of Height at their distance.
	CasterHeight float32
	Eye          mgl32.Vec3
	// Tolerance is the error in world units that may be seen, per unit of distance, and Height the
	// height of what the image shows.
	Tolerance, Height float32
	// Farther away than ImpostorRatio, as a ratio of the distance of a member's surface to its
	// diameter, a member is an impostor if it shows one of the first clips of its skeleton alone, of
	// which Impostors holds how many have pictures, by the number of the kind.
	ImpostorRatio float32
	Impostors     []int32
	// Errors returns the errors at which the meshes of a kind change their level of detail, in
	// diameters of a member, in any order. It may be nil.
	Errors func(kind *Kind) []float32
}

// Fade is how a list is drawn while one level of detail replaces another.
type Fade uint8

const (
	// FadeNone is a list that is drawn at one level of detail.
	FadeNone Fade = iota
	// FadeBoth is a list that is drawn at two levels of detail, of which the coarser one replaces the
	// finer one.
	FadeBoth
	// FadeOut is a list of members that another list replaces, which is posed in another way or holds
	// impostors.
	FadeOut
	// FadeIn is a list of members that replace those of another list.
	FadeIn
)

// List is members that are drawn alike: of one kind at one level of detail, or as impostors.
type List struct {
	Kind      *Kind
	Level     int
	Impostors bool
	Mirrored  bool
	Tolerance float32 // in units of model space
	Fade      Fade
	Coarser   float32 // the tolerance of the coarser level, with FadeBoth
	Scale     float32 // the largest
	// The list's members in Entries. Those before FirstCaster are in the image only, those from
	// Shown on in the shadow map only: none, or all.
	First, FirstCaster, Shown, End int
	// Hidden has the bits of the parts that no member shows, and Wearers those of parts that only
	// some show, in ascending order.
	Hidden  uint64
	Wearers []Wearers
	// Casters are those that each shadow map draws.
	Casters [MaxCascades]Members

	number     int // in Lists
	someHide   uint64
	shadowOnly bool
	members    int
	casters    [castings]int // of the members, by what draws their shadows
	largest    float32       // radius of a member, as far as known
}

// Wearers are the members of a list that show a part that others of the list hide.
type Wearers struct {
	Part uint64 // its bit
	// Words of Entries: their indices in the members of all lists, ascending.
	First, End int
}

// run is members of a block that are on a list and whose shadows the same draws.
type run struct {
	lanes lanes
	block int32
	list  int32 // its number
	first int32 // of the members in Entries
	grade grade // of the list
	kind  casting
}

// places is where the next members of a list are written, by what draws their shadows.
type places struct {
	next  [castings]int
	fades bool
}

// Collected is what a frame draws.
type Collected struct {
	Lists []*List
	// Entries are texels of four words. Two words are a member: its slot, and the texel of its
	// carrier's matrix, to which FadeShift bits to the left the step is added at which it fades, 0 in
	// a list that does not. From the next texel on come the rows of the carriers' matrices, as the
	// bits of float32, and then the words of all Wearers.
	Entries []uint32
	Members int // in Entries
	// Culled and CulledCasters count the members that the image and the shadow map do not show,
	// Instances those that the image shows.
	Culled, CulledCasters, Instances int
	// Spheres around the blocks near the camera's target, for the shadow map: center and radius.
	Spheres []mgl32.Vec4

	// Of which store the spheres are, and of when.
	begun *Store
	moved uint64
	epoch uint64
	known []knownBlock // by block
	// By block: the spheres around them in lanes, and the sizes of their members.
	around    []spheres.Group
	sizes     []spheres.Sizes
	drawn     []lanes         // blocks with members that may be drawn: a bit for each
	inView    []lanes         // blocks that the view shows, or whose shadows it does
	finite    int             // members that may be drawn
	carried   []spheres.Group // of carried members, in world space
	isCarried []bool          // by block: those of its members are there

	lists   []*List  // by kind, mirroring and grade; nil for those without members
	places  []places // scratch: by the number of a list
	wearing []uint32 // scratch: members that show parts
	near    []nearRun
	ladders []ladder // by kind
	fades   []uint8  // by slot: the step at which a member of this frame fades
	casting float32  // the largest squared distance, in squares of its radius, of what casts from outside

	// Of the members of a block: how long their shadows are, and, by lane, how far impostors stand for
	// them.
	shadows [blockGroups][spheres.Lanes]float32
	steps   [BlockLanes]uint8
	light   spheres.Light
	// Squared distances, in squares of a member's radius, and who of a block is nearer.
	squares []float32
	nearer  []uint64

	volumes volumes
	anew    anew
	// Of the block that is looked at.
	members inView
	rungs   blockRungs

	kept
}

// FadeShift is how many bits a word of Entries has for the texel of a carrier's matrix.
const FadeShift = 24

// grade is a list among those of a kind: gradesOfRung for each rung of the ladder, once more for
// members of which only the shadow shows, and those of impostors.
type grade uint16

// The grades of a rung.
const (
	shownAlone  grade = iota // of members that the rung shows alone
	begins                   // of those that the rung before shows too; if the rig differs, of these there
	beginsPosed              // of these here, if the rig differs
	gradesOfRung
)

const (
	shadowGrades   = gradesOfRung * maxRungs
	impostorGrade  = 2 * shadowGrades
	impostorBegins = impostorGrade + 1 // of members that are still drawn as meshes
	meshEnds       = impostorGrade + 2 // of these as meshes
	impostorShadow = impostorGrade + 3 // this and the next two are of members of which only the shadow shows
	shadowBegins   = impostorGrade + 4
	shadowMeshEnds = impostorGrade + 5
	grades         = impostorGrade + 6
)

// Begin finds the spheres around all blocks, in world space. Collect needs them. They are those of
// the frame before while no member and no carrier changes.
func (s *Store) Begin(c *Collected) {
	if c.begun == s && c.moved == s.moved {
		return
	}
	if c.begun != s || c.epoch != s.epoch {
		c.known, c.drawn, c.finite = c.known[:0], c.drawn[:0], 0
	}
	c.begun, c.epoch, c.moved = s, s.epoch, s.moved
	groups := (len(s.blocks) + spheres.Lanes - 1) / spheres.Lanes
	c.around = grown(c.around, groups)
	c.sizes = grown(c.sizes, groups)
	c.Spheres = grown(c.Spheres, len(s.blocks))
	c.isCarried = grown(c.isCarried, len(s.blocks))
	c.drawn = grown(c.drawn, (len(s.blocks)+BlockLanes-1)/BlockLanes)
	c.known = grown(c.known, len(s.blocks))
	for i := range c.known {
		b, known := &s.blocks[i], &c.known[i]
		if !b.stale && b.version == known.version && b.carrier == 0 {
			continue
		}
		if b.stale && b.count > 0 && s.kinds[b.kind].Rigs != nil {
			s.measure(i)
		}
		c.isCarried[i] = false
		c.finite -= int(known.finite)
		*known = knownBlock{}
		c.drawn[i/BlockLanes] &^= 1 << (i % BlockLanes)
		sphere := &c.Spheres[i]
		if b.count == 0 || !(b.most > 0) || s.kinds[b.kind].Rigs == nil {
			*sphere = mgl32.Vec4{0, 0, 0, -1}
			continue
		}
		*sphere = mgl32.Vec4{b.center[0], b.center[1], b.center[2], b.radius}
		if b.carrier != 0 {
			*sphere = s.carry(b.carrier, sphere)
		}
		setSphere(c.around, i, sphere)
		sizes, scale := &c.sizes[i/spheres.Lanes], s.carried[b.carrier].scale
		sizes.Most[i%spheres.Lanes], sizes.Least[i%spheres.Lanes] = b.most*scale, b.least*scale
		c.drawn[i/BlockLanes] |= 1 << (i % BlockLanes)
		*known = knownBlock{b.version, int32(b.finite.count())}
		c.finite += int(known.finite)
	}
}

// knownBlock is of what the sphere around a block was found.
type knownBlock struct {
	version uint64 // of the block; 0 if it is not drawn
	finite  int32  // members that may be drawn
}

// grown returns a slice with a length, whose new elements are zero.
func grown[T any](list []T, length int) []T {
	if missing := length - len(list); missing > 0 {
		list = append(list, make([]T, missing)...)
	}
	return list[:length]
}

// carry takes a sphere from the space of a carrier to world space.
func (s *Store) carry(carrier int32, sphere *mgl32.Vec4) mgl32.Vec4 {
	if carrier == 0 {
		return *sphere
	}
	by := &s.carried[carrier]
	at := by.matrix.Point(sphere.Vec3())
	return mgl32.Vec4{at[0], at[1], at[2], sphere[3] * by.scale}
}

// Collect finds the members that a view shows, and lists them. It takes a few nanoseconds for each
// block, and for each member of a block in view.
func (s *Store) Collect(c *Collected, v *View) {
	for _, list := range c.Lists {
		list.largest, list.members, list.casters = 0, 0, [castings]int{}
	}
	c.Lists, c.Culled, c.CulledCasters, c.Instances = c.Lists[:0], c.finite, 0, 0
	if v.Casting {
		c.CulledCasters = c.finite
	}
	c.casting = squaredDistanceAt(1 / (v.CasterHeight * v.Height))
	c.light.Set(v.Light[1], v.Floor, maxShadowLength)
	for len(c.fades) < len(s.members) {
		c.fades = append(c.fades, 0)
	}
	for len(c.ladders) < len(s.kinds) {
		c.ladders = append(c.ladders, ladder{})
		c.lists = append(c.lists, make([]*List, 2*grades)...)
	}
	for i := range c.ladders {
		c.ladders[i].known = false
	}
	c.keep(s, v)
	c.volumes.set(v)
	c.findBlocks(v)
	s.findNew(c, v)
	at := 0 // in the blocks that are looked at anew
	for i, some := range c.inView {
		for ; some != 0; some &= some - 1 {
			index := BlockLanes*i + some.first()
			if at < len(c.anew.blocks) && c.anew.blocks[at] == int32(index) {
				s.collectBlock(c, v, at)
				at++
			} else {
				s.repeat(c, index)
			}
		}
	}
	s.writeEntries(c, max(1, len(v.Cascades)))
}

// collectBlock lists the members of a block that a view shows, by its number among those that are
// looked at anew.
func (s *Store) collectBlock(c *Collected, v *View, at int) {
	index := int(c.anew.blocks[at])
	b, ranges := &s.blocks[index], &c.anew.ranges[at/spheres.Lanes]
	lane := at % spheres.Lanes
	c.begin(index, ranges.Away[lane])
	m := s.inView(c, index)
	m.find(v, at)
	c.countIn(m.shown.count(), m.casting.count())
	stays := true
	if m.shown|m.casting != 0 {
		m.findCascades(v, at)
		c.rungs.find(&c.ladders[b.kind], ranges.Near[lane], ranges.Far[lane], v.impostors(s.kinds[b.kind]))
		stays = m.listMembers(v, &c.ladders[b.kind], &c.rungs)
	}
	c.end(b, index, m.shown, m.casting, stays)
}

// lanes are some members of a block, a bit for each.
type lanes uint64

func (l lanes) count() int { return bits.OnesCount64(uint64(l)) }

// first returns the first of some lanes.
func (l lanes) first() int { return bits.TrailingZeros64(uint64(l)) }

// find finds the members that the image and the shadow map show, given the number of the block
// among those that are looked at anew.
func (m *inView) find(v *View, at int) {
	b, c := &m.blocks[m.index], m.c
	members := m.worldSpheres(c, m.index)
	image := c.volumes.image.crossed(at)
	m.spheres, m.shown, m.casting = members, c.volumes.image.above(image, members, b.finite), 0
	if v.Casting {
		m.casting = c.volumes.shadow.above(c.volumes.shadow.crossed(at), members, b.finite)
		if outside := m.casting &^ m.shown; outside != 0 {
			m.casting = m.casting&m.shown | c.shading(v, image, members, outside)
		}
	}
}

// listMembers puts the members on the lists of their grades, given the ladder and the rungs of the
// block. It reports whether they stay there while the view and the members do.
func (m *inView) listMembers(v *View, l *ladder, of *blockRungs) bool {
	b := &m.blocks[m.index]
	if of.impostors > 0 && m.areImpostors(b, of.impostors) {
		of.endAt(l, l.impostors)
	}
	if of.isOne {
		if whole, ok := m.Store.impostors(b, l, of); ok {
			m.listAlike(whole)
			return true
		}
	}
	m.grade(v, l, of)
	return !m.blends
}

// countIn counts so many members that the image shows, and the shadow map.
func (c *Collected) countIn(shown, casting int) {
	c.Instances += shown
	c.Culled -= shown
	c.CulledCasters -= casting
}

// inView returns the members of a block, without those that are in view. They are valid until the
// next call.
func (s *Store) inView(c *Collected, index int) *inView {
	b, m := &s.blocks[index], &c.members
	by := &s.carried[b.carrier]
	at := (int(b.kind)*2 + int(flags(b.mirrored != by.mirrored, 1))) * int(grades)
	m.Store, m.c, m.index, m.lists, m.largest = s, c, index, c.lists[at:][:grades], b.most*by.scale
	m.kindsOfCasting, m.blends = 0, false
	return m
}

// inView is the members of a block that a view shows.
type inView struct {
	*Store
	c              *Collected
	index          int
	spheres        []spheres.Group
	shown, casting lanes // by the image and by the shadow map
	// What draws the shadows of those: so many kinds of casting have members.
	castings [castings]struct {
		kind  casting
		lanes lanes
	}
	kindsOfCasting int
	lists          []*List // by grade
	largest        float32 // radius of a member
	blends         bool    // impostors depend on the time
}

// areImpostors reports whether all members of a block are impostors where they are far enough away:
// so many clips have pictures.
func (s *Store) areImpostors(b *block, clips int32) bool {
	return b.someAlone && b.mostAlone <= clips && s.now-impostorFade >= b.settled
}

// impostors returns the grade of the members of a block that are all on one rung, if they are all
// impostors, or none is; of is that rung.
func (s *Store) impostors(b *block, l *ladder, of *blockRungs) (g grade, ok bool) {
	g = shownAlone + gradesOfRung*grade(of.rung)
	switch {
	case of.impostors == 0 || of.rung < l.impostors || !b.someAlone:
		return g, true
	case s.areImpostors(b, of.impostors):
		return impostorGrade, true
	}
	return g, false
}

// listAlike puts all members on the lists of a grade.
func (m *inView) listAlike(g grade) {
	if g == impostorGrade {
		m.listEither(g, impostorShadow, m.shown|m.casting)
		return
	}
	m.listMeshes(g, m.shown|m.casting)
}

// listMeshes puts some members on the lists of a grade that shows meshes: those of which only the
// shadow shows on one of their own, as it shows less.
func (m *inView) listMeshes(g grade, some lanes) {
	m.listEither(g, g+shadowGrades, some)
}

// listEither puts those of some members that the image shows on the list of a grade, and those of
// which only the shadow shows on that of another one.
func (m *inView) listEither(g, inShadow grade, some lanes) {
	m.list(g, some&m.shown)
	m.list(inShadow, some&^m.shown)
}

// grade finds the grades of the members, rung by rung, and puts them on their lists.
func (m *inView) grade(v *View, l *ladder, of *blockRungs) {
	c, first := m.c, m.index*BlockLanes
	if !of.isOne {
		m.measure(v, l, of)
	}
	farther, measured := m.shown|m.casting, c.nearer
	beyond := func(square float32, some lanes) lanes {
		switch of.between(square) {
		case allNearer:
			return 0
		case allFarther:
			return some
		}
		some &^= lanes(measured[0])
		measured = measured[1:]
		return some
	}
	for i := of.rung; farther != 0; i++ {
		at, beginning := farther, lanes(0)
		if farther = 0; !of.isOne {
			if i < of.last {
				farther = beyond(l.rungs[i+1].from, at)
				at &^= farther
			}
			if i > 0 {
				beginning = at &^ beyond(l.rungs[i].alone, at)
			}
		}
		for rest := beginning; rest != 0; rest &= rest - 1 {
			lane := rest.first()
			sphere := sphereOf(m.spheres, lane)
			c.fades[first+lane] = l.fade(i, squaredDistance(&sphere, &v.Eye), sphere[3]*sphere[3])
		}
		if of.impostors > 0 && i >= l.impostors {
			listed := m.listImpostors(of.impostors, at|farther, beginning, i == l.impostors)
			at, farther, beginning = at&^listed, farther&^listed, beginning&^listed
		}
		g := shownAlone + gradesOfRung*grade(i)
		m.listMeshes(g, at&^beginning)
		if beginning != 0 {
			m.listMeshes(g+begins, beginning)
			if l.rungs[i].level != l.rungs[i-1].level {
				m.list(g+beginsPosed, beginning&m.shown)
			}
		}
	}
}

// measure finds which members are nearer than the distances that grade asks for, in that order.
func (m *inView) measure(v *View, l *ladder, of *blockRungs) {
	c := m.c
	c.squares = c.squares[:0]
	add := func(square float32) {
		if of.between(square) == someNearer {
			c.squares = append(c.squares, square)
		}
	}
	for i := of.rung; i <= of.last; i++ {
		if i < of.last {
			add(l.rungs[i+1].from)
		}
		if i > 0 {
			add(l.rungs[i].alone)
		}
	}
	c.nearer = slices.Grow(c.nearer[:0], len(c.squares))[:len(c.squares)]
	spheres.Nearer(c.nearer, m.spheres, (*[3]float32)(&v.Eye), c.squares)
}

// listImpostors puts those of some members on lists for which impostors stand, and returns them.
// Some of them are where a rung begins, if it is the first with impostors: these fade; the others
// are on it or farther away. So many clips have pictures.
func (m *inView) listImpostors(clips int32, some, beginning lanes, isFirst bool) lanes {
	c, first := m.c, m.index*BlockLanes
	whole, fading := m.impostors(clips, some)
	if isFirst {
		for rest := beginning & fading; rest != 0; rest &= rest - 1 {
			lane := rest.first()
			c.steps[lane] = min(c.steps[lane], c.fades[first+lane])
		}
		for rest := beginning & whole; rest != 0; rest &= rest - 1 {
			lane := rest.first()
			c.steps[lane] = c.fades[first+lane]
		}
		fading |= beginning & whole
		whole &^= beginning
	}
	for rest := fading; rest != 0; rest &= rest - 1 {
		lane := rest.first()
		c.fades[first+lane] = c.steps[lane]
	}
	m.listEither(impostorGrade, impostorShadow, whole)
	m.listEither(impostorBegins, shadowBegins, fading)
	m.listEither(meshEnds, shadowMeshEnds, fading)
	return whole | fading
}

// impostors returns for which of some members impostors stand, and for which in part: how far is in
// steps.
func (m *inView) impostors(clips int32, some lanes) (whole, part lanes) {
	b := &m.blocks[m.index]
	switch {
	case !b.someAlone:
		return 0, 0
	case m.areImpostors(b, clips):
		return some, 0
	}
	m.blends = true
	for ; some != 0; some &= some - 1 {
		lane := some.first()
		switch step := m.alone[m.index*BlockLanes+lane].step(clips, m.now); step {
		case 0:
		case FadeSteps:
			whole |= 1 << lane
		default:
			part |= 1 << lane
			m.c.steps[lane] = step
		}
	}
	return whole, part
}

// list puts some members on the list of a grade.
func (m *inView) list(g grade, some lanes) {
	if some == 0 {
		return
	}
	list := m.lists[g]
	if list == nil || list.members == 0 {
		list = m.begin(g)
	}
	list.add(m, some)
	for i := range m.castings[:m.kindsOfCasting] {
		if of := &m.castings[i]; some&of.lanes != 0 {
			// Field by field, as a copy of what has just been written has to wait for it.
			m.c.runs = append(m.c.runs, run{})
			r := &m.c.runs[len(m.c.runs)-1]
			r.lanes, r.block, r.list, r.grade, r.kind = some&of.lanes, int32(m.index), int32(list.number), g, of.kind
			list.casters[of.kind] += (some & of.lanes).count()
		}
	}
}

// add accounts for members that are put on a list.
func (l *List) add(m *inView, some lanes) {
	b := &m.blocks[m.index]
	l.members += some.count()
	l.someHide |= b.someHide
	l.Hidden &= b.allHide
	if some&b.top != 0 {
		l.largest = max(l.largest, m.largest)
	}
}

// begin begins the list of a grade in this frame.
func (m *inView) begin(g grade) *List {
	list, b := m.lists[g], &m.blocks[m.index]
	if list == nil {
		list = &List{}
		m.lists[g] = list
	}
	list.Kind, list.Mirrored = m.kinds[b.kind], b.mirrored != m.carried[b.carrier].mirrored
	list.number, list.someHide, list.Hidden, list.Wearers = len(m.c.Lists), 0, math.MaxUint64, list.Wearers[:0]
	m.c.ladders[b.kind].describe(list, g)
	m.c.Lists = append(m.c.Lists, list)
	return list
}

// writeEntries writes the entries of all lists, and the carriers. There are so many shadow maps.
func (s *Store) writeEntries(c *Collected, maps int) {
	c.Members = 0
	for _, list := range c.Lists {
		c.Members += list.members
	}
	texels := (c.Members + 1) / 2
	c.Entries = slices.Grow(c.Entries[:0], 4*texels)[:4*texels]
	clear(c.Entries[2*c.Members:])
	c.places = slices.Grow(c.places[:0], len(c.Lists))[:len(c.Lists)]
	at := 0
	for i, list := range c.Lists {
		var begins [castings + 1]int
		for kind, members := range list.casters {
			begins[kind] = at
			at += members
		}
		begins[castings] = at
		list.place(&begins, maps)
		c.places[i] = places{[castings]int(begins[:castings]), list.Fade != FadeNone}
	}
	for i := range c.runs {
		s.writeRun(c, &c.runs[i], uint32(texels))
	}
	for _, list := range c.Lists {
		list.Scale = list.largest / list.Kind.Reach.Radius
	}
	for i := range s.carried {
		for _, x := range &s.carried[i].matrix {
			c.Entries = append(c.Entries, math.Float32bits(x))
		}
	}
	for _, list := range c.Lists {
		if list.someHide != list.Hidden {
			s.listWearers(c, list)
		}
	}
}

// writeRun writes the members of a run. The matrices of the carriers begin at a texel.
func (s *Store) writeRun(c *Collected, r *run, carriers uint32) {
	b, to := &s.blocks[r.block], &c.places[r.list]
	first, carrier, count := uint32(r.block)*BlockLanes, carriers+3*uint32(b.carrier), r.lanes.count()
	at := to.next[r.kind]
	r.first, to.next[r.kind] = int32(at), at+count
	entries, rest := c.Entries[2*at:][:2*count], r.lanes
	for ; len(entries) >= 8; entries = entries[8:] {
		four := (*[8]uint32)(entries)
		rest = putEntry(four, 0, first, carrier, rest)
		rest = putEntry(four, 2, first, carrier, rest)
		rest = putEntry(four, 4, first, carrier, rest)
		rest = putEntry(four, 6, first, carrier, rest)
	}
	for ; len(entries) > 1; entries = entries[2:] {
		entries[0], entries[1] = first+uint32(rest.first()), carrier
		rest &= rest - 1
	}
	if to.fades {
		entries, fades := c.Entries[2*at:][:2*count], c.fades[first:][:BlockLanes]
		for ; len(entries) > 1; entries = entries[2:] {
			entries[1] |= uint32(fades[entries[0]%BlockLanes]) << FadeShift
		}
	}
	// Of most lists a block shows one of its largest members, which is noted.
	if list := c.Lists[r.list]; b.most*s.carried[b.carrier].scale > list.largest {
		members := s.worldSpheres(c, int(r.block))
		for rest := r.lanes; rest != 0; rest &= rest - 1 {
			list.largest = max(list.largest, radiusOf(members, rest.first()))
		}
	}
}

// putEntry writes the first of some lanes of a block, whose first slot is given, and returns the
// others.
func putEntry(entries *[8]uint32, at int, first, carrier uint32, some lanes) lanes {
	entries[at], entries[at+1] = first+uint32(some.first()), carrier
	return some & (some - 1)
}

// Shown calls found for each member that the image shows and that is near to the camera, with its
// list, its number in Entries, its slot and the sphere around it in world space. How near is, by
// the number of the list, how many times as large as its distance the largest radius of a member
// is at least, or 0 to leave the list out, and a distance, which found may make less. A member that
// is hardly farther away may be found too. The lists must be of members that the image shows.
func (s *Store) Shown(c *Collected, least []float32, far *float32,
	found func(list, member, slot int, sphere mgl32.Vec4),
) {
	// The nearest are looked at first, so that few others need to be.
	c.near = c.near[:0]
	var bins [64]int32 // 1 + the index of the last one in near, by the logarithm of the distance
	for i := range c.runs {
		r := &c.runs[i]
		if least[r.list] == 0 {
			continue
		}
		away := c.kept.blocks[r.block].away
		if c.sizes[r.block/spheres.Lanes].Most[r.block%spheres.Lanes]*least[r.list] > away {
			const smallest = 127 - 16 // exponent of the distances of the first bin
			bin := int(math.Float32bits(max(away, 0))>>22) - 2*smallest
			bin = min(max(bin, 0), len(bins)-1)
			c.near = append(c.near, nearRun{int32(i), bins[bin], away})
			bins[bin] = int32(len(c.near))
		}
	}
	for _, at := range bins {
		for ; at > 0; at = c.near[at-1].next {
			if near := &c.near[at-1]; near.away < *far {
				s.shown(c, &c.runs[near.run], least, *far, found)
			}
		}
	}
}

// nearRun is a run of which members may be near to the camera.
type nearRun struct {
	run  int32
	next int32 // 1 + the index of the next one that is about as far away, or 0
	away float32
}

// shown is Shown for a run.
func (s *Store) shown(c *Collected, r *run, least []float32, far float32,
	found func(list, member, slot int, sphere mgl32.Vec4),
) {
	const hardly = 1.0001
	var nearer [1]uint64
	members := s.worldSpheres(c, int(r.block))
	smallest := c.sizes[r.block/spheres.Lanes].Least[r.block%spheres.Lanes]
	radii := hardly * min(least[r.list], far/smallest)
	spheres.Nearer(nearer[:], members, (*[3]float32)(&c.view.Eye), []float32{radii * radii})
	for rest := r.lanes & lanes(nearer[0]); rest != 0; rest &= rest - 1 {
		lane := rest.first()
		before := (r.lanes & (rest&-rest - 1)).count()
		found(int(r.list), int(r.first)+before, int(r.block)*BlockLanes+lane, sphereOf(members, lane))
	}
}
