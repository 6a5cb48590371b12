package clip_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/testing/handmade"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

func randomMotion(r *rand.Rand) clip.Motion {
	m := clip.Motion{X: r.NormFloat64(), Y: r.NormFloat64(), Z: r.NormFloat64(), Yaw: 4 * r.NormFloat64()}
	if r.IntN(4) == 0 {
		m.Yaw = 0
	}
	return m
}

// checkSameMotion checks that two motions have the same matrix. Their yaws may differ by whole
// turns.
func checkSameMotion(t *testing.T, what string, up clip.UpAxis, got, want clip.Motion) {
	t.Helper()
	if rotation, translation := matrixDifference(reference.MotionMatrix(got, up),
		reference.MotionMatrix(want, up)); rotation > 1e-10 || translation > 1e-10 {
		t.Errorf("%s: %+v, want %+v", what, got, want)
	}
}

func TestComposeMultipliesMatrices(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 9))
	for range 2000 {
		up := clip.UpAxis(r.IntN(2))
		m, n := randomMotion(r), randomMotion(r)
		want := reference.MotionMatrix(m, up).Mul(reference.MotionMatrix(n, up))
		if rotation, translation := matrixDifference(want,
			reference.MotionMatrix(m.Compose(n, up), up)); rotation > 1e-12 || translation > 1e-12 {
			t.Fatalf("up %d: %+v by %+v: errors %v and %v m", up, m, n, rotation, translation)
		}
		checkSameMotion(t, "m times its inverse", up, m.Compose(m.Inverse(up), up), clip.Motion{})
		var steps clip.Motion
		times := r.IntN(40)
		for range times {
			steps = steps.Compose(m, up)
		}
		checkSameMotion(t, "repeated", up, m.Repeat(times, up), steps)
	}
}

func TestYawIsRightHandedAboutTheUpAxis(t *testing.T) {
	quarter := clip.Motion{Yaw: math.Pi / 2}
	ahead := quarter.Compose(clip.Motion{Z: 1}, clip.UpY)
	checkSameMotion(t, "Y up", clip.UpY, ahead, clip.Motion{X: 1, Yaw: math.Pi / 2})
	ahead = quarter.Compose(clip.Motion{X: 1}, clip.UpZ)
	checkSameMotion(t, "Z up", clip.UpZ, ahead, clip.Motion{Y: 1, Yaw: math.Pi / 2})
	for up, axis := range map[clip.UpAxis]mgl32.Vec3{clip.UpY: {0, 1, 0}, clip.UpZ: {0, 0, 1}} {
		want := mgl32.HomogRotate3D(0.7, axis)
		for i, v := range (clip.Motion{Yaw: 0.7}).Matrix(up) {
			if math.Abs(v-float64(want[i])) > 1e-6 {
				t.Errorf("up %d: number %d of the matrix is %v, want %v", up, i, v, want[i])
			}
		}
	}
}

func TestBlendMotionsSumsByWeight(t *testing.T) {
	a, b := clip.Motion{X: 1, Y: 2, Z: 3, Yaw: 4}, clip.Motion{Z: -2, Yaw: 1}
	got := clip.BlendMotions([]clip.Motion{a, b, a}, []float64{0.5, 0.25})
	if want := (clip.Motion{X: 0.5, Y: 1, Z: 1, Yaw: 2.25}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if got := clip.BlendMotions(nil, []float64{1}); got != (clip.Motion{}) {
		t.Errorf("the blend of no motions is %+v", got)
	}
}

// course returns the extracted form of a clip of one joint that moves 1.7 m in 1.3 s, starting at
// 0.4 s, along an arc of the given angle in radians, or straight ahead for 0.
func course(t testing.TB, turn float64) *clip.Clip {
	const keys = 40
	var times []float32
	var points []mgl32.Vec3
	var turns []mgl32.Quat
	for k := range keys {
		u := float64(k) / (keys - 1)
		times = append(times, float32(0.4+1.3*u))
		p := mgl32.Vec3{0.1, 0.9, float32(1.7*u) + 0.2}
		if turn != 0 {
			radius := 1.7 / turn
			s, c := math.Sincos(u * turn)
			// The joint is 0.1 m and 0.2 m beside the character's origin and rotates with it.
			p = mgl32.Vec3{float32(radius*(1-c) + 0.1*c + 0.2*s), 0.9, float32(radius*s - 0.1*s + 0.2*c)}
		}
		points = append(points, p)
		turns = append(turns, mgl32.QuatRotate(float32(u*turn), mgl32.Vec3{0, 1, 0}))
	}
	b := clip.NewBuilder("course", handmade.Skeleton(t, handmade.Joint("hips", -1)))
	source := handmade.Build(t, b.Translation(0, clip.Linear, times, points).Rotation(0, clip.Linear, times, turns))
	stripped, err := clip.ExtractRootMotion(source, clip.RootMotionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	return stripped
}

// advance adds seconds, which may be negative, to a time in a looped clip, and counts how often it
// wraps.
func advance(c *clip.Clip, time, seconds float64) (now float64, wraps int) {
	elapsed := time - c.Start() + seconds
	n := math.Floor(elapsed / c.Duration())
	return min(c.Start()+elapsed-n*c.Duration(), c.End()), int(math.Abs(n))
}

func TestThousandLoopsInUnevenFrames(t *testing.T) {
	for name, turn := range map[string]float64{"straight": 0, "bend": 0.9, "whole turn": 2 * math.Pi} {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 4))
			c := course(t, turn)
			motion := c.RootMotion()
			for _, backward := range []bool{false, true} {
				var sum clip.Motion
				var wide [16]float64
				matrix := mgl32.Ident4()
				time, elapsed := c.Start(), 0.0
				if backward {
					time = c.End()
				}
				for elapsed < 1000*c.Duration() {
					step := min(r.ExpFloat64()/46, 1000*c.Duration()-elapsed)
					if r.IntN(500) == 0 {
						step = min(step*300, 1000*c.Duration()-elapsed)
					}
					elapsed += step
					signed := step
					if backward {
						signed = -step
					}
					now, wraps := advance(c, time, signed)
					m := motion.Travel(time, now, wraps, backward)
					sum = sum.Compose(m, motion.Up())
					clip.ApplyMotion(&matrix, &wide, m, motion.Up())
					time = now
				}
				whole := motion.Total()
				if backward {
					whole = whole.Inverse(motion.Up())
				}
				want := whole.Repeat(1000, motion.Up())
				from, to := reference.MotionMatrix(want, motion.Up()), reference.MotionMatrix(sum, motion.Up())
				if rotation, translation := matrixDifference(from, to); rotation > 1e-9 || translation > 1.7e-9 {
					t.Errorf("backward %v: %+v, want %+v", backward, sum, want)
				}
				matrixWanted := want.Matrix(motion.Up())
				for i, v := range matrix {
					if d := math.Abs(float64(v) - matrixWanted[i]); d > 1e-9+math.Abs(matrixWanted[i])/(1<<23) {
						t.Errorf("backward %v: number %d of the matrix is %v, want %v", backward, i, v, matrixWanted[i])
					}
				}
			}
		})
	}
}

