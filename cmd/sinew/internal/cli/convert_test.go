package cli_test

import (
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

func TestConvert(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	for _, row := range []struct {
		flags []string
		want  []string
	}{
		{nil, []string{"Survey", "Walk", "Run"}},
		{[]string{"--clip", "Run,0"}, []string{"Run", "Survey"}},
		{[]string{"-no-clips"}, nil},
		{[]string{"--clip=Walk", "--additive", "Survey"}, []string{"Walk", "Survey additive"}},
	} {
		out := filepath.Join(t.TempDir(), "fox.glb")
		status, stdout, stderr := run(append([]string{"convert", fox, out}, row.flags...)...)
		if status != 0 || !strings.Contains(stdout, "26 joints, 1 part, ") {
			t.Fatalf("%q: status %d, stdout %q, stderr %q", row.flags, status, stdout, stderr)
		}
		lib := assets.NewLibrary()
		model, err := gltfio.Open(lib, out)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(model.ClipNames(), row.want) {
			t.Errorf("%q: clips %q, want %q", row.flags, model.ClipNames(), row.want)
		}
		for i, name := range model.ClipNames() {
			c := lib.Clip(model.Clips[i])
			if c.Additive() != strings.HasSuffix(name, " additive") {
				t.Errorf("%q: clip %q is additive = %v", row.flags, name, c.Additive())
			}
			if c.RootMotion() != nil {
				t.Errorf("%q: clip %q has root motion", row.flags, name)
			}
		}
	}
}

// Root motion is taken out of a clip that goes somewhere, and is there again when the written file
// is read. A clip that runs on the spot has none, which is an error.
func TestConvertRootMotion(t *testing.T) {
	folder, library := t.TempDir(), assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	if err != nil {
		t.Fatal(err)
	}
	travel, err := courses.Traveling("travel", library.Clip(model.Clip("walk")), mannequin.WalkSpeed, 0)
	if err != nil {
		t.Fatal(err)
	}
	model.SetClips(library, append(slices.Clone(model.Clips), library.AddClip(travel)))
	in, out := filepath.Join(folder, "in.glb"), filepath.Join(folder, "out.glb")
	if err := gltfio.Save(in, library, model); err != nil {
		t.Fatal(err)
	}
	if status, _, stderr := run("convert", in, out, "--root-motion", "travel"); status != 0 {
		t.Fatal(stderr)
	}
	library = assets.NewLibrary(assets.Exact())
	if model, err = gltfio.Open(library, out); err != nil {
		t.Fatal(err)
	}
	for i, name := range model.ClipNames() {
		if c := library.Clip(model.Clips[i]); (c.RootMotion() != nil) != (name == "travel") {
			t.Errorf("clip %q has root motion = %v", name, c.RootMotion() != nil)
		}
	}
	status, _, stderr := run("convert", testassets.Path(t, "assets/fox/Fox.glb"), out, "--root-motion", "Run")
	if status != 1 || !strings.Contains(stderr, `clip "Run": root motion: the clip has no root motion`) {
		t.Errorf("on the spot: status %d: %s", status, stderr)
	}
}

func TestConvertUnits(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	size := func(file string) float64 {
		library := assets.NewLibrary(assets.Exact())
		model, err := gltfio.Open(library, file)
		if err != nil {
			t.Fatal(err)
		}
		return library.Skeleton(model.Skeleton).Size()
	}
	for _, row := range []struct {
		flag  string
		scale float64
		says  string
	}{
		{"--meters", 0.01, "all lengths were multiplied by 0.01"}, {"--scale=0.5", 0.5, ""},
	} {
		out := filepath.Join(t.TempDir(), "fox.glb")
		status, _, stderr := run("convert", fox, out, row.flag)
		if status != 0 || !strings.Contains(stderr, row.says) || (stderr == "") != (row.says == "") {
			t.Fatalf("%s: status %d, stderr %q, want %q", row.flag, status, stderr, row.says)
		}
		if got, want := size(out), size(fox)*row.scale; math.Abs(got/want-1) > 1e-6 {
			t.Errorf("%s: the skeleton has the size %v, want %v", row.flag, got, want)
		}
	}
}

func TestConvertErrors(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	folder := t.TempDir()
	out := filepath.Join(folder, "fox.glb")
	for _, row := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{fox}, 2, "<out>"},
		{[]string{fox, filepath.Join(folder, "fox.gltf")}, 2, "expected a file that ends with .glb, found"},
		{[]string{fox, out, "--no-clips", "--clip", "Run"}, 2, "--no-clips"},
		{[]string{"nowhere.glb", out}, 1, "nowhere.glb"},
		{[]string{fox, out, "--clip", "Swim"}, 1, `the file has no animation "Swim"; it has "Survey", "Walk", "Run"`},
		{[]string{fox, out, "--additive", "7"}, 1, "expected the index of one of 3 animations, found 7"},
		{
			[]string{fox, out, "--clip", "Run", "--root-motion", "Walk"},
			1,
			`expected an animation that is written, found "Walk"`,
		},
		{[]string{fox, out, "--scale", "-1"}, 2, "--scale"},
		{[]string{fox, out, "--scale", "2", "--meters"}, 2, "--meters"},
		{[]string{fox, out, "--scene", "3"}, 1, "scenes: expected the index of one of 1 scenes, found 3"},
		{[]string{fox, filepath.Join(folder, "none", "fox.glb")}, 1, "none"},
	} {
		status, stdout, stderr := run(append([]string{"convert"}, row.arguments...)...)
		if status != row.status || stdout != "" || !isOneLine(stderr) && status != 1 ||
			!strings.Contains(stderr, row.want) {
			t.Errorf("%q: status %d, stdout %q, stderr %q, want status %d and %q", row.arguments, status, stdout,
				stderr, row.status, row.want)
		}
	}
	if entries, _ := os.ReadDir(folder); len(entries) != 0 {
		t.Errorf("%d files are left after errors", len(entries))
	}
}
