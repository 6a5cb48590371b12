package mixer_test

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

func ExampleSpace_Advance() {
	lib := assets.NewLibrary()
	idle, walk, run := exampleGaits(lib)
	space, err := blendspace.New1D("locomotion").At(0, idle).SyncByTime().At(1.4, walk).
		At(4, run).SyncByMarkers().Build(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	phase := 0.0
	for _, speed := range []float32{1.4, 2.7, 4} {
		phase = space.Advance(phase, 0.15, space.Weights(speed, 0, nil))
		fmt.Printf("at %.1f m/s: phase %.4f, walk at %.4f s, run at %.4f s\n", speed, phase, space.Time(1, phase),
			space.Time(2, phase))
	}
	// Output:
	// at 1.4 m/s: phase 0.1500, walk at 0.1500 s, run at 0.5400 s
	// at 2.7 m/s: phase 0.3375, walk at 0.3375 s, run at 0.0525 s
	// at 4.0 m/s: phase 0.5875, walk at 0.5875 s, run at 0.2025 s
}
