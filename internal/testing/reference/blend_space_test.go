package reference_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/reference"
)

// The weights sum to 1, none is negative, and at a sample's own position the sample has weight 1.
func TestBlendSpaceWeightsAreAPartitionOfUnity(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		points := make([]reference.Point, 1+r.IntN(8))
		for i := range points[1:] {
			points[1+i] = reference.Point{r.NormFloat64(), r.NormFloat64()}
		}
		at, i := reference.Point{2 * r.NormFloat64(), 2 * r.NormFloat64()}, r.IntN(len(points))
		for name, weigh := range map[string]func([]reference.Point, reference.Point) []float64{
			"Delaunay": reference.DelaunayWeights, "gradient bands": reference.GradientBands,
			"polar": reference.PolarGradientBands,
		} {
			sum := 0.0
			for _, w := range weigh(points, at) {
				if sum += w; w < 0 {
					t.Fatalf("%s: weight %v", name, w)
				}
			}
			if math.Abs(sum-1) > 1e-12 {
				t.Fatalf("%s: the weights sum to %v", name, sum)
			}
			if w := weigh(points, points[i])[i]; math.Abs(w-1) > 1e-9 {
				t.Fatalf("%s: weight %v at the sample itself, want 1", name, w)
			}
		}
	}
}

func TestBarycentricWeightsGiveThePoint(t *testing.T) {
	got := reference.Barycentric(reference.Point{0, 0}, reference.Point{4, 0}, reference.Point{0, 2},
		reference.Point{1, 1})
	if want := [3]float64{0.25, 0.25, 0.5}; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestLineWeightsInterpolateNeighbors(t *testing.T) {
	for x, want := range map[float64][3]float64{
		-1: {1, 0, 0}, 0: {1, 0, 0}, 0.25: {0.75, 0.25, 0}, 1: {0, 1, 0},
		2: {0, 0.5, 0.5}, 9: {0, 0, 1},
	} {
		if got := [3]float64(reference.LineWeights([]float64{0, 1, 3}, x)); got != want {
			t.Errorf("x = %v: %v, want %v", x, got, want)
		}
	}
}
