package cli_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/cmd/sinew/internal/cli"
	"github.com/sinew-go/sinew/cmd/sinew/internal/pose"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// runPose runs demo pose and returns what it printed.
func runPose(t *testing.T, arguments ...string) pose.Document {
	t.Helper()
	var out, errors bytes.Buffer
	if status := cli.Run(append([]string{"pose"}, arguments...), &out, &errors); status != 0 {
		t.Fatalf("%q: status %d: %s", arguments, status, errors.String())
	}
	decoder := json.NewDecoder(&out)
	decoder.DisallowUnknownFields()
	var document pose.Document
	if err := decoder.Decode(&document); err != nil {
		t.Fatal(err)
	}
	return document
}

func TestPosesAreThoseOfTheGoldenFiles(t *testing.T) {
	for _, g := range readGoldens(t) {
		t.Run(g.File, func(t *testing.T) {
			file := testassets.Path(t, "assets/"+g.File)
			var vertices []string
			for _, v := range g.VertexRefs {
				vertices = append(vertices, fmt.Sprintf("%d:%d:%d", v[0], v[2], v[3]))
			}
			var flags []string
			if len(vertices) > 0 {
				flags = []string{"-verts", strings.Join(vertices, ",")}
			}
			rest := runPose(t, append(flags, file)...)
			g.compareLists(t, rest)
			g.compare(t, "rest", rest.Samples[0], g.Rest)
			for _, clip := range g.Clips {
				for _, mode := range []string{"clamp", "loop"} {
					g.compareClip(t, append(flags, file), clip.Animation, mode, clip.Samples)
				}
			}
		})
	}
}

func (g *golden) compareClip(t *testing.T, arguments []string, animation int, mode string, samples []goldenPose) {
	t.Helper()
	samples = slices.DeleteFunc(slices.Clone(samples), func(s goldenPose) bool { return s.Mode != mode })
	if len(samples) == 0 {
		return
	}
	var times []string
	for _, s := range samples {
		times = append(times, strconv.FormatFloat(s.T, 'g', -1, 64))
	}
	arguments = append([]string{"-anim", strconv.Itoa(animation), "-mode", mode, "-time", strings.Join(times, ",")},
		arguments...)
	document := runPose(t, arguments...)
	if len(document.Samples) != len(samples) {
		t.Fatalf("%d samples, want %d", len(document.Samples), len(samples))
	}
	for i, want := range samples {
		got := document.Samples[i]
		if got.T != want.T || got.Mode != want.Mode {
			t.Errorf("sample %d is %v %s, want %v %s", i, got.T, got.Mode, want.T, want.Mode)
		}
		g.compare(t, fmt.Sprintf("animation %d at %v s (%s)", animation, want.T, mode), got, want)
	}
}

// compareLists compares the nodes and skins that the golden file lists, which may be fewer than the
// file has.
func (g *golden) compareLists(t *testing.T, got pose.Document) {
	t.Helper()
	for _, want := range g.Nodes {
		if n := got.Nodes[want.Node]; n.Node != want.Node || n.Name != want.Name || n.Parent != want.Parent {
			t.Errorf("node %+v, want %+v", n, want)
		}
	}
	for _, want := range g.Skins {
		if s := got.Skins[want.Skin]; s.Skin != want.Skin || !slices.Equal(s.Joints, want.Joints) {
			t.Errorf("skin %+v, want %+v", s, want)
		}
	}
}

