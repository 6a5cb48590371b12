package matching_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// A character walks ahead and shall go to the left: the search finds the walk that turns, in step
// with the feet.
func Example() {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	must(err)
	skeleton := library.Skeleton(model.Skeleton)
	// guide: database
	b := matching.NewBuilder("walks", skeleton).
		Trajectory(1, 1.5, 1.0/3, 2.0/3, 1).
		Position("left_foot", 0.75).Velocity("left_foot", 1).
		Position("right_foot", 0.75).Velocity("right_foot", 1).
		Velocity("hips", 1)
	for i, name := range []string{"right", "ahead", "left"} {
		turn := 0.7 * float64(i-1) // radians a second, to the left
		steps, err := courses.Stepping(name, skeleton, "walk", mannequin.WalkSpeed, turn)
		must(err)
		walk, err := clip.ExtractRootMotion(steps, clip.RootMotionOptions{})
		must(err)
		b.Range(matching.Range{Clip: library.AddClip(walk), Loop: true, Tags: []string{name}})
	}
	walks, err := b.Build(library)
	must(err)
	// guide: end
	ahead, err := walks.Tags("ahead")
	must(err)
	frame, _ := walks.Search(make([]float32, walks.Width()), matching.Search{Required: ahead})
	// guide: search
	wish := []matching.Point{ // in a third, two thirds and a whole second; X is to the left
		{X: 0.05, Z: 0.45, DirectionX: 0.2, DirectionZ: 0.98},
		{X: 0.2, Z: 0.9, DirectionX: 0.45, DirectionZ: 0.9},
		{X: 0.45, Z: 1.25, DirectionX: 0.64, DirectionZ: 0.77},
	}
	query := walks.Query(frame, wish, nil)
	next, cost := walks.Search(query, matching.Search{Current: frame, Stay: 0.1})
	// guide: end
	to := walks.Ranges()[walks.RangeOf(next)]
	fmt.Println(walks.Frames(), "frames of", walks.Width(), "numbers; next plays:", to.Tags[0], cost < 1)
	// Output:
	// 96 frames of 27 numbers; next plays: left true
}
