package mixer_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/internal/playback"
)

// A ping-pong is where its seconds of playback, reflected at 0 and at the duration of a cycle, put
// it.
func TestPingPongDistanceReflectsSeconds(t *testing.T) {
	s, _ := markedSpace(t)
	r := rand.New(rand.NewPCG(8, 1))
	for range 3000 {
		weights := s.Weights(float32(1+3*r.Float64()), 0, nil)
		duration := s.CycleDuration(weights)
		checkPingPong(t, s, weights, duration, r)
	}
}

func checkPingPong(t *testing.T, s *blendspace.Space, weights []blendspace.Weight, duration float64, r *rand.Rand) {
	t.Helper()
	// phaseAt returns the phase after seconds of a cycle; Advance is exact where it does not wrap.
	phaseAt := func(seconds float64) float64 { return min(1, s.Advance(0, max(0, min(seconds, duration)), weights)) }
	begin := r.Float64() * duration
	switch r.IntN(6) {
	case 0:
		begin = 0
	case 1:
		begin = duration
	}
	seconds := r.Float64() * duration * [...]float64{0.1, 1, 3, 100}[r.IntN(4)]
	backward := r.IntN(2) == 0
	from := phaseAt(begin)
	step := playback.PingPong(playback.Span{End: 1}, from, s.PingPongDistance(from, seconds, backward, weights),
		backward, playback.Endless)

	reflected := begin + seconds
	if backward {
		reflected = 2*duration - begin + seconds
	}
	turns := math.Floor(reflected / duration)
	if backward {
		turns--
	}
	if reflected = math.Mod(reflected, 2*duration); reflected > duration {
		reflected = 2*duration - reflected
	}
	if want := phaseAt(reflected); math.Abs(step.To-want) > 1e-11*(1+turns) {
		t.Fatalf("%v s from phase %v (backward %v), %v s a cycle: at %v after %d turns, want %v after %v turns",
			seconds, from, backward, duration, step.To, step.LoopsDone, want, turns)
	}
	if near := math.Min(reflected, duration-reflected) < 1e-9; !near && float64(step.LoopsDone) != turns {
		t.Fatalf("%v s from phase %v (backward %v): %d turns, want %v", seconds, from, backward, step.LoopsDone, turns)
	}
}
