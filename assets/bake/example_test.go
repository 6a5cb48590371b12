package bake_test

import (
	"errors"
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// A baked clip takes a fraction of the time to sample, and its error is within the tolerance.
func ExampleBake() {
	skeleton := handmade.ExampleArm()
	clip := handmade.ExampleWave(skeleton)
	baked, report := bake.Bake(clip, bake.Options{Tolerance: 0.0005})
	fmt.Println(report.Exact, report.MaxError <= report.Tolerance)

	pose := rig.NewPose(skeleton)
	baked.Sample(0.25, pose.Locals, pose.Morphs)
	exact := rig.NewPose(skeleton)
	clip.Sample(0.25, exact)
	fmt.Println(pose.Joint(1).Rotation.ApproxEqualThreshold(exact.Joint(1).Rotation, 1e-3))
	// Output:
	// false true
	// true
}

// A program may store baked clips itself, and set them in a library.
func ExampleBakedClip_UnmarshalBinary() {
	clip := handmade.ExampleWave(handmade.ExampleArm())
	baked, _ := bake.Bake(clip, bake.Options{})
	data, err := baked.MarshalBinary()
	if err != nil {
		panic(err)
	}

	library := assets.NewLibrary()
	id := library.AddClip(clip)
	decoded := new(bake.BakedClip)
	fmt.Println(decoded.UnmarshalBinary(data), library.SetBaked(id, decoded), library.Baked(id) == decoded)

	err = decoded.UnmarshalBinary(data[:100])
	fmt.Println(errors.Is(err, bake.ErrDamaged))
	// Output:
	// <nil> <nil> true
	// true
}
