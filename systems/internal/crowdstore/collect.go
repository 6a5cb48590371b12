package crowdstore

import (
	"math"
	"math/bits"
	"slices"

	"github.com/go-gl/mathgl/mgl32"
)

// View is what a frame shows.
type View struct {
	Image, Shadow [6]mgl32.Vec4 // planes whose inner sides are visible: unit normal and distance
	Casting       bool          // there is a shadow map
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
}

// Steps of a list's tolerance.
const (
	steps         = 40
	stepsPerTwice = 3
	finestStep    = 1.0 / 1024 // of the size of a member
)

// hysteresis is by which part the distance of a member must change, beyond where its level of
// detail or step would change, before it does. Without it a member at such a place would change in
// every frame.
const hysteresis = 0.06

// List is members that are drawn alike: of one kind at one level of detail, or as impostors.
type List struct {
	Kind      *Kind
	Level     int
	Impostors bool
	Mirrored  bool
	Tolerance float32 // in units of model space
	Scale     float32 // the largest
	// The list's members in Entries. Those before FirstCaster are in the image only, those from
	// Shown on in the shadow map only.
	First, FirstCaster, Shown, End int
	// Hidden has the bits of the parts that no member shows, and Wearers those of parts that only
	// some show, in ascending order.
	Hidden  uint64
	Wearers []Wearers
	// Casters are those that the shadow map of each cascade draws, for each that ListCasters was
	// called for.
	Casters [MaxCascades]Casters

	someHide uint64
	only     [3][]run // members that only the image shows, both, only the shadow map
	members  int      // of all runs
}

// Wearers are the members of a list that show a part that others of the list hide.
type Wearers struct {
	Part uint64 // its bit
	// Words of Entries: their indices in the members of all lists, ascending.
	First, End int
}

// run is members of a block.
type run struct {
	block int32
	lanes lanes
}

// Collected is what a frame draws.
type Collected struct {
	Lists []*List
	// Entries are texels of four words. Two words are a member: its slot, and the texel of its
	// carrier's matrix. From the next texel on come the rows of the carriers' matrices, as the bits
	// of float32, and then the words of all Wearers.
	Entries []uint32
	Members int // in Entries
	// Culled and CulledCasters count the members that the image and the shadow map do not show,
	// Instances those that the image shows.
	Culled, CulledCasters, Instances int
	// Spheres around the blocks near the camera's target, for the shadow map: center and radius.
	Spheres []mgl32.Vec4

	carried [BlockLanes]mgl32.Vec4 // spheres of a block, in world space

	cascades int // that ListCasters was called for

	lists  []*List // by kind, mirroring and grade; nil for those without members
	scale  scale
	grades []grade // by slot: of the last frame that showed it, 0 if none did
}

// grade is a level of detail and a step of the tolerance, and counts from 1.
type grade uint16

// grades returns how many grades there are: each step of each level, and the last one, which is that
// of impostors.
func (s *Store) grades() int { return (1+len(s.below))*steps + 1 }

// Begin finds the spheres around all blocks, in world space. Collect needs them.
func (s *Store) Begin(c *Collected) {
	c.Spheres = c.Spheres[:0]
	for i := range s.blocks {
		b := &s.blocks[i]
		if b.count == 0 || s.kinds[b.kind].Rigs == nil {
			c.Spheres = append(c.Spheres, mgl32.Vec4{0, 0, 0, -1})
			continue
		}
		if b.stale {
			s.measure(i)
		}
		if !(b.most > 0) {
			c.Spheres = append(c.Spheres, mgl32.Vec4{0, 0, 0, -1})
			continue
		}
		c.Spheres = append(c.Spheres, s.carry(b.carrier, &mgl32.Vec4{b.center[0], b.center[1], b.center[2], b.radius}))
	}
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
		for i := range list.only {
			list.only[i] = list.only[i][:0]
		}
		list.Scale, list.members = 0, 0
	}
	c.Lists, c.Culled, c.CulledCasters, c.Instances, c.cascades = c.Lists[:0], 0, 0, 0, 0
	c.scale.measure(v, s.below)
	for len(c.grades) < len(s.members) {
		c.grades = append(c.grades, 0)
	}
	for i := range c.Spheres {
		sphere := &c.Spheres[i]
		if sphere[3] < 0 {
			continue
		}
		b := &s.blocks[i]
		image, shadow := crossing(&v.Image, sphere), outside
		if v.Casting {
			shadow = crossing(&v.Shadow, sphere)
		}
		away := sqrt(squaredDistance(sphere, &v.Eye))
		largest, nearest := 2*b.most*s.carried[b.carrier].scale, float32(0)
		if away > sphere[3] {
			nearest = (away - sphere[3]) / largest
		}
		if image == outside && (shadow == outside || v.CasterHeight*v.Height*nearest > 1 || !v.showsShadow(sphere)) {
			c.count(v, b.finite, 0, 0)
			continue
		}
		levels := len(s.kinds[b.kind].Rigs)
		g := c.scale.grade(levels, (1-hysteresis)*nearest)
		farthest := (away + sphere[3]) / (largest * b.least / b.most)
		if g != c.scale.grade(levels, (1+hysteresis)*farthest) {
			g = 0
		}
		far := impostorRange{clips: v.impostors(s.kinds[b.kind]), all: (1-hysteresis)*nearest > v.ImpostorRatio}
		if (1+hysteresis)*farthest <= v.ImpostorRatio {
			far.clips = 0
		}
		s.listMembers(c, v, i, g, far, image, shadow)
	}
	s.writeEntries(c)
}

