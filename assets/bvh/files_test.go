package bvh_test

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bvh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/testassets"
)

// readJSON reads a JSON file of the test files.
func readJSON(t *testing.T, name string, value any) {
	t.Helper()
	data, err := os.ReadFile(testassets.Path(t, name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, value); err != nil {
		t.Fatal(err)
	}
}

// models returns the model matrices of a clip at a time.
func models(t *testing.T, library *assets.Library, model *assets.Model, seconds float64) []rig.Matrix {
	t.Helper()
	pose := rig.NewPose(library.Skeleton(model.Skeleton))
	if seconds >= 0 {
		pose = library.Clip(model.Clips[0]).PoseAt(seconds)
	}
	flat := pose.ModelMatrices(nil)
	matrices := make([]rig.Matrix, len(flat)/rig.MatrixSize)
	for i := range matrices {
		matrices[i] = rig.MatrixAt(flat, i)
	}
	return matrices
}

func position(m rig.Matrix) [3]float64 {
	return [3]float64{float64(m[3]), float64(m[7]), float64(m[11])}
}

func distance(a, b [3]float64) float64 {
	return math.Hypot(math.Hypot(a[0]-b[0], a[1]-b[1]), a[2]-b[2])
}

// edgeCase is a file of the folder edge and what is expected of it.
type edgeCase struct {
	File, Expect, Why string
	Frames            int
	FrameTime         float64
	Joints            []string
	Parents           []int
	Rest, Halfway     [][3]float64
	Positions         [][][3]float64
	Line              *int
}

// Files of all kinds of faults and oddities give what each must give, in little time and memory.
func TestEdgeCases(t *testing.T) {
	var manifest struct{ Cases, Files []edgeCase }
	readJSON(t, "mocap/edge/manifest.json", &manifest)
	cases := append(manifest.Cases, manifest.Files...)
	if len(cases) != 95 {
		t.Fatalf("expected 95 files, found %d", len(cases))
	}
	for i := range cases {
		c := &cases[i]
		t.Run(c.File, func(t *testing.T) {
			library := assets.NewLibrary(assets.Exact())
			var model *assets.Model
			var err error
			probe.Within(t, time.Second, 64<<20, "reading", func() {
				model, err = bvh.Open(library, testassets.Path(t, "mocap/edge/"+c.File))
			})
			if c.Expect == "error" {
				c.checkError(t, library, err)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			c.checkModel(t, library, model)
		})
	}
}

func (c *edgeCase) checkError(t *testing.T, library *assets.Library, err error) {
	t.Helper()
	var at *bvh.Error
	if !errors.As(err, &at) {
		t.Fatalf("%s: expected an error, found %v", c.Why, err)
	}
	if filepath.Base(at.File) != c.File {
		t.Errorf("the error names the file %q", at.File)
	}
	// Where something is missing, the line before is as good.
	if c.Line != nil && at.Line != *c.Line && at.Line != *c.Line-1 {
		t.Errorf("expected line %d, found %v", *c.Line, err)
	}
	if library.Count() != assets.NewLibrary().Count() {
		t.Errorf("the library has %+v after the error", library.Count())
	}
}

func (c *edgeCase) checkModel(t *testing.T, library *assets.Library, model *assets.Model) {
	t.Helper()
	skeleton := library.Skeleton(model.Skeleton)
	if skeleton.Len() != len(c.Joints) {
		t.Fatalf("expected %d joints, found %d", len(c.Joints), skeleton.Len())
	}
	for i, name := range c.Joints {
		if skeleton.JointName(i) != name || skeleton.Parent(i) != c.Parents[i] {
			t.Errorf("joint %d: expected %s of %d, found %s of %d", i, name, c.Parents[i], skeleton.JointName(i),
				skeleton.Parent(i))
		}
		if node := model.Nodes[i]; node.Name != name || node.Joint != i || node.Parent != c.Parents[i] {
			t.Errorf("node %d: expected %s of %d, found %+v", i, name, c.Parents[i], node)
		}
	}
	c.checkPositions(t, "the rest pose", models(t, library, model, -1), c.Rest)
	if c.Frames == 0 {
		if len(model.Clips) > 0 {
			t.Errorf("expected no clip, found %d", len(model.Clips))
		}
		return
	}
	motion := library.Clip(model.Clips[0])
	if end := float64(c.Frames-1) * c.FrameTime; math.Abs(motion.Duration()-end) > 1e-6*(1+end) {
		t.Errorf("expected a clip of %v s, found %v s", end, motion.Duration())
	}
	for frame, expected := range c.Positions {
		c.checkPositions(t, "a frame", models(t, library, model, float64(frame)*c.FrameTime), expected)
	}
	if c.Halfway != nil {
		c.checkPositions(t, "halfway", models(t, library, model, c.FrameTime/2), c.Halfway)
	}
}

func (c *edgeCase) checkPositions(t *testing.T, what string, matrices []rig.Matrix, expected [][3]float64) {
	t.Helper()
	size := 1.0
	for _, at := range expected {
		size = max(size, distance(at, [3]float64{}))
	}
	tolerance := 2e-6 * size * max(1, float64(len(expected))/100) // a chain in float32 adds up errors
	for i, at := range expected {
		if found := position(matrices[i]); distance(found, at) > tolerance {
			t.Fatalf("%s: %s at %v, expected %v", what, c.Joints[i], found, at)
		}
	}
}

// goldenFile is positions and rotations of a recording that an independent calculation gives.
type goldenFile struct {
	File             string
	Frames           int
	FrameTime        float64
	Joints, EndSites int
	Parents          map[string]*string
	Samples          []struct {
		Frame    int
		Position map[string][3]float64
		Rotation map[string][4]float64
	}
}

// Recordings give the positions of an independent calculation from what they were made of, within
// a hundredth of a millimeter.
func TestRecordingsAgainstGolden(t *testing.T) {
	var golden struct {
		Tolerance, RotationTolerance, FileUnitInMetres float64
		Files                                          []goldenFile
	}
	readJSON(t, "mocap/golden.json", &golden)
	if len(golden.Files) != 16 {
		t.Fatalf("expected 16 recordings, found %d", len(golden.Files))
	}
	for i := range golden.Files {
		g := &golden.Files[i]
		t.Run(g.File, func(t *testing.T) {
			library := assets.NewLibrary(assets.Exact())
			model, err := bvh.Options{Scale: golden.FileUnitInMetres}.Open(library, testassets.Path(t, "mocap/"+g.File))
			if err != nil {
				t.Fatal(err)
			}
			if len(model.Warnings) > 0 {
				t.Errorf("warnings: %q", model.Warnings)
			}
			skeleton := library.Skeleton(model.Skeleton)
			if skeleton.Len() != g.Joints+g.EndSites {
				t.Fatalf("expected %d joints and %d End Sites, found %d", g.Joints, g.EndSites, skeleton.Len())
			}
			worst := 0.0
			for _, sample := range g.Samples {
				matrices := models(t, library, model, float64(float32(float64(sample.Frame)*g.FrameTime)))
				for name, at := range sample.Position {
					joint, ok := skeleton.Find(name)
					if !ok {
						t.Fatalf("no joint %q", name)
					}
					worst = max(worst, distance(position(matrices[joint]), at))
				}
				for name, expected := range sample.Rotation {
					joint, _ := skeleton.Find(name)
					if turn := turned(t, matrices[joint], expected); turn > golden.RotationTolerance {
						t.Errorf("frame %d: the rotation of %s is %v off", sample.Frame, name, turn)
					}
				}
			}
			if worst > golden.Tolerance {
				t.Errorf("a joint is %.4f mm off, %.4f mm are allowed", worst*1000, golden.Tolerance*1000)
			}
		})
	}
}

// turned returns by how much the rotation of a matrix differs from a quaternion, in its components.
func turned(t *testing.T, m rig.Matrix, expected [4]float64) float64 {
	t.Helper()
	trs, err := m.Decompose()
	if err != nil {
		t.Fatal(err)
	}
	q := trs.Rotation
	found := [4]float64{float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W)}
	same, other := 0.0, 0.0
	for c := range found {
		same, other = max(same, math.Abs(found[c]-expected[c])), max(other, math.Abs(found[c]+expected[c]))
	}
	return min(same, other)
}

// Meters finds that a recording is in centimeters.
func TestMeters(t *testing.T) {
	path := testassets.Path(t, "mocap/02_01_walk.bvh")
	library := assets.NewLibrary(assets.Exact())
	model, err := bvh.Options{Meters: true}.Open(library, path)
	if err != nil {
		t.Fatal(err)
	}
	if size := library.Skeleton(model.Skeleton).Size(); size < 1 || size > 2 || len(model.Warnings) != 1 {
		t.Errorf("the skeleton is %v m large; warnings %q", size, model.Warnings)
	}
	as, err := bvh.Options{Scale: 0.01}.Open(library, path)
	if err != nil {
		t.Fatal(err)
	}
	if !library.Skeleton(as.Skeleton).Equal(library.Skeleton(model.Skeleton)) {
		t.Error("the skeletons of Meters and of the scale 0.01 differ")
	}
	still, err := bvh.Open(library, path)
	if err != nil {
		t.Fatal(err)
	}
	if len(still.Warnings) != 1 {
		t.Errorf("a file in centimeters is left as it is with the warnings %q", still.Warnings)
	}
	if box := model.Bounds; box.Max.Sub(box.Min).Sub(mgl32.Vec3{1.67, 1.6, 0.2}).Len() > 0.3 {
		t.Errorf("the box of the rest pose is %v", box)
	}
}
