//go:build cgo

package cli_test

import (
	"image"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/internal/testing/dolls"
	"github.com/sinew-go/sinew/internal/testing/perceptual"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// demo view shows avatars with toon shading, and animations for them as their clips.
func TestViewDrawsAvatars(t *testing.T) {
	folder := t.TempDir()
	write := func(name string, text []byte) string {
		path := filepath.Join(folder, name)
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	skin := mgl32.Vec3{0.9, 0.7, 0.6}
	doll := dolls.Doll{Face: true, Materials: []dolls.Object{dolls.Toon(skin, -1, dolls.Object{
		"shadeColorFactor": skin.Mul(0.5), "outlineWidthMode": "worldCoordinates", "outlineWidthFactor": 0.01,
	})}, Expressions: dolls.Object{"custom": dolls.Object{}}}
	path := write("doll.vrm", doll.File())
	decode := func(file string) image.Image {
		m := decodePNG(t, file)
		if m.Bounds().Size() != image.Pt(120, 90) || colors(m) < 40 {
			t.Errorf("%s: a picture of %v with %d colors", file, m.Bounds().Size(), colors(m))
		}
		return m
	}
	start := decode(draw(t, "start.png", "-size", "120x90", path))
	fallen := decode(draw(t, "fallen.png", "-size", "120x90", "-time", "1.9", path)) // the ponytail hangs, eyes are closed
	if d, err := perceptual.Compare(start, fallen); err != nil || d.Worst < 2 {
		t.Errorf("after 1.9 s the picture differs by %+v, %v", d, err)
	}
	animation := testassets.Path(t, "rigs/vrm/test.vrma")
	needDisplay(t)
	moved := filepath.Join(t.TempDir(), "moved.png")
	status, _, stderr := run("view", "-headless", "-out", moved, "-size", "120x90", "-time", "1", animation, path)
	if status != 0 || !strings.Contains(stderr, `no expression "happy"; it is left out`) {
		t.Fatalf("status %d: %s", status, stderr)
	}
	if d, err := perceptual.Compare(start, decode(moved)); err != nil || d.Worst < 4 {
		t.Errorf("the animation changes the picture by %+v, %v", d, err)
	}
	// A file that is no avatar is read as glTF; an animation needs an avatar.
	plain := write("plain.vrm",
		[]byte(`{"asset": {"version": "2.0"}, "scenes": [{"nodes": [0]}], "scene": 0, "nodes": [{"name": "a"}]}`))
	if status, _, stderr := run("view", "-headless", "-out", moved, "-size", "120x90", plain); status != 0 {
		t.Errorf("status %d: %s", status, stderr)
	}
	if status, _, stderr := run("view", "-headless", "-out", moved, animation); status == 0 ||
		!strings.Contains(stderr, "expected an avatar, a file .vrm, that plays the animation, found none") {
		t.Errorf("status %d: %s", status, stderr)
	}
}
