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
	// The clip that it showed alone before, in the same way, and from when until when its pictures
	// fade out, while what it blends with it does not weigh much yet.
	before       int32
	begins, ends int64
}

// impostorFade is how long an impostor takes to become a mesh, as a member begins to blend, and to
// become an impostor again: in ticks.
const impostorFade = TicksPerSecond / 5

// step returns how far an impostor stands for a member at a time in ticks, 0 to FadeSteps, if so many
// first clips have pictures.
func (a *alone) step(clips int32, now int64) uint8 {
	switch {
	case a.clip > 0 && a.clip <= clips && now >= a.settled:
		if now-impostorFade >= a.settled {
			return FadeSteps
		}
		return uint8(max(1, (now-a.settled)*FadeSteps/impostorFade))
	case a.before > 0 && a.before <= clips && now >= a.begins && now < a.ends:
		return uint8(max(1, (a.ends-now)*FadeSteps/(a.ends-a.begins)-1))
	}
	return 0
}

// weightFade is a weight that moves to a target.
type weightFade struct{ weight, target, rate float32 }

// fadeOf returns the fade of a weight, given the words of a record.
func fadeOf(weight, target, rate uint32) weightFade {
	f := weightFade{math.Float32frombits(weight), math.Float32frombits(target), math.Float32frombits(rate)}
	if f.rate == 0 {
		f.target = f.weight
	} else if f.weight == f.target {
		f.rate = 0
	}
	return f
}

// settles returns when a weight is at its target: at the first of all times if it does not move.
func (f *weightFade) settles(since float64) int64 {
	if f.rate == 0 {
		return math.MinInt64
	}
	const after = 0.01 // seconds, by which a float32 is surely at its target
	return Ticks(since + math.Abs(float64(f.target-f.weight))/float64(f.rate) + after)
}

// layerFade returns the fade of a member's layer, and from when on the layer does not show: never if
// ends is false.
func (s *Store) layerFade(p *components.CrowdPlayer, record *Record) (f weightFade, settled int64, ends bool) {
	if record[wordLayer] == 0 {
		return f, math.MinInt64, true
	}
	layer := &s.records[record[wordLayer]-1]
	f = fadeOf(layer[layerWeight], layer[layerTarget], layer[layerRate])
	settled, ends = f.settles(p.Since), f.target == 0
	const once = flagEnds | flagOnce
	switch hold := layer[layerHold]; {
	case layer[layerFlags]&once != once || hold == math.MaxUint32:
	case hold == 0:
		return weightFade{}, math.MinInt64, true // it has ended
	default:
		if ended := Ticks(p.Since) + int64(hold); !ends || ended < settled {
			settled, ends = ended, true
		}
	}
	return f, settled, ends
}

// aloneIn returns what a member shows alone, by its record, which has changed, and by what it showed
// alone before. A member whose layer goes on to show never does, nor one that mixes clips of a blend
// space, nor one whose weight is on its way to, or stays at, a place between its motions.
func (s *Store) aloneIn(p *components.CrowdPlayer, record *Record, was alone) (a alone) {
	base := fadeOf(record[wordWeight], record[wordTarget], record[wordRate])
	layer, settled, ends := s.layerFade(p, record)
	now := Ticks(p.Since)
	fading := max(base.rate, layer.rate) // of what begins to blend with what it showed
	if layer.weight > 0 {
		fading = 0 // it shows the layer at once
	}
	if clip := s.clipAlone(record, base.weight); clip > 0 && clip == was.clip && was.settled <= now && fading > 0 {
		a.before, a.begins = clip, now
		a.ends = now + int64(min(impostorFade, 0.5*TicksPerSecond/float64(fading))) // at most half of the blend
	}
	if !ends {
		return a
	}
	if a.clip = s.clipAlone(record, base.target); a.clip == 0 {
		return a
	}
	a.settled = max(settled, base.settles(p.Since))
	if a.settled == math.MinInt64 && a.clip == was.clip {
		a.settled = was.settled // it may be on its way to an impostor
	}
	return a
}

// clipAlone returns 1 + the number of the clip that a member shows at a weight, or 0 if it shows two
// motions, or clips of a blend space.
func (s *Store) clipAlone(record *Record, weight float32) int32 {
	word := record[wordMotion]
	switch {
	case weight > 0 && weight < 1:
		return 0
	case weight >= 1:
		word = record[wordMotion+4]
	}
	if word&spaceBit != 0 {
		return 0
	}
	return 1 + int32(s.data[4*(int(word)+2)+1])
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
