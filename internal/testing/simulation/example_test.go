package simulation_test

import (
	"fmt"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/internal/testing/simulation"
)

// A model set can hold any models. Play returns a hash for each kind of result.
func ExampleModelSet_Play() {
	library := assets.NewLibrary()
	model, err := simulation.FeatureModel(library)
	if err != nil {
		fmt.Println(err)
		return
	}
	models := &simulation.ModelSet{Library: library, Models: []*assets.Model{model}}
	stages, err := models.Play(1, false)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, stage := range stages[len(stages)-7:] {
		fmt.Println(stage.Name)
	}
	// Output:
	// exact, up to frame 600: players
	// exact, up to frame 600: morph weights
	// exact, up to frame 600: model matrices
	// exact, up to frame 600: bounds
	// exact, up to frame 600: palettes
	// exact, up to frame 600: vertices
	// exact, up to frame 600: transforms
}
