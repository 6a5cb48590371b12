package mannequin_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
)

// A walk in a bow to the left. (Errors are left out.)
func ExampleStepping() {
	lib := assets.NewLibrary()
	model, _ := mannequin.New(lib)
	bow, _ := mannequin.Stepping("walk left", lib.Skeleton(model.Skeleton), "walk", mannequin.WalkSpeed, 0.9)
	bow, _ = clip.ExtractRootMotion(bow, clip.RootMotionOptions{})
	whole := bow.RootMotion().Total()
	fmt.Printf("%.2f m ahead, %.2f m to the left, turned by %.2f\n", whole.Z, whole.X, whole.Yaw)
	// Output: 1.23 m ahead, 0.64 m to the left, turned by 0.96
}
