//go:build cgo

package view

import (
	"image"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/cmd/internal/retargeting"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The window draws its first picture before the clips of other files are retargeted, shows how many
// are, and lists them in the panel as they are ready.
func TestWindowRetargetsClips(t *testing.T) {
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	o := Options{Clips: []string{testassets.Path(t, "assets/woman/Woman.gltf")}, Size: image.Pt(640, 480), FPS: 25}
	input, err := withTarget(input, o)
	if err != nil {
		t.Fatal(err)
	}
	s, err := newScene(input, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := openTestWindow(t, input, s, o)
	if n := s.Characters(); n != 1 {
		t.Errorf("%d characters, expected one that plays the clips", n)
	}
	own := len(input.Models[0].Clips)
	frame := func() {
		t.Helper()
		if err := w.frame(20 * time.Millisecond); err != nil {
			t.Fatal(err)
		}
	}
	w.clips = startClips(input, o)
	frame()
	first := len(input.Models[0].Clips)
	if text := w.control.status(); !strings.Contains(text, "retargeting") {
		t.Errorf("the status is %q", text)
	}
	shownBar, between := false, false
	for deadline := time.Now().Add(3 * time.Minute); w.clips != nil && time.Now().Before(deadline); {
		frame()
		c, ok := w.workbench.panel.Find("retargeting")
		if ok && c.Value > 0 && c.Value < c.Max && c.Fixed {
			if !shownBar {
				w.keep(t, "retargeting.png")
			}
			shownBar = true
		}
		n := len(input.Models[0].Clips)
		between = between || n > own && c.Value < c.Max
	}
	clips := input.Models[0].ClipNames()
	if len(clips) < own+8 || first > own+5 || !shownBar || !between {
		t.Errorf("%d clips at first, %d after a frame, %d at the end; a bar: %v, clips before the end: %v", own, first,
			len(clips), shownBar, between)
	}
	if _, ok := w.workbench.panel.Find("retargeting"); ok || strings.Contains(w.control.status(), "retargeting") {
		t.Error("the bar stays when all is done")
	}
	c := w.shownControl(t, "layer 0 clip")
	walking := slices.Index(c.Options, "Walking")
	if walking < 0 {
		t.Fatalf("the panel lists %q", c.Options)
	}
	if err := c.Set(float64(walking), 0); err != nil {
		t.Fatal(err)
	}
	frame()
	if name, _, _ := s.Playing(); name != "Walking" {
		t.Errorf("it plays %q", name)
	}
}

// A character without clips plays the first one that is ready, and a file is drawn with all of
// them.
func TestCharacterWithoutClipsPlaysThoseOfOthers(t *testing.T) {
	input := Input{Library: assets.NewLibrary(assets.Exact())}
	file := testassets.Path(t, "assets/cesium_man/CesiumMan.glb")
	model, err := gltfio.Open(input.Library, file)
	if err != nil {
		t.Fatal(err)
	}
	model.SetClips(input.Library, nil)
	input.Models = append(input.Models, model)
	o := Options{Clips: []string{retargeting.Mannequin}, Character: file, Size: image.Pt(320, 240), FPS: 25}
	s, err := newScene(input, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	w := openTestWindow(t, input, s, o)
	if name, _, _ := s.Playing(); name != "" {
		t.Fatalf("it plays %q at first", name)
	}
	w.clips = startClips(input, o)
	<-w.clips.Ended()
	if err := w.frame(20 * time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if name, _, _ := s.Playing(); name != model.ClipNames()[0] || len(model.Clips) != 6 {
		t.Errorf("it plays %q of %q", name, model.ClipNames())
	}
	model.SetClips(input.Library, nil)
	var notes strings.Builder
	if err := retargetAll(input, o, &notes); err != nil || len(model.Clips) != 6 || notes.Len() > 0 {
		t.Errorf("%d clips for a file, %v, with the notes %q", len(model.Clips), err, notes.String())
	}
	o.Clips = []string{"nowhere.glb"}
	if err := retargetAll(input, o, &notes); err == nil || !strings.Contains(err.Error(), "nowhere.glb") {
		t.Errorf("clips of a file that is not there: %v", err)
	}
}
