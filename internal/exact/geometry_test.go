package exact

import (
	"math"
	"math/rand/v2"
	"testing"
)

func randomVec3(r *rand.Rand) Vec3 { return Vec3{r.NormFloat64(), r.NormFloat64(), r.NormFloat64()} }

func randomRotation(r *rand.Rand) Quat {
	return AxisAngle(randomVec3(r).Normalized(), 6*r.NormFloat64())
}

func nearVec3(a, b Vec3) bool { return a.Sub(b).Length() < 1e-12 }

func TestQuatMulAppliesTheRightFactorFirst(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 1000 {
		a, b, v := randomRotation(r), randomRotation(r), randomVec3(r)
		if got, want := a.Mul(b).Rotate(v), a.Rotate(b.Rotate(v)); !nearVec3(got, want) {
			t.Fatalf("(a·b) rotates %v to %v, b then a to %v", v, got, want)
		}
		if got := a.Conjugate().Rotate(a.Rotate(v)); !nearVec3(got, v) {
			t.Fatalf("the conjugate returns %v to %v", v, got)
		}
	}
}

func TestAxisAngleIsRightHanded(t *testing.T) {
	got := AxisAngle(Vec3{0, 0, 1}, math.Pi/2).Rotate(Vec3{1, 0, 0})
	if !nearVec3(got, Vec3{0, 1, 0}) {
		t.Errorf("x rotated by 90 degrees about z is %v, want y", got)
	}
	if got := (Vec3{1, 0, 0}).Cross(Vec3{0, 1, 0}); got != (Vec3{0, 0, 1}) {
		t.Errorf("x × y = %v, want z", got)
	}
}

func TestAffineInverse(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for range 1000 {
		var a Affine
		for i := range a {
			a[i] = r.NormFloat64()
		}
		v := randomVec3(r)
		inverse, ok := a.Inverse()
		if got := inverse.Point(a.Point(v)); !ok || got.Sub(v).Length() > 1e-6 {
			t.Fatalf("the inverse of %v takes %v to %v, %v", a, v, got, ok)
		}
		if a.PointXYZ(v.Vector()).Vec3() != a.Point(v) || a.DirectionXYZ(v.Vector()).Vec3() != a.Direction(v) {
			t.Fatalf("%v takes the fields of %v elsewhere", a, v)
		}
		itself := a
		if ok := itself.SetInverse(&itself); !ok || itself != inverse {
			t.Fatalf("the inverse of %v, set in place, is %v, expected %v", a, itself, inverse)
		}
		product := a.Mul(&inverse)
		if got := product.Direction(v); got.Sub(v).Length() > 1e-6 {
			t.Fatalf("the product with the inverse takes direction %v to %v", v, got)
		}
	}
	if got, ok := (&Affine{0: 1, 5: 1}).Inverse(); ok || got != (Affine{}) {
		t.Errorf("a singular transform has the inverse %v", got)
	}
	if got, ok := IdentityAffine.Inverse(); !ok || got != IdentityAffine {
		t.Errorf("the inverse of the identity is %v", got)
	}
}

func TestNormalizedKeepsAZeroVector(t *testing.T) {
	if got := (Vec3{}).Normalized(); got != (Vec3{}) {
		t.Errorf("%v, want the zero vector", got)
	}
	if got := (Vec3{0, 3, 4}).Normalized(); got != (Vec3{0, 0.6, 0.8}) {
		t.Errorf("%v, want 0 0.6 0.8", got)
	}
	if got := Normalized32([4]float32{0, 3, 0, 4}); got != [4]float32{0, 0.6, 0, 0.8} {
		t.Errorf("%v, want 0 0.6 0 0.8", got)
	}
}

func TestIsFinite(t *testing.T) {
	for x, want := range map[float64]bool{
		0: true, math.MaxFloat64: true, math.Inf(1): false, math.Inf(-1): false,
		math.NaN(): false,
	} {
		if IsFinite(x) != want || (Vec3{1, x, 2}).IsFinite() != want {
			t.Errorf("IsFinite(%v) is not %v", x, want)
		}
	}
}
