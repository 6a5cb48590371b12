//go:build cgo

package view

import (
	"errors"
	"image"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
)

func TestDrawingWithoutADisplay(t *testing.T) {
	if _, err := exec.LookPath("Xvfb"); err != nil {
		t.Skip("Xvfb is not installed: .ci/deps installs it")
	}
	t.Setenv("DISPLAY", "")
	if hasDisplay() {
		t.Skip("this system does not use DISPLAY, Linux does")
	}
	o := Options{FPS: 25, Out: filepath.Join(t.TempDir(), "a.png"), Size: image.Pt(40, 30), Clip: "walk"}
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Run(Input{Library: assets.NewLibrary(assets.Exact())}, o, &out, &out); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(o.Out); err != nil || info.Size() == 0 {
		t.Errorf("no image: %v", err)
	}
	if display := os.Getenv("DISPLAY"); display != "" {
		t.Errorf("DISPLAY is still %s", display)
	}
}

func TestNoDisplayAtAll(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("PATH", t.TempDir())
	if hasDisplay() {
		t.Skip("this system does not use DISPLAY, Linux does")
	}
	o := Options{FPS: 25}
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Run(Input{Library: assets.NewLibrary(assets.Exact())}, o, &out, &out); !errors.Is(err, errNoDisplay) {
		t.Errorf("error %v, want errNoDisplay", err)
	}
}
