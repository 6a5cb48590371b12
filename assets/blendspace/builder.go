package blendspace

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// BlendSpaceBuilder gathers the samples of a blend space. Its methods keep the first errors for [BlendSpaceBuilder.Build], so that
// calls need no checks in between.
type Builder struct {
	name        string
	method      Method
	samples     []draft
	byMarkers   bool
	names       []string
	alignStarts bool
	errs        []error
}

// blendDraft is a sample with what is said of it.
type draft struct {
	Sample
	clip    *clip.Clip
	markers []clip.Marker
	listed  bool // the markers were given here, not with the clip
	byTime  bool
	number  int // in the order in which they were given
}

// String names the draft in errors.
func (d *draft) String() string {
	clip := ""
	if d.clip != nil {
		clip = fmt.Sprintf("clip %q ", d.clip.Name())
	}
	return fmt.Sprintf("sample %d (%sat %v, %v)", d.number, clip, d.X, d.Y)
}

// NewBlendSpace1D begins a blend space along a line, such as by speed. [SpeedLocomotion] is a shorter way to one.
func New1D(name string) *Builder {
	return &Builder{name: name, method: AlongLine}
}

// NewBlendSpace2D begins a blend space in the plane. The axes should be of like scale: distances are measured across both.
// [DirectionalLocomotion] is a shorter way to one that walks in all directions.
func New2D(name string, method Method) *Builder {
	b := &Builder{name: name, method: method}
	if method == AlongLine || method > PolarGradientBands {
		b.fail("method %d (%s) is not one for a plane", uint8(method), method)
		b.method = Delaunay
	}
	return b
}

// At puts a clip at x along the line. Samples may come in any order; [BlendSpace.Samples] has them by x.
func (b *Builder) At(x float32, clip id.Clip) *Builder {
	if b.method != AlongLine {
		b.fail("sample %d (at %v): a position in the plane has two coordinates, given by At2", len(b.samples), x)
	}
	return b.add(x, 0, clip)
}

// At2 puts a clip at (x, y) in the plane.
func (b *Builder) At2(x, y float32, clip id.Clip) *Builder {
	if b.method == AlongLine {
		b.fail("sample %d (at %v, %v): a position along a line has one coordinate, given by At", len(b.samples), x, y)
	}
	return b.add(x, y, clip)
}

func (b *Builder) add(x, y float32, clip id.Clip) *Builder {
	b.samples = append(b.samples, draft{Sample: Sample{clip, x, y, 1}, number: len(b.samples)})
	return b
}

// Speed says how many seconds of the clip of the latest sample pass in each second; without it that is 1.
func (b *Builder) Speed(speed float64) *Builder {
	if d := b.latest("Speed"); d != nil {
		d.Speed = speed
	}
	return b
}

// Markers gives the sync markers of the latest sample, in place of those of its clip. Where no [BlendSpaceBuilder.SyncByMarkers] says
// otherwise, all that are given count.
func (b *Builder) Markers(markers ...clip.Marker) *Builder {
	if d := b.latest("Markers"); d != nil {
		d.markers, d.listed, b.byMarkers = slices.Clone(markers), true, true
	}
	return b
}

// ByTime says that the clip of the latest sample has no sync markers and just follows, its duration spread evenly over the common
// phase: standing still, for example, has no steps.
func (b *Builder) ByTime() *Builder {
	if d := b.latest("ByTime"); d != nil {
		d.byTime = true
	}
	return b
}

// SyncByMarkers keeps the clips in phase by their markers of these names, see [Clip.Markers], such as "left foot" and "right
// foot"; [BlendSpace.Time] says how. The common phase begins at the first marker of the first name in the first sample that has
// markers. Without names all markers count. A space that is not told so keeps its clips in phase by normalized time: all are at
// the same fraction of their duration.
func (b *Builder) SyncByMarkers(names ...string) *Builder {
	b.byMarkers = true
	b.names = append(b.names, names...)
	return b
}

// AlignStarts makes a sync marker of the start of every clip as well, where the common phase then begins. That is for motions
// which are played once from start to end; those that go round and round need it not.
func (b *Builder) AlignStarts() *Builder {
	b.alignStarts = true
	return b
}

func (b *Builder) latest(method string) *draft {
	if len(b.samples) == 0 {
		b.fail("%s comes before the first sample", method)
		return nil
	}
	return &b.samples[len(b.samples)-1]
}

