package blendspace

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-go/sinew/assets/blendspace/mixer"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/exact"
	"github.com/sinew-go/sinew/internal/order"
)

// Builder describes a blend space. Its methods return the builder, so that calls can be chained.
// Errors are reported all at once by [Builder.Add] and [Builder.Build].
type Builder struct {
	name        string
	method      Method
	samples     []sampleSpec
	byMarkers   bool
	names       []string
	alignStarts bool
	errs        []error
}

// sampleSpec is a sample as described to a builder.
type sampleSpec struct {
	Sample
	clip       *clip.Clip
	markers    []clip.Marker
	ownMarkers bool // markers replace the markers of the clip
	syncByTime bool
	number     int // in the order in which samples were added
}

// String names the sample in errors.
func (spec *sampleSpec) String() string {
	clip := ""
	if spec.clip != nil {
		clip = fmt.Sprintf("clip %q ", spec.clip.Name())
	}
	return fmt.Sprintf("sample %d (%sat %v, %v)", spec.number, clip, spec.X, spec.Y)
}

// New1D begins a blend space with one coordinate, such as a speed. [SpeedLocomotion] is a shortcut.
func New1D(name string) *Builder {
	return &Builder{name: name, method: Linear}
}

// New2D begins a blend space with two coordinates. They should have similar scales, since distances
// are measured across both. [DirectionalLocomotion] is a shortcut for moving in all directions.
func New2D(name string, method Method) *Builder {
	b := &Builder{name: name, method: method}
	if method == Linear || method > PolarGradientBands {
		b.fail("expected the method %v, %v or %v in two dimensions, found %v", Delaunay, GradientBands,
			PolarGradientBands, method)
		b.method = Delaunay
	}
	return b
}

// orFailed returns a builder with an error in place of one that is nil.
func (b *Builder) orFailed() *Builder {
	if b == nil {
		return &Builder{errs: []error{errors.New("blend space: expected a builder from New1D or New2D, found nil")}}
	}
	return b
}

// At adds a clip at x in one dimension. Samples can be added in any order;
// [mixer.Space.Samples] has them sorted by X.
func (b *Builder) At(x float32, clip id.Clip) *Builder {
	b = b.orFailed()
	if b.method != Linear {
		b.fail("sample %d (at %v): expected two coordinates of a position in two dimensions (At2), found one",
			len(b.samples), x)
	}
	return b.add(x, 0, clip)
}

// At2 adds a clip at (x, y) in two dimensions.
func (b *Builder) At2(x, y float32, clip id.Clip) *Builder {
	b = b.orFailed()
	if b.method == Linear {
		b.fail("sample %d (at %v, %v): expected one coordinate of a position in one dimension (At), found two",
			len(b.samples), x, y)
	}
	return b.add(x, y, clip)
}

func (b *Builder) add(x, y float32, clip id.Clip) *Builder {
	b.samples = append(b.samples, sampleSpec{Sample: Sample{Clip: clip, X: x, Y: y, Speed: 1}, number: len(b.samples)})
	return b
}

// Speed sets the playback rate of the sample added last, in seconds of the clip per second. The
// default is 1.
func (b *Builder) Speed(speed float64) *Builder {
	b = b.orFailed()
	if spec := b.lastSample("Speed"); spec != nil {
		spec.Speed = speed
	}
	return b
}

// Markers sets the sync markers of the sample added last, which replace the markers of its clip,
// and keeps the clips in phase by markers. All names count, unless [Builder.SyncByMarkers] names
// some.
func (b *Builder) Markers(markers ...clip.Marker) *Builder {
	b = b.orFailed()
	if spec := b.lastSample("Markers"); spec != nil {
		spec.markers, spec.ownMarkers, b.byMarkers = slices.Clone(markers), true, true
	}
	return b
}

// SyncByTime lets the sample added last follow the common phase by normalized time, without sync
// markers. It is for clips in a space with markers that have none, such as standing still.
func (b *Builder) SyncByTime() *Builder {
	b = b.orFailed()
	if spec := b.lastSample("SyncByTime"); spec != nil {
		spec.syncByTime = true
	}
	return b
}