// compare compares a pose with the golden one, within the tolerances of the golden file.
func (g *golden) compare(t *testing.T, name string, got pose.Sample, want goldenPose) {
	t.Helper()
	space := (1e-5 + g.MaxQuatNormDeviation) * max(1, g.Extent)
	for i, node := range g.Nodes {
		local, wanted := got.Local[node.Node], want.Local[i]
		near(t, fmt.Sprintf("%s: node %d: translation", name, node.Node), local[:3], wanted[:3], relative)
		near(t, fmt.Sprintf("%s: node %d: scale", name, node.Node), local[7:], wanted[7:], relative)
		rotation := wanted[3:7]
		if dot(local[3:7], rotation) < 0 {
			for k := range rotation {
				rotation[k] = -rotation[k]
			}
		}
		near(t, fmt.Sprintf("%s: node %d: rotation", name, node.Node), local[3:7], rotation,
			within(1e-5+0.25*g.MaxQuatNormDeviation))
		near(t, fmt.Sprintf("%s: node %d: model", name, node.Node), got.Model[node.Node][:], want.Model[i][:],
			within(space))
	}
	for i, skin := range g.Skins {
		for k := range skin.Joints {
			near(t, fmt.Sprintf("%s: skin %d: palette %d", name, skin.Skin, k), got.Palette[skin.Skin][k][:],
				want.Palette[i][k][:], within(space))
		}
	}
	if len(got.Morph) < len(want.Morph) || len(got.Verts) != len(want.Verts) {
		t.Fatalf("%s: %d morphs and %d vertices, want %d and %d", name, len(got.Morph), len(got.Verts), len(want.Morph),
			len(want.Verts))
	}
	for node, weights := range want.Morph {
		near(t, fmt.Sprintf("%s: node %d: morph weights", name, node), got.Morph[node], weights, relative)
	}
	for i := range want.Verts {
		near(t, fmt.Sprintf("%s: vertex %v", name, g.VertexRefs[i]), got.Verts[i][:], want.Verts[i][:], within(space))
	}
}

func relative(want float64) float64 { return 1e-5 * max(1, math.Abs(want)) }

func within(tolerance float64) func(float64) float64 {
	return func(float64) float64 { return tolerance }
}

func near(t *testing.T, name string, got []float32, want []float64, tolerance func(want float64) float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", name, len(got), len(want))
		return
	}
	for i := range want {
		if !(math.Abs(float64(got[i])-want[i]) <= tolerance(want[i])) {
			t.Errorf("%s: got %v, want %v", name, got, want)
			return
		}
	}
}

func dot(a []float32, b []float64) float64 {
	sum := 0.0
	for i := range b {
		sum += float64(a[i]) * b[i]
	}
	return sum
}

// A baked clip differs from the authored one, but within the tolerance. A clip that cannot be baked
// yields a warning.
func TestPoseOfBakedClips(t *testing.T) {
	fox := testassets.Path(t, "assets/fox/Fox.glb")
	sample := func(sampler, file string) (pose.Document, string) {
		status, stdout, stderr := run("pose", "-anim", "0", "-time", "0.51,1.234", "-sampler", sampler, file)
		if status != 0 {
			t.Fatalf("%s: status %d: %s", sampler, status, stderr)
		}
		var document pose.Document
		if err := json.Unmarshal([]byte(stdout), &document); err != nil {
			t.Fatal(err)
		}
		return document, stderr
	}
	exact, _ := sample("exact", fox)
	baked, warnings := sample("baked", fox)
	if warnings != "" {
		t.Errorf("unexpected warning %q", warnings)
	}
	largest := 0.0
	for i := range exact.Samples {
		for n, matrix := range exact.Samples[i].Model {
			for e, v := range matrix {
				largest = max(largest, math.Abs(float64(v-baked.Samples[i].Model[n][e])))
			}
		}
	}
	// 0.1 mm on 1.8 m is 1e-2 on the 155 units of the fox's length.
	if largest == 0 || largest > 1e-2 {
		t.Errorf("baked poses differ by %v, want above 0 and at most 0.01", largest)
	}
	if _, warnings := sample("baked",
		testassets.Path(t, "assets/interpolation_test/InterpolationTest.gltf")); !strings.Contains(warnings,
		"stays exact") {
		t.Errorf("a clip with step keys: warnings %q, want stays exact", warnings)
	}
}
