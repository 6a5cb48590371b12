package mannequin_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
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

// The walk is on the spot. A traveling clip moves over the ground, until its root motion is
// extracted.
func ExampleTraveling() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	walk := lib.Clip(model.Clip("walk"))
	ahead, err := mannequin.Traveling("walk ahead", walk, mannequin.WalkSpeed, 0)
	if err != nil {
		fmt.Println(err)
		return
	}
	stripped, err := clip.ExtractRootMotion(ahead, clip.RootMotionOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f m in %.2f s\n", stripped.RootMotion().Total().Z, stripped.Duration())
	// Output: 1.44 m in 1.07 s
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

// A walk in a curve to the left.
func ExampleStepping() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	curve, err := mannequin.Stepping("walk left", lib.Skeleton(model.Skeleton), "walk", mannequin.WalkSpeed, 0.9)
	if err == nil {
		curve, err = clip.ExtractRootMotion(curve, clip.RootMotionOptions{})
	}
	if err != nil {
		fmt.Println(err)
		return
	}
	whole := curve.RootMotion().Total()
	fmt.Printf("%.2f m ahead, %.2f m to the left, turned by %.2f\n", whole.Z, whole.X, whole.Yaw)
	// Output: 1.23 m ahead, 0.64 m to the left, turned by 0.96
}
