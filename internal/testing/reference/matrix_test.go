package reference_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/randomassets"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

var anyTransform = randomassets.Shape{Bone: 10, Scale: 2, Mirrored: true}

// The inverse is computed in float64 and rounded once, so every number is within a roundoff of
// itself, plus what float64 loses if the matrix is ill-conditioned (scales from 1/4 to 4: far less
// than 1e-12 of the largest number).
func TestInverseAgreesWithTheReference(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		m := randomassets.Transform(r, anyTransform).Matrix()
		if r.IntN(2) == 0 { // shear, as in products of non-uniform scales
			m = m.Mul(randomassets.Transform(r, anyTransform).Matrix())
		}
		inverse, ok := m.Inverse()
		want, has := reference.MatrixOf(m).Inverse()
		if !ok || !has {
			t.Fatalf("%v has no inverse: %v %v", m, ok, has)
		}
		got := reference.MatrixOf(inverse)
		var largest float64
		for _, row := range want {
			for _, v := range row {
				largest = max(largest, math.Abs(v))
			}
		}
		for row := range 3 {
			for c := range 4 {
				if off := math.Abs(got[row][c] - want[row][c]); off > roundoff*math.Abs(want[row][c])+1e-12*largest {
					t.Fatalf("inverse of %v: %v, want %v", m, got, want)
				}
			}
		}
	}
}

// Decomposing and composing a matrix changes each number by the roundings of both operations, all
// of which are relative to the length of its column: the bounds of a local matrix, whose quaternion
// and scale are off by a rounding each, for both operations.
func TestDecomposeIsTheInverseOfMatrix(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	mirrored := 0
	for range 5000 {
		original := randomassets.Transform(r, anyTransform)
		m := original.Matrix()
		parts, err := m.Decompose()
		if err != nil {
			t.Fatalf("%v: %v", original, err)
		}
		if parts.Translation != original.Translation {
			t.Fatalf("translation %v, want %v", parts.Translation, original.Translation)
		}
		want := local(reference.TRSOf(parts), 0, roundoff, 2*roundoff*float64(original.Scale.Len()))
		want.linear *= 2
		compare(t, "matrix", m[:], []bounded{want})
		product := original.Scale[0] * original.Scale[1] * original.Scale[2]
		if got := parts.Scale[0] * parts.Scale[1] * parts.Scale[2]; got*product < 0 {
			t.Fatalf("scale %v became %v: mirroring was lost", original.Scale, parts.Scale)
		}
		if product < 0 {
			mirrored++
			if parts.Scale[0] >= 0 || parts.Scale[1] < 0 || parts.Scale[2] < 0 {
				t.Fatalf("a mirroring matrix has the scale %v, want a negative x alone", parts.Scale)
			}
		}
		if length := reference.TRSOf(parts).Rotation.Dot(reference.TRSOf(parts).Rotation); math.Abs(length-1) > 4*
			roundoff {
			t.Fatalf("the rotation's length squared is %v", length)
		}
	}
	if mirrored < 1000 {
		t.Errorf("only %d matrices mirrored", mirrored)
	}
}

func TestReferenceRotationTurnsCounterclockwise(t *testing.T) {
	h := math.Sqrt(0.5)
	for _, row := range []struct {
		q          reference.Quaternion
		from, into reference.Vector
	}{
		{reference.Quaternion{0, 0, h, h}, reference.Vector{1, 0, 0}, reference.Vector{0, 1, 0}},
		{reference.Quaternion{0, h, 0, h}, reference.Vector{1, 0, 0}, reference.Vector{0, 0, -1}},
		{reference.Quaternion{h, 0, 0, h}, reference.Vector{0, 2, 0}, reference.Vector{0, 0, 2}},
	} {
		got := row.q.Rotate(row.from)
		within(t, 0, "rotated", got[:], row.into[:], 1e-15)
	}
}

func TestReferenceMatrixScalesThenRotatesThenTranslates(t *testing.T) {
	m := reference.TRSOf(rig.TRS{
		Translation: mgl32.Vec3{10, 20, 30},
		Rotation:    mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}),
		Scale:       mgl32.Vec3{2, 3, -4},
	}).Matrix()
	got := m.Point(reference.Vector{1, 1, 1}) // scaled 2, 3, -4; turned -3, 2, -4
	within(t, 0, "point", got[:], []float64{7, 22, 26}, 1e-6)
	if d := m.Determinant(); math.Abs(d+24) > 1e-5 {
		t.Errorf("the determinant is %v, want -24", d)
	}
}

func TestReferenceInverseTimesMatrixIsTheIdentity(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	for range 200 {
		m := reference.MatrixOf(randomassets.Transform(r, anyTransform).Matrix())
		inverse, ok := m.Inverse()
		product := m.Mul(inverse)
		for i, row := range reference.Identity() {
			within(t, 0, "row", product[i][:], row[:], 1e-12)
		}
		if !ok {
			t.Fatalf("%v has no inverse", m)
		}
	}
	if _, ok := reference.Identity().Times(0).Inverse(); ok {
		t.Error("the zero matrix has an inverse")
	}
}
