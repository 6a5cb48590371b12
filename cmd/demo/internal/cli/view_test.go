//go:build cgo

package cli_test

import (
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// needDisplay skips the test if DISPLAY is not set.
func needDisplay(t *testing.T) {
	t.Helper()
	if os.Getenv("DISPLAY") == "" && os.Getenv("CI") == "" {
		t.Skip("there is no display; run the tests under xvfb-run")
	}
}

// colors returns the number of different colors of an image.
func colors(m image.Image) int {
	found := map[color.Color]bool{}
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			found[m.At(m.Bounds().Min.X+x, m.Bounds().Min.Y+y)] = true
		}
	}
	return len(found)
}

// draw runs demo view and returns the path of the file, which the command must have printed.
func draw(t *testing.T, name string, arguments ...string) string {
	t.Helper()
	needDisplay(t)
	path := filepath.Join(t.TempDir(), name)
	status, stdout, stderr := run(append([]string{"view", "-headless", "-out", path}, arguments...)...)
	if status != 0 || stderr != "" {
		t.Fatalf("status %d: %s", status, stderr)
	}
	for _, want := range []string{path, "SampleClips", "Render", "joints"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("%q is missing from\n%s", want, stdout)
		}
	}
	return path
}

func decodePNG(t *testing.T, path string) image.Image {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	m, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestViewDrawsPictures(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	for _, row := range []struct {
		name      string
		arguments []string
		size      image.Point
	}{
		{"mannequins", []string{"-size", "160x90"}, image.Pt(160, 90)},
		{"fox", []string{"-size", "120x80", "-frames", "3", "-clip", "Run", fox}, image.Pt(120, 80)},
		{
			"skeleton",
			[]string{"-size", "120x80", "-skeleton", "-camera", "90,10,0", "-time", "0.5", fox},
			image.Pt(120, 80),
		},
		{"crowd", []string{"-size", "120x80", "-count", "12", fox}, image.Pt(120, 80)},
		{"strip", []string{"-size", "80x60", "-frames", "4", "-strip", fox}, image.Pt(160, 120)},
	} {
		t.Run(row.name, func(t *testing.T) {
			m := decodePNG(t, draw(t, "picture.png", row.arguments...))
			if m.Bounds().Size() != row.size {
				t.Errorf("size %v, want %v", m.Bounds().Size(), row.size)
			}
			if n := colors(m); n < 200 {
				t.Errorf("the image has %d colors, want at least 200", n)
			}
		})
	}
}

// A recording, which has no mesh, is drawn as a stick figure.
func TestViewDrawsRecordings(t *testing.T) {
	needDisplay(t)
	walk := testassets.Path(t, "mocap/02_01_walk.bvh")
	path := filepath.Join(t.TempDir(), "picture.png")
	status, _, stderr := run("view", "-headless", "-out", path, "-size", "200x200", walk)
	if status != 0 || !strings.Contains(stderr, "multiplied by 0.01") {
		t.Fatalf("status %d: %s", status, stderr)
	}
	m, found := decodePNG(t, path), 0
	for y := range 200 {
		for x := range 200 {
			if r, g, b, _ := m.At(x, y).RGBA(); b > r+r/2 && g > r+r/4 { // the color of bones
				found++
			}
		}
	}
	if found < 200 {
		t.Errorf("expected a stick figure, found %d pixels of its color", found)
	}
}

// Each scene tells with -h what to look for. Some can be drawn by their names; with SINEW_LONG all,
// which package stage draws always.
func TestViewDrawsEachScene(t *testing.T) {
	some := []string{stage.Locomotion, stage.Stadium, "morph"}
	for _, entry := range stage.Entries {
		t.Run(entry.Name, func(t *testing.T) {
			status, help, stderr := run("view", "-scene", entry.Name, "-h")
			if status != 0 || stderr != "" || !strings.HasPrefix(help, entry.Name+": "+entry.Summary+"\n\n") ||
				!strings.Contains(strings.ToLower(help), "look") {
				t.Errorf("status %d, help %q, %s", status, help, stderr)
			}
			if !probe.Long() && !slices.Contains(some, entry.Name) {
				return
			}
			arguments := []string{"-size", "120x80", "-scene", entry.Name, "-time", "1.5"}
			if entry.Name == stage.Stadium {
				arguments = append(arguments, "-count", "1500")
			}
			m := decodePNG(t, draw(t, "picture.png", arguments...))
			if m.Bounds().Size() != image.Pt(120, 80) {
				t.Errorf("size %v, want 120x80", m.Bounds().Size())
			}
			if n := colors(m); n < 200 {
				t.Errorf("the image has %d colors, want at least 200", n)
			}
		})
	}
}

func TestViewDrawsGIFs(t *testing.T) {
	path := draw(t, "recording.gif", "-size", "96x64", "-frames", "5", "-fps", "20", "-clip", "1",
		testassets.Path(t, "assets/fox/Fox.glb"))
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	recording, err := gif.DecodeAll(file)
	if err != nil {
		t.Fatal(err)
	}
	if len(recording.Image) != 5 || recording.Config.Width != 96 || recording.Config.Height != 64 ||
		recording.Delay[0] != 5 {
		t.Errorf("%d frames of %dx%d, delay %d", len(recording.Image), recording.Config.Width, recording.Config.Height,
			recording.Delay[0])
	}
	if n := colors(recording.Image[0]); n < 60 {
		t.Errorf("the first frame has %d colors, want at least 60", n)
	}
	if recording.Image[2].Bounds().Dx() < 5 {
		t.Error("the frames do not differ")
	}
}

func TestViewErrors(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	folder := t.TempDir()
	for _, row := range []struct {
		arguments []string
		want      string
	}{
		{[]string{"-headless", "nowhere.glb"}, "nowhere.glb"},
		{[]string{"-out", filepath.Join(folder, "none", "a.png"), fox}, "none"},
		{[]string{"-out", filepath.Join(folder, "a.png"), "-clip", "Fly", fox}, `"Fly"`},
		{
			[]string{"-out", filepath.Join(folder, "a.png"), testassets.Path(t, "assets/bad/derived/count_huge.gltf")},
			"count_huge.gltf",
		},
	} {
		needDisplay(t)
		status, stdout, stderr := run(append([]string{"view"}, row.arguments...)...)
		if status != 1 || !strings.Contains(stderr, row.want) || !isOneLine(stderr) || stdout != "" {
			t.Errorf("%q: status %d, want 1 with %q; stdout %q, stderr %q", row.arguments, status, row.want,
				stdout, stderr)
		}
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) != 0 {
		t.Errorf("files %v are left (%v)", left, err)
	}
}
