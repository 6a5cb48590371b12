package crowdstore

import (
	"iter"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
)

// The record of the blend space that a motion plays is in a slot without a member, to which the
// motion's first word points, with spaceBit:
//
//	0   texel of the first sample of the space; intervals between its sync phases; the sum of the
//	    seconds that a cycle takes the samples, by their weights; samples that have a weight
//	4   for each of these its number times 2^24, and its weight in units of 2^-24, less 1
//
// The phase of the motion counts the time of a cycle: that of the space moves at a pace of its own
// from one sync phase to the next.
const (
	spaceBit       = 1 << 31
	spaceIntervals = 1
	spaceSeconds   = 2
	spaceCount     = 3
	spaceSamples   = 4
	spaceShift     = 24
)

// Motion returns what members may play: a clip, or a blend space. It returns nil for anything else.
func Motion(library *assets.Library, of id.Motion) *motion.Asset {
	a := library.Motion(of)
	if a == nil || a.Single == of {
		return a
	}
	if _, ok := a.Motion.(*mixer.Space); !ok {
		return nil
	}
	return a
}

// Clips iterates over the clips of a motion that members may play.
func Clips(library *assets.Library, of id.Motion) iter.Seq[id.Clip] {
	return func(yield func(id.Clip) bool) {
		a := Motion(library, of)
		if a == nil {
			return
		}
		for i := range a.Parts {
			if !yield(a.Parts[i].Clip) {
				return
			}
		}
	}
}

// spaceTexels is a blend space that the texels hold.
type spaceTexels struct {
	id    id.BlendSpace
	asset *motion.Asset
	base  uint32
}

// space returns the texel of the first sample of a blend space, and the space, or nil if it cannot
// be played on the skeleton.
func (t *Texels) space(of id.BlendSpace, skeleton *assets.Skeleton) (base uint32, space *mixer.Space) {
	asset := t.library.Motion(of)
	if asset == nil || asset.Single != 0 || asset.Skeleton != skeleton || asset.Additive {
		return 0, nil
	}
	if space, _ = asset.Motion.(*mixer.Space); space == nil {
		return 0, nil
	}
	for i := range t.spaces {
		if t.spaces[i].id == of {
			return t.spaces[i].base, space
		}
	}
	var samples [][4]float32
	for _, sample := range space.Samples() {
		base, _ := t.clip(sample.Clip, skeleton)
		samples = append(samples, [4]float32{float32(base)})
	}
	phases := space.SyncPhases()
	base = uint32(t.end())
	address := int(base) + len(samples)
	for i, sample := range space.Samples() {
		c := t.library.Clip(sample.Clip)
		if c == nil {
			continue
		}
		samples[i][1] = float32(cycleSeconds(space, i, 1))
		if len(phases) > 2 || space.UnwrappedTime(i, 0) != c.Start() || space.UnwrappedTime(i, 1) != c.End() {
			samples[i][2] = float32(address)
			address += len(phases)
		}
	}
	for _, s := range samples {
		t.add(s[0], s[1], s[2], 0)
	}
	for i, sample := range space.Samples() {
		if samples[i][2] == 0 {
			continue
		}
		c := t.library.Clip(sample.Clip)
		for _, phase := range phases {
			fraction := 0.0
			if c.Duration() > 0 {
				fraction = (space.UnwrappedTime(i, phase) - c.Start()) / c.Duration()
			}
			t.add(float32(cycleSeconds(space, i, phase)), float32(fraction), 0, 0)
		}
	}
	if t.end() > MaxTexels {
		t.missing = ErrTooManyTexels
	}
	t.spaces = append(t.spaces, spaceTexels{of, asset, base})
	return base, space
}

// cycleSeconds returns how many seconds of a cycle a sample takes to a sync phase, if it plays alone.
func cycleSeconds(space *mixer.Space, sample int, phase float64) float64 {
	return (space.UnwrappedTime(sample, phase) - space.UnwrappedTime(sample, 0)) / space.Samples()[sample].Speed
}

// encodeSpace returns the first word and the phase of a motion of a blend space, whose record is in a
// slot, if it needs one: at a sample's own position, the motion is that of the sample's clip.
func (t *Texels) encodeSpace(record *Record, slot int32, m *components.CrowdMotion, base uint32,
	space *mixer.Space,
) (word uint32, p phase, needsRecord bool) {
	var memory [mixer.MaxWeights]mixer.Weight
	weights := space.Weights(m.X, m.Y, memory[:0])
	s := startOf(m, t.library.Motion(m.Clip))
	rate := 0.0
	if duration := space.CycleDuration(weights); duration > 0 {
		rate = speedOf(m) / duration / TicksPerSecond
	}
	first := weights[0].Index
	if sample := t.texel(int(base) + first); len(weights) == 1 && (sample[2] == 0 || m.Mode == clip.Loop) {
		fraction := s.From
		if c := t.library.Clip(space.Samples()[first].Clip); sample[2] != 0 && c != nil && c.Duration() > 0 {
			fraction = (space.Time(first, s.From) - c.Start()) / c.Duration()
			rate *= math.Round((space.UnwrappedTime(first, 1) - space.UnwrappedTime(first, 0)) / c.Duration())
		}
		return uint32(sample[0]), phaseFrom(m.Mode, fraction, rate, s.Backward), false
	}
	*record = Record{}
	seconds := 0.0
	for i, w := range weights {
		seconds += float64(float64(w.Weight) * cycleSeconds(space, w.Index, 1))
		record[spaceSamples+i] = uint32(w.Index)<<spaceShift | (uint32(w.Weight*(1<<spaceShift)) - 1)
	}
	record[0], record[spaceIntervals] = base, uint32(len(space.SyncPhases())-1)
	record[spaceSeconds], record[spaceCount] = math.Float32bits(float32(seconds)), uint32(len(weights))
	return spaceBit | uint32(slot), phaseFrom(m.Mode, fractionOfCycle(space, s.From, weights), rate, s.Backward), true
}

