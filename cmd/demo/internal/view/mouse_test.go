//go:build cgo

package view

import (
	"fmt"
	"image"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/sinew-go/sinew/internal/testing/perceptual"
)

// mouse drives a window by xdotool, as a user does. Without it, the test is skipped, or fails where
// the environment variable CI is set.
type mouse struct {
	t      *testing.T
	window *window
}

func newMouse(t *testing.T, w *window) *mouse {
	t.Helper()
	if _, err := exec.LookPath("xdotool"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("xdotool is not installed; .ci/deps installs it")
		}
		t.Skip("xdotool is not installed: .ci/deps installs it")
	}
	return &mouse{t, w}
}

// do runs xdotool, and then frames of the window until it has heard of it.
func (m *mouse) do(arguments ...string) {
	m.t.Helper()
	if out, err := exec.Command("xdotool", arguments...).CombinedOutput(); err != nil {
		m.t.Fatalf("xdotool %q: %v\n%s", arguments, err, out)
	}
	m.frames(3)
}

// frames runs frames of 20 ms.
func (m *mouse) frames(n int) {
	m.t.Helper()
	for range n {
		time.Sleep(10 * time.Millisecond)
		if err := m.window.frame(20 * time.Millisecond); err != nil {
			m.t.Fatal(err)
		}
	}
}

// moveTo moves the mouse to a place of the window, in pixels from its upper left corner.
func (m *mouse) moveTo(at image.Point) {
	m.t.Helper()
	x, y := m.window.context.Window().GetPos()
	m.do("mousemove", fmt.Sprint(x+at.X), fmt.Sprint(y+at.Y))
}

// drag presses the button at one place and releases it at another.
func (m *mouse) drag(from, to image.Point) {
	m.t.Helper()
	m.moveTo(from)
	m.do("mousedown", "1")
	if to != from {
		m.moveTo(from.Add(to).Div(2))
		m.moveTo(to)
	}
	m.do("mouseup", "1")
}

// inPanel returns a place of a control in the window, at fractions of its width and height.
func (m *mouse) inPanel(name string, x, y float64) image.Point {
	m.t.Helper()
	width, _ := m.window.context.Size()
	area, ok := m.window.workbench.bar.Area(name)
	if !ok {
		m.t.Fatalf("%q does not react", name)
	}
	return area.Min.Add(image.Pt(width-m.window.panelWidth(width)+int(x*float64(area.Dx()-1)),
		m.window.top+int(y*float64(area.Dy()-1))))
}

// scrollTo turns the wheel over the panel until a control is in the window.
func (m *mouse) scrollTo(name string) {
	m.t.Helper()
	_, height := m.window.context.Size()
	for range 40 {
		area, ok := m.window.workbench.bar.Area(name)
		if !ok {
			m.t.Fatalf("%q does not react", name)
		}
		button := "5"
		switch {
		case area.Min.Y < 0:
			button = "4"
		case area.Max.Y <= height-m.window.top:
			return
		}
		width, _ := m.window.context.Size()
		m.moveTo(image.Pt(width-5, height-20))
		m.do("click", button)
	}
	m.t.Fatalf("%q does not come into the window", name)
}

// click presses and releases the button in the middle of a control.
func (m *mouse) click(name string) {
	m.t.Helper()
	m.scrollTo(name)
	at := m.inPanel(name, 0.5, 0.5)
	m.drag(at, at)
}

// keep saves what the window shows among the test's artifacts, and returns it.
func (w *window) keep(t *testing.T, name string) *image.NRGBA {
	t.Helper()
	m := w.shown(t)
	perceptual.Keep(t, m, name)
	return m
}
