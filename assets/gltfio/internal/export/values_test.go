package export

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/exact"
)

// Reading normalizes rotations. What is written must come back to the last bit, and be close to
// length 1.
func TestRotationsComeBack(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		var q [4]float32
		for i := range q {
			q[i] = float32(r.NormFloat64())
			if r.IntN(3) == 0 {
				q[i] *= 1e-3
			}
		}
		q = exact.Normalized32(q)
		written := beforeNormalization(q)
		if got := exact.Normalized32(written); got != q {
			t.Errorf("%v is written as %v, which becomes %v", q, written, got)
		}
		if w := exact.ToQuat(written); w.Dot(w) < 0.99 || w.Dot(w) > 1.01 {
			t.Errorf("%v is written as %v, which is not near length 1", q, written)
		}
	}
	if got := beforeNormalization([4]float32{0, 0, 0, 1}); got != [4]float32{0, 0, 0, 1} {
		t.Errorf("the identity is written as %v", got)
	}
}
