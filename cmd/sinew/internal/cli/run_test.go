package cli_test

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/sinew/internal/cli"
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
		{[]string{"-h"}, []string{"inspect", "pose", "retarget", "convert", "bake"}},
		{[]string{"--help"}, []string{"inspect", "pose"}},
		{[]string{"inspect", "-h"}, []string{"--json", "<file>"}},
		{[]string{"pose", "--help"}, []string{"--anim", "--time", "--mode", "--sampler", "--verts", "column-major"}},
		{[]string{"pose", "-help"}, []string{"--anim"}},
		{[]string{"retarget", "-h"}, []string{
			"<from>", "<to>", "--out", "--map", "--clip", "--mirror",
			"--bones", "joints",
		}},
		{[]string{"convert", "-h"}, []string{"--clip", "--no-clips", "--additive", "--root-motion", "--scene"}},
		{[]string{"bake", "-h"}, []string{"--cache", "--tolerance", "--small", "--json"}},
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

func TestInvalidArguments(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	for _, row := range []struct {
		arguments []string
		status    int
		want      string
	}{
		{[]string{"-bogus"}, 2, "bogus"},
		{[]string{"inspect"}, 2, "<file>"},
		{[]string{"inspect", "nowhere.glb"}, 1, "nowhere.glb"},
		{[]string{"inspect", fox, "another"}, 2, "another"},
		{[]string{"bake"}, 2, "<files>"},
		{[]string{"bake", fox, "-tolerance", "0"}, 2, "above 0, found 0"},
		{[]string{"bake", "nowhere.glb"}, 1, "nowhere.glb"},
		{[]string{"pose", "-mode", "sideways", fox}, 2, "sideways"},
		{[]string{"pose", "-time", "soon", fox}, 2, `"soon"`},
		{[]string{"pose", "-time"}, 2, "time"},
		{[]string{"pose", "-verts", "1:2", fox}, 2, `"1:2"`},
		{[]string{"pose", "-verts", "1:0:999999", fox}, 1, "999999"},
		{[]string{"pose", "-verts", "1:7:0", fox}, 1, "primitive 7"},
		{[]string{"pose", "-verts", "0:0:0", fox}, 1, "no mesh"},
		{[]string{"pose", "-verts", "99:0:0", fox}, 1, "nodes, found 99"},
		{[]string{"pose", "-anim", "3", fox}, 1, "expected the index of one of 3 animations, found 3"},
		{[]string{"pose", "-anim", "Fly", fox}, 1, `"Fly"`},
		{[]string{"pose", "-sampler", "fast", fox}, 2, "fast"},
		{[]string{"retarget", fox, fox}, 2, "--out"},
		{[]string{"retarget", fox, "mannequin", "-out", "x.glb"}, 1, "no humanoid"},
		{[]string{"retarget", "mannequin", "nowhere.glb", "-out", "x.glb"}, 1, "nowhere.glb"},
		{[]string{"retarget", "mannequin", "mannequin", "-out", "x.glb", "-clip", "fly"}, 1, `"fly"`},
		{[]string{"retarget", "mannequin", "mannequin", "-out", "x.glb", "-map", "nowhere.json"}, 1, "nowhere.json"},
	} {
		status, stdout, stderr := run(row.arguments...)
		if status != row.status || !strings.Contains(stderr, row.want) || !isOneLine(stderr) || stdout != "" {
			t.Errorf("%q: status %d, want %d with %q; stdout %q, stderr %q", row.arguments, status, row.status,
				row.want, stdout, stderr)
		}
	}
}

func TestOneDashOrTwo(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	_, want, _ := run("pose", "--anim=1", "--time=-0.5,0.25", "--mode=loop", "--verts=1:0:27", fox)
	if want == "" {
		t.Fatal("nothing was printed")
	}
	for _, arguments := range [][]string{
		{"pose", "-anim", "1", "-time", "-0.5,0.25", "-mode", "loop", "-verts", "1:0:27", fox},
		{"pose", fox, "-anim=1", "-time=-0.5,0.25", "--mode", "loop", "--verts", "1:0:27", "-sampler", "exact"},
		{"pose", "-anim", "Walk", "-time", "-0.5,0.25", "-mode", "loop", "-verts", "1:0:27", "--", fox},
	} {
		if _, got, stderr := run(arguments...); got != want {
			t.Errorf("%q printed a different result (%s)", arguments, stderr)
		}
	}
}

