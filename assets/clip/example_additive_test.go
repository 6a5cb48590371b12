package clip_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// What a clip does beyond its first pose, to be added to whatever else a character does.
func ExampleMakeAdditive() {
	skeleton := handmade.ExampleArm()
	c := handmade.ExampleWave(skeleton)
	wave, err := clip.MakeAdditive(c, c.FirstPose())
	if err != nil {
		fmt.Println(err)
		return
	}
	shoulder, _ := skeleton.Find("shoulder")
	at := wave.PoseAt(0).Joint(shoulder)
	fmt.Println(wave.Additive(), at == rig.IdentityTRS())
	at = wave.PoseAt(1).Joint(shoulder)
	fmt.Printf("turned to %.2f, moved by %v, scaled by %v\n", at.Rotation.V, at.Translation, at.Scale)

	_, err = clip.MakeAdditive(wave, rig.NewPose(skeleton))
	fmt.Println(err)
	// Output:
	// true true
	// turned to [0.00 0.00 0.71], moved by [0 0 0], scaled by [1 1 1]
	// clip "wave": it is additive already
}
