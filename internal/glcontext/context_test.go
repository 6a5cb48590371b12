//go:build !js

package glcontext

import (
	"errors"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// openOrSkip opens a hidden window. Without a display it skips the test, or fails it in continuous
// integration (CI=true).
func openOrSkip(t *testing.T) *Context {
	t.Helper()
	c, err := Open(Options{Title: t.Name(), Width: 40, Height: 30})
	if errors.Is(err, ErrNoDisplay) && os.Getenv("CI") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestOpenMakesACoreProfileCurrent(t *testing.T) {
	c := openOrSkip(t)
	var major, minor, profile int32
	gl.GetIntegerv(gl.MAJOR_VERSION, &major)
	gl.GetIntegerv(gl.MINOR_VERSION, &minor)
	gl.GetIntegerv(gl.CONTEXT_PROFILE_MASK, &profile)
	if major*10+minor < 33 || profile&gl.CONTEXT_CORE_PROFILE_BIT == 0 {
		t.Errorf("OpenGL %d.%d, profile %#x", major, minor, profile)
	}
	if w, h := c.Size(); w != 40 || h != 30 {
		t.Errorf("size %dx%d, want 40x30", w, h)
	}
}

func TestOpenWorksAgainAfterClose(t *testing.T) {
	first := openOrSkip(t)
	second := openOrSkip(t)
	first.Close()
	first.Close()
	second.MakeCurrent()
	if gl.GetString(gl.VERSION) == nil {
		t.Error("closing one window destroyed the other's context")
	}
	second.Close()
	openOrSkip(t)
}

// inAnotherProcess runs the test in another process with these variables in its environment, because
// this one may have a display or EGL open already, and reports whether it is that process.
func inAnotherProcess(t *testing.T, environment ...string) bool {
	t.Helper()
	if os.Getenv("SINEW_TEST_OPEN") != "" {
		return true
	}
	if !needsDisplay() {
		t.Skip("this system does not use DISPLAY, Linux does")
	}
	command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
	command.Env = append(append(os.Environ(), environment...), "SINEW_TEST_OPEN=1")
	out, err := command.CombinedOutput()
	switch {
	case err == nil && strings.Contains(string(out), "--- SKIP: "+t.Name()):
		t.Skipf("%s: %s", environment, out)
	case err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()):
		t.Errorf("%s: %v\n%s", environment, err, out)
	}
	return false
}

func TestOpenWithoutADisplayFails(t *testing.T) {
	const noEGL = "__EGL_VENDOR_LIBRARY_FILENAMES=/none"
	for name, display := range map[string]string{"no display": "", "a wrong one": ":987654"} {
		t.Run(name, func(t *testing.T) {
			if !inAnotherProcess(t, "DISPLAY="+display, noEGL) {
				return
			}
			if _, err := Open(Options{Width: 1, Height: 1}); !errors.Is(err, ErrNoDisplay) {
				t.Errorf("got %v", err)
			}
		})
	}
}

func TestAVisibleWindowNeedsADisplay(t *testing.T) {
	if !inAnotherProcess(t, "DISPLAY=") {
		return
	}
	if _, err := Open(Options{Width: 1, Height: 1, Visible: true}); !errors.Is(err, ErrNoDisplay) {
		t.Errorf("got %v", err)
	}
}

func TestDrawingWithoutADisplay(t *testing.T) {
	if !inAnotherProcess(t, "DISPLAY=") {
		return
	}
	first, second := openOrSkip(t), openOrSkip(t)
	if w, h := second.Size(); w != 40 || h != 30 || second.Window() != nil {
		t.Errorf("size %dx%d, window %v", w, h, second.Window())
	}
	pixel := func(red float32) (p [4]byte) {
		gl.ClearColor(red, 0, 1, 1)
		gl.Clear(gl.COLOR_BUFFER_BIT)
		gl.ReadPixels(39, 29, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, gl.Ptr(&p[0]))
		return p
	}
	if p := pixel(1); p != [4]byte{255, 0, 255, 255} {
		t.Errorf("the second context has the pixel %v", p)
	}
	second.Close()
	first.MakeCurrent()
	if p := pixel(0); p != [4]byte{0, 0, 255, 255} {
		t.Errorf("the first context has the pixel %v after the second was closed", p)
	}
	shared, err := Open(Options{Width: 1, Height: 1, Share: first})
	if err != nil {
		t.Fatal(err)
	}
	defer shared.Close()
	var buffer uint32
	gl.GenBuffers(1, &buffer)
	gl.BindBuffer(gl.ARRAY_BUFFER, buffer)
	first.MakeCurrent()
	if !gl.IsBuffer(buffer) {
		t.Error("a context that shares has a buffer which the other one does not know")
	}
}

func TestOpenRejectsAnEmptyWindow(t *testing.T) {
	_, err := Open(Options{Width: 0, Height: 5})
	if err == nil || !strings.Contains(err.Error(), "0x5") {
		t.Errorf("got %v", err)
	}
}
