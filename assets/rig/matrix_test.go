package rig_test

import (
	"errors"
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/rig"
)

func TestMatrixFormsAgree(t *testing.T) {
	columns := mgl32.Mat4{1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10, 11, 12, 1}
	m := rig.MatrixFromMat4(columns)
	if want := (rig.Matrix{1, 4, 7, 10, 2, 5, 8, 11, 3, 6, 9, 12}); m != want {
		t.Errorf("rows %v, want %v", m, want)
	}
	if m.Mat4() != columns {
		t.Errorf("back to Mat4: %v, want %v", m.Mat4(), columns)
	}
	if got := m.Point(mgl32.Vec3{1, 10, 100}); got != columns.Mul4x1(mgl32.Vec4{1, 10, 100, 1}).Vec3() {
		t.Errorf("point %v", got)
	}
	other := rig.Matrix{2, 0, 0, 5, 0, 3, 0, 6, 1, 0, 4, 7}
	if got, want := m.Mul(other).Mat4(), columns.Mul4(other.Mat4()); got != want {
		t.Errorf("product %v, want %v", got, want)
	}
	if m.Mul(rig.IdentityMatrix()) != m || rig.IdentityMatrix().Mul(m) != m {
		t.Error("multiplication by the identity changes a matrix")
	}
	flat := append(append([]float32{}, other[:]...), m[:]...)
	if rig.MatrixAt(flat, 1) != m {
		t.Error("MatrixAt(flat, 1) is another matrix")
	}
}

func TestTRSMatrixScalesRotatesTranslates(t *testing.T) {
	m := rig.TRS{
		Translation: mgl32.Vec3{10, 20, 30},
		Rotation:    mgl32.Quat{V: mgl32.Vec3{0, 0, 1}}, // half a turn about z
		Scale:       mgl32.Vec3{2, -3, 4},
	}.Matrix()
	if got, want := m.Point(mgl32.Vec3{1, 1, 1}), (mgl32.Vec3{8, 23, 34}); got != want {
		t.Errorf("point %v, want %v", got, want)
	}
	if rig.IdentityTRS().Matrix() != rig.IdentityMatrix() {
		t.Error("the identity's matrix is not the identity")
	}
}

func TestInverse(t *testing.T) {
	m := rig.Matrix{2, 0, 0, 3, 0, 0, -4, 5, 0, 8, 0, 7}
	inverse, ok := m.Inverse()
	if want := (rig.Matrix{0.5, 0, 0, -1.5, 0, 0, 0.125, -0.875, 0, -0.25, 0, 1.25}); !ok || inverse != want {
		t.Errorf("inverse %v, want %v", inverse, want)
	}
	tiny := rig.TRS{Rotation: mgl32.QuatIdent(), Scale: mgl32.Vec3{1e-30, 1e-30, 1e-30}}.Matrix()
	if inverse, ok := tiny.Inverse(); !ok || inverse[0] != 1e30 {
		t.Errorf("inverse of a tiny scale: %v, %v", inverse, ok)
	}
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for name, m := range map[string]rig.Matrix{
		"zero": {}, "flat": {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, "parallel": {1, 2, 0, 0, 2, 4, 0, 0, 0, 0, 1, 0},
		"NaN": {nan, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, "infinite": {inf, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
		"NaN translation": {1, 0, 0, nan, 0, 1, 0, 0, 0, 0, 1, 0},
		"beyond float32":  {1e-40, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0},
		"far":             {1e-20, 0, 0, 1e30, 0, 1, 0, 0, 0, 0, 1, 0},
	} {
		if inverse, ok := m.Inverse(); ok || inverse != (rig.Matrix{}) {
			t.Errorf("%s: inverse %v, want none", name, inverse)
		}
	}
}

func TestDecomposeErrors(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	for _, row := range []struct {
		name   string
		matrix rig.Matrix
		want   error
	}{
		{"shear", rig.Matrix{1, 0.01, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, rig.ErrShear},
		{"shear of z", rig.Matrix{1, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, 1, 0}, rig.ErrShear},
		{"equal columns", rig.Matrix{1, 1, 1, 0, 1, 1, 1, 0, 1, 1, 1, 0}, rig.ErrShear},
		{"a column of 0", rig.Matrix{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0}, rig.ErrSingular},
		{"zero", rig.Matrix{}, rig.ErrSingular},
		{"NaN", rig.Matrix{1, 0, 0, nan, 0, 1, 0, 0, 0, 0, 1, 0}, rig.ErrNotFinite},
		{"infinite", rig.Matrix{inf, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, rig.ErrNotFinite},
		{"rounding", rig.Matrix{1, 0.0005, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0}, nil},
		{"tiny", rig.Matrix{1e-40, 0, 0, 0, 0, 1e-40, 0, 0, 0, 0, 1e-40, 0}, nil},
		{"huge", rig.Matrix{1e38, 0, 0, 1e38, 0, 1e38, 0, 0, 0, 0, 1e38, 0}, nil},
	} {
		if _, err := row.matrix.Decompose(); !errors.Is(err, row.want) {
			t.Errorf("%s: error %v, want %v", row.name, err, row.want)
		}
	}
}

// The rotations about different axes have different largest quaternion components, which Decompose
// divides by.
func TestDecomposeFindsEveryRotation(t *testing.T) {
	for _, axis := range []mgl32.Vec3{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0.8, 0}, {-0.6, 0, 0.8}} {
		for degrees := float32(-180); degrees <= 180; degrees += 15 {
			q := mgl32.QuatRotate(mgl32.DegToRad(degrees), axis)
			got, err := rig.TRS{Rotation: q, Scale: mgl32.Vec3{1, 2, 3}}.Matrix().Decompose()
			if dot := got.Rotation.Dot(q); err != nil || dot*dot < 0.999999 {
				t.Errorf("%v degrees about %v: %v, want %v; %v", degrees, axis, got.Rotation, q, err)
			}
		}
	}
}