// lanes are some members of a block, a bit for each.
type lanes uint64

func (l lanes) count() int { return bits.OnesCount64(uint64(l)) }

// first returns the first of some lanes.
func (l lanes) first() int { return bits.TrailingZeros64(uint64(l)) }

// planes are some of the planes of a volume, a bit for each, or outside.
type planes uint8

// outside stands for a sphere that is outside of a volume.
const outside planes = 1 << 7

// crossing returns the planes of a volume that a sphere crosses: none if it is inside.
func crossing(volume *[6]mgl32.Vec4, s *mgl32.Vec4) (crossed planes) {
	for i := range volume {
		p := &volume[i]
		d := p[0]*s[0] + p[1]*s[1] + p[2]*s[2] + p[3]
		if d < -s[3] {
			return outside
		}
		if !(d >= s[3]) {
			crossed |= 1 << i
		}
	}
	return crossed
}

// within returns which of some spheres are in a volume, at least partly: a bit for each of those
// asked for. A larger sphere around all crosses only the planes given.
func (crossed planes) within(volume *[6]mgl32.Vec4, spheres []mgl32.Vec4, asked lanes) lanes {
	if crossed == outside {
		return 0
	}
	for ; crossed != 0; crossed &= crossed - 1 {
		p := volume[bits.TrailingZeros8(uint8(crossed))]
		var beyond lanes
		for lane := range spheres {
			s := &spheres[lane]
			d := p[0]*s[0] + p[1]*s[1] + p[2]*s[2] + p[3] + s[3]
			beyond |= lanes(math.Float32bits(d)>>31) << (lane & (BlockLanes - 1)) // its sign
		}
		asked &^= beyond
	}
	return asked
}

// maxShadowLength is the length of the longest shadow, in radii of what casts it.
const maxShadowLength = 100

// showsShadow reports whether the shadow of a sphere may be in the image.
func (v *View) showsShadow(s *mgl32.Vec4) bool {
	length := maxShadowLength * s[3]
	if v.Light[1]*length > s[1]+s[3]-v.Floor {
		length = max(0, s[1]+s[3]-v.Floor) / v.Light[1]
	}
	for i := range v.Image {
		p := &v.Image[i]
		d := p[0]*s[0] + p[1]*s[1] + p[2]*s[2] + p[3]
		end := d - length*(p[0]*v.Light[0]+p[1]*v.Light[1]+p[2]*v.Light[2])
		if max(d, end) < -s[3] {
			return false
		}
	}
	return true
}

// What shows a member: the index of List.only.
const (
	imageOnly = iota
	imageAndShadow
	shadowOnly
)

