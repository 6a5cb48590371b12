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

func TestABlendOfEqualPosesIsThatPose(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	s := randomassets.Skeleton(r, randomassets.Shapes()[5])
	pose := reference.Rest(s)
	for _, mixed := range []reference.Pose{
		reference.BlendSlerp(pose, pose, 0.3),
		reference.Blend([]reference.Pose{pose, pose, pose}, []float64{1, 2, 3}),
	} {
		for j, want := range pose.Locals {
			want.Rotation = want.Rotation.Unit()
			within(t, 0, "translation", mixed.Locals[j].Translation[:], want.Translation[:], 1e-15)
			within(t, 0, "rotation", mixed.Locals[j].Rotation[:], want.Rotation[:], 1e-15)
			within(t, 0, "scale", mixed.Locals[j].Scale[:], want.Scale[:], 1e-15)
		}
		within(t, 0, "morphs", mixed.Morphs, pose.Morphs, 1e-15)
	}
}

func TestABlendOfTwoRotationsTakesTheShorterArc(t *testing.T) {
	turn := func(degrees float64) reference.Pose {
		half := degrees * math.Pi / 360
		return reference.Pose{
			Locals: []reference.TRS{{Rotation: reference.Quaternion{0, 0, math.Sin(half), math.Cos(half)}}},
		}
	}
	for _, row := range []struct{ a, b, u, want float64 }{
		{0, 90, 0.25, 22.5},
		{-10, 350, 0.5, -10}, // the same rotation, negated
		{170, -170, 0.5, 180},
		{20, 200.001, 1, 200.001},
	} {
		want := turn(row.want).Locals[0].Rotation
		slerp := reference.BlendSlerp(turn(row.a), turn(row.b), row.u).Locals[0].Rotation
		if off := 1 - math.Abs(slerp.Dot(want)); off > 1e-15 {
			t.Errorf("%+v: slerp gives %v, want %v", row, slerp, want)
		}
		// In the middle and at the ends slerp and nlerp agree; elsewhere they differ by up to a
		// degree for a rotation of 90 degrees.
		nlerp := reference.Blend([]reference.Pose{turn(row.a), turn(row.b)},
			[]float64{2 - 2*row.u, 2 * row.u}).Locals[0].Rotation
		if off := 1 - math.Abs(nlerp.Dot(want)); off > 4e-5 {
			t.Errorf("%+v: nlerp gives %v, want %v", row, nlerp, want)
		}
	}
}

func TestBlendNormalizesWeights(t *testing.T) {
	at := func(x float64) reference.Pose {
		return reference.Pose{
			Locals: []reference.TRS{{Translation: reference.Vector{x}, Scale: reference.Vector{x}}},
			Morphs: []float64{x},
		}
	}
	mixed := reference.Blend([]reference.Pose{at(1), at(10), at(100)}, []float64{1, 1, 2})
	if x := mixed.Locals[0].Translation[0]; x != 52.75 || mixed.Locals[0].Scale[0] != 52.75 ||
		mixed.Morphs[0] != 52.75 {
		t.Errorf("got %v, want 52.75", mixed)
	}
}

func TestBlendOfTwoPosesIsNlerp(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	for range 100 {
		a, b, u := randomassets.Rotation(r), randomassets.Rotation(r), r.Float64()
		of := func(q mgl32.Quat) reference.Pose {
			return reference.Pose{Locals: []reference.TRS{reference.TRSOf(rig.TRS{Rotation: q})}}
		}
		want := reference.Blend([]reference.Pose{of(a), of(b)}, []float64{1 - u, u}).Locals[0].Rotation
		got := of(a).Locals[0].Rotation.Nlerp(of(b).Locals[0].Rotation, u)
		within(t, 0, "rotation", got[:], want[:], 1e-15)
	}
}

func TestAQuaternionAndItsNegativeBlendToTheSameRotation(t *testing.T) {
	z := reference.Quaternion{0, 0, 1, 0}
	if got := z.Nlerp(z.Times(-1), 0.5); got != z {
		t.Errorf("the blend of q and -q is %v, want q or -q", got)
	}
	if got := (reference.Quaternion{}).Unit(); got != (reference.Quaternion{0, 0, 0, 1}) {
		t.Errorf("the zero quaternion normalized is %v, want the identity", got)
	}
	if got := (reference.Vector{}).Unit(); got != (reference.Vector{}) {
		t.Errorf("the zero vector normalized is %v, want 0", got)
	}
}

func TestLoopBringsTimesIntoTheRange(t *testing.T) {
	for _, row := range []struct{ time, start, end, want float64 }{
		{0, 0, 2, 0}, {2, 0, 2, 0}, {5, 0, 2, 1}, {-0.5, 0, 2, 1.5}, {0, 1, 3, 2}, {7, 1, 3, 1}, {7, 2, 2, 2},
	} {
		if got := reference.Loop(row.time, row.start, row.end); got != row.want {
			t.Errorf("Loop(%v, %v, %v) = %v, want %v", row.time, row.start, row.end, got, row.want)
		}
	}
}
