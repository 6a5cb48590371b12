package assets_test

import (
	"fmt"
	"os"
	"path/filepath"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/cache"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A file is baked when it is read. A cache saves the work for the next start, and a report shows what came out.
func ExampleWithBaking() {
	folder, err := os.MkdirTemp("", "baked")
	must(err)
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "figure.glb")
	source := assets.NewLibrary(assets.Exact())
	figure, err := mannequin.New(source)
	must(err)
	must(gltfio.Save(path, source, figure))

	// guide: bake
	kept, err := cache.Open(filepath.Join(folder, "cache"))
	must(err)
	library := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: bake.NewCache(kept)}))
	model, err := gltfio.Open(library, path)
	must(err)
	report := library.BakeReport(model.Clip("walk"))
	// guide: end
	fmt.Println("baked:", !report.Exact)
	// Output: baked: true
}

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
	path, err := os.MkdirTemp("", "baked")
	must(err)
	defer os.RemoveAll(path)
	folder, err := cache.Open(path)
	must(err)
	for range 2 {
		library := assets.NewLibrary(assets.WithBaking(assets.Baking{Cache: bake.NewCache(folder)}))
		wave := library.AddClip(handmade.ExampleWave(handmade.ExampleArm()))
		report := library.BakeReport(wave)
		fmt.Println(report.Cached, report.CacheError)
	}
	// Output:
	// false <nil>
	// true <nil>
}
