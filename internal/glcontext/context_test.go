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
	second.Window().MakeContextCurrent()
	if gl.GetString(gl.VERSION) == nil {
		t.Error("closing one window destroyed the other's context")
	}
	second.Close()
	openOrSkip(t)
}

func TestOpenWithoutADisplayFails(t *testing.T) {
	if os.Getenv("SINEW_TEST_OPEN") != "" { // the other process
		if _, err := Open(Options{Width: 1, Height: 1}); !errors.Is(err, ErrNoDisplay) {
			t.Errorf("got %v", err)
		}
		return
	}
	if !needsDisplay() {
		t.Skip("this system does not use DISPLAY, Linux does")
	}
	for _, display := range []string{"", ":987654"} {
		// In a new process, because this one may have a display open already.
		command := exec.Command(os.Args[0], "-test.run=^"+t.Name()+"$", "-test.v")
		command.Env = append(os.Environ(), "DISPLAY="+display, "SINEW_TEST_OPEN=1")
		if out, err := command.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
			t.Errorf("DISPLAY=%q: %v\n%s", display, err, out)
		}
	}
}

func TestOpenRejectsAnEmptyWindow(t *testing.T) {
	_, err := Open(Options{Width: 0, Height: 5})
	if err == nil || !strings.Contains(err.Error(), "0x5") {
		t.Errorf("got %v", err)
	}
}
