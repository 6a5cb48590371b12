package search

import (
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/matching/internal/form"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/names"
)

// Database holds frames of clips with their features, and finds the one whose features are nearest
// to a query. It is a [motion.Motion], immutable, and any number of characters play and search it.
type Database struct {
	name     string
	skeleton *rig.Skeleton
	rate     float64 // frames per second
	period   float64 // 1/rate
	spans    []span
	starts   ascent // of the ranges in the time of the motion, half a frame before each
	firsts   ascent // frames of the ranges
	tags     []string
	times    []float64 // of the trajectory
	features []Feature
	// the first numbers of the positions and the directions of the trajectory; -1 without
	positions, directions int
	width                 int     // how many numbers a frame has
	frames                int     // of all ranges
	end                   float64 // of the span of the motion, seconds
	weights               []float32
	index                 form.Index
	report                Report
	owner                 any // of the memory of the numbers; nil for that of Go
	origin                Origin
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
		if same, ok = r.Start+(in-r.From), true; r.Start == s.Start && r.From == s.From {
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
	return s.Start + min(float64(float64(frame-s.First)*d.period), s.duration())
}

// FrameAt returns the frame that is nearest to a time of the motion, in the range of that time.
func (d *Database) FrameAt(time float64) int {
	s := &d.spans[d.spanOf(time)]
	k := math.Floor(float64((time-s.Start)*d.rate) + 0.5)
	if !(k > 0) {
		return s.First
	}
	if k >= float64(s.Frames) {
		if s.Loop {
			return s.First
		}
		return s.First + s.Frames - 1
	}
	return s.First + int(k)
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
	d.index.Read(max(0, min(frame, d.frames-1)), dst)
	for k, p := range wish[:min(len(wish), len(d.times))] {
		if d.positions >= 0 {
			dst[d.positions+2*k], dst[d.positions+2*k+1] = p.X, p.Z
		}
		if d.directions >= 0 {
			dst[d.directions+2*k], dst[d.directions+2*k+1] = p.DirectionX, p.DirectionZ
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
	for k := range dst {
		p := &dst[k]
		if d.positions >= 0 {
			p.X, p.Z = query[d.positions+2*k], query[d.positions+2*k+1]
		}
		if d.directions >= 0 {
			p.DirectionX, p.DirectionZ = query[d.directions+2*k], query[d.directions+2*k+1]
		}
	}
	return dst
}
