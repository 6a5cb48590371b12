package search_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/matching"
	"github.com/sinew-go/sinew/assets/matching/search"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// Why a search chooses a frame: what the best ones cost, and what each feature adds.
func ExampleDatabase_Best() {
	library := assets.NewLibrary(assets.Exact())
	model, err := mannequin.New(library)
	must(err)
	skeleton := library.Skeleton(model.Skeleton)
	b := matching.NewBuilder("gaits", skeleton).Trajectory(2, 0, 1).Position("left_foot", 1).Position("right_foot", 1)
	for _, gait := range []string{"walk", "run"} {
		speed := map[string]float64{"walk": 1.4, "run": 3.5}[gait]
		steps, err := courses.Stepping(gait, skeleton, gait, speed, 0)
		must(err)
		moving, err := clip.ExtractRootMotion(steps, clip.RootMotionOptions{})
		must(err)
		b.Range(search.Range{Clip: library.AddClip(moving), Loop: true, Tags: []string{gait}})
	}
	gaits, err := b.Build(library)
	must(err)

	query := gaits.Query(0, []search.Point{{Z: 3}}, nil) // walks, and wishes to be 3 m ahead in a second
	best := gaits.Best(query, search.Search{}, 1, 0)[0]
	now := gaits.Candidate(query, search.Search{}, 0)
	for i, f := range gaits.Features() {
		fmt.Println(f.Name+": the best costs less than going on:", best.Features[i] < now.Features[i])
	}
	fmt.Println("the best is of a", gaits.Ranges()[gaits.RangeOf(best.Frame)].Tags[0])
	// Output:
	// positions of the trajectory: the best costs less than going on: true
	// position of left_foot: the best costs less than going on: false
	// position of right_foot: the best costs less than going on: false
	// the best is of a run
}
