package playback_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/playback"
)

// Where Glide says that a move is plain, Once and Loop make the same.
func TestGlideIsWhatOnceAndLoopDo(t *testing.T) {
	random := rand.New(rand.NewPCG(4, 4))
	numbers := []float64{0, 1, 2, 0.5, -1, 3, math.Nextafter(1, 0), math.Nextafter(2, 3), math.NaN(), math.Inf(1), 1e-300}
	pick := func() float64 {
		if random.IntN(2) == 0 {
			return numbers[random.IntN(len(numbers))]
		}
		return random.Float64()*4 - 1
	}
	plain := 0
	for range 200000 {
		span := playback.Span{Start: float64(random.IntN(2)), End: 2}
		from, way, backward := pick(), math.Abs(pick()), random.IntN(2) == 0
		to, ok := span.TryMove(from, way, backward)
		if !ok {
			continue
		}
		plain++
		want := playback.Step{From: from, To: to, Backward: backward}
		if got := playback.Once(span, from, way, backward); got != want {
			t.Fatalf("Once(%v, %v, %v, %v) is %+v, not %+v", span, from, way, backward, got, want)
		}
		if got := playback.Loop(span, from, way, backward, 1); got != want {
			t.Fatalf("Loop(%v, %v, %v, %v) is %+v, not %+v", span, from, way, backward, got, want)
		}
	}
	if plain < 10000 {
		t.Errorf("only %d moves were plain", plain)
	}
}
