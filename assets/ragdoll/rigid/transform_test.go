package rigid_test

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/ragdoll/rigid"
	"github.com/sinew-go/sinew/assets/rig"
)

// A capsule in the space of its body is where the joint takes it, whatever the character's
// transform, mirrored or scaled.
func TestCapsulesOfTransformedCharacters(t *testing.T) {
	d := proposal(t)
	rest := rig.NewPose(d.Skeleton).ModelMatrices(nil)
	for name, world := range map[string]mgl32.Mat4{
		"turned":   mgl32.Translate3D(1, 2, 3).Mul4(mgl32.HomogRotate3D(1, mgl32.Vec3{0.6, 0, 0.8})),
		"tiny":     mgl32.Scale3D(0.01, 0.01, 0.01),
		"large":    mgl32.Scale3D(100, 100, 100),
		"mirrored": mgl32.HomogRotate3DX(1).Mul4(mgl32.Scale3D(-1, 1, 1)),
	} {
		size := float32(math.Cbrt(math.Abs(float64(world.Mat3().Det()))))
		for i := range d.Bodies {
			joint := world.Mul4(rig.MatrixAt(rest, d.Bodies[i].Joint).Mat4())
			at, ok := rigid.TransformOf(joint)
			from, to, radius, ok2 := d.Capsule(i, joint)
			if !ok || !ok2 {
				t.Fatalf("%s: no capsule of %s", name, d.Name(i))
			}
			for _, pair := range [...][2]mgl32.Vec3{{from, d.Bodies[i].A}, {to, d.Bodies[i].B}} {
				want := joint.Mul4x1(pair[1].Vec4(1)).Vec3()
				if off := at.Point(pair[0]).Sub(want).Len(); off > 1e-5*size {
					t.Errorf("%s: an end of %s is %g away", name, d.Name(i), off)
				}
			}
			if q := radius / (d.Bodies[i].Radius * size); math.Abs(float64(q-1)) > 1e-4 {
				t.Errorf("%s: the radius of %s is %g of what it should be", name, d.Name(i), q)
			}
		}
	}
	if _, _, _, ok := d.Capsule(0, mgl32.Mat4{}); ok {
		t.Error("a singular matrix has a capsule")
	}
}
