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
	jump := model.Clip("jump")
	said, err := clip.WithPlayMode(library.Clip(jump), clip.Hold, 0)
	check(t, err)
	check(t, library.SetClip(jump, said))
	member := f.spawn(t, "jump")
	expect := func(after string, clip assets.ClipID, want assets.PlayMode) {
		t.Helper()
		for _, motion := range member.Component().Motions {
			if motion.Clip == clip && motion.Mode != want {
				t.Errorf("%s: expected the mode %v, found %v", after, want, motion.Mode)
			}
		}
	}
	expect("spawned", jump, assets.Hold)
	check(t, member.Play(model.Clip("walk")))
	expect("a clip that says nothing", model.Clip("walk"), assets.Loop)
	check(t, member.CrossFade(jump, 0.2))
	expect("the clip that says it", jump, assets.Hold)
}
