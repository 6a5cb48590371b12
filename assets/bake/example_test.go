package bake_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// exampleBlink returns a clip with a stepped track, which no frame rate can reproduce.
func exampleBlink(skeleton *rig.Skeleton) *clip.Clip {
	clip, err := clip.NewBuilder("blink", skeleton).
		Scale(1, clip.Step, []float32{0, 0.5, 1}, []mgl32.Vec3{{1, 1, 1}, {0, 0, 0}, {1, 1, 1}}).
		Build()
	if err != nil {
		panic(err)
	}
	return clip
}

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

// A library bakes the clips that are added to it. A clip that cannot be baked stays exact, and its
// report has the reason.
func ExampleLibrary_BakeReport() {
	library := assets.NewLibrary()
	skeleton := handmade.ExampleArm()
	wave, blink := library.AddClip(handmade.ExampleWave(skeleton)), library.AddClip(exampleBlink(skeleton))
	fmt.Println(library.BakeReport(wave).MaxError <= library.BakeReport(wave).Tolerance)
	fmt.Println(library.BakeReport(blink).Exact, library.BakeReport(blink).Reason[:len("it has stepped tracks")])
	// Output:
	// true
	// true it has stepped tracks
}

// Bake bakes all clips of a library that was made to leave them exact.
func ExampleLibrary_Bake() {
	library := assets.NewLibrary(assets.Exact())
	skeleton := handmade.ExampleArm()
	wave, blink := library.AddClip(handmade.ExampleWave(skeleton)), library.AddClip(exampleBlink(skeleton))
	reports := library.Bake(bake.Options{}, func(done, total int) {
		fmt.Printf("%d of %d\n", done, total)
	})
	for _, report := range reports {
		fmt.Printf("%s stays exact: %v\n", report.Name, report.Exact)
	}
	fmt.Println(library.Baked(wave) != nil, library.Baked(blink) != nil)
	// Output:
	// 1 of 2
	// 2 of 2
	// wave stays exact: false
	// blink stays exact: true
	// true false
}

// With a folder for the baked clips, a program bakes them only the first time it runs.
func ExampleBaking() {
	folder, err := os.MkdirTemp("", "baked")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	for range 2 {
		library := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: folder}))
		wave := library.AddClip(handmade.ExampleWave(handmade.ExampleArm()))
		report := library.BakeReport(wave)
		fmt.Println(report.Cached, report.CacheError)
	}
	// Output:
	// false <nil>
	// true <nil>
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
