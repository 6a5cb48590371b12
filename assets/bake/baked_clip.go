package bake

import (
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/kernel"
)

// BakedClip is the runtime form of a [clip.Clip]: frames of integers, each scaled to the range of
// its value in the clip. Sampling costs the same at any time and keeps no state between calls. A
// BakedClip comes from [Bake], from Library.Bake of package assets, or from
// [BakedClip.UnmarshalBinary].
//
// Morph weights and stepped tracks are not baked; [BakedClip.Sample] samples them exactly from the
// source clip.
type BakedClip struct {
	// What each sample reads is together: see [BakedClip.gather].
	source     *clip.Clip     // nil in a decoded clip that is not bound yet
	stepped    []steppedTrack // of the source
	start, end float64        // seconds
	origin     float64        // time of frame 0, in seconds
	rate       float64        // grid cells per second
	cells      int
	cellTable  cellTable
	frames     int
	closed     bool // the last frame is followed by the first
	additive   bool
	data       kernel.Baked
	motion     motion
	lists      []byte // those of data and motion; see [BakedClip.gather]

	sourceHash [hashSize]byte
	options    Options // with defaults filled in
	joints     int
	maxError   float64 // meters
	owner      any     // of the memory of the frames, if it is not the clip's own
}

// none stands for a nil clip.
var none = &BakedClip{}

// orNone returns the clip, or one without frames for nil.
func (b *BakedClip) orNone() *BakedClip {
	if b == nil {
		return none
	}
	return b
}

// Clip returns the source clip, or nil for a decoded clip that is not bound yet. Of a nil clip, as
// a library returns it for one that is not baked, methods return nothing, or an error.
func (b *BakedClip) Clip() *clip.Clip { return b.orNone().source }

// Options returns the options of the clip's baking, with defaults filled in, but for
// MaxFrameJoints, which is always the default.
func (b *BakedClip) Options() Options { return b.orNone().options }

// Report returns the report of [Bake]. That of a decoded clip which is not bound yet is empty.
func (b *BakedClip) Report() Report {
	if b == nil || b.source == nil {
		return Report{}
	}
	report := newReport(b.source, b.options)
	report.setResult(b)
	return report
}

// Start returns the time in seconds at which playback begins.
func (b *BakedClip) Start() float64 { return b.orNone().start }

// End returns the time in seconds at which playback ends or wraps to the start.
func (b *BakedClip) End() float64 { return b.orNone().end }

// Additive reports whether the poses are differences, to be added to other poses. See
// [clip.MakeAdditive].
func (b *BakedClip) Additive() bool { return b.orNone().additive }

// Rate returns the average number of frames per second. Fast parts of a clip may have more, slow
// parts fewer.
func (b *BakedClip) Rate() float64 {
	if b = b.orNone(); len(b.cellTable.stretches) == 0 {
		return b.rate
	}
	return b.rate * float64(b.intervals()) / float64(b.cells)
}

// intervals returns the number of intervals between frames.
func (b *BakedClip) intervals() int {
	if b.closed {
		return b.frames
	}
	return b.frames - 1
}

// Frames returns the number of stored frames. A clip that ends in the pose in which it begins
// stores that pose once.
func (b *BakedClip) Frames() int { return b.orNone().frames }

// MaxError returns the largest error in meters that baking found. See [Report].
func (b *BakedClip) MaxError() float64 { return b.orNone().maxError }

// SteppedTracks returns how many tracks are sampled from the keys of the source clip, since they
// are stepped.
func (b *BakedClip) SteppedTracks() int { return len(b.orNone().stepped) }

// Bytes returns the size of the clip's frames and tables in memory, and of the keys of stepped
// tracks. It leaves out the lists of moving rows that blending derives from them, four bytes for a
// row or a group of joints.
func (b *BakedClip) Bytes() int {
	b = b.orNone()
	d := &b.data
	keys := 0
	for _, t := range b.stepped {
		keys += 4 * (len(t.track.Times()) + len(t.track.Values()))
	}
	return keys + len(d.Frames) + len(d.Bits) + listOf(&d.Derived).bytes() + b.cellTable.bytes() +
		4*(len(d.RestTargets)+len(d.Constants)+len(d.ConstantTargets)+len(d.Ranges)+
			len(d.RotationGroups)+2*len(d.Blocks)+len(d.Whole)+len(d.Scattered)+len(d.NormalizedGroups))
}

// Sample writes the clip's pose at a time in seconds, as [clip.Sampler.Sample] does: locals in the
// layout of [rig.Pose.Locals], morphs in the layout of [rig.Pose.Morphs]. Times outside the clip
// are clamped to it; NaN means the start. Sample allocates nothing and is safe for concurrent use.
// A decoded clip that is not bound yet writes nothing.
func (b *BakedClip) Sample(time float64, locals, morphs []float32) {
	if b != nil && b.source != nil { // small enough for the compiler to inline
		b.sampleData(&b.data, time, locals, morphs)
	}
}

// Resample is [BakedClip.Sample] for locals and morphs that hold an earlier sample of the same
// clip. It does not write again what the clip leaves in the rest pose.
func (b *BakedClip) Resample(time float64, locals, morphs []float32) {
	if b != nil && b.source != nil {
		b.sampleData(&b.motion.data, time, locals, morphs)
	}
}

func (b *BakedClip) sampleLocals(time float64, locals []float32) {
	b.sampleData(&b.data, time, locals, nil)
}

// sampleData samples the clip's data, or the part of it that moves, and the morph weights.
func (b *BakedClip) sampleData(data *kernel.Baked, time float64, locals, morphs []float32) {
	frame, next, u := b.locate(time)
	kernel.SampleBaked(locals, data, frame, next, u)
	if len(b.stepped) > 0 {
		writeStepped(b.stepped, b.clamp(time), locals)
	}
	if len(morphs) > 0 {
		b.source.SampleMorphs(time, morphs)
	}
}

// clamp returns a time within the clip. NaN becomes the start.
func (b *BakedClip) clamp(time float64) float64 {
	if !(time > b.start) {
		return b.start
	}
	if time > b.end {
		return b.end
	}
	return time
}

// locate returns the frames before and after a time and the fraction of the interval between them
// that has passed.
func (b *BakedClip) locate(time float64) (frame, next int, u float32) {
	position := float64((b.clamp(time) - b.origin) * b.rate) // in grid cells
	if position <= 0 {
		position = 0
	}
	if !(position < float64(b.cells)) { // at the end, or past it by rounding
		if b.closed {
			return 0, 0, 0
		}
		return b.frames - 1, b.frames - 1, 0
	}
	frame = int(position)
	position -= float64(frame)
	if len(b.cellTable.stretches) > 0 {
		entry, begin := b.cellTable.stretch(frame)
		firstFrame, cells, intervals := unpackStretch(entry)
		interval := frame - begin
		if cells > 0 {
			position = float64((position+float64(interval))*float64(intervals)) / float64(cells)
			interval = min(int(position), intervals-1)
			position -= float64(interval)
		}
		frame = firstFrame + interval
	}
	next = frame + 1
	if next == b.frames {
		next = 0
	}
	return frame, next, float32(position)
}
