package blendspace_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// addClips returns a library with n clips, "clip 0" and so on. Clip i is from 1 s to 2 s + i.
func addClips(t testing.TB, n int) (*assets.Library, []id.Clip) {
	t.Helper()
	l, s := assets.NewLibrary(assets.Exact()), handmade.Arm(t)
	ids := make([]id.Clip, n)
	for i := range ids {
		ids[i] = l.AddClip(handmade.Build(t, clip.NewBuilder(fmt.Sprint("clip ", i), s).Range(1, 2+float64(i))))
	}
	return l, ids
}

// buildSpace builds a blend space without errors.
func buildSpace(t testing.TB, b *blendspace.Builder, l *assets.Library) *blendspace.Space {
	t.Helper()
	s, err := b.Build(l)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestLinearWeights(t *testing.T) {
	l, clips := addClips(t, 3)
	s := buildSpace(t, blendspace.New1D("speeds").At(4, clips[2]).At(0, clips[0]).At(1, clips[1]), l)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, row := range []struct {
		x    float32
		want []blendspace.Weight
	}{
		{-inf, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{-1, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{0, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{nan, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{0.25, []blendspace.Weight{{Index: 0, Weight: 0.75}, {Index: 1, Weight: 0.25}}},
		{1, []blendspace.Weight{{Index: 1, Weight: 1}}},
		{2.5, []blendspace.Weight{{Index: 1, Weight: 0.5}, {Index: 2, Weight: 0.5}}},
		{4, []blendspace.Weight{{Index: 2, Weight: 1}}},
		{inf, []blendspace.Weight{{Index: 2, Weight: 1}}},
	} {
		if diff := cmp.Diff(row.want, s.Weights(row.x, 99, nil)); diff != "" {
			t.Errorf("x = %v (-want +got):\n%s", row.x, diff)
		}
	}
	if s.Samples()[2].Clip != clips[2] || s.Name() != "speeds" || s.Skeleton() != l.Clip(clips[0]).Skeleton() ||
		s.Additive() {
		t.Errorf("the space has %+v", s.Samples())
	}
}

func TestWeightsInTwoDimensions(t *testing.T) {
	l, clips := addClips(t, 5)
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	cross := func(m blendspace.Method) *blendspace.Space {
		return buildSpace(t, blendspace.New2D("cross", m).At2(0, 0, clips[0]).At2(0, 2, clips[1]).At2(2, 0, clips[2]).
			At2(0, -2, clips[3]).At2(-2, 0, clips[4]), l)
	}
	for _, row := range []struct {
		method blendspace.Method
		x, y   float32
		want   []blendspace.Weight
	}{
		{blendspace.Delaunay, 0, 0, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{blendspace.Delaunay, 0.5, 1, []blendspace.Weight{
			{Index: 0, Weight: 0.25},
			{Index: 1, Weight: 0.5},
			{Index: 2, Weight: 0.25},
		}},
		{blendspace.Delaunay, 1, 1, []blendspace.Weight{{Index: 1, Weight: 0.5}, {Index: 2, Weight: 0.5}}},
		{blendspace.Delaunay, 5, 5, []blendspace.Weight{{Index: 1, Weight: 0.5}, {Index: 2, Weight: 0.5}}},
		{blendspace.Delaunay, 7, 5, []blendspace.Weight{{Index: 2, Weight: 1}}},
		{blendspace.Delaunay, nan, -9, []blendspace.Weight{{Index: 3, Weight: 1}}},
		{blendspace.Delaunay, nan, nan, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{blendspace.Delaunay, -inf, 0, []blendspace.Weight{{Index: 4, Weight: 1}}},
		{blendspace.Delaunay, -inf, inf, []blendspace.Weight{{Index: 1, Weight: 0.5}, {Index: 4, Weight: 0.5}}},
		{blendspace.GradientBands, 0, 0, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{blendspace.GradientBands, 0, 1, []blendspace.Weight{{Index: 0, Weight: 0.5}, {Index: 1, Weight: 0.5}}},
		{blendspace.GradientBands, 3, 3, []blendspace.Weight{{Index: 1, Weight: 0.5}, {Index: 2, Weight: 0.5}}},
		{blendspace.GradientBands, 0, inf, []blendspace.Weight{{Index: 1, Weight: 1}}},
		{blendspace.PolarGradientBands, nan, nan, []blendspace.Weight{{Index: 0, Weight: 1}}},
		{
			blendspace.PolarGradientBands, 0.5, 0,
			[]blendspace.Weight{{Index: 0, Weight: 0.75}, {Index: 2, Weight: 0.25}},
		},
		{blendspace.PolarGradientBands, 3, 3, []blendspace.Weight{{Index: 1, Weight: 0.5}, {Index: 2, Weight: 0.5}}},
		{blendspace.PolarGradientBands, 0, -inf, []blendspace.Weight{{Index: 3, Weight: 1}}},
	} {
		if diff := cmp.Diff(row.want, cross(row.method).Weights(row.x, row.y, nil)); diff != "" {
			t.Errorf("%s at (%v, %v) (-want +got):\n%s", row.method, row.x, row.y, diff)
		}
	}
}

// Delaunay mixes samples that are all on a line by their position on it.
func TestDelaunayOfSamplesOnALine(t *testing.T) {
	l, clips := addClips(t, 4)
	s := buildSpace(t, blendspace.New2D("slope", blendspace.Delaunay).At2(0.3, 0.1, clips[2]).At2(0, 0, clips[0]).
		At2(0.6, 0.2, clips[1]).
		At2(-3, -1, clips[3]), l)
	if got, want := s.Weights(0.15, 0.05, nil), (blendspace.Weight{Index: 0, Weight: 0.5}); len(got) != 2 ||
		math.Abs(float64(got[0].Weight-0.5)) > 1e-6 {
		t.Errorf("halfway: %v, want %v", got, want)
	}
	beside := s.Weights(0.15-1, 0.05+3, nil) // on the same perpendicular
	if len(beside) != 2 || beside[0].Index != 0 || beside[1].Index != 1 ||
		math.Abs(float64(beside[0].Weight-0.5)) > 1e-6 {
		t.Errorf("beside the line: %v", beside)
	}
	alone := buildSpace(t, blendspace.New2D("alone", blendspace.Delaunay).At2(7, 7, clips[0]), l)
	if diff := cmp.Diff([]blendspace.Weight{{Index: 0, Weight: 1}}, alone.Weights(3, 4, nil)); diff != "" {
		t.Errorf("one sample (-want +got):\n%s", diff)
	}
}

// The corners of a square are on a circle, so that both diagonals are Delaunay. The squares of a
// grid around the origin must be divided alike on all sides, for any order of the samples.
func TestDelaunayOfAGridIsSymmetric(t *testing.T) {
	l, clips := addClips(t, 9)
	order := [][2]float32{{-1, -1}, {0, -1}, {1, -1}, {-1, 0}, {0, 0}, {1, 0}, {-1, 1}, {0, 1}, {1, 1}}
	for shift := range order {
		b := blendspace.New2D("grid", blendspace.Delaunay)
		for i := range order {
			p := order[(i*2+shift)%9]
			b.At2(p[0], p[1], clips[i])
		}
		s := buildSpace(t, b, l)
		for _, corner := range [][2]float32{{0.5, 0.5}, {0.5, -0.5}, {-0.5, 0.5}, {-0.5, -0.5}} {
			got := s.Weights(corner[0], corner[1], nil)
			if len(got) != 2 || got[0].Weight != 0.5 {
				t.Fatalf("order %d: weights at %v: %v, want half of the origin and half of the corner", shift,
					corner, got)
			}
			for _, w := range got {
				if p := s.Samples()[w.Index]; p.X*p.Y == 0 && (p.X != 0 || p.Y != 0) {
					t.Fatalf("order %d: the diagonal at %v ends at (%v, %v), want at the origin", shift,
						corner, p.X, p.Y)
				}
			}
		}
	}
}

// A sample that should be on a side of the hull, but is slightly inside or outside by rounding,
// keeps its weight.
func TestDelaunaySampleNearlyOnHull(t *testing.T) {
	l, clips := addClips(t, 4)
	for _, offset := range []float32{0, 1e-7, -1e-7, 5e-7} {
		s := buildSpace(t, blendspace.New2D("side", blendspace.Delaunay).At2(-1, 0, clips[0]).At2(0, offset, clips[1]).
			At2(1, 0, clips[2]).
			At2(0, 1, clips[3]), l)
		for _, y := range []float32{-5, -1e-7, 0, 1e-8, 2e-7} {
			if got := s.Weights(0, y, nil); got[0].Index != 1 || got[0].Weight < 0.999 {
				t.Errorf("offset %v, y %v: %v, want all of sample 1", offset, y, got)
			}
		}
	}
}

func TestLocomotion(t *testing.T) {
	l, clips := addClips(t, 9)
	speeds := buildSpace(t, blendspace.SpeedLocomotion("speeds", blendspace.Gait{Speed: 0, Clip: clips[0]},
		blendspace.Gait{Speed: 1.5, Clip: clips[1]}), l)
	if diff := cmp.Diff([]blendspace.Weight{{Index: 0, Weight: 0.5}, {Index: 1, Weight: 0.5}},
		speeds.Weights(0.75, 0, nil)); diff != "" {
		t.Error(diff)
	}
	eight := buildSpace(t, blendspace.DirectionalLocomotion("eight", clips[0]).Ring(2, clips[1:]...), l)
	for i, want := range [][2]float32{
		{0, 2},
		{math.Sqrt2, math.Sqrt2},
		{2, 0},
		{math.Sqrt2, -math.Sqrt2},
		{0, -2},
		{-math.Sqrt2, -math.Sqrt2},
		{-2, 0},
	} {
		if p := eight.Samples()[1+i]; [2]float32{p.X, p.Y} != want || p.Clip != clips[1+i] {
			t.Errorf("direction %d: %+v, want (%v, %v)", i, p, want[0], want[1])
		}
	}
	three := buildSpace(t, blendspace.DirectionalLocomotion("three", clips[0]).Ring(1, clips[1], 0, clips[2]), l)
	if p := three.Samples()[2]; len(three.Samples()) != 3 || math.Abs(float64(p.X)+math.Sqrt(0.75)) > 1e-7 ||
		math.Abs(float64(p.Y)+0.5) > 1e-7 {
		t.Errorf("a third of a turn to the left: %+v", three.Samples())
	}
}

func TestBuildErrors(t *testing.T) {
	l, clips := addClips(t, 17)
	foreign := l.AddClip(handmade.Build(t, clip.NewBuilder("elsewhere", handmade.Skeleton(t, handmade.Joint("root", -1)))))
	additive, err := clip.MakeAdditive(l.Clip(clips[0]), rig.NewPose(l.Clip(clips[0]).Skeleton()))
	if err != nil {
		t.Fatal(err)
	}
	added := l.AddClip(additive)
	nan, inf := float32(math.NaN()), math.Inf(1)
	line := func() *blendspace.Builder { return blendspace.New1D("s") }
	plane := func(m blendspace.Method) *blendspace.Builder { return blendspace.New2D("s", m) }
	many := func(b *blendspace.Builder, n int) *blendspace.Builder {
		for i := range n {
			b.At2(float32(i), 0, clips[0])
		}
		return b
	}
	for name, row := range map[string]struct {
		builder *blendspace.Builder
		want    string
	}{
		"no samples": {line(), `blend space "s": expected at least one sample, found none`},
		"no clip": {
			line().At(1, clips[0]).At(2, 0),
			`sample 1 (at 2, 0): expected a clip, found the ID 0, which Model.Clip returns for an unknown name`,
		},
		"skeleton": {
			line().At(1, clips[0]).At(2, foreign),
			`sample 1 (clip "elsewhere" at 2, 0): expected a clip for the skeleton of sample 0, "test", found one for the skeleton "test"`,
		},
		"additive": {
			line().At(1, clips[0]).At(2, added),
			`sample 1 (clip "clip 0" at 2, 0): expected a clip that is not additive like sample 0, found one that is additive`,
		},
		"position": {line().At(nan, clips[3]), `sample 0 (clip "clip 3" at NaN, 0): its position: `},
		"speed": {
			line().At(1, clips[0]).Speed(0),
			`sample 0 (clip "clip 0" at 1, 0): expected a finite speed above 0, found 0`,
		},
		"infinite speed": {line().At(1, clips[0]).Speed(inf), `expected a finite speed above 0, found +Inf`},
		"same position": {
			line().At(1, clips[0]).At(2, clips[1]).At(1, clips[2]),
			`sample 2 (clip "clip 2" at 1, 0): expected a position of its own, found sample 0 there`,
		},
		"negative zero": {
			line().At(0, clips[0]).At(float32(math.Copysign(0, -1)), clips[1]),
			`sample 1 (clip "clip 1" at 0, 0): expected a position of its own, found sample 0`,
		},
		"too many for bands": {
			many(plane(blendspace.GradientBands), 17),
			`expected at most 16 samples for gradient bands, found 17`,
		},
		"too many": {
			many(plane(blendspace.Delaunay), 257),
			`expected at most 256 samples for Delaunay, found 257`,
		},
		"no origin": {
			plane(blendspace.PolarGradientBands).At2(1, 0, clips[0]),
			`expected a sample at the origin, such as standing still, which polar gradient bands need`,
		},
		"linear method": {
			plane(blendspace.Linear).At2(1, 0, clips[0]),
			`expected the method Delaunay, gradient bands or polar gradient bands in two dimensions, found linear`,
		},
		"unknown method": {plane(77).At2(1, 0, clips[0]), `in two dimensions, found Method(77)`},
		"At in 2D": {
			plane(blendspace.Delaunay).At(1, clips[0]),
			`sample 0 (at 1): expected two coordinates of a position in two dimensions (At2), found one`,
		},
		"At2 in 1D": {
			line().At2(1, 2, clips[0]),
			`sample 0 (at 1, 2): expected one coordinate of a position in one dimension (At), found two`,
		},
		"an empty ring": {
			blendspace.DirectionalLocomotion("s", clips[0]).Ring(1), `expected the clips of a ring, found none`,
		},
		"before samples": {line().Speed(2).At(1, clips[0]), `expected a sample before Speed, found none`},
	} {
		for range 2 { // a second Build must return the same error
			if s, err := row.builder.Build(l); s != nil || err == nil || strings.Count(err.Error(), row.want) != 1 {
				t.Errorf("%s: %v\nwant once %s", name, err, row.want)
			}
		}
	}
	if _, err := line().At(1, clips[0]).Build(nil); err == nil ||
		!strings.Contains(err.Error(), "expected the library with its clips, found nil") {
		t.Errorf("without a library: %v", err)
	}
	if id, err := line().Add(l); id != 0 || err == nil {
		t.Errorf("Add of a space without samples = %v, %v", id, err)
	}
}

func TestLibraryKeepsBlendSpaces(t *testing.T) {
	l, clips := addClips(t, 2)
	b := blendspace.New1D("s").At(0, clips[0]).At(1, clips[1])
	id, err := b.Add(l)
	if err != nil || id == 0 || l.BlendSpace(id).Name() != "s" {
		t.Fatalf("Add = %v, %v", id, err)
	}
	if id, err := assets.NewLibrary(assets.Exact()).AddMotion(l.BlendSpace(id)); id != 0 || err == nil {
		t.Errorf("a library without the clips of a blend space added it as %d, error %v", id, err)
	}
	if !l.RemoveMotion(id) || l.RemoveMotion(id) || l.BlendSpace(id) != nil || l.BlendSpace(0) != nil {
		t.Error("the library still has a removed blend space")
	}
}
