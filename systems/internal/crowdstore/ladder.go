package crowdstore

import (
	"math"
	"slices"
)

// A member is drawn in another way the farther away it is: with coarser meshes, posed at another
// level of detail, or as an impostor. Each way is a rung of the ladder of its kind. In fadeBand
// before a rung shows alone, the one before fades out: both are drawn, each at the pixels that the
// other leaves out. So all depends on the distance alone, and not on what was drawn before, but for
// impostors that begin or end to blend clips ([alone]).
const (
	// fadeBand is how much nearer than where it shows alone a rung begins, as a part of the distance.
	fadeBand = 0.03
	// rungGap is the least ratio of the distances of two rungs: what would come nearer to the one
	// before waits, at the finer level.
	rungGap = 1.1
	// nearestRung is the least distance of a rung, as a ratio of the distance of a member's surface
	// to its diameter.
	nearestRung = 1.0 / 64
	// maxRungs is how many rungs a ladder may have: enough for a distance of 2,800 diameters.
	maxRungs = 128
	// FadeSteps is the number of steps in which a rung replaces the one before.
	FadeSteps = 64
)

// rung is how members from some distance on are drawn.
type rung struct {
	ratio     float32 // from where on it shows alone: the distance of a member's surface to its diameter
	tolerance float32 // the error that may be seen there, in diameters
	level     int     // of the rig
	// The squared distances of a member's center, in squares of its radius, from which on the rung
	// shows, and shows alone.
	from, alone float32
}

// ladder is the rungs of a kind of members in a view, the nearest first.
type ladder struct {
	rungs []rung
	known bool // for this frame
	// isSame reports that it is as in the frame before, of which these are the rungs.
	isSame bool
	before []rung
	// impostors is the rung from which on members that show one clip alone are impostors, or the
	// number of rungs.
	impostors int
	recent    int // the rung of the last block, which the next one is often near

	places, fixed []float32 // scratch: where rungs may, and must, begin
}

// build makes the ladder of a kind with so many levels of the rig, whose meshes change their level
// at errors given in diameters of a member.
func (l *ladder) build(v *View, levels int, below, errors []float32) {
	l.places, l.fixed = l.places[:0], l.fixed[:0]
	for level := 1; level < levels; level++ {
		l.fixed = append(l.fixed, 1/(below[level-1]*v.Height))
	}
	l.fixed = append(l.fixed, v.ImpostorRatio)
	slices.Sort(l.fixed)
	if v.Tolerance > 0 {
		for _, e := range errors {
			l.places = append(l.places, e/v.Tolerance)
		}
		slices.Sort(l.places)
	}
	l.rungs = append(l.rungs[:0], rung{})
	fixed := l.fixed
	for _, place := range l.places {
		for len(fixed) > 0 && fixed[0] <= place {
			l.begin(fixed[0])
			fixed = fixed[1:]
		}
		last := l.rungs[len(l.rungs)-1].ratio
		at := max(place, last*rungGap, nearestRung)
		if place > last && (len(fixed) == 0 || at*rungGap <= fixed[0]) { // else what must begin comes with it
			l.begin(at)
		}
	}
	for _, place := range fixed {
		l.begin(place)
	}
	l.impostors, l.recent = len(l.rungs), 0
	for i := range l.rungs {
		r := &l.rungs[i]
		r.tolerance = r.ratio * v.Tolerance
		for r.level+1 < levels && r.ratio >= 1/(below[r.level]*v.Height) {
			r.level++
		}
		if v.ImpostorRatio > 0 && i > 0 && r.ratio >= v.ImpostorRatio {
			l.impostors = min(l.impostors, i)
		}
	}
	l.known = true
}

// buildLadder makes the ladder of a kind.
func (s *Store) buildLadder(l *ladder, v *View, kind *Kind) {
	l.before = append(l.before[:0], l.rungs...)
	impostors := l.impostors
	var errors []float32
	if v.Errors != nil {
		errors = v.Errors(kind)
	}
	l.build(v, len(kind.Rigs), s.below, errors)
	l.isSame = impostors == l.impostors && slices.Equal(l.before, l.rungs)
}

// begin adds a rung at a distance that is beyond the last one.
func (l *ladder) begin(ratio float32) {
	last := l.rungs[len(l.rungs)-1].ratio
	if !(ratio > 0) || math.IsInf(float64(ratio), 1) || len(l.rungs) == maxRungs {
		return
	}
	ratio = max(ratio, last*rungGap, nearestRung)
	l.rungs = append(l.rungs, rung{
		ratio: ratio, from: squaredDistanceAt(ratio * (1 - fadeBand)), alone: squaredDistanceAt(ratio),
	})
}

