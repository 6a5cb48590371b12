package golden_test

import (
	"fmt"

	"github.com/sinew-go/sinew/internal/testing/golden"
)

func ExampleCompare() {
	want := golden.Pose{Verts: [][3]float64{{0, 1.75, 0}}}
	got := golden.Pose{Verts: [][3]float64{{0, 1.5, 0}}}
	report := golden.Compare(&want, &got, golden.Tolerances{Space: 1e-5})
	fmt.Println(report.Count.Verts, "numbers compared")
	fmt.Println(report.Misses[0])
	// Output:
	// 3 numbers compared
	// verts[0] number 1 is 1.5, want 1.75 ± 1e-05
}
