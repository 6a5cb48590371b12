package clip_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
)

// stroll returns a clip of one joint that moves 2 m ahead in 1 s, rises and sinks on the way, and
// turns left by 90 degrees.
func stroll() *clip.Clip {
	skeleton, err := rig.NewSkeleton("stroller", []rig.Joint{{Name: "hips", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		panic(err)
	}
	up := mgl32.Vec3{0, 1, 0}
	clip, err := clip.NewBuilder("stroll", skeleton).
		Translation(0, clip.Linear, []float32{0, 0.5, 1}, []mgl32.Vec3{{0, 0.9, 0}, {0, 1, 1}, {0, 0.9, 2}}).
		Rotation(0, clip.Linear, []float32{0, 1}, []mgl32.Quat{mgl32.QuatIdent(), mgl32.QuatRotate(math.Pi/2, up)}).
		Build()
	if err != nil {
		panic(err)
	}
	return clip
}

func ExampleExtractRootMotion() {
	clip, err := clip.ExtractRootMotion(stroll(), clip.RootMotionOptions{Joint: "hips"})
	if err != nil {
		fmt.Println(err)
		return
	}
	pose := rig.NewPose(clip.Skeleton())
	for _, time := range []float64{0, 0.5, 1} {
		clip.Sample(time, pose)
		m := clip.RootMotion().At(time)
		fmt.Printf("%.1f s: hips at %.1f, character at %.1f %.1f, turned by %.0f°\n",
			time, pose.Joint(0).Translation, m.X, m.Z, m.Yaw*180/math.Pi)
	}
	// Output:
	// 0.0 s: hips at [0.0 0.9 0.0], character at 0.0 0.0, turned by 0°
	// 0.5 s: hips at [0.0 1.0 0.0], character at 0.0 1.0, turned by 45°
	// 1.0 s: hips at [0.0 0.9 0.0], character at 0.0 2.0, turned by 90°
}

// Every loop continues from where the loop before ended.
func ExampleRootMotion_Travel() {
	c, err := clip.ExtractRootMotion(stroll(), clip.RootMotionOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	motion := c.RootMotion()
	var character clip.Motion
	for _, frame := range []struct {
		from, to float64
		wraps    int
	}{{0, 0.5, 0}, {0.5, 0, 1}, {0, 0, 1}} {
		character = character.Compose(motion.Travel(frame.from, frame.to, frame.wraps, false), motion.Up())
		fmt.Printf("at %.1f %.1f, turned by %.0f°\n", character.X, character.Z, character.Yaw*180/math.Pi)
	}
	// Output:
	// at 0.0 1.0, turned by 45°
	// at 0.0 2.0, turned by 90°
	// at 2.0 2.0, turned by 180°
}

// Blended clips move the character by the weighted sum of their motions.
func ExampleBlendMotions() {
	walk, run := clip.Motion{Z: 0.02}, clip.Motion{Z: 0.06, Yaw: 0.01}
	fmt.Printf("%.3f\n", clip.BlendMotions([]clip.Motion{walk, run}, []float64{0.75, 0.25}))
	// Output: {0.000 0.000 0.030 0.003}
}

// A thousand small motions are summed in float64. In the float32 matrix alone each would be lost to
// rounding.
func ExampleApplyMotion() {
	matrix := mgl32.Translate3D(0, 0, 1000)
	var wide [16]float64
	for range 1000 {
		clip.ApplyMotion(&matrix, &wide, clip.Motion{Z: 0.00001}, clip.UpY)
	}
	fmt.Printf("%.2f\n", matrix.Col(3).Z())
	// Output: 1000.01
}
