package exact

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestExp(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200000 {
		x := random.Float64()*40 - 30
		if random.IntN(4) == 0 {
			x = random.Float64()*1400 - 700
		}
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > 4e-16*want {
			t.Fatalf("Exp(%v) = %v, expected %v", x, got, want)
		}
	}
	for _, x := range []float64{0, math.Inf(1), math.Inf(-1), 709.7, 710, -745.2, -746, 1e300, -1e300} {
		if got, want := Exp(x), math.Exp(x); math.Abs(got-want) > 4e-16*want && got != want {
			t.Errorf("Exp(%v) = %v, expected %v", x, got, want)
		}
	}
	if !math.IsNaN(Exp(math.NaN())) {
		t.Error("Exp(NaN) is not NaN")
	}
}
