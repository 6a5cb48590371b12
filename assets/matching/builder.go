package matching

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/names"
)

// Builder describes a database. Its methods return the builder, so that calls can be chained.
// Errors are reported all at once by [Builder.Add] and [Builder.Build].
type Builder struct {
	name     string
	skeleton *rig.Skeleton
	rate     float64
	ranges   []Range
	features []featureSpec
	times    []float64
	errs     []error
	// isMeasured reports that the numbers of all frames are known, so that no clip needs its keys.
	isMeasured bool
}

// The limits of a database.
const (
	MaxTags     = 32 // names of tags
	maxNumbers  = 256
	maxFrames   = 1 << 23
	maxFeatures = 1 << 28 // numbers of all frames: a gigabyte
	defaultRate = 30
)

// NewBuilder begins a database of motions for a skeleton.
func NewBuilder(name string, skeleton *rig.Skeleton) *Builder {
	b := &Builder{name: name, skeleton: skeleton, rate: defaultRate}
	if skeleton == nil {
		b.fail("expected a skeleton, found nil")
	}
	return b
}

// orFailed returns a builder with an error in place of one that is nil.
func (b *Builder) orFailed() *Builder {
	if b == nil {
		return &Builder{errs: []error{errors.New("database: expected a builder from NewBuilder, found nil")}}
	}
	return b
}

func (b *Builder) fail(format string, arguments ...any) {
	b.errs = append(b.errs, fmt.Errorf("database %q: "+format, append([]any{b.name}, arguments...)...))
}

// Rate sets how many frames of a second can be found. The default is 30.
func (b *Builder) Rate(perSecond float64) *Builder {
	b = b.orFailed()
	if !(perSecond >= 1 && perSecond <= 1000) {
		b.fail("expected a rate of 1 to 1000 frames per second, found %v", perSecond)
		return b
	}
	b.rate = perSecond
	return b
}

// Clip adds a whole clip with tags; see [Builder.Range], of which source is the Source: nil for a
// clip that has its keys.
func (b *Builder) Clip(clip id.Clip, source *clip.Clip, tags ...string) *Builder {
	return b.Range(Range{Clip: clip, Source: source, Tags: tags})
}

// Range adds a part of a clip. A clip may have several ranges. The clip for the other side of the
// body, which package retarget makes, is added as any other one.
func (b *Builder) Range(r Range) *Builder {
	b = b.orFailed()
	r.Tags = slices.Clone(r.Tags)
	b.ranges = append(b.ranges, r)
	return b
}

// Library is the part of the asset library that [Builder.Add] needs.
type Library interface {
	motion.Clips
	// AddMotion stores the database and returns its ID, or an error if it cannot.
	AddMotion(m motion.Motion) (id.Motion, error)
}

// Add builds the database and adds it to the library. It returns the errors of [Builder.Build] and
// of the library.
func (b *Builder) Add(library Library) (id.Motion, error) {
	d, err := b.Build(library)
	if err != nil {
		return 0, err
	}
	return library.AddMotion(d)
}

// Build returns the database, or an error that joins all problems, each with its range. All clips
// must be in the library and move the skeleton, and none be additive. It works on all processors,
// and waits while a frame runs on another goroutine. If the library bakes with a cache, what was
// measured of the same clips before is read from it. See [search.Database.Report] for what was left
// out.
func (b *Builder) Build(library motion.Clips) (*Database, error) {
	return b.orFailed().build(library, nil)
}

// build builds the database, and takes the numbers of frames of clips that did not change from an
// old one, which may be nil.
func (b *Builder) build(library motion.Clips, old *draft) (*Database, error) {
	d, err := b.describe(library, old)
	if err != nil {
		return nil, err
	}
	var place kept
	if old == nil { // otherwise most frames are known already
		place = d.keptIn(library)
	}
	isKept, failed := place.read(d)
	if d.report.Cached = isKept; isKept {
		return d.database(), nil
	}
	numbers, err := d.measure(old)
	if err != nil {
		return nil, fmt.Errorf("database %q: %w", b.name, err)
	}
	d.weigh(func(frame int) []float32 { return numbers[frame*d.width:][:d.width] })
	d.plant(numbers)
	d.note()
	if err := errors.Join(failed, place.write(d)); err != nil {
		d.report.Notes = append(d.report.Notes, fmt.Sprintf("the cache of the library: %v", err))
	}
	return d.database(), nil
}

// describe returns the draft of a database without the numbers of its frames.
func (b *Builder) describe(library motion.Clips, old *draft) (*draft, error) {
	errs := len(b.errs)
	defer func() { b.errs = b.errs[:errs] }() // so that another Build reports the same
	d := &draft{name: b.name, skeleton: b.skeleton, rate: b.rate, period: 1 / b.rate, times: b.times}
	d.features, d.width = describe(b.features)
	b.check(d, library, old)
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	copied := *b
	copied.ranges, copied.features, copied.errs = slices.Clone(b.ranges), slices.Clone(b.features), nil
	copied.isMeasured = false
	d.builder = &copied
	return d, nil
}