func TestInspectEveryValidFile(t *testing.T) {
	for _, g := range readGoldens(t) {
		t.Run(g.File, func(t *testing.T) {
			file := testassets.Path(t, "assets/"+g.File)
			status, stdout, stderr := run("inspect", file)
			if status != 0 || stderr != "" || !strings.Contains(stdout, filepath.Base(file)) {
				t.Errorf("status %d, stderr %q", status, stderr)
			}
			status, stdout, _ = run("inspect", file, "-json")
			var summary struct {
				Nodes []struct{ Name string }
				Skins []struct{ Joints int }
			}
			if err := json.Unmarshal([]byte(stdout), &summary); err != nil || status != 0 {
				t.Fatalf("status %d: %v", status, err)
			}
			for _, want := range g.Nodes {
				if got := summary.Nodes[want.Node].Name; got != want.Name {
					t.Errorf("node %d is named %q, want %q", want.Node, got, want.Name)
				}
			}
			for _, want := range g.Skins {
				if got := summary.Skins[want.Skin].Joints; got != len(want.Joints) {
					t.Errorf("skin %d has %d joints, want %d", want.Skin, got, len(want.Joints))
				}
			}
		})
	}
}

func TestBadFilesGetOneLineOfError(t *testing.T) {
	text, err := os.ReadFile(testassets.Path(t, "assets/bad/MANIFEST.json"))
	if err != nil {
		t.Fatal(err)
	}
	var files []struct{ File, Expect string }
	if err := json.Unmarshal(text, &files); err != nil {
		t.Fatal(err)
	}
	if len(files) < 48 {
		t.Fatalf("the manifest lists %d files", len(files))
	}
	for _, f := range files {
		t.Run(f.File, func(t *testing.T) {
			file := testassets.Path(t, "assets/"+f.File)
			for _, arguments := range [][]string{
				{"inspect", file},
				{"inspect", "-json", file},
				{"pose", "-time", "0,0.5", file},
			} {
				status, stdout, stderr := run(arguments...)
				switch {
				case status == 0 && f.Expect != "reject":
					if strings.Contains(stdout, "NaN") || strings.Contains(stdout, "+Inf") ||
						strings.Contains(stdout, "-Inf") {
						t.Errorf("%q printed a number that is not finite", arguments)
					}
				case status == 1 && f.Expect != "sane":
					if !isOneLine(stderr) || stdout != "" || !strings.Contains(stderr, filepath.Base(file)) {
						t.Errorf("%q: stdout %q, stderr %q", arguments, stdout, stderr)
					}
				default:
					t.Errorf("%q: status %d, expected %s: %s", arguments, status, f.Expect, stderr)
				}
			}
		})
	}
}

// What a sidecar says is in the summary, and its bones are used for retargeting.
func TestSidecars(t *testing.T) {
	folder := t.TempDir()
	data, err := os.ReadFile(testassets.Path(t, "assets/woman/Woman.gltf"))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(folder, "Woman.gltf")
	if err := os.WriteFile(file, data, 0o600); err != nil {
		t.Fatal(err)
	}
	const sidecar = `{"scale": 2, "masks": {"arm": {"root": "LeftArm", "feather": 2}},
		"clips": {"Walking": {"playMode": "loop", "loopLimit": 3, "markers": [{"name": "step", "time": 0.5}]}},
		"hiddenParts": ["Woman"], "bones": {"leftHand": "LeftForeArm", "jaw": ""}}`
	if err := os.WriteFile(file+".json", []byte(sidecar), 0o600); err != nil {
		t.Fatal(err)
	}
	status, stdout, stderr := run("inspect", file)
	if status != 0 {
		t.Fatal(stderr)
	}
	for _, want := range []string{
		"with Woman.gltf.json, scale 2", "loop, 3 times", "hidden", "\n arm  ", "left hand  LeftForeArm", "(none)",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("expected %q, found\n%s", want, stdout)
		}
	}
	status, stdout, stderr = run("inspect", "--json", file)
	for _, want := range []string{
		`"scale": 2`, `"playMode": "loop"`, `"loopLimit": 3`, `"markers": 1`, `"hidden": true`, `"name": "left hand"`,
	} {
		if status != 0 || !strings.Contains(stdout, want) {
			t.Errorf("expected %s, found %s %s", want, stdout, stderr)
		}
	}
	out := filepath.Join(folder, "out.glb")
	status, stdout, stderr = run("retarget", "--bones", "--clip", "Walking", "--out", out, file, "mannequin")
	line := ""
	for text := range strings.Lines(stdout) {
		if strings.HasPrefix(text, "left hand ") {
			line = text
			break
		}
	}
	if status != 0 || !strings.Contains(line, "LeftForeArm") || !strings.Contains(line, "set by hand") {
		t.Errorf("expected the left hand of the sidecar, found %q %s", line, stderr)
	}
}
