package clip_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// Turn a wave into differences from its first pose, to be added to any other pose.
func ExampleMakeAdditive() {
	skeleton := handmade.ExampleArm()
	c := handmade.ExampleWave(skeleton)
	wave, err := clip.MakeAdditive(c, c.FirstPose())
	if err != nil {
		fmt.Println(err)
		return
	}
	shoulder, ok := skeleton.Find("shoulder")
	if !ok {
		fmt.Println("the skeleton has no shoulder")
		return
	}
	at := wave.PoseAt(0).Joint(shoulder)
	fmt.Println(wave.Additive(), at == rig.IdentityTRS())
	at = wave.PoseAt(1).Joint(shoulder)
	fmt.Printf("rotation %.2f, translation %v, scale %v\n", at.Rotation.V, at.Translation, at.Scale)

	_, err = clip.MakeAdditive(wave, rig.NewPose(skeleton))
	fmt.Println(err)
	// Output:
	// true true
	// rotation [0.00 0.00 0.71], translation [0 0 0], scale [1 1 1]
	// clip "wave": expected a clip that is not additive, found one that is
}
