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
		t.Skip("there is no Xvfb to stand in for a display")
	}
	t.Setenv("DISPLAY", "")
	if hasDisplay() {
		t.Skip("this system has windows without DISPLAY")
	}
	o := Options{FPS: 25, Out: filepath.Join(t.TempDir(), "a.png"), Size: image.Pt(40, 30), Clip: "walk"}
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Run(Input{Library: assets.NewLibrary()}, o, &out, &out); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(o.Out); err != nil || info.Size() == 0 {
		t.Errorf("no picture: %v", err)
	}
	if display := os.Getenv("DISPLAY"); display != "" {
		t.Errorf("the display %s is left behind", display)
	}
}

func TestNoDisplayAtAll(t *testing.T) {
	t.Setenv("DISPLAY", "")
	t.Setenv("PATH", t.TempDir())
	if hasDisplay() {
		t.Skip("this system has windows without DISPLAY")
	}
	o := Options{FPS: 25}
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	if err := Run(Input{Library: assets.NewLibrary()}, o, &out, &out); !errors.Is(err, errNoDisplay) {
		t.Errorf("got %v", err)
	}
}
