package reference_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// raw returns a rotation track with its original keys, before an asset normalized and negated them.
func raw(interpolation clip.Interpolation, times []float32, keys []mgl32.Quat) reference.Track {
	t := reference.Track{Interpolation: interpolation, Quaternion: true, Width: 4}
	for _, time := range times {
		t.Times = append(t.Times, float64(time))
	}
	for _, q := range keys {
		t.Values = append(t.Values, float64(q.V[0]), float64(q.V[1]), float64(q.V[2]), float64(q.W))
	}
	return t
}

func TestRotationTracksAgreeWithTheReferenceOnTheirRawKeys(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	var worst float64
	for range 400 {
		interpolation := clip.Interpolation(r.IntN(4))
		times := randomassets.Keys(r, 1+r.IntN(30))
		keys := randomassets.Rotations(r, interpolation, len(times))
		want := raw(interpolation, times, keys)
		track, err := clip.NewQuaternionTrack(interpolation, times, keys)
		if err != nil {
			t.Fatal(err)
		}
		for range 50 {
			time := float64(times[0]) - 0.1 + r.Float64()*(0.2+float64(times[len(times)-1]-times[0]))
			var got [4]float32
			track.Sample(time, nil, got[:])
			w := reference.Quaternion(want.Sample(time))
			g := reference.Quaternion{float64(got[0]), float64(got[1]), float64(got[2]), float64(got[3])}
			if g.Dot(w) < 0 {
				w = w.Times(-1)
			}
			for i := range w {
				off := math.Abs(g[i] - w[i])
				worst = max(worst, off)
				if off > rotationBound {
					t.Fatalf("%s at %v s: %v, want %v ± %.3g", interpolation, time, g, w, rotationBound)
				}
			}
		}
	}
	t.Logf("largest error %.2g, bound %.2g", worst, rotationBound)
}

// A number is computed in float64 and rounded once, so it is the nearest float32 to the true value,
// or one beside it where the float64 is nearly halfway between two.
func TestSampledNumbersAreRoundedOnce(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 400 {
		interpolation := clip.Interpolation(r.IntN(4))
		times := randomassets.Keys(r, 1+r.IntN(30))
		values := make([]float32, len(times))
		if interpolation >= clip.CubicHermite {
			values = make([]float32, 3*len(times))
		}
		largest := 0.0
		for i := range values {
			values[i] = float32(math.Ldexp(r.Float64()-0.5, r.IntN(20)))
			largest = max(largest, math.Abs(float64(values[i])))
		}
		track, err := clip.NewScalarTrack(interpolation, times, values)
		if err != nil {
			t.Fatal(err)
		}
		want := reference.TrackOf(track)
		for range 50 {
			time := float64(times[0]) - 0.1 + r.Float64()*(0.2+float64(times[len(times)-1]-times[0]))
			var got [1]float32
			track.Sample(time, nil, got[:])
			w := want.Sample(time)[0]
			if off := math.Abs(float64(got[0]) - w); off > roundoff*math.Abs(w)+1e-14*largest {
				t.Fatalf("%s at %v s: %v, want %v", interpolation, time, got[0], w)
			}
		}
	}
}

func TestInterpolationsOfKnownCurves(t *testing.T) {
	linear := reference.Track{Interpolation: clip.Linear, Width: 1, Times: []float64{1, 3}, Values: []float64{10, 20}}
	step := linear
	step.Interpolation = clip.Step
	// Slopes 0 and 6 per second over 2 s: the parabola x = 1.5(t-1)², which ends at 6.
	hermite := reference.Track{
		Interpolation: clip.CubicHermite, Width: 1, Times: []float64{1, 3},
		Values: []float64{99, 0, 0, 6, 6, 99},
	}
	// The same parabola as control points: a third of the slope times the seconds from each end.
	bezier := reference.Track{
		Interpolation: clip.CubicBezier, Width: 1, Times: []float64{1, 3},
		Values: []float64{99, 0, 0, 2, 6, 99},
	}
	for _, row := range []struct {
		name       string
		track      reference.Track
		time, want float64
	}{
		{"linear", linear, 1.5, 12.5},
		{"linear before", linear, 0, 10},
		{"linear after", linear, 4, 20},
		{"linear at NaN", linear, math.NaN(), 10},
		{"step between", step, 2.999, 10},
		{"step at the key", step, 3, 20},
		{"hermite", hermite, 2, 1.5},
		{"hermite later", hermite, 2.5, 3.375},
		{"hermite after", hermite, 9, 6},
		{"bezier", bezier, 2, 1.5},
		{"bezier later", bezier, 2.5, 3.375},
		{"bezier before", bezier, 1, 0},
	} {
		if got := row.track.Sample(row.time)[0]; math.Abs(got-row.want) > 1e-14 {
			t.Errorf("%s at %v s: %v, want %v", row.name, row.time, got, row.want)
		}
	}
}
