package reference

import (
	"math"
	"testing"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// A joint leans, turns, and moves along a circle: the twist is its rotation about the up axis.
func TestRootMotionOfATurningJoint(t *testing.T) {
	skeleton, err := rig.NewSkeleton("hips", []rig.Joint{{Name: "hips", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for up, axis := range map[clip.UpAxis]mgl32.Vec3{clip.UpY: {0, 1, 0}, clip.UpZ: {0, 0, 1}} {
		turned := mgl32.QuatRotate(0.8, axis).Mul(mgl32.QuatRotate(0.3, mgl32.Vec3{1, 0, 0}))
		source, err := clip.NewBuilder("turn", skeleton).
			Rotation(0, clip.Linear, []float32{0, 1}, []mgl32.Quat{mgl32.QuatIdent(), turned}).
			Translation(0, clip.Linear, []float32{0, 1}, []mgl32.Vec3{{1, 2, 3}, {4, 5, 6}}).Build()
		if err != nil {
			t.Fatal(err)
		}
		got := RootMotion(source, 0, clip.AxisX|clip.AxisZ, true, up, 1)
		want := MotionMatrix(clip.Motion{Yaw: 0.8}, up)
		start := want.Point(Vector{1, 2, 3})
		want[0][3], want[2][3] = 4-start[0], 6-start[2]
		for r := range 4 {
			for c := range 4 {
				if math.Abs(got[r][c]-want[r][c]) > 1e-6 {
					t.Errorf("up %d: row %d, column %d: %v, want %v", up, r, c, got[r][c], want[r][c])
				}
			}
		}
	}
}
