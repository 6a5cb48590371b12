package clip_test

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func ExampleNewBuilder() {
	skeleton := handmade.ExampleArm()
	clip, err := clip.NewBuilder("reach", skeleton).
		TicksPerSecond(24).
		Translation(1, clip.Step, []float32{0, 12, 48}, []mgl32.Vec3{{1, 0, 0}, {2, 0, 0}, {1, 0, 0}}).
		Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(clip.Name(), "from", clip.Start(), "to", clip.End(), "s")
	// Output: reach from 0 to 2 s
}

func ExampleBuilder_Matrices() {
	sheared := mgl32.ShearX3D(0.5, 0)
	_, err := clip.NewBuilder("slant", handmade.ExampleArm()).
		Matrices(0, clip.Linear, []float32{0}, []mgl32.Mat4{sheared}).
		Build()
	fmt.Println(errors.Is(err, rig.ErrShear))
	// Output: true
}

func ExampleClip_Sample() {
	skeleton := handmade.ExampleArm()
	clip := handmade.ExampleWave(skeleton)
	pose := rig.NewPose(skeleton)
	clip.Sample(clip.Loop(2.5), pose) // halfway through the third loop
	model := pose.ModelMatrices(nil)
	elbow, ok := skeleton.Find("elbow")
	if !ok {
		fmt.Println("the skeleton has no elbow")
		return
	}
	at := rig.MatrixAt(model, elbow).Point(mgl32.Vec3{})
	fmt.Printf("the elbow is at %.3f\n", at)
	// Output: the elbow is at [0.707 0.707 0.000]
}

func ExampleClip_Loop() {
	clip, err := clip.NewBuilder("late", handmade.ExampleArm()).Range(1, 3).Build()
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
	skeleton := handmade.ExampleArm()
	c := handmade.ExampleWave(skeleton)
	pose := rig.NewPose(skeleton)
	var sampler clip.Sampler // remembers its keys between frames, and allocates only in the first
	for frame := range 3 {
		sampler.Sample(c, float64(frame)/2, pose.Locals, pose.Morphs)
		angle := 2 * math.Acos(float64(pose.Joint(0).Rotation.W))
		fmt.Printf("%.0f degrees\n", angle*180/math.Pi)
	}
	// Output:
	// 0 degrees
	// 45 degrees
	// 90 degrees
}
