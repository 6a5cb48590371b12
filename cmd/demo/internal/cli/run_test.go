package cli_test

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/demo/internal/cli"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// run runs a command in this process.
func run(arguments ...string) (status int, stdout, stderr string) {
	var out, errors bytes.Buffer
	status = cli.Run(arguments, &out, &errors)
	return status, out.String(), errors.String()
}

// isOneLine reports whether the text is a single line with a line end.
func isOneLine(text string) bool {
	return strings.Count(text, "\n") == 1 && strings.HasSuffix(text, "\n") && len(text) > 1
}

func TestEveryCommandHasHelp(t *testing.T) {
	for _, row := range []struct {
		arguments []string
		want      []string
	}{
		{[]string{"-h"}, []string{"view", "replay", "plot", "sinew"}},
		{[]string{"view", "-h"}, []string{
			"--headless", "--frames", "--size", "--out", "--count", "--scene",
			"inertialization",
		}},
		{[]string{"plot", "-h"}, []string{"<file>", "<out>", "--clip", "--joint"}},
	} {
		status, stdout, stderr := run(row.arguments...)
		if status != 0 || stderr != "" {
			t.Errorf("%q: status %d, stderr %q", row.arguments, status, stderr)
		}
		for _, want := range row.want {
			if !strings.Contains(stdout, want) {
				t.Errorf("%q: %q is missing from\n%s", row.arguments, want, stdout)
			}
		}
	}
}

func TestPlot(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.svg")
	status, stdout, stderr := run("plot", testassets.Path(t, "assets/fox/Fox.glb"), path, "-clip", "Run",
		"-joint", "b_Tail*")
	if status != 0 || stderr != "" || !strings.Contains(stdout, path) {
		t.Fatalf("status %d: %s %s", status, stdout, stderr)
	}
	picture, err := os.ReadFile(path)
	if err != nil || !bytes.Contains(picture, []byte("b_Tail02_013: rotation")) ||
		bytes.Contains(picture, []byte("b_Neck")) {
		t.Errorf("the plot has %d bytes, %v", len(picture), err)
	}
}

func TestInvalidArguments(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	for _, row := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{"-bogus"}, 2, "bogus"},
		{[]string{"plot", fox}, 2, "<out>"},
		{[]string{"plot", "nowhere.glb", "x.svg"}, 1, "nowhere.glb"},
		{[]string{"plot", fox, "curves.pdf"}, 2, "curves.pdf"},
		{[]string{"plot", fox, "x.svg", "-clip", "Fly"}, 1, `"Fly"`},
		{[]string{"plot", fox, "x.svg", "-joint", "nose"}, 1, `no joint "nose"`},
		{[]string{"view", "-size", "0x0", "-headless"}, 2, "0x0"},
		{[]string{"view", "-size", "big"}, 2, "big"},
		{[]string{"view", "-out", "movie.avi"}, 2, "movie.avi"},
		{[]string{"view", "-frames", "-3", "-headless"}, 2, "-3"},
		{[]string{"view", "-count", "0"}, 2, "count"},
		{[]string{"view", "-scene", "opera"}, 2, "opera"},
		{[]string{"view", "-scene", "springs", "-count", "3", "-headless"}, 2, "scene"},
		{[]string{"view", "-scene", "slopes", "-count", "3", "-headless"}, 2, "scene"},
		{[]string{"view", "-scene", "look-at", "-count", "3", "-headless"}, 2, "scene"},
		{[]string{"view", "-scene", "stadium", "-clip", "run", "-headless"}, 2, "scene"},
		{[]string{"view", "-scene", "locomotion", fox}, 2, "scene"},
		{[]string{"view", "-scene", "locomotion", "-clip", "walk", "-headless"}, 2, "scene"},
		{[]string{"view", fox, fox, "-clips", fox, "-headless"}, 2, "one character"},
		{[]string{"view", "-clips", fox, "-scene", "springs", "-headless"}, 2, "springs"},
		{[]string{"view", "-camera", "1,2", "-headless"}, 2, "1,2"},
	} {
		status, stdout, stderr := run(row.arguments...)
		if status != row.status || !strings.Contains(stderr, row.want) || !isOneLine(stderr) || stdout != "" {
			t.Errorf("%q: status %d, want %d with %q; stdout %q, stderr %q", row.arguments, status, row.status,
				row.want, stdout, stderr)
		}
	}
}

// A database of motions is plotted by what it covers.
func TestPlotADatabase(t *testing.T) {
	walk := testassets.Path(t, "mocap/02_01_walk.bvh")
	folder := t.TempDir()
	path, out := filepath.Join(folder, "moves.json"), filepath.Join(folder, "coverage.png")
	text := `{"name": "moves", "clips": [{"clip": "02_01_walk"}],
		"features": [{"trajectory": [0.2, 0.5], "positions": 1, "directions": 1}]}`
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := run("plot", path, out, walk); status != 0 {
		t.Fatalf("status %d, %s", status, stderr)
	}
	file, err := os.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := png.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	blue := 0 // pixels of the fields
	for y := range picture.Bounds().Dy() {
		for x := range picture.Bounds().Dx() {
			if r, _, b, _ := picture.At(x, y).RGBA(); b > r+0x1000 {
				blue++
			}
		}
	}
	if blue < 500 {
		t.Errorf("%d pixels show frames", blue)
	}
	for want, arguments := range map[string][]string{
		"expected the files with the clips": {"plot", path, out},
		"neither --clip nor --joint":        {"plot", path, out, walk, "--clip", "x"},
		"expected a database":               {"plot", walk, out, walk},
	} {
		if status, _, stderr := run(arguments...); status != 2 || !strings.Contains(stderr, want) {
			t.Errorf("%q: status %d, expected %q, found %q", arguments, status, want, stderr)
		}
	}
}
