package crowdstore

import (
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/systems/internal/appearance"
)

// A record is what the GPU knows of a member of the crowd, in words of 32 bits, four to a texel:
//
//	0   Since in ticks, low and high word; weight of motion 1 at Since; its change per second
//	4   motion 0: first texel of the clip, or spaceBit and the slot of the record of a blend space;
//	    phase.first; phase.rate, low and high word
//	8   motion 1
//	12  phase.hold of both motions; their flags in 8 bits, and the build times 2^20; the weight
//	    that motion 1 moves to
//	16  the member's Transform, three rows
//	28  tint; 1 + the slot of the record of its layer, or 0 if it has none
//
// The record of a layer is in a slot without a member:
//
//	0   the motion, as of a member; 4 phase.hold; flags; first texel of the mask, or 0 for none;
//	    weight at Since; 8 its change per second; the weight that it moves to
//
// Numbers that are no integers are the bits of a float32.
const (
	RecordWords  = 32
	RecordTexels = RecordWords / 4
)

// Record is the words of a record.
type Record [RecordWords]uint32

const (
	wordSince     = 0
	wordWeight    = 2
	wordRate      = 3
	wordMotion    = 4
	wordHold      = 12
	wordFlags     = 14
	wordTarget    = 15
	wordTransform = 16
	wordTint      = 28
	wordLayer     = 31

	layerHold   = 4
	layerFlags  = 5
	layerMask   = 6
	layerWeight = 7
	layerRate   = 8
	layerTarget = 9
)

// In the word of the flags, the build is a number of 24 bits, in steps of 2^-20.
const (
	buildShift = 8
	buildOne   = 1 << 20
)

// buildOf returns the build in a record.
func buildOf(record *Record) float32 {
	return float32(record[wordFlags]>>buildShift) * (1.0 / buildOne)
}

// encode writes the record of a member. A transform that is not finite becomes 0, which draws
// nothing.
func (t *Texels) encode(record *Record, p *components.CrowdPlayer, skeleton *assets.Skeleton,
	transform *rig.Matrix, looks *components.Appearance,
) {
	since := uint64(Ticks(p.Since))
	record[wordSince], record[wordSince+1] = uint32(since), uint32(since>>32)
	weight, target, rate := clampWeight(p.Weight), clampWeight(p.Target), p.Rate
	if !(rate > 0) || rate-rate != 0 {
		rate, target = 0, weight
	}
	record[wordWeight], record[wordTarget] = math.Float32bits(weight), math.Float32bits(target)
	record[wordRate] = math.Float32bits(rate)
	record[wordFlags] = uint32(appearance.Build(looks)*buildOne+0.5) << buildShift
	for i := range p.Motions {
		base, c := t.clip(p.Motions[i].Clip, skeleton)
		var ph phase
		if c != nil {
			ph = newPhase(&p.Motions[i], t.library.Motion(p.Motions[i].Clip))
		}
		record.setMotion(i, base, ph)
	}
	matrix := *transform
	if !exact.AllFinite(matrix[:]...) {
		matrix = rig.Matrix{}
	}
	for i, v := range matrix {
		record[wordTransform+i] = math.Float32bits(v)
	}
	for i, x := range appearance.Tint(looks) {
		record[wordTint+i] = math.Float32bits(x)
	}
	record[wordLayer] = 0
}

// setMotion sets a motion in the record of a member.
func (r *Record) setMotion(motion int, word uint32, p phase) {
	words := r[wordMotion+4*motion:]
	words[0], words[1], words[2], words[3] = word, p.first, uint32(p.rate), uint32(p.rate>>32)
	r[wordHold+motion] = p.hold
	shift := flagShift * motion
	r[wordFlags] = r[wordFlags]&^((1<<flagShift-1)<<shift) | p.flags<<shift
}

// encodeLayer writes the record of a layer.
func (t *Texels) encodeLayer(record *Record, l *components.CrowdLayer, skeleton *assets.Skeleton) {
	base, c := t.clip(l.Motion.Clip, skeleton)
	var ph phase
	if c != nil {
		ph = newPhase(&l.Motion, t.library.Motion(l.Motion.Clip))
	}
	record[0], record[1], record[2], record[3] = base, ph.first, uint32(ph.rate), uint32(ph.rate>>32)
	record[layerHold], record[layerFlags] = ph.hold, ph.flags
	weight, target, rate := clampWeight(l.Weight), clampWeight(l.Target), l.Rate
	if !(rate > 0) || rate-rate != 0 {
		rate, target = 0, weight
	}
	mask, ok := t.mask(l.Mask, skeleton)
	if !ok || c == nil {
		weight, target, rate = 0, 0, 0
	}
	record[layerMask] = mask
	record[layerWeight], record[layerTarget] = math.Float32bits(weight), math.Float32bits(target)
	record[layerRate] = math.Float32bits(rate)
}

// phaseOf returns the phase of a motion in a record.
func phaseOf(record *Record, motion int) phase {
	words := record[wordMotion+4*motion:]
	return phase{
		first: words[1], rate: uint64(words[2]) | uint64(words[3])<<32, hold: record[wordHold+motion],
		flags: record[wordFlags] >> (flagShift * motion) & (1<<flagShift - 1),
	}
}

// elapsedTicks returns the ticks from a record's Since to a time in ticks, 0 before it.
func elapsedTicks(record *Record, now int64) uint64 {
	since := int64(uint64(record[wordSince]) | uint64(record[wordSince+1])<<32)
	return uint64(max(0, now-since))
}
