package assets_test

import (
	"errors"
	"fmt"
	"os"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
)

// exampleBlink returns a clip with a step, which no frame rate can hold.
func exampleBlink(skeleton *assets.Skeleton) *assets.Clip {
	clip, err := assets.NewClipBuilder("blink", skeleton).
		Scale(1, assets.Step, []float32{0, 0.5, 1}, []mgl32.Vec3{{1, 1, 1}, {0, 0, 0}, {1, 1, 1}}).
		Build()
	if err != nil {
		panic(err)
	}
	return clip
}

// Baked once, a clip is sampled in a fraction of the time, and no further from the original than the tolerance.
func ExampleBake() {
	skeleton := exampleArm()
	clip := exampleWave(skeleton)
	baked, report := assets.Bake(clip, assets.BakeOptions{Tolerance: 0.0005})
	fmt.Println(report.Exact, report.MaxError <= report.Tolerance)

	pose := assets.NewPose(skeleton)
	baked.Sample(0.25, pose.Locals, pose.Morphs)
	exact := assets.NewPose(skeleton)
	clip.Sample(0.25, exact)
	fmt.Println(pose.Joint(1).Rotation.ApproxEqualThreshold(exact.Joint(1).Rotation, 1e-3))
	// Output:
	// false true
	// true
}

// All clips of a program are baked at once; those that cannot be go on to be sampled exactly.
func ExampleLibrary_Bake() {
	library := assets.NewLibrary()
	skeleton := exampleArm()
	wave, blink := library.AddClip(exampleWave(skeleton)), library.AddClip(exampleBlink(skeleton))
	reports := library.Bake(assets.BakeOptions{}, func(done, total int) {
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

// With a folder to keep them in, clips are baked only the first time that a program runs.
func ExampleLibrary_BakeCached() {
	folder, err := os.MkdirTemp("", "baked")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(folder)
	for range 2 {
		library := assets.NewLibrary()
		library.AddClip(exampleWave(exampleArm()))
		reports, err := library.BakeCached(folder, assets.BakeOptions{}, nil)
		fmt.Println(reports[0].Cached, reports[0].CacheError, err)
	}
	// Output:
	// false <nil> <nil>
	// true <nil> <nil>
}

// A program may keep baked clips where it likes, and give them back to a library.
func ExampleBakedClip_UnmarshalBinary() {
	clip := exampleWave(exampleArm())
	baked, _ := assets.Bake(clip, assets.BakeOptions{})
	data, err := baked.MarshalBinary()
	if err != nil {
		panic(err)
	}

	library := assets.NewLibrary()
	id := library.AddClip(clip)
	decoded := new(assets.BakedClip)
	fmt.Println(decoded.UnmarshalBinary(data), library.SetBaked(id, decoded), library.Baked(id) == decoded)

	err = decoded.UnmarshalBinary(data[:100])
	fmt.Println(errors.Is(err, assets.ErrBakedDamaged))
	// Output:
	// <nil> <nil> true
	// true
}
