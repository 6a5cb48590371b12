package rig_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
)

// From two clips to a palette, in plain slices: no world, no entities.
func ExampleBlend() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	skeleton, skin := lib.Skeleton(model.Skeleton), lib.Skin(model.Skins[0])
	rightArm, err := rig.NewMask("right arm", skeleton).Subtree(1, "right_upper_arm").Build()
	if err != nil {
		fmt.Println(err)
		return
	}

	walk, wave, blended := rig.NewPose(skeleton), rig.NewPose(skeleton), rig.NewPose(skeleton)
	lib.Clip(model.Clip("walk")).Sample(0.25, walk)
	lib.Clip(model.Clip("wave")).Sample(1.6, wave)
	if err := rig.Blend(blended, rig.Mix(walk, 1), rig.Over(wave, 1, rightArm)); err != nil {
		fmt.Println(err)
		return
	}
	models := blended.ModelMatrices(nil)
	palette := skin.Palette(nil, models)

	for _, name := range []string{"left_foot", "right_hand"} {
		joint, err := skeleton.FindJoint(name)
		if err != nil {
			fmt.Println(err)
			return
		}
		before := rig.MatrixAt(walk.ModelMatrices(nil), joint).Point(mgl32.Vec3{})
		now := rig.MatrixAt(models, joint).Point(mgl32.Vec3{})
		fmt.Printf("%-10s walks at height %.2f, now %.2f\n", name, before[1], now[1])
	}
	fmt.Println(len(palette)/rig.MatrixSize, "matrices")
	// Output:
	// left_foot  walks at height 0.08, now 0.08
	// right_hand walks at height 0.89, now 1.53
	// 67 matrices
}
