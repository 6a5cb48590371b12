package exact

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestTrigonometryAgreesWithTheStandardLibrary(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	near := func(name string, x, got, want, bound float64) {
		t.Helper()
		if math.Abs(got-want) > bound {
			t.Fatalf("%s(%v) = %v, want %v", name, x, got, want)
		}
	}
	for range 200_000 {
		x := (random.Float64() - 0.5) * 100
		near("Sin", x, Sin(x), math.Sin(x), 1e-15+1e-16*math.Abs(x))
		near("Cos", x, Cos(x), math.Cos(x), 1e-15+1e-16*math.Abs(x))
		y := (random.Float64() - 0.5) * 100
		near("Atan2", x, Atan2(y, x), math.Atan2(y, x), 2e-15)
		c := random.Float64()*2 - 1
		near("Acos", c, Acos(c), math.Acos(c), 4e-15)
	}
	for _, x := range []float64{0, 1, -1, math.Pi, -math.Pi, math.Pi / 2, math.Pi / 4, 1e-300, 1e5} {
		near("Sin", x, Sin(x), math.Sin(x), 1e-11)
		near("Cos", x, Cos(x), math.Cos(x), 1e-11)
		near("Atan2", x, Atan2(x, 1), math.Atan2(x, 1), 2e-15)
		near("Atan2", x, Atan2(x, -1), math.Atan2(x, -1), 2e-15)
		near("Atan2", x, Atan2(1, x), math.Atan2(1, x), 2e-15)
	}
	if s, c := SinCos(math.Inf(1)); !math.IsNaN(s) || !math.IsNaN(c) {
		t.Errorf("SinCos(Inf) = %v, %v, want NaN", s, c)
	}
	if got := Sin(1e300); math.IsNaN(got) || math.Abs(got) > 1 {
		t.Errorf("Sin(1e300) = %v, want a number in [-1, 1]", got)
	}
	if Acos(1.5) != 0 || math.Abs(Acos(-1.5)-math.Pi) > 1e-15 {
		t.Errorf("Acos does not clamp: %v %v", Acos(1.5), Acos(-1.5))
	}
}

func TestSlerpRotatesByTheFractionOfTheAngle(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 50_000 {
		angle := random.Float64() * math.Pi * 0.999
		if random.IntN(4) == 0 {
			angle *= 1e-5
		}
		u := random.Float32()
		// a is the identity and b rotates about z, so the result is known: a rotation about z by
		// angle*u.
		a := [4]float32{0, 0, 0, 1}
		b := [4]float32{0, 0, float32(math.Sin(angle / 2)), float32(math.Cos(angle / 2))}
		var q [4]float32
		Slerp(&q, &a, &b, u)
		half := angle / 2 * float64(u)
		if math.Abs(float64(q[2])-math.Sin(half)) > 2e-7 || math.Abs(float64(q[3])-math.Cos(half)) > 2e-7 {
			t.Fatalf("angle %v u %v: got %v, want z %v w %v", angle, u, q, math.Sin(half), math.Cos(half))
		}
	}
}

func TestSlerpOfOppositeQuaternionsIsAUnitQuaternion(t *testing.T) {
	a, b := [4]float32{0, 0, 0, 1}, [4]float32{0, 0, 0, -1}
	var q [4]float32
	for _, u := range []float32{0, 0.25, 0.5, 0.75, 1} {
		Slerp(&q, &a, &b, u)
		var n float64
		for _, v := range q {
			n += float64(v) * float64(v)
		}
		if math.Abs(n-1) > 1e-6 {
			t.Errorf("u=%v: |q|² = %v", u, n)
		}
	}
}