// check looks up the clips, divides the ranges and reports what is wrong with them.
func (b *Builder) check(d *draft, library motion.Clips, old *draft) {
	switch {
	case library == nil:
		b.fail("expected the library with its clips, found nil")
		return
	case len(b.ranges) == 0:
		b.fail("expected at least one clip, found none")
	case len(b.features) == 0:
		b.fail("expected at least one feature, found none")
	case d.width > maxNumbers:
		b.fail("expected at most %d numbers of features, found %d", maxNumbers, d.width)
	}
	start, frames := d.period, 0
	for i := range b.ranges {
		s := span{Range: b.ranges[i]}
		if !b.checkRange(&s, i, library, old, d) {
			continue
		}
		left := min(maxFrames, maxFeatures/max(d.width, 1)) - frames
		if float64(s.duration()*b.rate) >= float64(left) {
			b.fail("%v: expected at most %d frames and %d numbers of features in all ranges, found more", &s, maxFrames,
				maxFeatures)
			return
		}
		s.divide(b.rate)
		s.Start, s.First = start, frames
		frames += s.Frames
		// A frame between two ranges keeps the end of one apart from the start of the next.
		start += s.duration() + d.period
		d.spans = append(d.spans, s)
	}
	d.frames = frames
}

// checkRange fills in what a range leaves open, and reports whether it is in order.
func (b *Builder) checkRange(s *span, i int, library motion.Clips, old, d *draft) bool {
	errs := len(b.errs)
	c, err := motion.FindClip(library, s.Clip)
	if err != nil {
		b.fail("range %d: %w", i, err)
		return false
	}
	s.Played = c
	switch {
	case c.Skeleton() != b.skeleton:
		b.fail("range %d: clip %q: expected one for the skeleton %q, found one for %s", i, c.Name(), b.skeleton.Name(),
			names.Unlike("skeleton", b.skeleton.Name(), c.Skeleton().Name()))
	case c.Additive():
		b.fail("range %d: clip %q: expected one that is not additive, found one that is", i, c.Name())
	case c.RootMotion() != nil && c.RootMotion().Up() != clip.UpY:
		b.fail("range %d: clip %q: expected root motion with Y up, found Z up", i, c.Name())
	}
	if s.From == 0 && s.To == 0 {
		s.From, s.To = c.Start(), c.End()
	}
	if mode, _, ok := c.PlayMode(); s.From == c.Start() && s.To == c.End() {
		s.Loop = s.Loop || ok && mode == clip.Loop
	} else if s.Loop {
		b.fail("range %d: clip %q: expected a whole clip, %v to %v s, to loop, found %v to %v s", i, c.Name(),
			c.Start(), c.End(), s.From, s.To)
	}
	if !(s.From >= c.Start() && s.From <= s.To && s.To <= c.End()) {
		b.fail("range %d: clip %q: expected times from %v to %v s, in order, found %v to %v s", i, c.Name(),
			c.Start(), c.End(), s.From, s.To)
	}
	if s.Loop && s.From == s.To {
		s.Loop = false
	}
	if !exact.AllFinite(s.SkipStart, s.SkipEnd) {
		b.fail("range %d: clip %q: expected finite seconds to skip, found %v and %v", i, c.Name(), s.SkipStart, s.SkipEnd)
	}
	for _, tag := range s.Tags {
		at := slices.Index(d.tags, tag)
		switch {
		case tag == "":
			b.fail("range %d: clip %q: expected a name of a tag, found none", i, c.Name())
			continue
		case at < 0 && len(d.tags) == MaxTags:
			b.fail("range %d: clip %q: expected at most %d different tags, found %q besides", i, c.Name(), MaxTags, tag)
			continue
		case at < 0:
			at = len(d.tags)
			d.tags = append(d.tags, tag)
		}
		s.TagBits |= 1 << at
	}
	b.checkKeys(s, i, old)
	return len(b.errs) == errs
}

// checkKeys finds the clip with the keys of a range.
func (b *Builder) checkKeys(s *span, i int, old *draft) {
	if s.keys = s.Played; b.isMeasured || s.Played.CheckKeys() == nil {
		return
	}
	source := s.Source
	switch {
	case source == nil:
		if old.spanLike(s) == nil {
			b.fail("range %d: clip %q: %w: expected the clip with them as the Source of the range", i, s.Played.Name(),
				clip.ErrNoKeys)
		}
	case source.CheckKeys() != nil:
		b.fail("range %d: the source %q: %w", i, source.Name(), source.CheckKeys())
	case source.Skeleton() != b.skeleton || source.Start() != s.Played.Start() || source.End() != s.Played.End():
		b.fail("range %d: clip %q: expected a source of the same skeleton and range, %v to %v s, found %q, %v to %v s", i,
			s.Played.Name(), s.Played.Start(), s.Played.End(), source.Name(), source.Start(), source.End())
	default:
		s.keys = source
	}
}
