package search

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// The last number that is not above another one is that which binary search finds, also far outside
// and where numbers are equal or close to the parts of the way.
func TestAscent(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 5))
	for round := range 200 {
		numbers := []float64{-0.5}
		for range random.IntN(40) {
			step := []float64{0, 1, 64, 1000 * random.Float64(), random.Float64()}[random.IntN(5)]
			numbers = append(numbers, numbers[len(numbers)-1]+step)
		}
		a := newAscent(numbers, []float64{64, 0.3, 7}[round%3])
		of := append([]float64{-1, 1e300, math.Inf(1), math.Inf(-1), math.NaN()}, numbers...)
		for range 50 {
			of = append(of, numbers[len(numbers)-1]*1.2*random.Float64(), math.Nextafter(numbers[random.IntN(len(numbers))], 0))
		}
		for _, x := range of {
			want, _ := slices.BinarySearchFunc(numbers, x, func(n, x float64) int {
				if n <= x {
					return -1
				}
				return 1
			})
			if got := a.last(x); got != max(want-1, 0) {
				t.Fatalf("%v in %v: found number %d, expected %d", x, numbers, got, max(want-1, 0))
			}
		}
	}
}