// squaredDistanceAt returns the squared distance of a member's center, in squares of its radius, at
// a ratio of the distance of its surface to its diameter.
func squaredDistanceAt(ratio float32) float32 { return (1 + 2*ratio) * (1 + 2*ratio) }

// at returns the rung of a member by the squared distance of its center and its squared radius. It
// is the quicker the nearer another rung, given, is to it.
func (l *ladder) at(away, size float32, near int) int {
	for near > 0 && away < size*l.rungs[near].from {
		near--
	}
	for near+1 < len(l.rungs) && away >= size*l.rungs[near+1].from {
		near++
	}
	return near
}

// fade returns how far a rung has replaced the one before at a distance in its band, 1 to
// FadeSteps - 1.
func (l *ladder) fade(i int, away, size float32) uint8 {
	ratio := 0.5*sqrt(away/size) - 0.5
	step := int((1 - (1-ratio/l.rungs[i].ratio)/fadeBand) * FadeSteps)
	return uint8(max(1, min(step, FadeSteps-1)))
}

// blockRungs is which rungs the members of a block may have.
type blockRungs struct {
	rung, last int  // of the nearest one and of the farthest one
	isOne      bool // all have one, alone
	// The squared distances of the members' centers, in squares of their radii, are from near to far.
	near, far float32
	// impostors is how many of the first clips of the skeleton have pictures, or 0 if no member is so
	// far away that it may be an impostor.
	impostors int32
}

// find finds the rungs of members whose squared distances, in squares of their radii, are in a
// range. So many clips have pictures.
func (b *blockRungs) find(l *ladder, near, far float32, clips int32) {
	b.rung, b.near, b.far, b.impostors = l.at(near, 1, l.recent), near, far, clips
	l.recent = b.rung
	b.last = l.at(far, 1, b.rung)
	b.isOne = b.isAlone(l)
	if b.last < l.impostors {
		b.impostors = 0
	}
}

// isAlone reports whether all members have one rung, alone.
func (b *blockRungs) isAlone(l *ladder) bool {
	return b.rung == b.last && (b.last == 0 || b.near >= l.rungs[b.last].alone)
}

// endAt makes a rung the last one: it stands for those that are farther away.
func (b *blockRungs) endAt(l *ladder, rung int) {
	if rung < b.last {
		b.rung, b.last = min(rung, b.rung), rung
		b.isOne = b.isAlone(l)
	}
}

// nearness is which members of a block are nearer than a distance.
type nearness uint8

const (
	someNearer nearness = iota
	allNearer
	allFarther
)

// between returns how near the members are by a squared distance, in squares of their radii.
func (b *blockRungs) between(square float32) nearness {
	switch {
	case b.far < square:
		return allNearer
	case b.near >= square:
		return allFarther
	}
	return someNearer
}

// describe says how the members of a list are drawn, by its grade.
func (l *ladder) describe(list *List, g grade) {
	list.Impostors = g == impostorGrade || g == impostorBegins || g == impostorShadow || g == shadowBegins
	list.shadowOnly = g >= shadowGrades && g < impostorGrade || g >= impostorShadow
	coarsest := len(list.Kind.Rigs) - 1
	list.Fade, list.Tolerance, list.Coarser = FadeNone, 0, 0
	switch g {
	case impostorGrade, impostorShadow:
		list.Level = coarsest
		return
	case impostorBegins, shadowBegins:
		list.Level, list.Fade = coarsest, FadeIn
		return
	case meshEnds, shadowMeshEnds:
		r := &l.rungs[l.impostors-1]
		list.Level, list.Tolerance, list.Fade = r.level, list.units(r.tolerance), FadeOut
		if g == shadowMeshEnds {
			list.Level = coarsest
		}
		return
	}
	if list.shadowOnly {
		g -= shadowGrades
	}
	r := &l.rungs[g/gradesOfRung]
	list.Level, list.Tolerance = r.level, list.units(r.tolerance)
	switch g % gradesOfRung {
	case beginsPosed:
		list.Fade = FadeIn
	case begins:
		before := &l.rungs[g/gradesOfRung-1]
		list.Fade, list.Coarser, list.Tolerance = FadeBoth, list.Tolerance, list.units(before.tolerance)
		if !list.shadowOnly && before.level != r.level {
			list.Fade, list.Level = FadeOut, before.level
		}
	}
	if list.shadowOnly {
		list.Level = coarsest
	}
}

// units returns an error, which is in diameters of a member, in units of model space. It rounds up,
// so that an error of a mesh is not larger than the tolerance that was made of it.
func (l *List) units(diameters float32) float32 {
	const up = 1 + 1e-5
	return up * diameters * 2 * l.Kind.Reach.Radius
}
