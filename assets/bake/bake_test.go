package bake_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/probe"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// skeletonSize returns the size to which options are scaled: the longest side of the box around the
// joints of the rest pose.
func skeletonSize(s *rig.Skeleton) float64 {
	models := reference.Models(s, reference.Rest(s))
	var size float64
	for axis := range 3 {
		low, high := math.Inf(1), math.Inf(-1)
		for _, m := range models {
			low, high = min(low, m[axis][3]), max(high, m[axis][3])
		}
		size = max(size, high-low)
	}
	if size < 1e-9 {
		return 1.8
	}
	return size
}

// modelSpaceError returns the largest distance in meters of three points beside each joint from
// their positions by the float64 reference.
func modelSpaceError(clip *clip.Clip, baked *bake.BakedClip, time, distance float64) float64 {
	s := clip.Skeleton()
	pose := rig.NewPose(s)
	for i := range pose.Locals {
		pose.Locals[i] = float32(math.NaN()) // Sample must overwrite every value
	}
	baked.Sample(time, pose.Locals, pose.Morphs)
	rest := reference.Models(s, reference.Rest(s))
	got, want := reference.Models(s, reference.PoseOf(pose)),
		reference.Models(s, reference.Sample(clip, clip.Clamp(time)))
	largest := 0.0
	for joint := range got {
		for axis := range 3 {
			var point reference.Vector
			var scale float64
			for row := range 3 {
				scale += rest[joint][row][axis] * rest[joint][row][axis]
			}
			if scale = math.Sqrt(scale); scale < 1e-6 {
				scale = 1
			}
			point[axis] = distance / scale
			a, b := got[joint].Point(point), want[joint].Point(point)
			d := math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
			if !(d <= largest) {
				largest = d
			}
		}
	}
	return largest
}

// bakeAndCompare bakes a clip, and compares a baked one with the float64 reference at random times.
func bakeAndCompare(t *testing.T, r *rand.Rand, clip *clip.Clip, options bake.Options,
	times int,
) (*bake.BakedClip, bake.Report) {
	t.Helper()
	baked, report := bake.Bake(clip, options)
	if (baked == nil) != report.Exact || report.Exact != (report.Reason != "") {
		t.Fatalf("baked clip %v, report %v", baked, report)
	}
	if baked == nil {
		return nil, report
	}
	factor := 1.0
	if !options.Unscaled {
		factor = skeletonSize(clip.Skeleton()) / 1.8
	}
	tolerance, distance := 0.0001*factor, 0.03*factor
	if options.Tolerance != 0 {
		tolerance = options.Tolerance * factor
	}
	if options.VertexDistance != 0 {
		distance = options.VertexDistance * factor
	}
	if math.Abs(report.Tolerance-tolerance) > 1e-6*tolerance || report.MaxError > report.Tolerance {
		t.Errorf("%v: want a tolerance of %v m and an error within it", report, tolerance)
	}
	for range times {
		time := randomassets.Time(r, clip)
		if e := modelSpaceError(clip, baked, time, distance); !(e <= tolerance*1.01) {
			t.Fatalf("%v\nat %v s the error is %v m", report, time, e)
		}
	}
	return baked, report
}

func TestErrorIsWithinTolerance(t *testing.T) {
	probe.Serial(t)
	r := rand.New(rand.NewPCG(7, 7))
	baked := 0
	for _, shape := range randomassets.Shapes() {
		s := randomassets.Skeleton(r, shape)
		for _, interpolation := range []clip.Interpolation{clip.Linear, clip.CubicHermite, clip.CubicBezier} {
			if shape.Joints > 100 && (testing.Short() || interpolation != clip.Linear) {
				continue // slow: these need many frames
			}
			times := randomassets.Keys(r, 2+r.IntN(12))
			options := bake.Options{Tolerance: 0.0001 * math.Exp2(float64(r.IntN(8))), AllowLarger: true}
			if b, _ := bakeAndCompare(t, r, handmade.Swing(t, r, s, interpolation, times), options, 40); b != nil {
				baked++
			}
		}
		if shape.Joints <= 64 {
			// random keys: most of these clips stay exact
			bakeAndCompare(t, r, randomassets.Clip(r, s, shape, 10), bake.Options{AllowLarger: true}, 40)
		}
	}
	if baked < 12 {
		t.Errorf("%d clips were baked, want at least 12", baked)
	}
}

func TestOptions(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	s := randomassets.Skeleton(r, randomassets.Shape{Joints: 20, Roots: 1, Reach: 4, Bone: 20})
	clip := handmade.Swing(t, r, s, clip.Linear, handmade.Grid(0, 30, 31))
	previous := 1 << 30
	for _, tolerance := range []float64{0.00002, 0.0001, 0.001, 0.01} {
		_, report := bakeAndCompare(t, r, clip, bake.Options{Tolerance: tolerance, VertexDistance: 0.05}, 20)
		if report.Exact || report.Bytes >= previous {
			t.Errorf("tolerance %v m: %v, want fewer than the %d bytes of the smaller tolerance", tolerance,
				report, previous)
		}
		previous = report.Bytes
	}
	if _, report := bakeAndCompare(t, r, clip, bake.Options{Tolerance: 0.05, VertexDistance: 1, Unscaled: true},
		20); report.Exact || report.Tolerance != 0.05 {
		t.Errorf("unscaled: %v", report)
	}
	for _, options := range []bake.Options{
		{Tolerance: -1},
		{Tolerance: math.NaN()},
		{Tolerance: math.Inf(1)},
		{VertexDistance: -1},
		{VertexDistance: math.NaN()},
	} {
		if b, report := bake.Bake(clip, options); b != nil || !strings.Contains(report.Reason, "expected a positive ") {
			t.Errorf("%+v: %v", options, report)
		}
	}
	if b, report := bake.Bake(clip, bake.Options{Tolerance: 1e-12}); b != nil ||
		!strings.Contains(report.Reason, "expected a rate that keeps") {
		t.Errorf("tolerance below the precision of float32: %v", report)
	}
}

// A few keys far apart take fewer bytes than frames do: such a clip stays exact, unless the options
// allow it to grow.
func TestClipsDoNotGrow(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	c := handmade.Turning(t, clip.Linear, []float32{0, 1, 2}, 0, 2, 1)
	if b, report := bake.Bake(c, bake.Options{}); b != nil || !strings.Contains(report.Reason, "and its keys take 60") {
		t.Errorf("%v", report)
	}
	_, report := bakeAndCompare(t, r, c, bake.Options{AllowLarger: true}, 100)
	if report.Exact || report.Bytes <= 60 {
		t.Errorf("allowed to grow: %v", report)
	}
}

// A nil clip is not baked, and the report says why.
func TestBakeNothing(t *testing.T) {
	baked, report := bake.Bake(nil, bake.Options{})
	if baked != nil || !report.Exact || !strings.Contains(report.Reason, "found nil") {
		t.Errorf("%v, %v", baked, report)
	}
}
