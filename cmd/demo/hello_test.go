//go:build cgo && linux

package main

import (
	"bytes"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The programs of docs/hello.md do what it says. The first one prints how high a paw is; the others
// open a window in which the fox moves, and in the last one looks at the mouse. The pictures are
// among the test's artifacts.
func TestHello(t *testing.T) {
	fox, err := os.ReadFile(testassets.Path(t, "assets/fox/Fox.glb"))
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "Fox.glb"), fox, 0o600); err != nil {
		t.Fatal(err)
	}
	program := func(t *testing.T, step string) *exec.Cmd {
		binary := filepath.Join(folder, step)
		if out, err := exec.Command("go", "build", "-o", binary, "./examples/hello/"+step).CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		command := exec.Command(binary)
		command.Dir = folder
		return command
	}
	t.Run("walk", func(t *testing.T) {
		out, err := program(t, "walk").Output()
		want := "the left paw is 0.07 m high\nthe left paw is 0.06 m high\nthe left paw is 0.06 m high\n" +
			"the left paw is 0.09 m high\nthe left paw is 0.13 m high\n"
		if err != nil || string(out) != want {
			t.Errorf("%v\n%s", err, out)
		}
		page, err := os.ReadFile("../../docs/hello.md")
		if err != nil || !strings.Contains(string(page), want) {
			t.Errorf("docs/hello.md shows another output: %v", err)
		}
	})
	s := newScreen(t)
	for _, step := range []string{"window", "look", "slope"} {
		t.Run(step, func(t *testing.T) {
			s.t = t
			hello := program(t, step)
			var problems bytes.Buffer
			hello.Stderr = &problems
			if err := hello.Start(); err != nil {
				t.Fatal(err)
			}
			ended := make(chan error, 1)
			go func() { ended <- hello.Wait() }()
			t.Cleanup(func() { _ = hello.Process.Kill() })

			w := s.window("hello")
			w.changes("time", func() {})
			if step == "slope" { // the steps before it walk, so that all of the picture changes
				left, right, again := w.lookingAt(0.2), w.lookingAt(0.8), w.lookingAt(0.2)
				turned, same := difference(left, right), difference(left, again)
				t.Logf("left and right differ by %.3f, left and left by %.3f", turned, same)
				if turned < 2*same {
					t.Error("the fox does not look at the mouse")
				}
			}
			perceptual.Keep(t, w.picture(), step+".png")
			select {
			case err := <-ended:
				t.Errorf("the program ended: %v", err)
			default:
			}
			if problems.Len() > 0 {
				t.Errorf("the program complained:\n%s", &problems)
			}
		})
		s.t = t
	}
}

// lookingAt moves the mouse to a fraction of the window's width and returns the mean of what shows
// later, while the fox moves.
func (w *shownWindow) lookingAt(fraction float64) []float64 {
	w.t.Helper()
	x := w.area.Min.X + int(fraction*float64(w.area.Dx()))
	w.do("mousemove", strconv.Itoa(x), strconv.Itoa((w.area.Min.Y+w.area.Max.Y)/2))
	time.Sleep(time.Second) // the head turns
	const pictures = 8
	var mean []float64
	for range pictures {
		w.changes("time", func() {})
		picture := w.picture()
		if mean == nil {
			perceptual.Keep(w.t, picture, strconv.Itoa(x)+".png")
			mean = make([]float64, len(picture.Pix))
		}
		for i, value := range picture.Pix {
			mean[i] += float64(value) / pictures
		}
	}
	return mean
}

// difference returns the mean difference of two pictures, of 0 to 255.
func difference(a, b []float64) (mean float64) {
	for i := range a {
		mean += math.Abs(a[i]-b[i]) / float64(len(a))
	}
	return mean
}
