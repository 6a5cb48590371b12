package playback_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/internal/playback"
)

func Example() {
	c := playback.Span{Start: 0, End: 1}
	markers := []clip.Marker{{Name: "left foot", Time: 0}, {Name: "right foot", Time: 0.5}}

	step := playback.Loop(c, 0.25, 1.75, false, playback.Endless) // a slow frame
	fmt.Println("to", step.To, "in", step.LoopsDone, "loops")

	crossings := playback.Cross(step, markers, c)
	fmt.Println(crossings.Remaining(), "markers")
	for i, ok := crossings.Next(); ok; i, ok = crossings.Next() {
		fmt.Println(markers[i].Name)
	}
	// The step ends at the left foot's marker, which the next step crosses.

	// Output:
	// to 0 in 2 loops
	// 3 markers
	// right foot
	// left foot
	// right foot
}
