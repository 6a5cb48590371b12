//go:build cgo

package view

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/systems/render"
)

func TestLight(t *testing.T) {
	picture := filepath.Join(t.TempDir(), "attic.hdr")
	content := "#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y 1 +X 2\n\x80\x80\x80\x81\x80\x80\x80\x81"
	if err := os.WriteFile(picture, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, changes := range map[string]bool{"": false, "sky": false, "studio": true, picture: true} {
		style := render.DefaultStyle()
		if err := light(&style, name); err != nil {
			t.Fatal(err)
		}
		if changed := style.Environment != render.DefaultStyle().Environment; changed != changes || style.Environment == nil {
			t.Errorf("%q: the environment is another one: %v, want %v", name, changed, changes)
		}
	}
	var wrong *OptionError
	if err := light(&render.Style{}, "stduio"); !errors.As(err, &wrong) || wrong.Option != "light" ||
		!strings.Contains(err.Error(), "expected sky, studio or a picture (.hdr): open stduio") {
		t.Errorf("got %v", err)
	}
}
