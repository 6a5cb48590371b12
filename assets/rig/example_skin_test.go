package rig_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func ExampleNewSkin() {
	skeleton := handmade.ExampleArm()
	elbow, ok := skeleton.Find("elbow")
	if !ok {
		fmt.Println("the skeleton has no elbow")
		return
	}
	skin, err := rig.NewSkin("sleeve", skeleton, []int{elbow}, nil) // bound to the rest pose
	if err != nil {
		fmt.Println(err)
		return
	}
	pose := rig.NewPose(skeleton)
	handmade.ExampleWave(skeleton).Sample(1, pose)
	palette := skin.Palette(nil, pose.ModelMatrices(nil))
	vertex := mgl32.Vec3{1.5, 0, 0} // half a meter beyond the elbow
	fmt.Printf("%.2f\n", rig.MatrixAt(palette, 0).Point(vertex))
	// Output: [0.00 1.50 0.00]
}

func ExamplePose_SetJoint() {
	pose := rig.NewPose(handmade.ExampleArm())
	shoulder := pose.Joint(0)
	shoulder.Translation = mgl32.Vec3{0, 1.5, 0}
	pose.SetJoint(0, shoulder)
	elbow := rig.MatrixAt(pose.ModelMatrices(nil), 1)
	fmt.Println(elbow.Point(mgl32.Vec3{}))
	// Output: [1 1.5 0]
}

func ExampleMatrix_Decompose() {
	m := rig.Matrix{
		0, -2, 0, 5,
		2, 0, 0, 6,
		0, 0, 2, 7,
	}
	parts, err := m.Decompose()
	if err != nil {
		fmt.Println(err)
		return
	}
	degrees := 2 * mgl32.RadToDeg(float32(math.Acos(float64(parts.Rotation.W))))
	fmt.Printf("translation %v, scale %v, rotation by %.0f degrees\n", parts.Translation, parts.Scale, degrees)
	// Output: translation [5 6 7], scale [2 2 2], rotation by 90 degrees
}
