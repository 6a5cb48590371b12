package rig_test

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func ExampleNewSkeleton() {
	skeleton, err := rig.NewSkeleton("arm", []rig.Joint{
		{Name: "hand", Parent: 2, Rest: rig.IdentityTRS()},
		{Name: "shoulder", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "elbow", Parent: 1, Rest: rig.IdentityTRS()},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for joint := range skeleton.Len() {
		fmt.Println(joint, skeleton.JointName(joint), "parent", skeleton.Parent(joint), "source",
			skeleton.Source(joint))
	}
	// Output:
	// 0 shoulder parent -1 source 1
	// 1 elbow parent 0 source 2
	// 2 hand parent 1 source 0
}

func ExampleNewSkeleton_cycle() {
	_, err := rig.NewSkeleton("knot", []rig.Joint{
		{Name: "head", Parent: 1, Rest: rig.IdentityTRS()},
		{Name: "tail", Parent: 0, Rest: rig.IdentityTRS()},
	}, nil)
	var joint *rig.JointError
	if errors.As(err, &joint) {
		fmt.Println(joint.Name)
	}
	fmt.Println(err)
	// Output:
	// head
	// skeleton "knot": joint 0 ("head"): expected ancestors that end in a root, found a cycle
}

func ExampleSkeleton_Find() {
	elbow, ok := handmade.ExampleArm().Find("elbow")
	fmt.Println(elbow, ok)
	// Output: 1 true
}
