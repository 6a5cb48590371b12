package locomotion_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
)

// A second of walking, after which the character is told to leap. (Errors are left out.)
func Example() {
	library := assets.NewLibrary()
	model, _ := mannequin.New(library)
	scene, _ := locomotion.New(library, model)
	defer scene.Close()

	_ = scene.Press(locomotion.Faster)
	_ = scene.Update(1)
	fmt.Println(scene.Status())
	_ = scene.Press(locomotion.Jump)
	_ = scene.Update(0.5)
	fmt.Println(scene.Status())
	// Output:
	// keys: speed 1.35  turn +0.00  wave off  crossfades
	// body 100%: ground/move = walk ahead 100%
	// arms 100%: rest
	// steps: right foot
	// keys: speed 1.35  turn +0.00  wave off  crossfades
	// body 100%: jump = leap 100%
	// arms 100%: rest
	// steps: right foot
}
