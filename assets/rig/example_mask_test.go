package rig_test

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/rig"
)

// exampleFigure returns a skeleton of five joints.
func exampleFigure() *rig.Skeleton {
	up := rig.IdentityTRS()
	up.Translation = mgl32.Vec3{0, 0.3, 0}
	skeleton, err := rig.NewSkeleton("figure", []rig.Joint{
		{Name: "hips", Parent: -1, Rest: up},
		{Name: "leg", Parent: 0, Rest: rig.IdentityTRS()},
		{Name: "spine", Parent: 0, Rest: up},
		{Name: "chest", Parent: 2, Rest: up},
		{Name: "head", Parent: 3, Rest: up},
	}, nil)
	if err != nil {
		panic(err)
	}
	return skeleton
}

// A mask of the upper body, whose edge is spread over two joints of the spine.
func ExampleNewMask() {
	skeleton := exampleFigure()
	mask, err := rig.NewMask("upper body", skeleton).Feather("spine", 1).Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	for joint := range skeleton.Len() {
		fmt.Println(skeleton.JointName(joint), mask.Weight(joint))
	}
	_, err = rig.NewMask("arms", skeleton).Subtree(1, "arm").Build()
	fmt.Println(err)
	// Output:
	// hips 0
	// leg 0
	// spine 0.5
	// chest 1
	// head 1
	// mask "arms": skeleton "figure" has no joint "arm"; it has "hips", "leg", "spine", "chest", "head"
}