// listMembers puts the members of a block on the lists of their grades, those that are shown. All
// that are no impostors have the grade given, unless that is 0. The planes are those that the block
// crosses.
func (s *Store) listMembers(c *Collected, v *View, index int, all grade, distant impostorRange,
	image, shadow planes,
) {
	b := &s.blocks[index]
	first := index * BlockLanes
	spheres, grades := s.worldSpheres(c, index), c.grades[first:first+int(b.count)]
	shown := image.within(&v.Image, spheres, b.finite)
	casting := shadow.within(&v.Shadow, spheres, b.finite)
	for rest := casting &^ shown; rest != 0; rest &= rest - 1 {
		lane := rest.first()
		sphere := &spheres[lane]
		if squaredDistance(sphere, &v.Eye) > sphere[3]*sphere[3]*c.scale.casting || !v.showsShadow(sphere) {
			casting &^= 1 << lane
		}
	}
	c.count(v, b.finite, shown, casting)

	levels, impostor := len(s.kinds[b.kind].Rigs), grade(s.grades())
	var alike [3]lanes // the members of one grade, as in List.only, that are on no list yet
	var last grade     // theirs
	most := float32(0) // the largest radius of one
	var had grade      // the grade before of the member before, which keeps it from near to far
	var near, far float32
	for rest := shown | casting; rest != 0; rest &= rest - 1 {
		lane := rest.first()
		sphere := &spheres[lane]
		g := all
		if distant.clips > 0 && s.alone[first+lane].shows(distant.clips, s.now) && (distant.all ||
			squaredDistance(sphere, &v.Eye) >= sphere[3]*sphere[3]*c.scale.impostorFrom(grades[lane], impostor)) {
			g = impostor
		}
		if g == 0 {
			away, size := squaredDistance(sphere, &v.Eye), sphere[3]*sphere[3]
			if g = grades[lane]; g != had {
				had = g
				near, far = c.scale.kept(levels, g)
			}
			if !(away >= size*near && away < size*far) {
				g = c.scale.grade(levels, (sqrt(away)-sphere[3])/(2*sphere[3]))
			}
		}
		grades[lane] = g
		shows := imageAndShadow
		if shown>>lane&1 == 0 { // a shadow shows less than a picture
			if shows = shadowOnly; g != impostor {
				g = grade(1 + (levels-1)*steps + int(g-1)%steps)
			}
		} else if casting>>lane&1 == 0 {
			shows = imageOnly
		}
		if g != last {
			s.list(c, index, last, &alike, most)
			alike, last, most = [3]lanes{}, g, 0
		}
		alike[shows] |= 1 << lane
		if sphere[3] > most {
			most = sphere[3]
		}
	}
	s.list(c, index, last, &alike, most)
	for rest := b.finite &^ (shown | casting); rest != 0; rest &= rest - 1 {
		grades[rest.first()] = 0
	}
}

// count counts the members of a block that a view shows and those that it does not.
func (c *Collected) count(v *View, finite, shown, casting lanes) {
	c.Instances += shown.count()
	c.Culled += (finite &^ shown).count()
	if v.Casting {
		c.CulledCasters += (finite &^ casting).count()
	}
}

// squaredDistance returns the squared distance of a sphere's center from a point.
func squaredDistance(sphere *mgl32.Vec4, from *mgl32.Vec3) float32 {
	x, y, z := sphere[0]-from[0], sphere[1]-from[1], sphere[2]-from[2]
	return x*x + y*y + z*z
}

func sqrt(x float32) float32 { return float32(math.Sqrt(float64(x))) }

// scale is where levels and steps begin.
type scale struct {
	// As ratios of the distance of a member's surface to its diameter.
	levels []float32
	steps  [steps + 1]float32
	// By grade less 1, between which squared distances of its center a member keeps the grade that
	// it has, in squares of its radius: kept from nearest on and below farthest, or at the last
	// level of its kind below farthestOfLast.
	nearest, farthest []float32
	farthestOfLast    [steps]float32
	// impostors is from which such distance on members are impostors: those that no frame before
	// showed, that were none, and that were.
	impostors [3]float32
	// casting is the largest such distance of a member that the image does not show and that casts
	// a shadow.
	casting float32
}

// measure computes where levels and steps of a view begin.
func (r *scale) measure(v *View, below []float32) {
	r.levels = append(r.levels[:0], 0)
	for _, height := range below {
		r.levels = append(r.levels, 1/(height*v.Height))
	}
	for step := 1; step < len(r.steps); step++ {
		r.steps[step] = float32(math.Exp2(float64(step-1)/stepsPerTwice)) * finestStep / v.Tolerance
	}
	infinity := float32(math.Inf(1))
	r.steps[steps] = infinity
	r.nearest, r.farthest = r.nearest[:0], r.farthest[:0]
	for level, from := range r.levels {
		to := infinity
		if level+1 < len(r.levels) {
			to = r.levels[level+1]
		}
		for step := range steps {
			begin, end := max(from, r.steps[step]), r.steps[step+1]
			if begin > 0 {
				begin = squaredDistanceAt(begin / (1 + hysteresis))
			}
			r.nearest = append(r.nearest, begin)
			r.farthest = append(r.farthest, squaredDistanceAt(min(to, end)/(1-hysteresis)))
			r.farthestOfLast[step] = squaredDistanceAt(end / (1 - hysteresis))
		}
	}
	r.casting = squaredDistanceAt(1 / (v.CasterHeight * v.Height))
	r.impostors = [3]float32{
		squaredDistanceAt(v.ImpostorRatio), squaredDistanceAt(v.ImpostorRatio / (1 - hysteresis)),
		squaredDistanceAt(v.ImpostorRatio / (1 + hysteresis)),
	}
}

// squaredDistanceAt returns the squared distance of a member's center, in squares of its radius, at
// a ratio of the distance of its surface to its diameter.
func squaredDistanceAt(ratio float32) float32 { return (1 + 2*ratio) * (1 + 2*ratio) }

