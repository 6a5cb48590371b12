package main

import (
	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

const rate = 60 // frames a second

// Input is what a player presses in a frame. It can be compared, so that a wrong guess is found.
type Input struct{ Run, Flag bool }

// Lifetime is a component of the game: the frames that are left to a flag.
type Lifetime struct{ Frames int32 }

// game is the world of the game: a walker for each player.
type game struct {
	world     ecs.World
	animation *systems.Animation
	model     *assets.Model
	walkers   [2]ecs.Entity
	flags     generic.Map1[Lifetime]
	places    generic.Map1[components.Transform]
}

// newLibrary returns the assets of the game, which frames only read.
func newLibrary() (*assets.Library, *assets.Model) {
	library := assets.NewLibrary()
	model, err := mannequin.New(library)
	must(err)
	return library, model
}

func newGame(library *assets.Library, model *assets.Model) *game {
	g := &game{world: ecs.NewWorld(), model: model}
	var err error
	g.animation, err = systems.NewAnimation(&g.world, library)
	must(err)
	g.flags, g.places = generic.NewMap1[Lifetime](&g.world), generic.NewMap1[components.Transform](&g.world)
	for i := range g.walkers {
		g.walkers[i], err = g.animation.Spawn(g.model, mgl32.Translate3D(float32(i), 0, 0))
		must(err)
	}
	return g
}

// step runs a frame of the game. It depends on the world and the input, and on nothing else.
func (g *game) step(inputs [2]Input) {
	var dead []ecs.Entity
	for query := generic.NewFilter1[Lifetime]().Query(&g.world); query.Next(); {
		if query.Get().Frames--; query.Get().Frames <= 0 {
			dead = append(dead, query.Entity())
		}
	}
	for _, flag := range dead {
		g.world.RemoveEntity(flag)
	}
	for i, walker := range g.walkers {
		if inputs[i].Flag {
			flag, err := g.animation.Attach(walker, "head", systems.WithOffset(mgl32.Translate3D(0, 0.4, 0)))
			must(err)
			g.flags.Assign(flag, &Lifetime{Frames: 2 * rate})
		}
		clip, speed := "walk", float32(mannequin.WalkSpeed)
		if inputs[i].Run {
			clip, speed = "run", mannequin.RunSpeed
		}
		must(g.animation.Player(walker).CrossFade(g.model.Clip(clip), 0.2))
		place := g.places.Get(walker)
		place.Matrix = place.Matrix.Mul4(mgl32.Translate3D(0, 0, speed/rate))
	}
	must(g.animation.Update(1.0 / rate))
}

// pressed is the script that stands for the two players.
func pressed(player, frame int) Input {
	return Input{Run: frame/(40+13*player)%2 == 1, Flag: frame%90 == 30*player+10}
}

// must stands for the error handling of a game.
func must(err error) {
	if err != nil {
		panic(err)
	}
}
