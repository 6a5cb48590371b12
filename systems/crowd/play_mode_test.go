package crowd_test

import (
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
)

// Members of crowds play clips in the modes that they say.
func TestClipsSayTheirPlayMode(t *testing.T) {
	model, library := newMannequin()
	f := newFixtureOf(t, model, library)
	jump := model.Clip("Jump")
	said, err := clip.WithPlayMode(library.Clip(jump), clip.Hold, 0)
	check(t, err)
	check(t, library.SetClip(jump, said))
	member := f.spawn(t, "Jump")
	expect := func(after string, want assets.PlayMode) {
		t.Helper()
		p := member.Component()
		motion := p.Motions[0]
		if p.Target >= 0.5 || p.Weight >= 0.5 {
			motion = p.Motions[1]
		}
		if motion.Mode != want {
			t.Errorf("%s: expected the mode %v, found %v", after, want, motion.Mode)
		}
	}
	expect("spawned", assets.Hold)
	check(t, member.Play(model.Clip("Walk")))
	expect("a clip that says nothing", assets.Loop)
	check(t, member.CrossFade(jump, 0.2))
	expect("the clip that says it", assets.Hold)
}
