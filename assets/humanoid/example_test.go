package humanoid_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/humanoid"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// The map of a humanoid gives a confidence and a reason for each bone, and can be corrected.
func ExampleFind() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	skeleton := library.Skeleton(model.Skeleton)
	bones, err := humanoid.Find(skeleton)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range bones.Matches()[:3] {
		fmt.Printf("%s is %s: %.2f, %s\n", m.Bone, m.JointName, m.Confidence, m.Why)
	}
	if err := bones.Set("chest", "spine_2"); err != nil {
		fmt.Println(err)
		return
	}
	joint, _ := bones.Joint("chest")
	fmt.Println("chest is", skeleton.JointName(joint))
	// Output:
	// hips is hips: 0.95, its name
	// spine is spine_1: 0.90, between hips and arms
	// chest is spine_3: 0.90, between hips and arms
	// chest is spine_2
}
