//go:build cgo && linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/systems/render"
)

// The windows of the test, and the largest tolerated differences from a picture without a window,
// as package perceptual measures them.
const (
	width, height      = 640, 400
	maxPatchDifference = 5
	maxMeanDifference  = 0.5
	stadiumCount       = 1000
)

// TestEverySceneInAWindow opens each scene by the demo's binary, in a window on a screen of its
// own. At first the window is paused, and shows what is drawn without one. Then it is driven as by
// a user: the mouse drags the camera, keys open the panel, play and quit. The pictures are among
// the test's artifacts.
func TestEverySceneInAWindow(t *testing.T) {
	if os.Getenv("SINEW_LONG") == "" {
		t.Skip("it takes some minutes; set SINEW_LONG=1, as make test-long does")
	}
	s := newScreen(t)
	binary := filepath.Join(t.TempDir(), "demo")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, entry := range stage.Entries {
		t.Run(entry.Name, func(t *testing.T) {
			s.t = t
			testWindow(t, s, binary, entry)
		})
		s.t = t
	}
}

func testWindow(t *testing.T, s *screen, binary string, entry stage.Entry) {
	arguments := []string{
		"view", "--scene", entry.Name, "--paused", "--time", fmt.Sprint(entry.Moment), "--size",
		fmt.Sprintf("%dx%d", width, height),
	}
	count := 0
	if entry.Name == stage.Stadium {
		count = stadiumCount
		arguments = append(arguments, "--count", fmt.Sprint(count))
	}
	demo := exec.Command(binary, arguments...)
	var out, problems bytes.Buffer
	demo.Stdout, demo.Stderr = &out, &problems
	if err := demo.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- demo.Wait() }()
	t.Cleanup(func() { _ = demo.Process.Kill() }) // where the test failed before the end

	w := s.window("Sinew")
	w.changes("the key c", func() { w.do("key", "c") })
	w.changes("the key h", func() { w.do("key", "h") })
	still := w.atFullQuality()
	perceptual.Keep(t, still, entry.Name+".png")
	want, lines := withoutWindow(t, entry, count)
	picture := image.Rect(0, 0, width, height-16-17*lines) // above the lines of text
	d, err := perceptual.Compare(still.SubImage(picture), want.SubImage(picture))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the window's picture differs by %.2f at most, %.3f on the mean", d.Worst, d.Mean)
	if d.Worst > maxPatchDifference || d.Mean > maxMeanDifference {
		perceptual.Keep(t, want, entry.Name+".without.png")
		t.Errorf("the window shows another picture than is drawn without it: %+v; its title is %q", d, w.title())
	}

	w.changes("a drag", func() { w.drag(image.Pt(300, 200), image.Pt(360, 215)) })
	w.changes("the key c", func() { w.do("key", "c") })
	play := "space"
	if entry.Name == stage.Locomotion || entry.Name == stage.Matching {
		play = "p"
	}
	w.settled()
	w.changes("playing", func() { w.do("key", play) })
	time.Sleep(time.Second)
	perceptual.Keep(t, w.picture(), entry.Name+".panel.png")
	w.do("key", "q")
	select {
	case err = <-ended:
	case <-time.After(patience):
		t.Fatal("the window does not close")
	}
	if err != nil || problems.Len() > 0 ||
		!strings.Contains(out.String(), fmt.Sprintf("frames of %dx%d", width, height)) {
		t.Errorf("the demo ended with %v and printed\n%s%s", err, &out, &problems)
	}
}

// withoutWindow returns the picture of a scene that is drawn without a window, and how many lines
// of text a window can show over it.
func withoutWindow(t *testing.T, entry stage.Entry, count int) (picture *image.NRGBA, lines int) {
	target, release, err := render.Headless(width, height)
	if err != nil {
		t.Fatal(err)
	}
	defer release()
	input, err := stage.Input{Library: assets.NewLibrary()}.WithMannequin()
	if err != nil {
		t.Fatal(err)
	}
	s, err := stage.Open(input, entry.Name, count, "")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	seconds := entry.Moment
	if entry.Name == stage.Locomotion {
		seconds += locomotion.Period // a window begins after one run of the script
	}
	if err := s.Update(seconds); err != nil {
		t.Fatal(err)
	}
	renderer, err := render.New(s.World(), input.Library, render.Options{Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer renderer.Close()
	stage.ApplyStyle(renderer, s, false)
	camera := stage.NewCamera(s, nil, float32(width)/height)
	picture = image.NewNRGBA(image.Rect(0, 0, width, height))
	if err := errors.Join(renderer.Draw(camera.Camera, target), target.Read(picture)); err != nil {
		t.Fatal(err)
	}
	lines = 3
	if telling, ok := s.(interface{ Status() string }); ok {
		lines += strings.Count(telling.Status(), "\n")
	}
	return picture, lines
}
