package cli_test

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// A recording of motion capture is converted to glTF, in meters or as it is, and the mannequin plays
// it.
func TestRecordings(t *testing.T) {
	walk := testassets.Path(t, "mocap/02_01_walk.bvh")
	for flag, size := range map[string]float64{"--meters": 1.68, "--scale=1": 168} {
		out := filepath.Join(t.TempDir(), "walk.glb")
		status, stdout, stderr := run("convert", flag, walk, out)
		if status != 0 || !strings.Contains(stdout, "38 joints, 0 parts, 1 clip") {
			t.Fatalf("%s: status %d, stdout %q, stderr %q", flag, status, stdout, stderr)
		}
		lib := assets.NewLibrary()
		model, err := gltfio.Options{Scale: 1}.Open(lib, out)
		if err != nil {
			t.Fatal(err)
		}
		if found := lib.Skeleton(model.Skeleton).Size(); found < 0.9*size || found > 1.1*size {
			t.Errorf("%s: the skeleton is %v large, expected %v", flag, found, size)
		}
		validateGLTF(t, out)
	}
	stdout, _, model, path := retarget(t, walk, "mannequin")
	if names := model.ClipNames(); !slices.Equal(names, []string{"02_01_walk"}) {
		t.Errorf("clips %q", names)
	}
	if !strings.Contains(stdout, "good") || !strings.Contains(stdout, "ground was found") {
		t.Errorf("the report is\n%s", stdout)
	}
	validateGLTF(t, path)
	if status, stdout, stderr := run("inspect", walk); status != 0 || !strings.Contains(stdout, "lfemur") {
		t.Errorf("inspect: status %d, %s%s", status, stdout, stderr)
	}
}

// A file of another format is answered with the tool that converts it.
func TestOtherFormats(t *testing.T) {
	for name, tool := range map[string]string{"a.fbx": "Blender", "a.dae": "assimp", "a.USDZ": "Blender", "a.amc": "amc2bvh"} {
		path := filepath.Join(t.TempDir(), name)
		if status, _, stderr := run("inspect", path); status != 1 || strings.Contains(stderr, tool) {
			t.Errorf("%s, which does not exist: status %d, %q", name, status, stderr)
		}
		if err := os.WriteFile(path, []byte("Kaydara FBX Binary"), 0o600); err != nil {
			t.Fatal(err)
		}
		status, _, stderr := run("inspect", path)
		if status != 1 || !isOneLine(stderr) || !strings.Contains(stderr, name) || !strings.Contains(stderr, tool) {
			t.Errorf("%s: status %d, %q", name, status, stderr)
		}
	}
}

// The command pose prints of a recording what it prints of glTF: the positions are those of an
// independent calculation, in meters.
func TestPosesOfARecording(t *testing.T) {
	data, err := os.ReadFile(testassets.Path(t, "mocap/golden.json"))
	if err != nil {
		t.Fatal(err)
	}
	var golden struct {
		Tolerance float64
		Files     []struct {
			File             string
			FrameTime        float64
			Joints, EndSites int
			Samples          []struct {
				Frame    int
				Position map[string][3]float64
			}
		}
	}
	if err := json.Unmarshal(data, &golden); err != nil {
		t.Fatal(err)
	}
	for _, g := range golden.Files[:4] {
		var times []string
		for _, sample := range g.Samples {
			times = append(times, strconv.FormatFloat(float64(float32(float64(sample.Frame)*g.FrameTime)), 'g', -1, 64))
		}
		document := runPose(t, "--anim", "0", "--time", strings.Join(times, ","), testassets.Path(t, "mocap/"+g.File))
		if len(document.Nodes) != g.Joints+g.EndSites || len(document.Samples) != len(g.Samples) {
			t.Fatalf("%s: %d nodes and %d samples, expected %d and %d", g.File, len(document.Nodes), len(document.Samples),
				g.Joints+g.EndSites, len(g.Samples))
		}
		for i, sample := range g.Samples {
			checked := 0
			for j, node := range document.Nodes {
				expected, ok := sample.Position[node.Name]
				if !ok {
					continue
				}
				checked++
				for axis, x := range expected {
					if found := float64(document.Samples[i].Model[j][12+axis]); math.Abs(found-x) > golden.Tolerance {
						t.Fatalf("%s, frame %d: %s is at %v along axis %d, expected %v", g.File, sample.Frame, node.Name, found,
							axis, x)
					}
				}
			}
			if checked < g.Joints {
				t.Errorf("%s, frame %d: only %d of %d joints were found", g.File, sample.Frame, checked, g.Joints)
			}
		}
	}
}
