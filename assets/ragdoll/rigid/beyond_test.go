package rigid_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
	"github.com/sinew-go/sinew/assets/rig"
)

// Beyond is 0 where a body is within its limits and else the angle to the nearest edge, in each
// direction of the cone and about the twist, whatever the matrix of the character.
func TestBeyond(t *testing.T) {
	skeleton, err := rig.NewSkeleton("arm", []rig.Joint{
		{Name: "upper", Parent: -1, Rest: rig.IdentityTRS()}, {Name: "lower", Parent: 0, Rest: rig.IdentityTRS()},
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	x, y, z := mgl32.Vec3{1, 0, 0}, mgl32.Vec3{0, 1, 0}, mgl32.Vec3{0, 0, 1}
	d := &rigid.Definition{Skeleton: skeleton, Bodies: []rigid.Body{{Joint: 0}, {Joint: 1, Limit: rigid.Limit{
		Axis: x, Side: y, Center: x, CenterSide: y, Bend: 0.5, Sway: 0.25, Twist: 0.75,
	}}}}
	placed := mgl32.Translate3D(3, 0, 1).Mul4(mgl32.HomogRotate3DY(2)).Mul4(mgl32.Scale3D(100, 100, 100))
	for _, test := range []struct {
		axis        mgl32.Vec3
		turned, far float64
	}{
		{y, 0.4, 0},
		{y, 0.9, 0.4},
		{y, -0.9, 0.4},
		{z, 0.2, 0},
		{z, 1, 0.75},
		{x, -0.7, 0},
		{x, 1, 0.25},
		{x, -1, 0.25},
		{mgl32.Vec3{0, 1, 1}.Normalize(), 0.2, 0},
		{mgl32.Vec3{0, 1, 1}.Normalize(), 1, 1 - 1/math.Hypot(math.Sqrt2, 2*math.Sqrt2)},
		{y, 3, 2.5},
	} {
		for _, world := range []mgl32.Mat4{mgl32.Ident4(), placed} {
			joint := world.Mul4(mgl32.QuatRotate(float32(test.turned), test.axis).Mat4())
			far, ok := d.Beyond(1, joint, world)
			if !ok || math.Abs(float64(far)-test.far) > 1e-4 {
				t.Errorf("turned by %v about %v: expected %v beyond, found %v, %v", test.turned, test.axis, test.far, far, ok)
			}
		}
	}
	d.Bodies[1].Limit.Sway = 0 // a hinge
	if far, ok := d.Beyond(1, mgl32.QuatRotate(0.4, y).Mat4(), mgl32.Ident4()); !ok || far > 1e-3 {
		t.Errorf("a hinge within its limit: expected 0, found %v, %v", far, ok)
	}
	if far, ok := d.Beyond(1, mgl32.QuatRotate(0.4, z).Mat4(), mgl32.Ident4()); !ok || math.Abs(float64(far)-0.4) > 1e-3 {
		t.Errorf("a hinge across its axis: expected 0.4, found %v, %v", far, ok)
	}
	if far, ok := d.Beyond(0, placed, placed); !ok || far != 0 {
		t.Errorf("a body without limits: expected 0, found %v, %v", far, ok)
	}
	for _, i := range []int{-1, 2} {
		if _, ok := d.Beyond(i, placed, placed); ok {
			t.Errorf("there is no body %d: expected false", i)
		}
	}
	if _, ok := d.Beyond(1, mgl32.Mat4{}, placed); ok {
		t.Error("a singular matrix: expected false")
	}
	if _, ok := (*rigid.Definition)(nil).Beyond(0, placed, placed); ok {
		t.Error("no definition: expected false")
	}
}