// fractionOfCycle returns the part of the time of a cycle that has passed at a phase of a blend
// space, 0 to 1.
func fractionOfCycle(space *mixer.Space, at float64, weights []mixer.Weight) float64 {
	phases := space.SyncPhases()
	passed, whole := 0.0, 0.0
	for k := range len(phases) - 1 {
		from, to := phases[k], phases[k+1]
		part := max(0, min((at-from)/(to-from), 1))
		for _, w := range weights {
			d := float64(float64(w.Weight) * (cycleSeconds(space, w.Index, to) - cycleSeconds(space, w.Index, from)))
			whole += d
			passed += float64(d * part)
		}
	}
	if at >= 1 || !(whole > 0) {
		return max(0, min(at, 1))
	}
	return min(passed/whole, 1)
}

// mixed is the clips that a motion of a member plays in a blend space, or one clip.
type mixed struct {
	moments [2 * mixer.MaxWeights]moment
	weights [2 * mixer.MaxWeights]float32
	count   int
}

// addMotion adds what a motion of a member shows, by a weight.
func (x *mixed) addMotion(t *Texels, r *Rig, records []Record, slot, motion int, weight float32,
	elapsed uint64,
) {
	record := &records[slot]
	first := record[wordMotion+4*motion]
	p := phaseOf(record, motion)
	if first&spaceBit == 0 {
		m, _ := t.moment(r, p, int(first), elapsed)
		x.add(m, weight)
		return
	}
	cycle, ended := p.at(elapsed)
	if ended && p.flags&flagOnce != 0 {
		x.add(t.momentAt(int(t.texel(int(r.Base))[2]), cycle), weight)
		return
	}
	space := &records[first&^spaceBit]
	low, high, u := t.syncInterval(space, cycle)
	for i := range int(space[spaceCount]) {
		number, part := sampleOf(space, i)
		sample := t.texel(int(space[0]) + number)
		fraction := cycle
		if bounds := int(sample[2]); bounds > 0 {
			from, to := t.texel(bounds + low)[1], t.texel(bounds + high)[1]
			fraction = from*(1-u) + to*u
			if fraction -= float32(math.Floor(float64(fraction))); fraction == 0 && cycle >= 1 {
				fraction = 1
			}
		}
		x.add(t.momentAt(int(sample[0]), fraction), weight*part)
	}
}

// sampleOf returns the number and the weight of a sample in the record of a blend space.
func sampleOf(space *Record, i int) (number int, weight float32) {
	word := space[spaceSamples+i]
	return int(word >> spaceShift), float32(word&(1<<spaceShift-1)+1) * (1.0 / (1 << spaceShift))
}

// syncInterval returns between which sync phases a blend space is at a fraction of the time of its
// cycle, and how far on the way.
func (t *Texels) syncInterval(space *Record, cycle float32) (low, high int, u float32) {
	high = int(space[spaceIntervals])
	if high == 1 {
		return 0, 1, cycle
	}
	begins, ends := float32(0), math.Float32frombits(space[spaceSeconds])
	at := cycle * ends
	for high-low > 1 {
		middle, passed := (low+high)>>1, float32(0)
		for i := range int(space[spaceCount]) {
			number, weight := sampleOf(space, i)
			if bounds := int(t.texel(int(space[0]) + number)[2]); bounds > 0 {
				passed += weight * t.texel(bounds + middle)[0]
			}
		}
		if passed <= at {
			low, begins = middle, passed
		} else {
			high, ends = middle, passed
		}
	}
	if ends > begins {
		u = min((at-begins)/(ends-begins), 1)
	}
	return low, high, u
}

func (x *mixed) add(m moment, weight float32) {
	x.moments[x.count], x.weights[x.count] = m, weight
	x.count++
}

// transform returns the weighted sum of the local transforms of a joint in all moments. The rotation
// does not have length 1.
func (x *mixed) transform(t *Texels, joint int) (rotation, translation, scale [4]float32) {
	for k := range x.count {
		q, p, s := t.transform(&x.moments[k], joint)
		weight := x.weights[k]
		nearer := weight
		if exact.Dot32(rotation, q) < 0 {
			nearer = -weight
		}
		for i := range q {
			rotation[i] += q[i] * nearer
			translation[i] += p[i] * weight
			scale[i] += s[i] * weight
		}
	}
	return rotation, translation, scale
}

// putSpaces sets the blend spaces that the motions of the member in a slot play, after its record was
// made.
func (s *Store) putSpaces(slot int, player *components.CrowdPlayer) {
	for i := range player.Motions {
		m := &player.Motions[i]
		base, space := s.space(m.Clip, s.kinds[s.members[slot].kind].skeleton)
		if space == nil {
			s.removeSpace(slot, i)
			continue
		}
		if s.members[slot].spaces[i] == 0 {
			taken := s.takeSlot() // which may move the members
			s.members[slot].spaces[i] = taken + 1
		}
		of := s.members[slot].spaces[i] - 1
		word, p, needsRecord := s.encodeSpace(&s.records[of], of, m, base, space)
		s.records[slot].setMotion(i, word, p)
		if !needsRecord {
			s.removeSpace(slot, i)
			continue
		}
		s.note(int(of))
	}
}

// removeSpace frees the slot of the blend space of a motion of the member in a slot.
func (s *Store) removeSpace(slot, motion int) {
	if of := &s.members[slot].spaces[motion]; *of != 0 {
		s.giveSlot(*of - 1)
		*of = 0
	}
}
