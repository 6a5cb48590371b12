package blendspace_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/internal/testing/handmade"
)

// exampleGaits adds an idle clip of 4 s, a walk of 1 s, and a run of 0.6 s that begins with the
// other foot.
func exampleGaits(lib *assets.Library) (idle, walk, run id.Clip) {
	arm := handmade.ExampleArm()
	add := func(b *clip.Builder) id.Clip {
		clip, err := b.Add(lib)
		if err != nil {
			panic(err)
		}
		return clip
	}
	left := func(time float64) clip.Marker { return clip.Marker{Name: "left foot", Time: time} }
	right := func(time float64) clip.Marker { return clip.Marker{Name: "right foot", Time: time} }
	return add(clip.NewBuilder("idle", arm).Range(0, 4)),
		add(clip.NewBuilder("walk", arm).Range(0, 1).Marker(left(0)).Marker(right(0.5))),
		add(clip.NewBuilder("run", arm).Range(0, 0.6).Marker(right(0.15)).Marker(left(0.45)))
}

func ExampleNew1D() {
	lib := assets.NewLibrary()
	idle, walk, run := exampleGaits(lib)

	locomotion, err := blendspace.New1D("locomotion").
		At(0, idle).SyncByTime().
		At(1.4, walk).
		At(4, run).
		SyncByMarkers("left foot", "right foot").
		Build(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	weights := locomotion.Weights(2.7, 0, nil)
	for _, w := range weights {
		clip := lib.Clip(locomotion.Samples()[w.Index].Clip)
		fmt.Printf("%.2f of %s, left foot down at %.2f s, right foot at %.2f s\n",
			w.Weight, clip.Name(), locomotion.Time(w.Index, 0), locomotion.Time(w.Index, 0.5))
	}
	fmt.Printf("two steps take %.2f s\n", locomotion.CycleDuration(weights))
	// Output:
	// 0.50 of walk, left foot down at 0.00 s, right foot at 0.50 s
	// 0.50 of run, left foot down at 0.45 s, right foot at 0.15 s
	// two steps take 0.80 s
}

func ExampleNew2D() {
	lib := assets.NewLibrary()
	idle, walk, run := exampleGaits(lib)

	space, err := blendspace.New2D("turning", blendspace.Delaunay).
		At2(0, 0, idle).
		At2(-1, 2, walk).
		At2(1, 2, run).
		Build(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	buffer := make([]blendspace.Weight, 0, blendspace.MaxWeights) // reused in every frame
	fmt.Println(space.Weights(0, 1, buffer[:0]))
	fmt.Println(space.Weights(9, 9, buffer[:0]))
	// Output:
	// [{0 0.5} {1 0.25} {2 0.25}]
	// [{2 1}]
}

func ExampleNew2D_errors() {
	lib := assets.NewLibrary()
	idle, walk, _ := exampleGaits(lib)

	_, err := blendspace.New2D("strafe", blendspace.GradientBands).At2(0, 1, walk).At2(0, 1, idle).Build(lib)
	fmt.Println(err)
	// Output: blend space "strafe": sample 1 (clip "idle" at 0, 1): expected a position of its own, found sample 0 there
}

func ExampleSpeedLocomotion() {
	lib := assets.NewLibrary()
	idle, walk, run := exampleGaits(lib)

	id, err := blendspace.SpeedLocomotion("by speed", blendspace.Gait{Clip: idle},
		blendspace.Gait{Speed: 1.4, Clip: walk}, blendspace.Gait{Speed: 4, Clip: run}).Add(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(lib.BlendSpace(id).Weights(0.7, 0, nil))
	// Output: [{0 0.5} {1 0.5}]
}

func ExampleDirectionalLocomotion() {
	lib := assets.NewLibrary()
	idle, walk, run := exampleGaits(lib) // one clip for all directions, to keep the example short

	space, err := blendspace.DirectionalLocomotion("all directions", idle).
		Ring(1.4, walk, walk, walk, walk). // forward, right, backward, left
		Ring(4, run).                      // forward alone
		Build(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, w := range space.Weights(0, 2.7, nil) { // forward, between walking and running
		sample := space.Samples()[w.Index]
		fmt.Printf("%.2f of (%.1f, %.1f)\n", w.Weight, sample.X, sample.Y)
	}
	// Output:
	// 0.50 of (0.0, 1.4)
	// 0.50 of (0.0, 4.0)
}
