package inertia

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-go/sinew/internal/kernel"
)

// The limits of the arithmetic, and the first number of a group's translations.
const (
	maxScaleStep = 4
	maxScaleWay  = 1
	translation  = 4 * Lanes
)

// oddPose returns a local pose of random rotations. Some of its translations and scales are extreme
// finite numbers.
func oddPose(random *rand.Rand, groups int) []float32 {
	pose := make([]float32, groups*kernel.GroupSize)
	for i := range pose {
		pose[i] = random.Float32()*2 - 1
		if bits := random.Uint32(); i%kernel.GroupSize >= translation && bits%5 == 0 && bits>>23&0xff != 0xff {
			pose[i] = math.Float32frombits(bits)
		}
	}
	for l := range groups * Lanes {
		if random.IntN(20) == 0 { // the identity
			for r := range 4 {
				pose[l/Lanes*kernel.GroupSize+r*Lanes+l%Lanes] = 0
			}
		}
	}
	kernel.Normalize(pose)
	return pose
}

// At its beginning an inertialization has the shown pose and velocity; at its end it adds nothing.
// In between, every number is finite.
func TestInertializationIsContinuousAndFinite(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 31))
		groups := 1 + random.IntN(3)
		shown, before, played := oddPose(random, groups), oddPose(random, groups), oddPose(random, groups)
		inertia := make([]float32, Size(groups))
		duration := []float64{1e-3, 0.25, 1, 1e9}[random.IntN(4)]
		step := min(duration/4, 1.0/60)
		out := append([]float32(nil), played...)
		Begin(out, inertia, shown, before, shown, 1/step, step)
		allFinite(t, "Begin", out)
		for i, v := range shown {
			// the same distance again as from before to shown; rotations are compared with the
			// reference elsewhere
			if want := v + (v - before[i]); i%kernel.GroupSize >= translation && math.Abs(float64(v)) < 1 &&
				math.Abs(float64(before[i])) < 1 &&
				math.Abs(float64(out[i]-want)) > 1e-5 {
				t.Fatalf("number %d is extrapolated to %v, want %v", i, out[i], want)
			}
		}
		start := append([]float32(nil), out...)
		out = append(out[:0], played...)
		Extrapolate(out, inertia, start, 0)
		for i := range out {
			if math.Abs(float64(out[i]-start[i])) > 1e-6 {
				t.Fatalf("number %d is extrapolated over 0 seconds to %v, want %v", i, out[i], start[i])
			}
		}
		Fit(played, inertia, start, step, step, duration)
		for _, part := range []float64{0, 1e-3, 0.1, 0.3, 0.6, 0.9, 1} {
			out = append(out[:0], played...)
			Apply(out, inertia, float32(part*duration))
			allFinite(t, "Apply", out)
			for i := range out {
				switch {
				case part == 0 && math.Abs(float64(start[i])) < 10 && math.Abs(float64(played[i])) < 10 &&
					i%kernel.GroupSize >= translation &&
					math.Abs(float64(out[i]-start[i])) > 1e-5:
					t.Fatalf("number %d begins with %v, want %v", i, out[i], start[i])
				case part == 1 && out[i] != played[i]:
					t.Fatalf("number %d ends with %v, want %v", i, out[i], played[i])
				}
			}
		}
	}
}

