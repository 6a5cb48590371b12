package blendspace

import (
	"math"

	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
)

// MaxBlend is how many clips of a [Space] play at once at most.
const MaxWeights = 16

// MaxBlendSamples is how many samples a [Space] has at most. Gradient bands may weigh all samples at once, so these have
// no more than [MaxWeights].
const MaxSamples = 256

// BlendMethod says how a [Space] finds weights.
type Method uint8

// The methods. All are continuous, give a sample at its own position all the weight, and never give a weight below 0.
const (
	// AlongLine mixes the two neighbors of a position along x. Beyond the ends the end has all the weight.
	Linear Method = iota
	// Delaunay mixes the three corners of the triangle that holds the position, by barycentric coordinates. Outside of all triangles
	// the nearest point of the hull counts. At most three clips play at once, and only near ones: the choice where speed counts.
	Delaunay
	// GradientBands weighs every sample by how far the position is from it on the way to each of the others, measured along the straight
	// line between them. It is smoother than [Delaunay] and needs no triangles, and mixes more clips.
	GradientBands
	// PolarGradientBands is the same measured by direction and distance from the origin, for moving in all directions: between walking
	// forward and to the right lie walks at the same speed, not slower ones. There must be a sample at the origin.
	PolarGradientBands
)

func (m Method) String() string {
	if m > PolarGradientBands {
		return "no method"
	}
	return [...]string{"along a line", "Delaunay", "gradient bands", "polar gradient bands"}[m]
}

// BlendWeight is the share of a sample of a [Space].
type Weight struct {
	// Index is that of the sample.
	Index int
	// Weight is above 0 and at most 1.
	Weight float32
}

// BlendSample is a clip at a position of a [Space].
type Sample struct {
	Clip id.Clip
	// X and Y are the position, in the units that the space is steered by, such as meters a second. Y is 0 along a line.
	X, Y float32
	// Speed is how many seconds of the clip pass in each second: 1 as authored.
	Speed float64
}

func (s *Sample) isFinite() bool {
	return math.Abs(float64(s.X)) <= math.MaxFloat32 && math.Abs(float64(s.Y)) <= math.MaxFloat32
}

// BlendSpace mixes clips by a position, such as a speed or a direction, and keeps them in phase. It is made by a [Builder]
// from [New1D] or [New2D].
//
// It keeps the durations and the markers that its clips had when it was built.
type Space struct {
	name        string
	method      Method
	skeleton    *rig.Skeleton
	additive    bool
	samples     []Sample
	maxDistance float64       // see horizon
	mesh        *delaunayMesh // for Delaunay
	bands       *gradientBands
	sync        phaseMap
}

// Name returns the space's name.
func (s *Space) Name() string { return s.name }

// Method returns how the space finds weights.
func (s *Space) Method() Method { return s.method }

// Skeleton returns the skeleton that all its clips move.
func (s *Space) Skeleton() *rig.Skeleton { return s.skeleton }

// Additive says whether its clips hold differences, see [Clip.Additive]; either all do or none.
func (s *Space) Additive() bool { return s.additive }

// Samples returns the samples: along a line by x, else in the order in which they were given. The slice is the space's own: read only.
func (s *Space) Samples() []Sample { return s.samples }

// Weights appends to out the weight of each sample that has one at the position, by rising index; y does not matter along a line. The
// weights are multiples of 2⁻²⁴, so that added in any order they make exactly 1. It allocates nothing where out has room for
// [MaxWeights] more. A NaN counts as 0, and an infinity as far away.
func (s *Space) Weights(x, y float32, out []Weight) []Weight {
	px, py := s.coordinate(x), s.coordinate(y)
	switch s.method {
	case Linear:
		return s.linear(px, out)
	case Delaunay:
		return s.mesh.weights(px, py, out)
	case GradientBands:
		return s.bands.cartesian(px, py, out)
	default:
		return s.bands.polar(px, py, out)
	}
}

// horizon is how far off a position may be, in parts of the largest coordinate of a sample. Farther ones are brought there:
// nothing changes so far off, and the rounding of larger distances would hide which sample is the nearest.
const horizon = 1e6

// coordinate makes a number within the horizon of any float32.
func (s *Space) coordinate(x float32) float64 {
	if math.IsNaN(float64(x)) {
		return 0
	}
	return max(-s.maxDistance, min(s.maxDistance, float64(x)))
}

func (s *Space) linear(x float64, out []Weight) []Weight {
	low, high := 0, len(s.samples)-1 // the first sample is not after x, the last one not before it
	if x <= float64(s.samples[low].X) {
		return append(out, Weight{low, 1})
	}
	if x >= float64(s.samples[high].X) {
		return append(out, Weight{high, 1})
	}
	for high-low > 1 {
		if middle := (low + high) / 2; float64(s.samples[middle].X) <= x {
			low = middle
		} else {
			high = middle
		}
	}
	from := float64(s.samples[low].X)
	return appendPair(out, low, high, (x-from)/(float64(s.samples[high].X)-from))
}

// weightUnits is how many of the steps that weights come in make up 1. Every sum of such weights up to 1 is a float32, exactly.
const weightUnits = 1 << 24

// appendPair appends the weights 1-u and u, 0 <= u <= 1, leaving out a 0.
func appendPair(out []Weight, a, b int, u float64) []Weight {
	units := int32(float64(u*weightUnits) + 0.5)
	if a > b {
		a, b, units = b, a, weightUnits-units
	}
	if units < weightUnits {
		out = append(out, Weight{a, float32(weightUnits-units) / weightUnits})
	}
	if units > 0 {
		out = append(out, Weight{b, float32(units) / weightUnits})
	}
	return out
}

// appendShares appends weights in proportion to the shares of up to MaxBlend samples, of which at least one is above 0 and none
// below. What rounding leaves goes to the largest.
func appendNormalized(out []Weight, samples []int32, shares []float64) []Weight {
	var units [MaxWeights]int32
	total := 0.0
	for _, share := range shares {
		total += share
	}
	scale := weightUnits / total
	left, largest := int32(weightUnits), 0
	for i, share := range shares {
		units[i] = int32(float64(share*scale) + 0.5)
		left -= units[i]
		if units[i] > units[largest] {
			largest = i
		}
	}
	units[largest] += left
	for i, n := range units[:len(shares)] {
		if n > 0 {
			out = append(out, Weight{int(samples[i]), float32(n) / weightUnits})
		}
	}
	return out
}
