package glcontext

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// openOrSkip opens a hidden window, and skips the test where there is no display.
func openOrSkip(t *testing.T) *Context {
	t.Helper()
	c, err := Open(Options{Title: t.Name(), Width: 40, Height: 30})
	if errors.Is(err, ErrNoDisplay) && os.Getenv("SINEW_REQUIRE_GL") == "" {
		t.Skipf("%v; run the tests under xvfb-run", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

func TestOpenGivesCoreProfile(t *testing.T) {
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

func TestOpenAgainAfterClose(t *testing.T) {
	first := openOrSkip(t)
	second := openOrSkip(t)
	first.Close()
	first.Close()
	second.Window().MakeContextCurrent()
	if gl.GetString(gl.VERSION) == nil {
		t.Error("closing one window took the other's context")
	}
	second.Close()
	openOrSkip(t)
}

func TestOpenWithoutDisplay(t *testing.T) {
	if !needsDisplay() {
		t.Skip("windows need no DISPLAY on this system")
	}
	t.Setenv("DISPLAY", "")
	if _, err := Open(Options{Width: 1, Height: 1}); !errors.Is(err, ErrNoDisplay) {
		t.Errorf("without DISPLAY: %v", err)
	}
	t.Setenv("DISPLAY", ":987654")
	if _, err := Open(Options{Width: 1, Height: 1}); err == nil {
		t.Error("a display that is not there opened a window")
	}
}

func TestOpenRejectsEmptyWindow(t *testing.T) {
	_, err := Open(Options{Width: 0, Height: 5})
	if err == nil || !strings.Contains(err.Error(), "0x5") {
		t.Errorf("got %v", err)
	}
}