func TestTravelOverManyLoopsIsTheSumOfSmallSteps(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 5))
	c := course(t, 0.9)
	motion := c.RootMotion()
	for range 300 {
		from := c.Start() + r.Float64()*c.Duration()
		seconds := (r.Float64() - 0.5) * 20
		to, wraps := advance(c, from, seconds)
		got := motion.Travel(from, to, wraps, seconds < 0)
		var want clip.Motion
		time := from
		for range 200 {
			now, n := advance(c, time, seconds/200)
			want = want.Compose(motion.Travel(time, now, n, seconds < 0), motion.Up())
			time = now
		}
		checkSameMotion(t, "travel", motion.Up(), got, want)
	}
	if a, b := motion.Travel(0.5, 1, -3, false), motion.Delta(0.5, 1); a != b {
		t.Errorf("negative wraps: %+v, want %+v", a, b)
	}
}

func TestRootMotionOutsideTheClip(t *testing.T) {
	c := course(t, 0.9)
	motion := c.RootMotion()
	for time, want := range map[float64]clip.Motion{
		-1: {}, math.Inf(-1): {}, math.Inf(1): motion.Total(), 9: motion.Total(),
	} {
		if got := motion.At(time); got != want {
			t.Errorf("at %v s: %+v, want %+v", time, got, want)
		}
	}
	if got := motion.At(math.NaN()); got != (clip.Motion{}) {
		t.Errorf("at NaN: %+v, want the identity", got)
	}
}

func TestApplyMotionAdoptsAChangedMatrix(t *testing.T) {
	matrix := mgl32.Ident4()
	var wide [16]float64
	for range 100 {
		clip.ApplyMotion(&matrix, &wide, clip.Motion{Z: 0.1}, clip.UpY)
	}
	if matrix[14] != 10 {
		t.Errorf("100 motions of 0.1 m add up to %v m", matrix[14])
	}
	matrix[12] = 5 // moved by somebody else
	clip.ApplyMotion(&matrix, &wide, clip.Motion{X: 1}, clip.UpY)
	if matrix[12] != 6 || matrix[14] != 10 {
		t.Errorf("the position is %v, want 6, 0, 10", matrix.Col(3))
	}
	before := matrix
	for _, m := range []clip.Motion{{}, {X: math.NaN()}, {Y: math.Inf(1)}, {Z: math.Inf(-1)}, {Yaw: math.NaN()}} {
		if clip.ApplyMotion(&matrix, &wide, m, clip.UpY); matrix != before {
			t.Fatalf("motion %+v changes the matrix to %v", m, matrix)
		}
	}
}

func TestApplyMotionMultipliesTheMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 200 {
		up := clip.UpAxis(r.IntN(2))
		matrix := mgl32.HomogRotate3D(r.Float32()*6,
			mgl32.Vec3{r.Float32() + 0.1, r.Float32(), r.Float32()}.Normalize()).Mul(2)
		matrix.SetCol(3, mgl32.Vec4{r.Float32(), r.Float32(), r.Float32(), 1})
		var from reference.Matrix
		for i, v := range matrix {
			from[i%4][i/4] = float64(v)
		}
		m := randomMotion(r)
		want := from.Mul(reference.MotionMatrix(m, up))
		var wide [16]float64
		clip.ApplyMotion(&matrix, &wide, m, up)
		for i, v := range wide {
			if math.Abs(v-want[i%4][i/4]) > 1e-12 || matrix[i] != float32(v) {
				t.Fatalf("up %d, %+v: number %d is %v and %v, want %v", up, m, i, v, matrix[i], want[i%4][i/4])
			}
		}
	}
}