// SyncByMarkers keeps the clips in phase by their markers with these names, such as "left foot" and
// "right foot": see [clip.Clip.Markers]. Without names all markers count. The common phase begins
// at the first marker of the first name in the first sample that has markers. Without SyncByMarkers
// the clips are kept in phase by normalized time.
func (b *Builder) SyncByMarkers(names ...string) *Builder {
	b = b.orFailed()
	b.byMarkers = true
	b.names = append(b.names, names...)
	return b
}

// AlignStarts makes the start of every clip a sync marker, at which the common phase begins. It is
// for clips that play once from start to end, such as jumps.
func (b *Builder) AlignStarts() *Builder {
	b = b.orFailed()
	b.alignStarts = true
	return b
}

func (b *Builder) lastSample(method string) *sampleSpec {
	if len(b.samples) == 0 {
		b.fail("expected a sample before %s, found none", method)
		return nil
	}
	return &b.samples[len(b.samples)-1]
}

func (b *Builder) fail(format string, arguments ...any) {
	b.errs = append(b.errs, fmt.Errorf("blend space %q: "+format, append([]any{b.name}, arguments...)...))
}

// Library is the part of the asset library that [Builder.Add] needs.
type Library interface {
	motion.Clips
	// AddMotion stores the space and returns its ID, or an error if it cannot.
	AddMotion(m motion.Motion) (id.Motion, error)
}

// Add builds the space and adds it to the library. It returns the errors of [Builder.Build] and of
// the library.
func (b *Builder) Add(library Library) (id.BlendSpace, error) {
	s, err := b.Build(library)
	if err != nil {
		return 0, err
	}
	return library.AddMotion(s)
}

// Build returns the space, or an error that joins all problems, each with its sample. All clips
// must be in the library, move the same skeleton, and either be additive or not. Positions must be
// finite and different, and speeds positive. Sync markers must have the same cyclic order in all
// clips.
func (b *Builder) Build(library motion.Clips) (*Space, error) {
	b = b.orFailed()
	errs := len(b.errs)
	defer func() { b.errs = b.errs[:errs] }() // so that another Build reports the same
	specs := slices.Clone(b.samples)
	s := mixer.Parts{Name: b.name, Method: b.method}
	b.check(&s, library, specs)
	if len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	if b.method == Linear {
		order.Stable(specs, func(p, q sampleSpec) int { return cmp.Compare(p.X, q.X) })
	}
	xs, ys, largest := make([]float64, len(specs)), make([]float64, len(specs)), 0.0
	for i := range specs {
		s.Samples = append(s.Samples, specs[i].Sample)
		xs[i], ys[i] = float64(specs[i].X), float64(specs[i].Y)
		largest = max(largest, math.Abs(xs[i]), math.Abs(ys[i]))
	}
	switch b.method {
	case Delaunay:
		s.Mesh = newMesh(xs, ys, largest)
	case GradientBands:
		s.Bands = newCartesianBands(xs, ys)
	case PolarGradientBands:
		s.Bands = newPolarBands(xs, ys)
	}
	if s.Phase = b.synchronize(specs); len(b.errs) > 0 {
		return nil, errors.Join(b.errs...)
	}
	copied := *b
	copied.samples, copied.names, copied.errs = slices.Clone(b.samples), slices.Clone(b.names), nil
	s.Source = &source{&copied}
	return mixer.New(s)
}

