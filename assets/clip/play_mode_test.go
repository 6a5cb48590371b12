package clip_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// What a clip says about its end stays with it, and wrong modes and limits are errors.
func TestPlayModeOfClips(t *testing.T) {
	skeleton, err := rig.NewSkeleton("one", []rig.Joint{{Name: "root", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := clip.NewBuilder("jump", skeleton).Translation(0, clip.Linear, []float32{0, 1},
		[]mgl32.Vec3{{}, {0, 0, 2}}).Build()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, ok := c.PlayMode(); ok {
		t.Error("expected a clip that says nothing about its end, found one that does")
	}
	said, err := clip.WithPlayMode(c, clip.PingPong, 3)
	if err != nil {
		t.Fatal(err)
	}
	moving, err := clip.ExtractRootMotion(said, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	marked, err := clip.WithMarkers(moving, clip.Marker{Name: "step"})
	if err != nil {
		t.Fatal(err)
	}
	again, err := clip.NewBuilder("again", skeleton).Range(0, 1).PlayModeOf(marked).PlayModeOf(nil).Build()
	if err != nil {
		t.Fatal(err)
	}
	copied, err := clip.NewBuilder("copy", skeleton).Copy(said).Build()
	if err != nil {
		t.Fatal(err)
	}
	additive, err := clip.MakeAdditive(said, rig.NewPose(skeleton))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []*clip.Clip{said, moving, marked, again, copied, additive} {
		if mode, limit, ok := c.PlayMode(); !ok || mode != clip.PingPong || limit != 3 {
			t.Errorf("clip %q: expected ping-pong with 3 loops, found %v, %d, %v", c.Name(), mode, limit, ok)
		}
	}
	for _, row := range []struct {
		clip  *clip.Clip
		mode  clip.PlayMode
		limit uint32
		want  string
	}{
		{nil, clip.Loop, 0, "expected a clip for the mode loop, found nil"},
		{c, 4, 0, "expected the play mode once, loop, ping-pong or hold, found PlayMode(4)"},
		{c, clip.Hold, 2, "expected a limit of loops with the play mode loop or ping-pong, found 2 with hold"},
	} {
		if _, err := clip.WithPlayMode(row.clip, row.mode, row.limit); err == nil || !strings.Contains(err.Error(),
			row.want) {
			t.Errorf("expected %q, found %v", row.want, err)
		}
	}
}
