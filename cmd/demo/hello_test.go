//go:build cgo && linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// The programs of docs/hello.md do what it says. The first one prints how high a paw is; the others
// open a window in which the fox moves, and go on while the mouse does. The pictures are among the
// test's artifacts: where the fox looks is for eyes, since the clips move it too.
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
			for _, fraction := range []int{1, 4} { // fifths of the window's width
				w.do("mousemove", strconv.Itoa(w.area.Min.X+w.area.Dx()*fraction/5),
					strconv.Itoa((w.area.Min.Y+w.area.Max.Y)/2))
				w.changes("time", func() {})
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
