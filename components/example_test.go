package components_test

import (
	"fmt"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/components"
)

// Components are plain data on entities of an arche world.
func Example() {
	world := ecs.NewWorld()
	players := generic.NewMap1[components.AnimationPlayer](&world)
	entity := players.NewWith(&components.AnimationPlayer{
		Playback: components.Playback{Mode: clip.Loop, Speed: 1},
	})
	players.Get(entity).Time = 0.5 // seek
	fmt.Println(players.Get(entity).Time, players.Get(entity).Paused)
	// Output: 0.5 false
}
