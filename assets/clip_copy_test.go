package assets_test

import (
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
)

func TestCopyTakesTracksRangeAndMarkers(t *testing.T) {
	s := arm(t)
	times, points := []float32{0, 1}, []mgl32.Vec3{{1, 0, 0}, {2, 0, 0}}
	from := build(t, assets.NewClipBuilder("from", s).Translation(1, assets.Linear, times, points).Range(0.25, 2).
		Marker(assets.Marker{Name: "step", Time: 1.5}))
	c := build(t, assets.NewClipBuilder("copy", s).Copy(from).Scale(1, assets.Step, times, points))
	if c.Name() != "copy" || c.Start() != 0.25 || c.End() != 2 || len(c.Tracks()) != 2 {
		t.Errorf("%q from %v to %v with %d tracks", c.Name(), c.Start(), c.End(), len(c.Tracks()))
	}
	if difference := cmp.Diff(from.Markers(), c.Markers()); difference != "" {
		t.Error(difference)
	}
	if difference := cmp.Diff(from.Tracks()[0].Track.Values(), c.Tracks()[0].Track.Values()); difference != "" {
		t.Error(difference)
	}
	difference := build(t, assets.NewClipBuilder("difference", s).Additive())
	if from.Additive() || c.Additive() || !build(t, assets.NewClipBuilder("copy", s).Copy(difference)).Additive() {
		t.Error("a copy is additive where the clip is not, or the other way round")
	}
	travelling, err := assets.ExtractRootMotion(from, assets.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for want, clip := range map[string]*assets.Clip{
		"no clip":          nil,
		"another skeleton": build(t, assets.NewClipBuilder("other", arm(t)).Translation(1, assets.Linear, times, points)),
		"root motion":      travelling,
	} {
		if _, err := assets.NewClipBuilder("copy", s).Copy(clip).Build(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want an error with %q, got %v", want, err)
		}
	}
}
