package components_test

import (
	"fmt"

	"github.com/mlange-42/arche/ecs"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/components"
)

// Components are plain data on entities of an arche world.
func Example() {
	world := ecs.NewWorld()
	players := generic.NewMap1[components.AnimationPlayer](&world)
	entity := players.NewWith(components.NewPlayer(0)) // the rest pose, until it gets a clip
	players.Get(entity).Time = 0.5                     // seek
	fmt.Println(players.Get(entity).Time, players.Get(entity).Speed, players.Get(entity).Mode)
	// Output: 0.5 1 loop
}
