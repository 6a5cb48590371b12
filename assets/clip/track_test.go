package clip_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
)

func mustTrack(t testing.TB) func(*clip.Track, error) *clip.Track {
	return func(made *clip.Track, err error) *clip.Track {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return made
	}
}

func sampleTrack(made *clip.Track, time float64) []float32 {
	value := make([]float32, made.Width())
	made.Sample(time, nil, value)
	return value
}

func TestTracksAtKeysAndOutside(t *testing.T) {
	times := []float32{0.5, 1, 4}
	cubic := []float32{90, 1, 91, 92, 2, 93, 94, 8, 95}
	for _, row := range []struct {
		name  string
		track *clip.Track
	}{
		{"step", mustTrack(t)(clip.NewScalarTrack(clip.Step, times, []float32{1, 2, 8}))},
		{"linear", mustTrack(t)(clip.NewScalarTrack(clip.Linear, times, []float32{1, 2, 8}))},
		{"hermite", mustTrack(t)(clip.NewScalarTrack(clip.CubicHermite, times, cubic))},
		{"bezier", mustTrack(t)(clip.NewScalarTrack(clip.CubicBezier, times, cubic))},
	} {
		for _, at := range []struct {
			time float64
			want float32
		}{
			{0.5, 1},
			{1, 2},
			{4, 8},
			{0, 1},
			{-1e300, 1},
			{math.Inf(-1), 1},
			{math.NaN(), 1},
			{4.0000001, 8},
			{1e300, 8},
			{math.Inf(1), 8},
		} {
			if got := sampleTrack(row.track, at.time)[0]; got != at.want {
				t.Errorf("%s at %v s is %v, want exactly %v", row.name, at.time, got, at.want)
			}
		}
	}
}

func TestStepChangesExactlyAtTheNextKey(t *testing.T) {
	step := mustTrack(t)(clip.NewScalarTrack(clip.Step, []float32{0, 0.1}, []float32{1, 2}))
	key := float64(float32(0.1))
	for _, row := range []struct {
		time float64
		want float32
	}{{math.Nextafter(key, 0), 1}, {key, 2}} {
		if got := sampleTrack(step, row.time)[0]; got != row.want {
			t.Errorf("at %v s: %v, want %v", row.time, got, row.want)
		}
	}
}

func TestRotationsTakeTheShorterArcAtConstantSpeed(t *testing.T) {
	z := mgl32.Vec3{0, 0, 1}
	from, to := mgl32.QuatRotate(0, z), mgl32.QuatRotate(2, z).Scale(-3) // the opposite sign, and not of length 1
	turn := mustTrack(t)(clip.NewQuaternionTrack(clip.Linear, []float32{0, 1}, []mgl32.Quat{from, to}))
	for _, u := range []float64{0, 0.1, 0.25, 0.5, 0.9, 1} {
		got := sampleTrack(turn, u)
		if math.Abs(float64(got[2])-math.Sin(u)) > 1e-7 || math.Abs(float64(got[3])-math.Cos(u)) > 1e-7 {
			t.Errorf("at %v s: %v, want a rotation by %v about z", u, got, 2*u)
		}
	}
}

func TestCubicRotationThroughZeroIsTheIdentity(t *testing.T) {
	one := mgl32.QuatIdent()
	cubic := mustTrack(t)(clip.NewQuaternionTrack(clip.CubicHermite, []float32{0, 1},
		[]mgl32.Quat{{}, one, {}, {}, one.Scale(-1), {}}))
	if got := sampleTrack(cubic, 0.5); got[0] != 0 || got[1] != 0 || got[2] != 0 || got[3] != 1 {
		t.Errorf("halfway between q and -q: %v, want the identity", got)
	}
	wild := mgl32.Quat{W: math.MaxFloat32, V: mgl32.Vec3{math.MaxFloat32, 0, 0}}
	cubic = mustTrack(t)(clip.NewQuaternionTrack(clip.CubicHermite, []float32{0, 1e6},
		[]mgl32.Quat{{}, one, wild, wild, one, {}}))
	for _, time := range []float64{1, 1e5, 5e5, 999999} {
		length := 0.0
		for _, v := range sampleTrack(cubic, time) {
			length += float64(v) * float64(v)
		}
		if math.Abs(length-1) > 1e-6 {
			t.Errorf("at %v s the length squared is %v", time, length)
		}
	}
}

// Exponentially spaced keys defeat the search's first guess, so only bisection is fast: a search
// key by key would take minutes.
func TestSearchIsFastForUnevenKeys(t *testing.T) {
	const keys = 1 << 20
	times, values := make([]float32, keys), make([]float32, keys)
	for k := range times {
		times[k] = math.Float32frombits(0x00800000 + uint32(k)*2000) // from 1e-38 to 1e38
		values[k] = float32(k)
	}
	step := mustTrack(t)(clip.NewScalarTrack(clip.Step, times, values))
	r := rand.New(rand.NewPCG(1, 1))
	var value [1]float32
	for range 1_000_000 {
		k := r.IntN(keys - 1)
		step.Sample(float64(times[k])+0.5*(float64(times[k+1])-float64(times[k])), nil, value[:])
		if value[0] != float32(k) {
			t.Fatalf("key %d, want %d", int(value[0]), k)
		}
	}
}
