package clip_test

import (
	"math"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
)

func TestBuiltInCurves(t *testing.T) {
	library := assets.NewLibrary(assets.Exact())
	removed := addCurve(t, library, square(t))
	if !library.RemoveCurve(removed) || library.Curve(removed) != nil || library.RemoveCurve(removed) {
		t.Fatal("the curve is not removed")
	}
	if library.Curve(clip.SmoothStep) != nil || library.Curve(clip.StraightLine) != nil {
		t.Error("a built-in curve is an asset")
	}
	for x, smooth := range map[float32]float32{
		0: 0, 0.25: 0.15625, 0.5: 0.5, 0.75: 0.84375, 1: 1, -1: 0, 2: 1, float32(math.Inf(1)): 1,
		float32(math.Inf(-1)): 0,
	} {
		straight := max(min(x, 1), 0)
		for id, want := range map[id.Curve]float32{
			clip.StraightLine: straight, removed: straight, 12345: straight,
			clip.SmoothStep: smooth,
		} {
			if got := library.Ease(id, x); got != want {
				t.Errorf("curve %d at %v is %v, want %v", id, x, got, want)
			}
		}
	}
	for _, id := range []id.Curve{clip.StraightLine, clip.SmoothStep, addCurve(t, library, square(t))} {
		if got := library.Ease(id, float32(math.NaN())); got != 0 {
			t.Errorf("curve %d at NaN is %v", id, got)
		}
	}
}

func addCurve(t testing.TB, library *assets.Library, curve *clip.Curve) id.Curve {
	t.Helper()
	added, err := library.AddCurve(curve)
	if err != nil {
		t.Fatal(err)
	}
	return added
}

func square(t testing.TB) *clip.Curve {
	t.Helper()
	curve, err := clip.NewCurve("square", func(x float32) float32 { return x * x })
	if err != nil {
		t.Fatal(err)
	}
	return curve
}

func TestCurves(t *testing.T) {
	curve := square(t)
	library := assets.NewLibrary(assets.Exact())
	id := addCurve(t, library, curve)
	if curve.Name() != "square" || library.Curve(id) != curve {
		t.Error("the library holds another curve than was added")
	}
	last := float32(0)
	for i := -10; i <= 10010; i++ {
		x := float32(i) / 10000
		got := curve.At(x)
		want := max(min(x, 1), 0)
		want *= want
		if math.Abs(float64(got-want)) > 4e-6 || got < last || got != library.Ease(id, x) {
			t.Fatalf("at %v it is %v, want %v", x, got, want)
		}
		last = got
	}
	if curve.At(math.Nextafter32(1, 0)) > 1 || curve.At(1) != 1 || curve.At(0) != 0 ||
		curve.At(float32(math.NaN())) != 0 {
		t.Error("the ends are not 0 and 1")
	}
}

func TestCurveThroughPoints(t *testing.T) {
	curve, err := clip.NewCurvePoints("zigzag", mgl32.Vec2{0, 0}, mgl32.Vec2{0.25, 1}, mgl32.Vec2{0.5, 0},
		mgl32.Vec2{1, 1})
	if err != nil {
		t.Fatal(err)
	}
	for x, want := range map[float32]float32{0: 0, 0.125: 0.5, 0.25: 1, 0.375: 0.5, 0.5: 0, 0.75: 0.5, 1: 1} {
		if got := curve.At(x); got != want {
			t.Errorf("at %v it is %v, want %v", x, got, want)
		}
	}
}

func TestCurveErrors(t *testing.T) {
	nan := float32(math.NaN())
	for name, row := range map[string]struct {
		make func() (*clip.Curve, error)
		want string
	}{
		"no name": {func() (*clip.Curve, error) {
			return clip.NewCurve("", func(x float32) float32 { return x })
		}, `curve "": expected a name`},
		"no function": {
			func() (*clip.Curve, error) { return clip.NewCurve("c", nil) },
			"expected a function from 0 to 1, found nil",
		},
		"reserved": {func() (*clip.Curve, error) {
			return clip.NewCurve("linear", func(x float32) float32 { return x })
		}, "built-in"},
		"high": {func() (*clip.Curve, error) {
			return clip.NewCurve("c", func(x float32) float32 { return 2 * x })
		}, "expected a number from 0 to 1"},
		"NaN": {func() (*clip.Curve, error) {
			return clip.NewCurve("c", func(float32) float32 { return nan })
		}, "NaN"},
		"flat": {func() (*clip.Curve, error) {
			return clip.NewCurve("c", func(float32) float32 { return 0.5 })
		}, "found 0.5 to 0.5"},
		"no point": {func() (*clip.Curve, error) {
			return clip.NewCurvePoints("c")
		}, `curve "c": expected points from (0, 0) to (1, 1), found 0 points`},
		"backward": {func() (*clip.Curve, error) {
			return clip.NewCurvePoints("c", mgl32.Vec2{0, 0}, mgl32.Vec2{0.5, 1}, mgl32.Vec2{0.25, 1}, mgl32.Vec2{1, 1})
		}, "point 2"},
		"NaN point": {func() (*clip.Curve, error) {
			return clip.NewCurvePoints("c", mgl32.Vec2{0, 0}, mgl32.Vec2{nan, 1}, mgl32.Vec2{1, 1})
		}, "point 1"},
		"below": {func() (*clip.Curve, error) {
			return clip.NewCurvePoints("c", mgl32.Vec2{0, 0}, mgl32.Vec2{0.5, -1}, mgl32.Vec2{1, 1})
		}, "expected a number from 0 to 1"},
	} {
		curve, err := row.make()
		if err == nil || curve != nil || !strings.Contains(err.Error(), row.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
