//go:build !js

package render

import (
	"testing"

	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// DrawOver draws the characters as Draw does, in front of what the target holds however near that
// was, and leaves the rest of the picture as it is.
func TestDrawOver(t *testing.T) {
	s, _, camera := newWalkingFixture(t, 4)
	s.renderer.Style.ShadowStrength, s.renderer.Style.Occlusion = 0, 0
	whole := s.draw(camera)
	closer := camera
	closer.Position = camera.Target.Add(camera.Position.Sub(camera.Target).Mul(0.4))
	before := s.draw(closer)
	if err := s.renderer.DrawOver(camera, s.target); err != nil {
		t.Fatal(err)
	}
	over, err := s.target.Image()
	if err != nil {
		t.Fatal(err)
	}
	perceptual.Keep(t, before, "before.png")
	perceptual.Keep(t, over, "over.png")
	// Without its characters the picture from the same place is the background.
	nobody := ecs.NewWorld()
	empty, err := New(&nobody, s.library, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer empty.Close()
	empty.Style = s.renderer.Style
	if err := empty.Draw(camera, s.target); err != nil {
		t.Fatal(err)
	}
	background, err := s.target.Image()
	if err != nil {
		t.Fatal(err)
	}
	figure, drawn, kept := 0, 0, 0
	size := before.Bounds()
	for y := range size.Dy() {
		for x := range size.Dx() {
			if near(whole.NRGBAAt(x, y), background.NRGBAAt(x, y), 3) { // no figure, or one like the background
				if over.NRGBAAt(x, y) == before.NRGBAAt(x, y) {
					kept++
				}
				continue
			}
			figure++
			if near(over.NRGBAAt(x, y), whole.NRGBAAt(x, y), 3) {
				drawn++
			}
		}
	}
	if rest := size.Dx()*size.Dy() - figure; figure < 1000 || drawn < figure*9/10 || kept < rest*97/100 {
		t.Errorf("of %d pixels of the figure %d are as in Draw; of %d others %d are as before", figure, drawn, rest, kept)
	}
	// An empty world changes nothing.
	if err := empty.DrawOver(camera, s.target); err != nil {
		t.Fatal(err)
	}
	if again, err := s.target.Image(); err != nil || string(again.Pix) != string(background.Pix) {
		t.Errorf("a world without characters changes the picture, %v", err)
	}
	s.target.Close()
	if err := s.renderer.DrawOver(camera, s.target); err == nil {
		t.Error("expected an error for a closed target")
	}
}
