package matching

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Database holds frames of clips with their features, and finds the one whose features are nearest
// to a query. It is a [motion.Motion], immutable, and any number of characters play and search it.
type Database struct {
	name     string
	skeleton *rig.Skeleton
	builder  *Builder // for Rebuild
	rate     float64  // frames per second
	period   float64  // 1/rate
	spans    []span
	starts   ascent // of the ranges in the time of the motion, half a frame before each
	firsts   ascent // frames of the ranges
	tags     []string
	times    []float64 // of the trajectory
	features []Feature
	width    int     // how many numbers a frame has
	frames   int     // of all ranges
	end      float64 // of the span of the motion, seconds
	weights  []float32
	index    index
	report   Report
	owner    any // of the memory of the numbers; nil for that of Go
}

// Name returns the name of the database.
func (d *Database) Name() string { return d.name }

// Skeleton returns the skeleton that its clips move.
func (d *Database) Skeleton() *rig.Skeleton { return d.skeleton }

// Frames returns how many frames there are in all ranges. A frame is named by its number from 0 on.
func (d *Database) Frames() int { return d.frames }

// Rate returns how many frames a second has.
func (d *Database) Rate() float64 { return d.rate }

// Width returns how many numbers a query has.
func (d *Database) Width() int { return d.width }

// Features returns the features, in the order of their numbers in a query. The slice is the
// database's own: read only.
func (d *Database) Features() []Feature { return d.features }

// Times returns the times of the trajectory in seconds. The slice is the database's own: read only.
func (d *Database) Times() []float64 { return d.times }

// Ranges returns the ranges in the order of their frames, with what was left open filled in.
func (d *Database) Ranges() []Range {
	ranges := make([]Range, len(d.spans))
	for i := range d.spans {
		ranges[i] = d.spans[i].Range
		ranges[i].Tags = slices.Clone(ranges[i].Tags)
	}
	return ranges
}

// Tags returns the bits of tags, for a [Search]. The error for a name that no range has suggests
// near names.
func (d *Database) Tags(tags ...string) (bits uint32, err error) {
	for _, tag := range tags {
		i := slices.Index(d.tags, tag)
		if i < 0 {
			return 0, names.NotFound(rig.ErrNotFound, "database \""+d.name+"\"", "tag", tag, d.tags)
		}
		bits |= 1 << i
	}
	return bits, nil
}

// TagNames returns the tags of bits, in the order of the bits. Bits without a tag are left out.
func (d *Database) TagNames(bits uint32) (tags []string) {
	for i, tag := range d.tags {
		if bits>>i&1 != 0 {
			tags = append(tags, tag)
		}
	}
	return tags
}

// SameTime returns the time at which the database shows what another one shows at a time of that
// one: the same time of the same clip, in the range that has the same place among those of the clip
// that contain it, or in the last of these. ok reports whether there is any.
func (d *Database) SameTime(other *Database, time float64) (same float64, ok bool) {
	s := &other.spans[other.spanOf(time)]
	in, nth := s.time(time), 0
	contains := func(r *span) bool { return r.Clip == s.Clip && in >= r.From && in <= r.To }
	for i := range other.spans {
		if &other.spans[i] == s {
			break
		} else if contains(&other.spans[i]) {
			nth++
		}
	}
	for i := range d.spans {
		r := &d.spans[i]
		if !contains(r) {
			continue
		}
		if same, ok = r.start+(in-r.From), true; r.start == s.start && r.From == s.From {
			same = time
		}
		if nth--; nth < 0 {
			break
		}
	}
	return same, ok
}

// Time returns where a frame is in the time of the motion ([components.Playback.Time]), in seconds.
// A frame below 0 counts as the first one, one that is too large as the last.
func (d *Database) Time(frame int) float64 {
	frame = max(0, min(frame, d.frames-1))
	s := &d.spans[d.spanOfFrame(frame)]
	return s.start + min(float64(float64(frame-s.first)*d.period), s.duration())
}

