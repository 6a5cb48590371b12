package mannequin_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
)

func ExampleNew() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	skeleton := lib.Skeleton(model.Skeleton)
	fmt.Println(skeleton.Len(), "joints")
	for _, id := range model.Clips {
		clip := lib.Clip(id)
		fmt.Printf("%-5s %.2f s\n", clip.Name(), clip.Duration())
	}

	// Find the left hand in the middle of a step.
	pose := rig.NewPose(skeleton)
	lib.Clip(model.Clip("walk")).Sample(0.5, pose)
	hand, _ := skeleton.Find("left_hand")
	at := rig.MatrixAt(pose.ModelMatrices(nil), hand)
	fmt.Printf("left hand at %.1f %.1f %.1f\n", at[3], at[7], at[11])
	// Output:
	// 67 joints
	// idle  5.00 s
	// walk  1.07 s
	// run   0.67 s
	// jump  2.27 s
	// wave  3.20 s
	// dance 4.00 s
	// left hand at 0.2 0.9 0.3
}

// The markers of a clip with steps.
func ExampleNew_markers() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, marker := range lib.Clip(model.Clip("walk")).Markers() {
		fmt.Printf("%s at %.2f s\n", marker.Name, marker.Time)
	}
	// Output:
	// left foot at 0.00 s
	// right foot at 0.53 s
}
