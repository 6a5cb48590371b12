package systems_test

import (
	"math"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

// A ping-pong through a blend space that is synchronized by markers is at the same phase however
// time is divided into frames: after a turn it goes back through the intervals from which it came.
func TestPingPongOfSyncedBlendSpaceDoesNotDependOnFrames(t *testing.T) {
	f := newRichFixture(t, 1)
	phases := func(frames int, seconds float64) float64 {
		e := f.character(t)
		player := f.animation.Player(e)
		check(t, player.Play(f.stepped))
		check(t, player.SetMode(assets.PingPong, 0))
		check(t, player.SetPosition(0.4, 0))
		for range frames {
			f.animation.Update(seconds / float64(frames))
		}
		phase := player.Playback().Time
		f.world.RemoveEntity(e)
		return phase
	}
	for _, seconds := range []float64{0.5, 1.1, 1.5, 2.3, 3.7} {
		one, many := phases(1, seconds), phases(400, seconds)
		if math.Abs(one-many) > 1e-9 {
			t.Errorf("after %v s in one frame the phase is %v, in 400 frames %v", seconds, one, many)
		}
	}
}