// Whatever the gap, the step and the duration are, an inertialization keeps scales within a few
// times the size of those that it was given: in one extrapolation 1 + maxScaleStep times, and
// during a decay the difference, a little more while it is braked, and a fifth of maxScaleWay.
func TestInertializationBoundsScales(t *testing.T) {
	moved, decayed := 0, 0
	for seed := range uint64(20000) {
		random := rand.New(rand.NewPCG(seed, 33))
		anyTime := func() float64 {
			return math.Exp(min(random.NormFloat64()*[]float64{2, 20, 200}[random.IntN(3)], 700))
		}
		var poses [4][]float32
		size := 1.0
		for k := range poses {
			poses[k] = make([]float32, kernel.GroupSize)
			for i := range poses[k] {
				if poses[k][i] = random.Float32()*2 - 1; i >= translation+3*Lanes {
					poses[k][i] *= float32(math.Pow(10, float64(random.IntN(8)-4)))
				}
			}
			kernel.Normalize(poses[k])
		}
		shown, before, last, played := poses[0], poses[1], poses[2], poses[3]
		for _, v := range append(append([]float32(nil), shown...), played...) {
			size = max(size, math.Abs(float64(v)))
		}
		largest := func(pose []float32) (largest float64) {
			for _, v := range pose[translation+3*Lanes:] {
				largest = max(largest, math.Abs(float64(v)))
			}
			return largest
		}
		out, inertia := append([]float32(nil), played...), make([]float32, Size(1))
		Begin(out, inertia, shown, before, last, 1/anyTime(), anyTime())
		if got := largest(out); !(got <= (1+maxScaleStep)*size*1.0001) {
			t.Fatalf("seed %d: begins with the scale %v, of a size of %v", seed, got, size)
		} else if got > size*1.5 {
			moved++
		}
		old := append([]float32(nil), out...)
		out = append(out[:0], played...)
		Extrapolate(out, inertia, old, anyTime())
		size = max(size, largest(old))
		if got := largest(out); !(got <= (1+maxScaleStep)*size*1.0001) {
			t.Fatalf("seed %d: is extrapolated to the scale %v, of a size of %v", seed, got, size)
		}
		duration := anyTime()
		Fit(played, inertia, old, anyTime(), anyTime(), duration)
		for _, part := range []float64{0, 1e-3, 0.05, 0.1, 0.2, 0.35, 0.5, 0.7, 0.9, 1} {
			out = append(out[:0], played...)
			Apply(out, inertia, float32(min(part*duration, math.MaxFloat32)))
			if got := largest(out); !(got <= (1+2.4+maxScaleWay/5.0)*size) {
				t.Fatalf("seed %d: has the scale %v after %v of %v seconds, of a size of %v", seed, got, part,
					duration, size)
			} else if got > 1.001*size {
				decayed++
			}
		}
	}
	if moved < 100 || decayed < 100 {
		t.Errorf("scales grew %d times at the beginning and %d times during a decay, want 100", moved, decayed)
	}
}

func allFinite(t *testing.T, what string, numbers []float32) {
	t.Helper()
	for i, v := range numbers {
		if v-v != 0 {
			t.Fatalf("%s: number %d is %v", what, i, v)
		}
	}
}

// A scalar decays by the documented polynomial, which does not overshoot if the difference shrinks
// by itself.
func TestScalarsDecayWithoutOvershoot(t *testing.T) {
	for _, c := range []struct{ start, velocity, duration, shortest float64 }{
		{1, 0, 1, 1},
		{-2, 0, 0.5, 0.5},
		{1, -1, 1, 1},
		{1, -2.5, 1, 1},
		{1, -4, 1, 1},
		{1, -10, 1, 0.5},
		{-1, 10, 1, 0.5},
		{1, -20, 1, 0.25},
		{1, 3, 1, 1},
		{0, 1, 1, 1},
		{1, -100, 1, 0.25},
	} {
		const step = 1.0 / 512
		inertia := make([]float32, ScalarSize)
		inertia[0], inertia[1] = float32(c.start), float32(c.velocity)
		shown := []float32{float32(c.start)}
		FitScalars([]float32{0}, inertia, shown, step, step, c.duration)
		if got := 1 / float64(inertia[2]); math.Abs(got-c.shortest) > 1e-6 {
			t.Errorf("%+v lasts %v", c, got)
		}
		at := func(seconds float64) float64 {
			values := []float32{0}
			ApplyScalars(values, inertia, float32(seconds))
			return float64(values[0])
		}
		if math.Abs(at(0)-c.start) > 1e-6 || at(c.shortest) != 0 || at(2*c.duration) != 0 {
			t.Errorf("%+v goes from %v to %v", c, at(0), at(c.shortest))
		}
		if v := (at(1e-3) - at(0)) / 1e-3; math.Abs(v-c.velocity) > 0.05*(1+math.Abs(c.velocity)) {
			t.Errorf("%+v begins with the velocity %v", c, v)
		}
		overshoots := false
		for s := range 1000 {
			overshoots = overshoots || c.start*at(float64(s)/1000*c.duration) < 0
		}
		if want := c.velocity*c.start < -20*c.start*c.start/c.duration; overshoots != want {
			t.Errorf("%+v overshoots: %v", c, overshoots)
		}
	}
}