func (b *Builder) fail(format string, arguments ...any) {
	b.errs = append(b.errs, fmt.Errorf("blend space %q: "+format, append([]any{b.name}, arguments...)...))
}

// BlendSpaceLibrary is what a [Builder] needs of the library that owns its clips.
type Library interface {
	// Clip returns the clip, or nil.
	Clip(id id.Clip) *clip.Clip
	// AddBlendSpace files the space and returns its ID.
	AddBlendSpace(s *Space) id.BlendSpace
}

// Add builds the space and files it in the library.
func (b *Builder) Add(library Library) (id.BlendSpace, error) {
	s, err := b.Build(library)
	if err != nil {
		return 0, err
	}
	return library.AddBlendSpace(s), nil
}

// Build returns the space, or everything that was wrong with what it was given. The clips must be in the library, move the same
// skeleton, and either all be additive or none; positions must be finite and differ, speeds be above 0, and sync markers come in
// the same cyclic order in all clips. The error names the sample.
func (b *Builder) Build(library Library) (*Space, error) {
	errs := len(b.errs)
	defer func() { b.errs = b.errs[:errs] }() // so that building again says the same
	drafts := slices.Clone(b.samples)
	s := &Space{name: b.name, method: b.method}
	b.check(s, library, drafts)
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	if b.method == AlongLine {
		slices.SortFunc(drafts, func(p, q draft) int {
			if p.X < q.X {
				return -1
			}
			return 1
		})
	}
	xs, ys, reach := make([]float64, len(drafts)), make([]float64, len(drafts)), 0.0
	for i := range drafts {
		s.samples = append(s.samples, drafts[i].Sample)
		xs[i], ys[i] = float64(drafts[i].X), float64(drafts[i].Y)
		reach = max(reach, math.Abs(xs[i]), math.Abs(ys[i]))
	}
	s.far = horizon * reach
	switch b.method {
	case Delaunay:
		s.mesh = newDelaunayMesh(xs, ys, reach)
	case GradientBands:
		s.bands = newCartesianBands(xs, ys)
	case PolarGradientBands:
		s.bands = newPolarBands(xs, ys)
	}
	if b.synchronize(s, drafts); len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	return s, nil
}

// check looks up the clips and files what is wrong with the samples.
func (b *Builder) check(s *Space, library Library, drafts []draft) {
	most := MaxSamples
	if b.method == GradientBands || b.method == PolarGradientBands {
		most = MaxBlend
	}
	switch {
	case library == nil:
		b.fail("there is no library to find its clips in")
		return
	case len(drafts) == 0:
		b.fail("it has no samples")
	case len(drafts) > most:
		b.fail("%d samples are more than the %d that fit (%s)", len(drafts), most, b.method)
		return
	}
	taken := map[[2]float32]int{}
	var first *draft // with a clip
	for i := range drafts {
		d := &drafts[i]
		d.X, d.Y = d.X+0, d.Y+0 // -0 is 0
		d.clip = library.Clip(d.Clip)
		switch {
		case d.clip == nil:
			b.fail("%v: clip %#x is not in the library", d, uint32(d.Clip))
		case first == nil:
			first, s.skeleton, s.additive = d, d.clip.Skeleton(), d.clip.Additive()
		case d.clip.Skeleton() != s.skeleton:
			b.fail("%v: it moves skeleton %q, not %q as sample %d does", d, d.clip.Skeleton().Name(), s.skeleton.Name(), first.number)
		case d.clip.Additive() != s.additive:
			b.fail("%v: additive clips and others cannot be mixed, and sample %d is the other kind", d, first.number)
		}
		if !(d.Speed > 0) || math.IsInf(d.Speed, 0) {
			b.fail("%v: its speed %v is not a positive number", d, d.Speed)
		}
		if !d.isFinite() {
			b.fail("%v: its position: %w", d, rig.ErrNotFinite)
			continue
		}
		if other, found := taken[[2]float32{d.X, d.Y}]; found {
			b.fail("%v: sample %d has the same position", d, other)
			continue
		}
		taken[[2]float32{d.X, d.Y}] = i
	}
	if _, found := taken[[2]float32{}]; !found && b.method == PolarGradientBands && len(drafts) > 0 {
		b.fail("%s need a sample at the origin, such as standing still", b.method)
	}
}