// FrameAt returns the frame that is nearest to a time of the motion, in the range of that time.
func (d *Database) FrameAt(time float64) int {
	s := &d.spans[d.spanOf(time)]
	k := math.Floor(float64((time-s.start)*d.rate) + 0.5)
	if !(k > 0) {
		return s.first
	}
	if k >= float64(s.frames) {
		if s.Loop {
			return s.first
		}
		return s.first + s.frames - 1
	}
	return s.first + int(k)
}

// RangeOf returns the index of the range of a frame in [Database.Ranges].
func (d *Database) RangeOf(frame int) int {
	return d.spanOfFrame(max(0, min(frame, d.frames-1)))
}

// ClipTime returns the clip of a frame, and where in the clip the frame is, in seconds.
func (d *Database) ClipTime(frame int) (of id.Clip, seconds float64) {
	s := &d.spans[d.RangeOf(frame)]
	return s.Clip, s.time(d.Time(frame))
}

// Query writes the features of a frame to dst, which it returns, with a wish in place of the
// trajectory: a point for each of the [Database.Times]. Times without a point keep the trajectory
// of the frame. dst is made longer where it is too short.
func (d *Database) Query(frame int, wish []Point, dst []float32) []float32 {
	dst = slices.Grow(dst[:0], d.width)[:d.width]
	d.read(max(0, min(frame, d.frames-1)), dst)
	for i := range d.builder.features {
		f := &d.builder.features[i]
		out := dst[d.features[i].First:]
		for k := range min(len(wish), len(f.times)) {
			switch f.kind {
			case trajectoryPositions:
				out[2*k], out[2*k+1] = wish[k].X, wish[k].Z
			case trajectoryDirections:
				out[2*k], out[2*k+1] = wish[k].DirectionX, wish[k].DirectionZ
			}
		}
	}
	return dst
}

// Trajectory writes the trajectory of a query to dst, which it returns: what [Database.Query] reads
// of a wish. A part of it that is no feature is 0.
func (d *Database) Trajectory(query []float32, dst []Point) []Point {
	dst = slices.Grow(dst[:0], len(d.times))[:len(d.times)]
	clear(dst)
	if len(query) != d.width {
		return dst
	}
	for i := range d.builder.features {
		f := &d.builder.features[i]
		in := query[d.features[i].First:]
		for k := range f.times {
			switch f.kind {
			case trajectoryPositions:
				dst[k].X, dst[k].Z = in[2*k], in[2*k+1]
			case trajectoryDirections:
				dst[k].DirectionX, dst[k].DirectionZ = in[2*k], in[2*k+1]
			}
		}
	}
	return dst
}

// weigh finds the spreads of the features and the weights of their numbers, given those of each
// frame.
func (d *Database) weigh(row func(frame int) []float32) {
	sums, squares := make([]float64, d.width), make([]float64, d.width)
	n := float64(d.frames)
	for frame := range d.frames {
		for i, x := range row(frame) {
			sums[i] += float64(x)
		}
	}
	for frame := range d.frames {
		for i, x := range row(frame) {
			e := float64(x) - sums[i]/n
			squares[i] += float64(e * e)
		}
	}
	d.weights = make([]float32, d.width)
	for i := range d.features {
		f := &d.features[i]
		sum, largest := 0.0, 0.0
		for k := f.First; k < f.First+f.Width; k++ {
			sum += squares[k]
			largest = max(largest, math.Abs(sums[k]/n))
		}
		f.Spread = math.Sqrt(sum / float64(float64(f.Width)*n))
		// What only rounds differently does not change.
		if f.Spread <= float64(1e-6*max(largest, 1e-30)) {
			f.Spread = 0
			continue
		}
		scale := float64(f.Weight) / f.Spread
		for k := f.First; k < f.First+f.Width; k++ {
			d.weights[k] = float32(scale * scale)
		}
	}
}