// kept returns the squared distances of its center between which a member, of a kind with so many
// levels of detail, keeps the grade that it had, in squares of its radius: none for grade 0.
func (r *scale) kept(levels int, g grade) (near, far float32) {
	switch {
	case g == 0 || int(g) > levels*steps:
		return 0, 0
	case int(g) > (levels-1)*steps:
		return r.nearest[g-1], r.farthestOfLast[int(g-1)%steps]
	}
	return r.nearest[g-1], r.farthest[g-1]
}

// grade returns the grade of members, with so many levels of detail, by their ratio.
func (r *scale) grade(levels int, ratio float32) grade {
	level, step := 0, 0
	for level+1 < levels && ratio > r.levels[level+1] {
		level++
	}
	if ratio > r.steps[1] {
		step = min(1+int(stepsPerTwice*log2(ratio/r.steps[1])), steps-1)
	}
	for step+1 < steps && ratio > r.steps[step+1] {
		step++
	}
	return grade(1 + level*steps + step)
}

// list puts members of a block on the list of a grade, by what shows them. most is the largest
// radius of one.
func (s *Store) list(c *Collected, index int, g grade, members *[3]lanes, most float32) {
	count := 0
	for _, shown := range members {
		count += shown.count()
	}
	if count == 0 {
		return
	}
	b := &s.blocks[index]
	kind := s.kinds[b.kind]
	mirrored := b.mirrored != s.carried[b.carrier].mirrored
	at := (int(b.kind)*2+int(flags(mirrored, 1)))*s.grades() + int(g) - 1
	for at >= len(c.lists) {
		c.lists = append(c.lists, nil)
	}
	list := c.lists[at]
	if list == nil {
		list = &List{}
		c.lists[at] = list
	}
	if list.members == 0 {
		level, step := int(g-1)/steps, int(g-1)%steps
		if list.Impostors = int(g) == s.grades(); list.Impostors {
			level, step = len(kind.Rigs)-1, 0
		}
		list.Kind, list.Level, list.Mirrored, list.Tolerance = kind, level, mirrored, 0
		list.someHide, list.Hidden, list.Wearers = 0, math.MaxUint64, list.Wearers[:0]
		if step > 0 {
			list.Tolerance = finestStep * float32(math.Exp2(float64(step-1)/stepsPerTwice)) * 2 * kind.Reach.Radius
		}
		c.Lists = append(c.Lists, list)
	}
	list.members += count
	list.someHide |= b.someHide
	list.Hidden &= b.allHide
	list.Scale = max(list.Scale, most/kind.Reach.Radius)
	for shows, shown := range members {
		if shown != 0 {
			list.only[shows] = append(list.only[shows], run{int32(index), shown})
		}
	}
}

// log2 returns the binary logarithm of a number of at least 1, linear between powers of two: at
// most the true one.
func log2(x float32) float32 {
	b := math.Float32bits(min(x, math.MaxFloat32))
	return float32(int(b>>23)-127) + float32(b&(1<<23-1))*(1.0/(1<<23))
}

// writeEntries writes the entries of all lists, and the carriers.
func (s *Store) writeEntries(c *Collected) {
	c.Members = 0
	for _, list := range c.Lists {
		c.Members += list.members
	}
	texels := (c.Members + 1) / 2
	c.Entries = slices.Grow(c.Entries[:0], 4*texels)[:4*texels]
	at := 0
	for _, list := range c.Lists {
		list.First = at
		for shows, runs := range list.only {
			switch shows {
			case imageAndShadow:
				list.FirstCaster = at
			case shadowOnly:
				list.Shown = at
			}
			for i := range runs {
				first := uint32(runs[i].block) * BlockLanes
				carrier := uint32(texels + 3*int(s.blocks[runs[i].block].carrier))
				for rest := runs[i].lanes; rest != 0; rest &= rest - 1 {
					entry := c.Entries[2*at : 2*at+2]
					entry[0], entry[1] = first+uint32(rest.first()), carrier
					at++
				}
			}
		}
		list.End = at
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

// listWearers lists who shows the parts that only some members of a list show.
func (s *Store) listWearers(c *Collected, list *List) {
	for parts := list.someHide &^ list.Hidden; parts != 0; parts &= parts - 1 {
		part := bits.TrailingZeros64(parts)
		w := Wearers{Part: 1 << part, First: len(c.Entries)}
		w.End = w.First
		c.Entries = slices.Grow(c.Entries, list.members)[:w.First+list.members]
		for i := list.First; i < list.End; i++ { // the one after it overwrites one that hides the part
			c.Entries[w.End] = uint32(i)
			w.End += int(^s.hidden[c.Entries[2*i]] >> part & 1)
		}
		c.Entries = c.Entries[:w.End]
		list.Wearers = append(list.Wearers, w)
	}
}
