package systems_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/systems"
)

// A player takes over what a clip says about its end, and leaves it when another motion begins; what
// the program set for clips that say nothing stays.
func TestClipsSayTheirPlayMode(t *testing.T) {
	k := newRichFixture(t, 1)
	plain, other, jump := k.clips[0], k.clips[1], k.clips[2]
	said, err := clip.WithPlayMode(k.library.Clip(jump), clip.PingPong, 2)
	check(t, err)
	check(t, k.library.SetClip(jump, said))
	for _, layer := range []int{0, 1} {
		player := k.animation.Player(k.character(t)).Layer(layer)
		expect := func(after string, mode assets.PlayMode, limit uint32) {
			t.Helper()
			if p := player.Playback(); p.Mode != mode || p.LoopLimit != limit {
				t.Errorf("layer %d, %s: expected the mode %v with %d loops, found %v with %d", layer, after, mode, limit,
					p.Mode, p.LoopLimit)
			}
		}
		check(t, player.Play(plain))
		check(t, player.SetMode(assets.Hold, 0))
		check(t, player.Play(other))
		expect("a clip that says nothing", assets.Hold, 0)
		check(t, player.CrossFade(jump, 0.2))
		expect("the clip that says it", assets.PingPong, 2)
		check(t, player.CrossFade(plain, 0.2))
		expect("one that says nothing after it", assets.Loop, 0)
		check(t, player.Play(jump))
		check(t, player.SetMode(assets.Once, 0))
		check(t, player.Restart())
		expect("a restart after SetMode", assets.Once, 0)
		check(t, player.CrossFade(jump, 0.1, systems.WithRestart()))
		expect("WithRestart after SetMode", assets.Once, 0)
		check(t, player.Play(other))
		expect("one that says nothing after SetMode", assets.Once, 0)
		check(t, player.Play(jump))
		check(t, player.Stop(0))
		expect("Stop", assets.Loop, 0)
		check(t, player.Play(jump))
	}
	e := k.character(t)
	player := k.animation.Player(e)
	check(t, player.Play(jump))
	for range 2 {
		k.update(t, said.Duration()*1.01)
	}
	if p := player.Playback(); !p.Finished || p.LoopsDone != 2 || p.Time != said.Start() {
		t.Errorf("expected the clip to end after 2 loops, at %v s, found %+v", said.Start(), *p)
	}
}
