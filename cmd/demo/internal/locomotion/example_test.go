package locomotion_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
)

// A second of walking, and then a leap.
func Example() {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	scene, err := locomotion.New(library, model)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer scene.Close()

	for _, step := range []struct {
		action  locomotion.Action
		seconds float64
	}{{locomotion.Faster, 1}, {locomotion.Jump, 0.5}} {
		if err := scene.Press(step.action); err != nil {
			fmt.Println(err)
			return
		}
		if err := scene.Update(step.seconds); err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(scene.Status())
	}
	// Output:
	// keys: speed 1.35  turn +0.00  wave off  crossfades
	// body 100%: ground/move = walk ahead 100%
	// arms 100%: rest
	// steps: right foot
	// keys: speed 1.35  turn +0.00  wave off  crossfades
	// body 100%: jump = leap 100%
	// arms 100%: rest
	// steps: right foot left foot
}
