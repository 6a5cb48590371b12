package inspect_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/sinew/internal/inspect"
)

func ExampleSummarize() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	summary := inspect.Summarize(library, model, "mannequin", 0)
	fmt.Println(summary.Joints, "joints")
	for _, clip := range summary.Clips {
		fmt.Printf("%s, %.2f s\n", clip.Name, clip.End-clip.Start)
	}
	// Output:
	// 67 joints
	// idle, 5.00 s
	// walk, 1.07 s
	// run, 0.67 s
	// jump, 2.27 s
	// wave, 3.20 s
	// dance, 4.00 s
}
