package assets_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// exampleArm is a shoulder at the origin with an elbow one metre to its right.
func exampleArm() *assets.Skeleton {
	elbow := assets.IdentityTRS()
	elbow.Translation = mgl32.Vec3{1, 0, 0}
	skeleton, err := assets.NewSkeleton("arm", []assets.Joint{
		{Name: "elbow", Parent: 1, Rest: elbow},
		{Name: "shoulder", Parent: -1, Rest: assets.IdentityTRS()},
	}, nil)
	if err != nil {
		panic(err)
	}
	return skeleton
}

// exampleWave raises the arm by a quarter turn in a second.
func exampleWave(skeleton *assets.Skeleton) *assets.Clip {
	shoulder, _ := skeleton.Find("shoulder")
	clip, err := assets.NewClipBuilder("wave", skeleton).
		Rotation(shoulder, assets.Linear, []float32{0, 1}, []mgl32.Quat{
			mgl32.QuatIdent(),
			mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}),
		}).Build()
	if err != nil {
		panic(err)
	}
	return clip
}

func ExampleNewSkeleton() {
	skeleton, err := assets.NewSkeleton("arm", []assets.Joint{
		{Name: "hand", Parent: 2, Rest: assets.IdentityTRS()},
		{Name: "shoulder", Parent: -1, Rest: assets.IdentityTRS()},
		{Name: "elbow", Parent: 1, Rest: assets.IdentityTRS()},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for joint := range skeleton.Len() {
		fmt.Println(joint, skeleton.Joint(joint), "below", skeleton.Parent(joint), "was", skeleton.Source(joint))
	}
	// Output:
	// 0 shoulder below -1 was 1
	// 1 elbow below 0 was 2
	// 2 hand below 1 was 0
}

func ExampleNewSkeleton_cycle() {
	_, err := assets.NewSkeleton("knot", []assets.Joint{
		{Name: "head", Parent: 1, Rest: assets.IdentityTRS()},
		{Name: "tail", Parent: 0, Rest: assets.IdentityTRS()},
	}, nil)
	var joint *assets.JointError
	if errors.As(err, &joint) {
		fmt.Println(joint.Name)
	}
	fmt.Println(err)
	// Output:
	// head
	// skeleton "knot": joint 0 ("head"): its ancestors form a cycle
}

func ExampleSkeleton_Find() {
	elbow, ok := exampleArm().Find("elbow")
	fmt.Println(elbow, ok)
	// Output: 1 true
}

func ExampleNewClipBuilder() {
	skeleton := exampleArm()
	clip, err := assets.NewClipBuilder("reach", skeleton).
		TicksPerSecond(24).
		Translation(1, assets.Step, []float32{0, 12, 48}, []mgl32.Vec3{{1, 0, 0}, {2, 0, 0}, {1, 0, 0}}).
		Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(clip.Name(), "from", clip.Start(), "to", clip.End(), "s")
	// Output: reach from 0 to 2 s
}

func ExampleClipBuilder_Matrices() {
	sheared := mgl32.ShearX3D(0.5, 0)
	_, err := assets.NewClipBuilder("slant", exampleArm()).
		Matrices(0, assets.Linear, []float32{0}, []mgl32.Mat4{sheared}).
		Build()
	fmt.Println(errors.Is(err, assets.ErrShear))
	// Output: true
}

func ExampleClip_Sample() {
	skeleton := exampleArm()
	clip := exampleWave(skeleton)
	pose := assets.NewPose(skeleton)
	clip.Sample(clip.Loop(2.5), pose) // half way, in the third pass
	model := pose.ModelMatrices(nil)
	elbow, _ := skeleton.Find("elbow")
	at := assets.MatrixAt(model, elbow).Point(mgl32.Vec3{})
	fmt.Printf("the elbow is at %.3f\n", at)
	// Output: the elbow is at [0.707 0.707 0.000]
}

func ExampleClip_Loop() {
	clip, err := assets.NewClipBuilder("late", exampleArm()).Range(1, 3).Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(clip.Loop(0), clip.Loop(2), clip.Loop(3), clip.Loop(-0.5))
	fmt.Println(clip.Clamp(0), clip.Clamp(2), clip.Clamp(4))
	// Output:
	// 2 2 1 1.5
	// 1 2 3
}

func ExampleSampler() {
	skeleton := exampleArm()
	clip := exampleWave(skeleton)
	pose := assets.NewPose(skeleton)
	var sampler assets.Sampler // keeps its place between frames, and allocates nothing from the second on
	for frame := range 3 {
		sampler.Sample(clip, float64(frame)/2, pose.Locals, pose.Morphs)
		angle := 2 * math.Acos(float64(pose.Joint(0).Rotation.W))
		fmt.Printf("%.0f degrees\n", angle*180/math.Pi)
	}
	// Output:
	// 0 degrees
	// 45 degrees
	// 90 degrees
}
