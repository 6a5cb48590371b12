package courses_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
)

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
	ahead, err := courses.Traveling("walk ahead", walk, mannequin.WalkSpeed, 0)
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

// A walk in a curve to the left.
func ExampleStepping() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	curve, err := courses.Stepping("walk left", lib.Skeleton(model.Skeleton), "walk", mannequin.WalkSpeed, 0.9)
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

// A walk, then a stop and a turn on the spot.
func ExampleRoaming() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	course, err := courses.Roaming("round the corner", lib.Skeleton(model.Skeleton),
		courses.Move{Seconds: 2, Z: mannequin.WalkSpeed}, courses.Move{Seconds: 1}, courses.Move{Seconds: 2, Heading: 1.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.0f s, %d footfalls\n", course.Duration(), len(course.Markers()))
	// Output: 5 s, 9 footfalls
}
