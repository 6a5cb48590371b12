//go:build cgo

package view

import (
	"errors"
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/glcontext"
)

func TestDrawingWithoutADisplay(t *testing.T) {
	t.Setenv("DISPLAY", "")
	if hasDisplay() {
		t.Skip("this system does not use DISPLAY, Linux does")
	}
	o := Options{FPS: 25, Out: filepath.Join(t.TempDir(), "a.png"), Size: image.Pt(40, 30), Clip: "walk"}
	if err := o.Complete(); err != nil {
		t.Fatal(err)
	}
	var out strings.Builder
	err := Run(Input{Library: assets.NewLibrary(assets.Exact())}, o, &out, &out)
	if errors.Is(err, glcontext.ErrNoDisplay) && os.Getenv("CI") == "" {
		t.Skipf("%v; .ci/deps installs what is missing", err)
	}
	if err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(o.Out); err != nil || info.Size() == 0 {
		t.Errorf("no image: %v", err)
	}
}
