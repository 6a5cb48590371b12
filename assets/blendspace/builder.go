package blendspace

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
)

// BlendSpaceBuilder gathers the samples of a blend space. Its methods keep the first errors for [BlendSpaceBuilder.Build], so that
// calls need no checks in between.
type Builder struct {
	name        string
	method      Method
	samples     []sampleSpec
	byMarkers   bool
	names       []string
	alignStarts bool
	errs        []error
}

// blendDraft is a sample with what is said of it.
type sampleSpec struct {
	Sample
	clip       *clip.Clip
	markers    []clip.Marker
	ownMarkers bool // the markers were given here, not with the clip
	syncByTime bool
	number     int // in the order in which they were given
}

// String names the draft in errors.
func (d *sampleSpec) String() string {
	clip := ""
	if d.clip != nil {
		clip = fmt.Sprintf("clip %q ", d.clip.Name())
	}
	return fmt.Sprintf("sample %d (%sat %v, %v)", d.number, clip, d.X, d.Y)
}

// NewBlendSpace1D begins a blend space along a line, such as by speed. [SpeedLocomotion] is a shorter way to one.
func New1D(name string) *Builder {
	return &Builder{name: name, method: Linear}
}

// NewBlendSpace2D begins a blend space in the plane. The axes should be of like scale: distances are measured across both.
// [DirectionalLocomotion] is a shorter way to one that walks in all directions.
func New2D(name string, method Method) *Builder {
	b := &Builder{name: name, method: method}
	if method == Linear || method > PolarGradientBands {
		b.fail("method %d (%s) is not one for a plane", uint8(method), method)
		b.method = Delaunay
	}
	return b
}

// At puts a clip at x along the line. Samples may come in any order; [BlendSpace.Samples] has them by x.
func (b *Builder) At(x float32, clip id.Clip) *Builder {
	if b.method != Linear {
		b.fail("sample %d (at %v): a position in the plane has two coordinates, given by At2", len(b.samples), x)
	}
	return b.add(x, 0, clip)
}

// At2 puts a clip at (x, y) in the plane.
func (b *Builder) At2(x, y float32, clip id.Clip) *Builder {
	if b.method == Linear {
		b.fail("sample %d (at %v, %v): a position along a line has one coordinate, given by At", len(b.samples), x, y)
	}
	return b.add(x, y, clip)
}

func (b *Builder) add(x, y float32, clip id.Clip) *Builder {
	b.samples = append(b.samples, sampleSpec{Sample: Sample{clip, x, y, 1}, number: len(b.samples)})
	return b
}

// Speed says how many seconds of the clip of the latest sample pass in each second; without it that is 1.
func (b *Builder) Speed(speed float64) *Builder {
	if d := b.lastSample("Speed"); d != nil {
		d.Speed = speed
	}
	return b
}

// Markers gives the sync markers of the latest sample, in place of those of its clip. Where no [BlendSpaceBuilder.SyncByMarkers] says
// otherwise, all that are given count.
func (b *Builder) Markers(markers ...clip.Marker) *Builder {
	if d := b.lastSample("Markers"); d != nil {
		d.markers, d.ownMarkers, b.byMarkers = slices.Clone(markers), true, true
	}
	return b
}

// ByTime says that the clip of the latest sample has no sync markers and just follows, its duration spread evenly over the common
// phase: standing still, for example, has no steps.
func (b *Builder) SyncByTime() *Builder {
	if d := b.lastSample("ByTime"); d != nil {
		d.syncByTime = true
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

func (b *Builder) lastSample(method string) *sampleSpec {
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
	if b.method == Linear {
		slices.SortFunc(drafts, func(p, q sampleSpec) int {
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
	s.maxDistance = horizon * reach
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
func (b *Builder) check(s *Space, library Library, drafts []sampleSpec) {
	most := MaxSamples
	if b.method == GradientBands || b.method == PolarGradientBands {
		most = MaxWeights
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
	var first *sampleSpec // with a clip
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

// Gait is a clip with the speed in meters a second at which a character moves in it.
type Gait struct {
	Speed float32
	Clip  id.Clip
}

// SpeedLocomotion begins a blend space along a line that is steered by speed, in meters a second: standing, walking, running. It
// goes on as any builder does, for example to SyncByMarkers.
func SpeedLocomotion(name string, gaits ...Gait) *Builder {
	b := New1D(name)
	for _, g := range gaits {
		b.At(g.Speed, g.Clip)
	}
	return b
}

// DirectionalLocomotion begins a blend space by polar gradient bands that is steered by velocity, in meters a second: x to the
// right, y forward. Idle is standing still; [BlendSpaceBuilder.Ring] adds the clips that move.
func DirectionalLocomotion(name string, idle id.Clip) *Builder {
	return New2D(name, PolarGradientBands).At2(0, 0, idle)
}

// Ring adds clips that move at one speed in directions evenly spread, forward (0, speed) first, then clockwise as seen from
// above: of four, forward, right, backward, left; of eight, those with the diagonals in between. A clip of 0 is left out: its
// neighbors fill in for it.
func (b *Builder) Ring(speed float32, clips ...id.Clip) *Builder {
	for i, clip := range clips {
		if clip != 0 {
			x, y := compassDirection(i, len(clips))
			b.At2(float32(float64(speed)*x), float32(float64(speed)*y), clip)
		}
	}
	return b
}

// around returns the direction that is i steps of n clockwise from (0, 1). What is an axis or a diagonal is so exactly.
func compassDirection(i, n int) (x, y float64) {
	if 8*i%n != 0 {
		return exact.SinCos(2 * math.Pi * float64(i) / float64(n))
	}
	eighth := 8 * i / n
	compass := [8]float64{0, math.Sqrt2 / 2, 1, math.Sqrt2 / 2, 0, -math.Sqrt2 / 2, -1, -math.Sqrt2 / 2} // the sines
	return compass[eighth], compass[(eighth+2)%8]
}
