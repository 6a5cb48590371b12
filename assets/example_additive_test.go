package assets_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
)

// What a clip does beyond its first pose, to be added to whatever else a character does.
func ExampleMakeAdditive() {
	skeleton := exampleArm()
	clip := exampleWave(skeleton)
	wave, err := assets.MakeAdditive(clip, clip.FirstPose())
	if err != nil {
		fmt.Println(err)
		return
	}
	shoulder, _ := skeleton.Find("shoulder")
	at := wave.PoseAt(0).Joint(shoulder)
	fmt.Println(wave.Additive(), at == assets.IdentityTRS())
	at = wave.PoseAt(1).Joint(shoulder)
	fmt.Printf("turned to %.2f, moved by %v, scaled by %v\n", at.Rotation.V, at.Translation, at.Scale)

	_, err = assets.MakeAdditive(wave, assets.NewPose(skeleton))
	fmt.Println(err)
	// Output:
	// true true
	// turned to [0.00 0.00 0.71], moved by [0 0 0], scaled by [1 1 1]
	// clip "wave": it is additive already
}
