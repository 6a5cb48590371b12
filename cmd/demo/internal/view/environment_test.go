//go:build cgo

package view

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/systems/render"
)

// writePicture writes a picture of surroundings and returns its path.
func writePicture(t *testing.T) string {
	t.Helper()
	picture := filepath.Join(t.TempDir(), "attic.hdr")
	content := "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n\x80\x80\x80\x81\x80\x80\x80\x81"
	if err := os.WriteFile(picture, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestLight(t *testing.T) {
	picture := writePicture(t)
	for name, changes := range map[string]bool{"": false, "sky": false, "studio": true, picture: true} {
		style, light, surroundings := render.DefaultStyle(), stage.NewLight(), stage.Surroundings{}
		if err := choose(name, &surroundings, &light); err != nil {
			t.Fatal(err)
		}
		surroundings.Light(&style, &light)
		plain := render.DefaultStyle()
		if changed := style.Environment != plain.Environment; changed != changes || style.Environment == nil {
			t.Errorf("%q: the environment is another one: %v, want %v", name, changed, changes)
		}
		if style.LightDirection != plain.LightDirection || style.Occlusion != plain.Occlusion || style.Exposure != 1 {
			t.Errorf("%q: nobody changed the rest of the style, which is %+v", name, style)
		}
		if light.Surroundings[light.Environment] != filepath.Base(name) && name != "" {
			t.Errorf("%q: %q is chosen", name, light.Surroundings[light.Environment])
		}
	}
	var wrong *OptionError
	light := stage.NewLight()
	if err := choose("stduio", &stage.Surroundings{}, &light); !errors.As(err, &wrong) || wrong.Option != "light" ||
		!strings.Contains(err.Error(), "expected sky, studio or a picture (.hdr): open stduio") {
		t.Errorf("got %v", err)
	}
}

// A picture of the same name takes the place of the one before.
func TestSurroundingsAreNamedOnce(t *testing.T) {
	light, surroundings := stage.NewLight(), stage.Surroundings{}
	for _, e := range []*render.Environment{render.StudioEnvironment(), render.SkyEnvironment(render.DefaultStyle())} {
		surroundings.Add(&light, "attic.hdr", e)
		style := render.DefaultStyle()
		if surroundings.Light(&style, &light); style.Environment != e {
			t.Error("it is not the one that is drawn with")
		}
	}
	if want := []string{"sky", "studio", "attic.hdr"}; !slices.Equal(light.Surroundings, want) {
		t.Errorf("the surroundings are %q, want %q", light.Surroundings, want)
	}
}

// Each control of the light changes the style that the window draws with, and the picture.
func TestLightOfThePanel(t *testing.T) {
	w, _ := openWorkbench(t, stage.Show, "")
	w.control.quality = quality{full: true} // with shadows and occlusion
	if err := w.frame(0); err != nil {
		t.Fatal(err)
	}
	w.control.Paused = true
	set := func(name string, x float64) {
		t.Helper()
		c, ok := w.workbench.panel.Find(name)
		if !ok {
			t.Fatalf("the panel has no %q", name)
		}
		if err := c.Set(x, 0); err != nil {
			t.Fatal(err)
		}
		if err := w.frame(0); err != nil {
			t.Fatal(err)
		}
	}
	shown := w.keep(t, "light-0.png")
	for i, row := range []struct {
		name  string
		value float64
		holds func(style *render.Style) bool
	}{
		{"light exposure", 1, func(s *render.Style) bool { return s.Exposure == 2 }},
		{"light surroundings", 1, func(s *render.Style) bool { return s.Environment != render.DefaultStyle().Environment }},
		{"light show them", 1, func(s *render.Style) bool { return s.ShowEnvironment }},
		{"light sun height", 30, func(s *render.Style) bool { return math.Abs(float64(s.LightDirection[1])-0.5) < 1e-3 }},
		{"light sun around", 90, func(s *render.Style) bool {
			return s.LightDirection[0] > 0.86 && math.Abs(float64(s.LightDirection[2])) < 1e-3
		}},
		{"light occlusion", 0, func(s *render.Style) bool { return s.Occlusion == 0 }},
		{"light shadow maps", 1, func(s *render.Style) bool { return s.ShadowCascades == 1 }},
	} {
		set(row.name, row.value)
		if !row.holds(&w.renderer.Style) {
			t.Errorf("%s: the style is %+v", row.name, w.renderer.Style)
		}
		now := w.keep(t, "light-"+string(rune('1'+i))+".png")
		if row.name != "light shadow maps" && difference(shown, now) < 0.05 {
			t.Errorf("%s: the picture stays", row.name)
		}
		shown = now
	}
	set("light surroundings", 0)
	set("light sun as at first", 1)
	if s := &w.renderer.Style; s.Environment != render.DefaultStyle().Environment ||
		s.LightDirection != w.style.LightDirection {
		t.Errorf("as at first the light comes from %v, want %v", s.LightDirection, w.style.LightDirection)
	}
	if _, ok := w.workbench.panel.Find("light sun as at first"); ok {
		t.Error("the button stays")
	}
}
