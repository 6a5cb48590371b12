package crowdstore

import (
	"math"

	"github.com/sinew-go/sinew/components"
)

// alone is which clip a member shows alone, from some time on: such a member may be drawn as an
// impostor, whose pictures show clips. The zero alone shows none.
type alone struct {
	settled int64 // time in ticks
	clip    int32 // 1 + its number among those of its skeleton; 0 for none
}

// shows reports whether a member shows one of so many first clips alone at a time in ticks.
func (a *alone) shows(clips int32, now int64) bool {
	return a.clip > 0 && a.clip <= clips && now >= a.settled
}

// aloneIn returns what a member shows alone, by its record. A member with a layer never does, nor
// does one whose weight is on its way to, or stays at, a place between its motions.
func (s *Store) aloneIn(p *components.CrowdPlayer, record *Record) (a alone) {
	weight := math.Float32frombits(record[wordWeight])
	target, rate := math.Float32frombits(record[wordTarget]), math.Float32frombits(record[wordRate])
	if rate == 0 {
		target = weight
	}
	if record[wordLayer] != 0 || target > 0 && target < 1 {
		return alone{}
	}
	if weight != target {
		const after = 0.01 // seconds, by which a float32 is surely at its target
		seconds := math.Abs(float64(target-weight))/float64(rate) + after
		a.settled = Ticks(p.Since + seconds)
	} else {
		a.settled = math.MinInt64
	}
	base := int(record[wordMotion])
	if target >= 1 {
		base = int(record[wordMotion+4])
	}
	if base&spaceBit != 0 {
		return alone{}
	}
	a.clip = 1 + int32(s.data[4*(base+2)+1])
	return a
}

// impostors returns how many clips of a kind have pictures.
func (v *View) impostors(kind *Kind) int32 {
	if v.ImpostorRatio > 0 && kind.Number < len(v.Impostors) {
		return v.Impostors[kind.Number]
	}
	return 0
}

// Clips returns how many clips the members of a kind may show, the rest pose among them.
func (s *Store) Clips(kind *Kind) int { return s.ClipsOf(kind.skeleton) }

// ClipTexel returns the first texel of a clip of a kind, by its number among those of its skeleton.
func (s *Store) ClipTexel(kind *Kind, number int) int { return s.ClipOf(kind.skeleton, number) }

// Kinds returns the kinds of members, by number.
func (s *Store) Kinds() []*Kind { return s.kinds }

// FarKinds appends the kinds for which a view does not know yet how many clips have pictures, less
// than 0, and of which a block in view has members so far away that they may be impostors. Those of
// other kinds and blocks get 0.
func (s *Store) FarKinds(kinds []*Kind, c *Collected, v *View) []*Kind {
	unknown := 0
	for _, clips := range v.Impostors {
		if clips < 0 {
			unknown++
		}
	}
	for i := 0; i < len(c.Spheres) && unknown > 0; i++ {
		sphere, b := &c.Spheres[i], &s.blocks[i]
		if sphere[3] < 0 || v.impostors(s.kinds[b.kind]) >= 0 ||
			crossing(&v.Image, sphere) == outside && (!v.Casting || crossing(&v.Shadow, sphere) == outside) {
			continue
		}
		least := 2 * b.least * s.carried[b.carrier].scale
		if (sqrt(squaredDistance(sphere, &v.Eye))+sphere[3])/least > v.ImpostorRatio*(1-fadeBand) {
			kinds = append(kinds, s.kinds[b.kind])
			v.Impostors[b.kind] = 0
			unknown--
		}
	}
	for i := range v.Impostors {
		v.Impostors[i] = max(v.Impostors[i], 0)
	}
	return kinds
}