// check looks up the clips and reports what is wrong with the samples.
func (b *Builder) check(s *mixer.Parts, library motion.Clips, specs []sampleSpec) {
	maxSamples := MaxSamples
	if b.method == GradientBands || b.method == PolarGradientBands {
		maxSamples = MaxWeights
	}
	switch {
	case library == nil:
		b.fail("expected the library with its clips, found nil")
		return
	case len(specs) == 0:
		b.fail("expected at least one sample, found none")
	case len(specs) > maxSamples:
		b.fail("expected at most %d samples for %v, found %d", maxSamples, b.method, len(specs))
		return
	}
	taken := map[[2]float32]int{}
	var first *sampleSpec // that has a clip
	for i := range specs {
		spec := &specs[i]
		spec.X, spec.Y = spec.X+0, spec.Y+0 // -0 is 0
		var err error
		spec.clip, err = motion.FindClip(library, spec.Clip)
		switch {
		case err != nil:
			b.fail("%v: %w", spec, err)
		case first == nil:
			first, s.Skeleton, s.Additive = spec, spec.clip.Skeleton(), spec.clip.Additive()
		case spec.clip.Skeleton() != s.Skeleton:
			b.fail("%v: expected a clip for the skeleton of sample %d, %q, found one for the skeleton %q",
				spec, first.number, s.Skeleton.Name(), spec.clip.Skeleton().Name())
		case spec.clip.Additive() != s.Additive:
			kinds := map[bool]string{false: "not additive", true: "additive"}
			b.fail("%v: expected a clip that is %s like sample %d, found one that is %s", spec, kinds[s.Additive],
				first.number, kinds[!s.Additive])
		}
		if !(spec.Speed > 0 && exact.IsFinite(spec.Speed)) {
			b.fail("%v: expected a finite speed above 0, found %v", spec, spec.Speed)
		}
		if !exact.IsFinite(spec.X) || !exact.IsFinite(spec.Y) {
			b.fail("%v: its position: %w", spec, rig.ErrNotFinite)
			continue
		}
		if other, found := taken[[2]float32{spec.X, spec.Y}]; found {
			b.fail("%v: expected a position of its own, found sample %d there", spec, other)
			continue
		}
		taken[[2]float32{spec.X, spec.Y}] = i
	}
	if _, found := taken[[2]float32{}]; !found && b.method == PolarGradientBands && len(specs) > 0 {
		b.fail("expected a sample at the origin, such as standing still, which %v need, found none", b.method)
	}
}

// Gait is a clip and the speed at which it moves, in meters per second.
type Gait struct {
	Speed float32
	Clip  id.Clip
}

// SpeedLocomotion begins a blend space with the speed as its coordinate, in meters per second:
// standing, walking, running. More methods of the builder can follow, such as
// [Builder.SyncByMarkers].
func SpeedLocomotion(name string, gaits ...Gait) *Builder {
	b := New1D(name)
	for _, g := range gaits {
		b.At(g.Speed, g.Clip)
	}
	return b
}

// DirectionalLocomotion begins a blend space by polar gradient bands with the velocity as its
// coordinates, in meters per second: x to the right, y forward. The idle clip is at the origin;
// [Builder.Ring] adds clips that move.
func DirectionalLocomotion(name string, idle id.Clip) *Builder {
	return New2D(name, PolarGradientBands).At2(0, 0, idle)
}

// Ring adds clips that move at one speed, in evenly spaced directions. The first clip is forward,
// at (0, speed), and the others follow clockwise as seen from above: four clips are forward, right,
// backward, left. A clip of 0 is skipped, so that its neighbors fill in.
func (b *Builder) Ring(speed float32, clips ...id.Clip) *Builder {
	b = b.orFailed()
	if len(clips) == 0 {
		b.fail("expected the clips of a ring, found none")
	}
	for i, clip := range clips {
		if clip != 0 {
			x, y := compassDirection(i, len(clips))
			b.At2(float32(float64(speed)*x), float32(float64(speed)*y), clip)
		}
	}
	return b
}

// compassDirection returns the unit vector i/n of a turn clockwise from (0, 1). It is exact for the
// axes and symmetric for the diagonals.
func compassDirection(i, n int) (x, y float64) {
	if 8*i%n != 0 {
		return exact.SinCos(2 * math.Pi * float64(i) / float64(n))
	}
	eighth := 8 * i / n
	// of multiples of 45 degrees
	sines := [8]float64{0, math.Sqrt2 / 2, 1, math.Sqrt2 / 2, 0, -math.Sqrt2 / 2, -1, -math.Sqrt2 / 2}
	return sines[eighth], sines[(eighth+2)%8]
}
