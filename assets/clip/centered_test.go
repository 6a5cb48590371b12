package clip_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// A centered clip, moved to the place that is returned, is the clip, at and between keys, for all
// interpolations, with several roots and tracks that are missing; and it begins at the origin.
func TestCenteredMovesBack(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 8))
	root, hips, prop := handmade.Joint("root", -1), handmade.Joint("hips", 0), handmade.Joint("prop", -1)
	root.Rest.Rotation = mgl32.QuatRotate(0.4, mgl32.Vec3{0.6, 0, 0.8})
	hips.Rest.Translation, prop.Rest.Translation = mgl32.Vec3{0.1, 1, 0.2}, mgl32.Vec3{3, 0, 1}
	for _, up := range []clip.UpAxis{clip.UpY, clip.UpZ} {
		for _, interpolation := range []clip.Interpolation{clip.Step, clip.Linear, clip.CubicHermite, clip.CubicBezier} {
			for _, tracks := range []string{"translation", "rotation", "translation rotation prop", ""} {
				s, err := rig.NewSkeleton("two roots", []rig.Joint{root, hips, prop}, nil)
				if err != nil {
					t.Fatal(err)
				}
				times, values := []float32{0.5, 1, 2}, 3
				if interpolation >= clip.CubicHermite {
					values = 9
				}
				var moves []mgl32.Vec3
				var turns []mgl32.Quat
				for range values {
					number := func() float32 { return random.Float32()*4 - 2 }
					moves = append(moves, mgl32.Vec3{number(), number(), number()})
					turns = append(turns, mgl32.Quat{W: 3, V: mgl32.Vec3{number(), number(), number()}}.Normalize())
				}
				b := clip.NewBuilder("scene", s).Range(0.25, 2.5)
				if strings.Contains(tracks, "translation") {
					b.Translation(0, interpolation, times, moves)
				}
				if strings.Contains(tracks, "rotation") {
					b.Rotation(0, interpolation, times, turns)
				}
				if strings.Contains(tracks, "prop") {
					b.Translation(2, interpolation, times, moves)
				}
				c := handmade.Build(t, b.Rotation(1, interpolation, times, turns))
				centered, place, err := clip.Centered(c, "hips", up)
				if err != nil {
					t.Fatal(err)
				}
				for time := 0.25; time <= 2.5; time += 0.05 {
					want := reference.Models(s, reference.Sample(c, time))
					got := reference.Models(s, reference.Sample(centered, time))
					for j := range want {
						if off := difference(place, got[j], want[j]); off > 1e-5 {
							t.Fatalf("%v, %v, %q, %v s: joint %d is %v off", up, interpolation, tracks, time, j, off)
						}
					}
				}
				start := modelMatrixAt(centered, "hips", 0.25)
				a, b2 := 0, 2
				if up == clip.UpZ {
					b2 = 1
				}
				if off := max(math.Abs(start[a][3]), math.Abs(start[b2][3])); off > 1e-5 {
					t.Errorf("%v, %v, %q: the hips begin %v from the origin", up, interpolation, tracks, off)
				}
				again, still, err := clip.Centered(centered, "hips", up)
				if err != nil {
					t.Fatal(err)
				}
				for i, v := range still {
					if math.Abs(float64(v-mgl32.Ident4()[i])) > 1e-5 {
						t.Errorf("%v, %v, %q: a centered clip has the place\n%v", up, interpolation, tracks, still)
						break
					}
				}
				if again.Name() != "scene" || again.Start() != 0.25 || again.End() != 2.5 {
					t.Errorf("the clip is %q, %v s to %v s", again.Name(), again.Start(), again.End())
				}
			}
		}
	}
}

// difference returns the largest difference of place · m and another matrix.
func difference(place mgl32.Mat4, m, other reference.Matrix) (most float64) {
	for r := range 3 {
		for c := range 4 {
			sum := 0.0
			for k := range 3 {
				sum += float64(place.At(r, k)) * m[k][c]
			}
			if c == 3 {
				sum += float64(place.At(r, 3))
			}
			most = max(most, math.Abs(sum-other[r][c]))
		}
	}
	return most
}

// What cannot be centered is refused.
func TestCenteredRefuses(t *testing.T) {
	s := walker(t)
	c := handmade.Build(t, walking(t, s))
	for _, bad := range []struct {
		clip  *clip.Clip
		joint string
		up    clip.UpAxis
		text  string
	}{
		{nil, "hips", clip.UpY, "found nil"},
		{c, "hip", clip.UpY, `did you mean "hips"`},
		{c, "hips", 7, "found the axis 7"},
		{extract(t, c, clip.RootMotionOptions{}), "hips", clip.UpY, "without extracted root motion"},
	} {
		if _, _, err := clip.Centered(bad.clip, bad.joint, bad.up); err == nil || !strings.Contains(err.Error(), bad.text) {
			t.Errorf("got the error %v, want one with %q", err, bad.text)
		}
	}
}
