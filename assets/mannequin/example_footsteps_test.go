package mannequin_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
)

func ExampleNew_footsteps() {
	lib := assets.NewLibrary()
	model, err := mannequin.New(lib)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, marker := range lib.Clip(model.Clip("walk")).Markers() {
		fmt.Printf("%s at %.2f s\n", marker.Name, marker.Time)
	}
	// Output:
	// left foot at 0.00 s
	// right foot at 0.53 s
}
