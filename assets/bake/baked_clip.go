package bake

import (
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/kernel"
)

// BakedClip is the form of a [clip.Clip] for playing: uniform frames of rows of integers, each ranged over what its number does in
// the clip. Any time costs the same to sample, and nothing is kept from one sample to the next. It is made by [Bake] or
// [Library.Bake], or decoded by [BakedClip.UnmarshalBinary].
//
// Morph weights are not baked: they are sampled exactly from the clip that it was made of.
type BakedClip struct {
	source     *clip.Clip // nil in one that was decoded and not yet bound
	key        [keySize]byte
	options    Options // with defaults filled in
	joints     int
	start, end float64
	first      float64 // seconds; when frame 0 is
	rate       float64 // steps a second
	steps      int
	table      []uint32 // where the frames of each step are; nil where each has one
	frames     int
	closed     bool // the last frame leads to the first
	additive   bool
	maxError   float64
	data       kernel.Baked
}

// Clip returns the clip that it was made of, or nil in one that was decoded and is not bound yet.
func (b *BakedClip) Clip() *clip.Clip { return b.source }

// Options returns what was asked for when it was baked, with defaults filled in.
func (b *BakedClip) Options() Options { return b.options }

// Report returns what [Bake] reported of it. It must not be one that was decoded and is not bound yet.
func (b *BakedClip) Report() Report {
	report := newReport(b.source, b.options)
	report.tell(b)
	return report
}

// Start returns the time in seconds at which playing begins.
func (b *BakedClip) Start() float64 { return b.start }

// End returns the time in seconds at which playing ends, or wraps to the start.
func (b *BakedClip) End() float64 { return b.end }

// Additive says whether the poses are differences, to be added to other poses: see [clip.MakeAdditive].
func (b *BakedClip) Additive() bool { return b.additive }

// Rate returns how many frames there are a second, on average where some parts of the clip need more of them than others.
func (b *BakedClip) Rate() float64 {
	if b.table == nil {
		return b.rate
	}
	intervals := b.frames - 1
	if b.closed {
		intervals = b.frames
	}
	return b.rate * float64(intervals) / float64(b.steps)
}

// Frames returns how many frames are stored. Where the clip ends as it began, the last is the first.
func (b *BakedClip) Frames() int { return b.frames }

// MaxError returns the largest error in meters that baking has met; see [Report].
func (b *BakedClip) MaxError() float64 { return b.maxError }

// Bytes returns the memory that the clip's frames and tables take.
func (b *BakedClip) Bytes() int {
	d := &b.data
	return len(d.Frames) + len(d.Bits) + 4*(len(b.table)+len(d.RestTargets)+len(d.Constants)+len(d.ConstantTargets)+len(d.Ranges)+
		len(d.RotationGroups)+len(d.Whole)+len(d.Scattered)+len(d.NormalizedGroups))
}

// Sample writes the clip's pose at a time in seconds, as [Sampler.Sample] does: locals in the layout of [Pose.Locals], morphs
// in that of [Pose.Morphs]. Times outside the clip are clamped to it, NaN to its start. It allocates nothing and may
// be called from any number of goroutines.
func (b *BakedClip) Sample(time float64, locals, morphs []float32) {
	if b.source != nil {
		b.sampleLocals(time, locals)
		b.source.SampleMorphs(time, morphs)
	}
}

func (b *BakedClip) sampleLocals(time float64, locals []float32) {
	frame, next, u := b.locate(time)
	kernel.SampleBaked(locals, &b.data, frame, next, u)
}

// locate returns the frames around a time and the fraction of the way from the one to the other.
func (b *BakedClip) locate(time float64) (frame, next int, u float32) {
	if !(time > b.start) {
		time = b.start
	}
	time = min(time, b.end)
	x := max(0, float64((time-b.first)*b.rate))
	if !(x < float64(b.steps)) { // at the end, or beside it by rounding
		if b.closed {
			return 0, 0, 0
		}
		return b.frames - 1, b.frames - 1, 0
	}
	whole := math.Floor(x)
	frame = int(whole)
	x -= whole
	if b.table != nil {
		// This step is number back of those that share frames, which are so many parts apart.
		entry := b.table[frame]
		back, steps, parts := entry>>frameBits&15, entry>>(frameBits+4)&15, partCounts[entry>>(frameBits+8)&15]
		x = float64((x+float64(back))*float64(parts)) / float64(steps)
		whole = min(math.Floor(x), float64(parts-1))
		frame = int(entry&(1<<frameBits-1)) + int(whole)
		x -= whole
	}
	next = frame + 1
	if next == b.frames {
		next = 0
	}
	return frame, next, float32(x)
}
