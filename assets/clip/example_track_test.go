package clip_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

func ExampleNewScalarTrack() {
	track, err := clip.NewScalarTrack(clip.Linear, []float32{0, 1, 3}, []float32{0, 10, 20})
	if err != nil {
		fmt.Println(err)
		return
	}
	var cursor clip.Cursor // makes sampling in order cheap, and changes no value
	var value [1]float32
	for _, time := range []float64{-1, 0.5, 2, 9} {
		track.Sample(time, &cursor, value[:])
		fmt.Println(time, "s:", value[0])
	}
	// Output:
	// -1 s: 0
	// 0.5 s: 5
	// 2 s: 15
	// 9 s: 20
}

func ExampleNewScalarTrack_cubic() {
	// For each key: in-tangent, value, out-tangent.
	track, err := clip.NewScalarTrack(clip.CubicHermite, []float32{0, 1}, []float32{0, 0, 0, 0, 8, 0})
	if err != nil {
		fmt.Println(err)
		return
	}
	var value [1]float32
	track.Sample(0.25, nil, value[:])
	fmt.Println(value[0])
	// Output: 1.25
}

func ExampleNewVec3Track() {
	_, err := clip.NewVec3Track(clip.Linear, []float32{0, 2, 2}, make([]mgl32.Vec3, 3))
	fmt.Println(err)
	// Output: key 2: expected a time after 2 s, that of the key before, found 2 s
}

func ExampleNewQuaternionTrack() {
	up := mgl32.Vec3{0, 1, 0}
	track, err := clip.NewQuaternionTrack(clip.Linear, []float32{0, 1}, []mgl32.Quat{
		mgl32.QuatRotate(mgl32.DegToRad(10), up),
		mgl32.QuatRotate(mgl32.DegToRad(350), up), // the shorter arc passes 0 degrees
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	var q [4]float32
	track.Sample(0.25, nil, q[:])
	fmt.Printf("%.1f degrees\n", 2*math.Atan2(float64(q[1]), float64(q[3]))*180/math.Pi)
	// Output: 5.0 degrees
}

func ExampleNewWeightsTrack() {
	track, err := clip.NewWeightsTrack(clip.Step, 3, []float32{0, 1}, []float32{1, 0, 0, 0, 0.5, 0.5})
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := make([]float32, track.Width())
	track.Sample(1, nil, weights)
	fmt.Println(weights)
	// Output: [0 0.5 0.5]
}

// A clip shows and hides what a joint carries.
func ExampleBuilder_Visibility() {
	skeleton, err := rig.NewSkeleton("lamp", []rig.Joint{
		{Name: "post", Parent: -1, Rest: rig.IdentityTRS()},
		{Name: "bulb", Parent: 0, Rest: rig.IdentityTRS(), HasVisibility: true, Hidden: true},
	}, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	blink, err := clip.NewBuilder("blink", skeleton).Visibility(1, []float32{0, 1}, []bool{true, false}).
		Range(0, 2).Build()
	if err != nil {
		fmt.Println(err)
		return
	}
	channel, ok := skeleton.VisibilityChannel(1)
	if !ok {
		fmt.Println("clips cannot show or hide the bulb")
		return
	}
	fmt.Println("at rest:", rig.NewPose(skeleton).Morphs[channel.Offset])
	fmt.Println("at 0.5 s:", blink.PoseAt(0.5).Morphs[channel.Offset])
	fmt.Println("at 1.5 s:", blink.PoseAt(1.5).Morphs[channel.Offset])
	// Output:
	// at rest: 0
	// at 0.5 s: 1
	// at 1.5 s: 0
}
