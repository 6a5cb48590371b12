package bake

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// The defaults of [Options], in meters on a character 1.8 m in size.
const (
	DefaultTolerance      = 0.0001
	DefaultVertexDistance = 0.03
)

// BakeOptions says how exact baked clips are to be. The zero BakeOptions asks for the defaults.
type Options struct {
	// Tolerance is the largest error in meters: how far a virtual vertex may be from where exact sampling has it, in model
	// space. 0 means [DefaultTolerance].
	Tolerance float64
	// VertexDistance is how far in meters each joint's three virtual vertices are from it, one along each of its axes: about as
	// far as the skin is from the bone. 0 means [DefaultVertexDistance].
	VertexDistance float64
	// Unscaled takes both lengths as they are. Otherwise they are for a skeleton as large as [rig.CharacterSize], the longest
	// side of the box around the joints of its rest pose, and scaled for larger and smaller ones.
	Unscaled bool
}

// BakeReport says what became of a clip.
type Report struct {
	Clip id.Clip // 0 where it has none
	Name string
	// Exact says that the clip was not baked and goes on to be sampled exactly, and Reason why.
	Exact  bool
	Reason string
	// Cached says that the clip came from a cache, and CacheError what was wrong with its entry there: one that could not be
	// read or was damaged is made anew. See [Library.BakeCached].
	Cached     bool
	CacheError error
	// Frames is how many frames there are, and Rate how many a second, on average.
	Frames int
	Rate   float64
	// Bytes is what the baked clip takes in memory and on disk but for a header, and RawBytes what its source would take as 40
	// bytes for each joint at each moment at which any joint has a key.
	Bytes, RawBytes int
	// Tolerance is the error in meters that was allowed, scaled to the skeleton, and MaxError the largest that was met at the
	// frames, between them and at the source's keys.
	Tolerance, MaxError float64
}

// newReport returns the report of a clip of which nothing is decided yet.
func newReport(clip *clip.Clip, options Options) Report {
	options = options.WithDefaults()
	return Report{Name: clip.Name(), RawBytes: rawBytes(clip), Tolerance: float64(options.Tolerance * options.factor(clip.Skeleton()))}
}

// tell says what became of the clip.
func (r *Report) tell(b *BakedClip) {
	r.Frames, r.Rate, r.Bytes, r.MaxError = b.frames, b.Rate(), b.Bytes(), b.maxError
}

func (r Report) String() string {
	if r.Exact {
		return fmt.Sprintf("clip %q: stays exact: %s", r.Name, r.Reason)
	}
	return fmt.Sprintf("clip %q: %d frames, %.6g a second; %d bytes of %d; error %.3g m of %.3g m",
		r.Name, r.Frames, r.Rate, r.Bytes, r.RawBytes, r.MaxError, r.Tolerance)
}

// Bake makes the runtime form of a clip, which is nil when the report says that the clip stays exact: where the options make no
// sense, or no rate and width that are sensible keep to the tolerance, as for a clip with steps. The same clip and options give
// the same bits on every machine. See [Library.Bake] for whole libraries.
//
// The error is measured as by the Animation Compression Library (N. Frechette): at virtual vertices, in model space.
func Bake(clip *clip.Clip, options Options) (*BakedClip, Report) {
	report := newReport(clip, options)
	exact := func(format string, arguments ...any) (*BakedClip, Report) {
		report.Exact, report.Reason = true, fmt.Sprintf(format, arguments...)
		return nil, report
	}
	if err := options.check(); err != nil {
		return exact("%v", err)
	}
	baker := newBaker(clip, options)
	if math.IsNaN(baker.tolerance) || math.IsInf(baker.tolerance, 0) {
		return exact("the skeleton reaches beyond what float32 can hold")
	}
	grid := clipGrid(clip)
	if int64(grid.intervals)*int64(clip.Skeleton().Len()) > maxBakedJoints {
		return exact("it is too long: %d steps of %d joints", grid.intervals, clip.Skeleton().Len())
	}
	// The more of the error is left for quantization, the fewer bits there need to be, but the more frames.
	var best *BakedClip
	for _, share := range interpolationShares {
		spans, e, time := baker.cut(grid, float64(share*baker.tolerance))
		if spans == nil && grid.intervals > 0 {
			if best != nil {
				break
			}
			reason := "no rate keeps interpolation within %.3g m, its part of the tolerance: at %.6g s it is %.3g m or more off"
			if hasSteps(clip) {
				reason = "it has steps, and " + reason
			}
			return exact(reason, float64(share*baker.tolerance), time, e)
		}
		frames := 1
		for _, s := range spans {
			frames += s.parts
		}
		if int64(frames)*int64(clip.Skeleton().Len()) > maxBakedJoints || frames >= 1<<frameBits {
			if best == nil {
				return exact("it is too long: %d frames of %d joints", frames, clip.Skeleton().Len())
			}
			break
		}
		if candidate := baker.bake(baker.sample(grid, spans)); candidate != nil && (best == nil || candidate.Bytes() < best.Bytes()) {
			best = candidate
		}
	}
	if best == nil {
		return exact("no width of its numbers keeps the error below the tolerance of %.3g m", baker.tolerance)
	}
	best.key, best.options = bakeKey(clip), options.WithDefaults()
	report.tell(best)
	return best, report
}

// interpolationShares are the shares of the tolerance that interpolation between frames may take, in the order tried.
var interpolationShares = [...]float64{0.8, 0.4, 0.15}

// maxBakedJoints bounds frames times joints, and so the memory that baking takes.
const maxBakedJoints = 1 << 21

// WithDefaults returns the options with defaults filled in.
func (o Options) WithDefaults() Options {
	if o.Tolerance == 0 {
		o.Tolerance = DefaultTolerance
	}
	if o.VertexDistance == 0 {
		o.VertexDistance = DefaultVertexDistance
	}
	return o
}

// factor returns what to multiply the options' lengths by for a skeleton.
func (o Options) factor(s *rig.Skeleton) float64 {
	if o.Unscaled {
		return 1
	}
	return s.Size() / rig.CharacterSize
}

func (o Options) check() error {
	for _, v := range []struct {
		name  string
		value float64
	}{{"tolerance", o.Tolerance}, {"vertex distance", o.VertexDistance}} {
		if !(v.value >= 0) || math.IsInf(v.value, 0) {
			return fmt.Errorf("the %s must be a positive length, not %v m", v.name, v.value)
		}
	}
	return nil
}

// rawBytes returns 40 bytes for each joint and each moment at which any joint has a key.
func rawBytes(clip *clip.Clip) int {
	return 40 * clip.Skeleton().Len() * max(1, len(keyTimes(clip)))
}

// hasSteps says whether a joint's track jumps.
func hasSteps(c *clip.Clip) bool {
	for _, t := range c.Tracks() {
		if t.Property != clip.MorphWeights && t.Track.Interpolation() == clip.Step && len(t.Track.Times()) > 1 {
			return true
		}
	}
	return false
}
