package reference_test

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/reference"
)

// pendulum is a joint that swings from straight down to a quarter turn in a second, and carries a
// vertex at its end.
func pendulum() (*assets.Clip, *rig.Skin, *mesh.Primitive) {
	skeleton, err := rig.NewSkeleton("pendulum", []rig.Joint{{Name: "pivot", Parent: -1, Rest: rig.IdentityTRS()}}, nil)
	if err != nil {
		panic(err)
	}
	clip, err := clip.NewBuilder("swing", skeleton).Rotation(0, clip.Linear, []float32{0, 1}, []mgl32.Quat{
		mgl32.QuatIdent(),
		mgl32.QuatRotate(math.Pi/2, mgl32.Vec3{0, 0, 1}),
	}).Build()
	if err != nil {
		panic(err)
	}
	skin, err := rig.NewSkin("rod", skeleton, []int{0}, nil)
	if err != nil {
		panic(err)
	}
	return clip, skin, &mesh.Primitive{
		Positions:  []mgl32.Vec3{{0, -1, 0}},
		Normals:    []mgl32.Vec3{{0, -1, 0}},
		Influences: 4,
		Joints:     []uint16{0, mesh.NoInfluence, mesh.NoInfluence, mesh.NoInfluence},
		Weights:    []float32{1, 0, 0, 0},
	}
}

// The whole pipeline, from a clip to vertices.
func Example() {
	clip, skin, rod := pendulum()
	pose := reference.Sample(clip, reference.Loop(7, 0, 1.5)) // 7 s are 4 loops of 1.5 s and 1 s
	models := reference.Models(clip.Skeleton(), pose)
	surface := reference.Skin(rod, reference.Palette(skin, models), nil)
	fmt.Printf("%.3f %.3f\n", surface.Positions[0], surface.Normals[0])
	// Output: [1.000 0.000 0.000] [1.000 0.000 0.000]
}

func ExampleTrackOf() {
	bezier, err := clip.NewScalarTrack(clip.CubicBezier, []float32{0, 1}, []float32{0, 0, 0, 8, 8, 8})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(reference.TrackOf(bezier).Sample(0.5))
	// Output: [4]
}

func ExampleBlend() {
	clip, _, _ := pendulum()
	still, swung := reference.Rest(clip.Skeleton()), reference.Sample(clip, 1)
	degrees := func(p reference.Pose) float64 { return 2 * math.Acos(p.Locals[0].Rotation[3]) * 180 / math.Pi }
	fmt.Printf("slerp %.2f degrees\n", degrees(reference.BlendSlerp(still, swung, 0.25)))
	fmt.Printf("nlerp %.2f degrees\n", degrees(reference.Blend([]reference.Pose{still, swung}, []float64{3, 1})))
	// Output:
	// slerp 22.50 degrees
	// nlerp 21.60 degrees
}

func ExampleRigid() {
	_, _, rod := pendulum()
	lifted := reference.TRS{
		Translation: reference.Vector{0, 5, 0}, Rotation: reference.Quaternion{0, 0, 0, 1},
		Scale: reference.Vector{2, 2, 2},
	}
	fmt.Println(reference.Rigid(rod, lifted.Matrix(), nil).Positions[0])
	// Output: [0 3 0]
}

func ExampleClamp() {
	fmt.Println(reference.Clamp(-1, 0, 2), reference.Clamp(1, 0, 2), reference.Clamp(3, 0, 2))
	// Output: 0 1 2
}
