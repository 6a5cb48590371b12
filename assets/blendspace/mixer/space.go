package mixer

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/blendspace/internal/form"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/motion"
	"github.com/sinew-go/sinew/assets/rig"
)

// MaxWeights is the maximum number of samples that have a weight at the same time.
const MaxWeights = form.MaxWeights

// MaxSamples is the maximum number of samples of a [Space]. Gradient bands can give all samples a
// weight, so a space with gradient bands has at most [MaxWeights] samples.
const MaxSamples = 256

// Method selects how a [Space] computes weights.
type Method uint8

// The methods. All are continuous, give a sample at its own position all the weight, and never give
// a negative weight.
const (
	// Linear mixes the two neighbors along a line. Beyond an end, the sample at the end has all the
	// weight.
	Linear Method = iota
	// Delaunay mixes the three corners of the triangle that contains the point, by barycentric
	// coordinates. Outside of all triangles the nearest point of the convex hull counts. At most
	// three clips play at once, all of them near the point.
	Delaunay
	// GradientBands compares each sample with each other sample by where the point is along the
	// straight line between the two. It is smoother than [Delaunay] and needs no triangles, but
	// mixes more clips.
	GradientBands
	// PolarGradientBands is like GradientBands, but by direction and distance from the origin. It
	// is for moving in all directions: a point between walking forward and walking right mixes
	// these two, and not the slower clips between them and the origin. It needs a sample at the
	// origin.
	PolarGradientBands
)

// String returns the name of the method.
func (m Method) String() string {
	if m > PolarGradientBands {
		return fmt.Sprintf("Method(%d)", uint8(m))
	}
	return [...]string{"linear", "Delaunay", "gradient bands", "polar gradient bands"}[m]
}

// Weight is the weight of a sample of a [Space]; its Index is that of the sample in
// [Space.Samples].
type Weight = motion.Weight

// Sample is a clip at a position in a [Space].
type Sample struct {
	Clip id.Clip
	// X and Y are the position, in the units of the coordinates, such as meters per second. Y is 0
	// in one dimension.
	X, Y float32
	// Speed is the playback rate in seconds of the clip per second: 1 as authored.
	Speed float64
}

// Space is a blend space: it mixes clips by coordinates, such as a speed or a direction, and keeps
// them in phase. It is immutable, and made by a builder of package blendspace. It keeps the
// durations and the markers that its clips had when it was built; [Space.Rebuild] reads them again.
type Space struct {
	name        string
	method      Method
	skeleton    *rig.Skeleton
	additive    bool
	samples     []Sample
	maxDistance float64    // the maximum absolute coordinate: see maxRelativeDistance
	mesh        *form.Mesh // for Delaunay
	bands       *form.Bands
	phase       form.Phase
	source      Source // what made it
}

// none stands for a nil space: it has no samples.
var none = new(Space)

// orNone returns the space, or one without samples for nil and a zero value.
func (s *Space) orNone() *Space {
	if s == nil || s.source == nil {
		return none
	}
	return s
}

// Name returns the space's name. Of a nil space, as a library returns it for an unknown ID, methods
// return nothing, or an error.
func (s *Space) Name() string { return s.orNone().name }

// Method returns how the space computes weights.
func (s *Space) Method() Method { return s.orNone().method }

// Skeleton returns the skeleton that all its clips move.
func (s *Space) Skeleton() *rig.Skeleton { return s.orNone().skeleton }

// Additive reports whether the clips are additive: see [clip.Clip.Additive]. Either all clips are
// or none.
func (s *Space) Additive() bool { return s.orNone().additive }

// Samples returns the samples: in one dimension sorted by X, otherwise in the order in which they
// were added. The slice is the space's own memory: do not modify it.
func (s *Space) Samples() []Sample { return s.orNone().samples }

// SyncPhases returns the phases between which the time of every clip is proportional to the common
// phase, ascending: 0, those of the sync markers, and 1; of a space without sync markers 0 and 1.
// The slice is the space's own memory: do not modify it.
func (s *Space) SyncPhases() []float64 { return s.orNone().phase.Bounds }

// Weights appends to out the weights of all samples that have one at the coordinates, sorted by
// index. In one dimension y is ignored. The weights are multiples of 2⁻²⁴ and add up to exactly 1
// in any order. Weights allocates nothing if out has room for [MaxWeights] more. A NaN counts as 0,
// and an infinity as a point far away.
func (s *Space) Weights(x, y float32, out []Weight) []Weight {
	if s == nil || len(s.samples) == 0 {
		return out
	}
	px := s.clampCoordinate(x)
	if s.method == Linear {
		return s.linear(px, out)
	}
	py := s.clampCoordinate(y)
	switch s.method {
	case Delaunay:
		return s.mesh.Weights(px, py, out)
	case GradientBands:
		return s.bands.Cartesian(px, py, out)
	default:
		return s.bands.Polar(px, py, out)
	}
}

// maxRelativeDistance is the largest absolute coordinate of a point, relative to the largest of a
// sample. Farther points are clamped: at that distance the weights no longer change, and the
// rounding of larger distances would hide the nearest sample.
const maxRelativeDistance = 1e6

// clampCoordinate returns a finite coordinate within maxDistance for any float32.
func (s *Space) clampCoordinate(x float32) float64 {
	if p := float64(x); p >= -s.maxDistance && p <= s.maxDistance { // as mostly
		return p
	}
	return s.clampFar(float64(x))
}

// clampFar is [Space.clampCoordinate] for the other coordinates.
//
//go:noinline
func (s *Space) clampFar(x float64) float64 {
	switch {
	case math.IsNaN(x):
		return 0
	case x < 0:
		return -s.maxDistance
	default:
		return s.maxDistance
	}
}

func (s *Space) linear(x float64, out []Weight) []Weight {
	low, high := 0, len(s.samples)-1 // in the loop samples[low].X <= x < samples[high].X
	if x <= float64(s.samples[low].X) {
		return append(out, Weight{Index: low, Weight: 1})
	}
	if x >= float64(s.samples[high].X) {
		return append(out, Weight{Index: high, Weight: 1})
	}
	for high-low > 1 {
		if middle := (low + high) / 2; float64(s.samples[middle].X) <= x {
			low = middle
		} else {
			high = middle
		}
	}
	from := float64(s.samples[low].X)
	return form.AppendPair(out, low, high, (x-from)/(float64(s.samples[high].X)-from))
}
