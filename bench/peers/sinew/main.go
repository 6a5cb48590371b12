package main

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/bake"
	"github.com/sinew-go/sinew/assets/gltfio"
	"github.com/sinew-go/sinew/bench/peers"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

func main() { peers.Main(exact, baked) }

var (
	exact = peers.Peer{
		Name: "Sinew, exact clips", Note: "the whole frame through the ECS, one worker", Blends: 2,
		Open: func(c peers.Case) (peers.Crowd, error) { return open(c, false) },
	}
	baked = peers.Peer{
		Name: "Sinew, baked clips",
		Note: "the whole frame through the ECS, one worker, clips baked to 0.1 mm for 1.8 m", Blends: 2,
		Open: func(c peers.Case) (peers.Crowd, error) { return open(c, true) },
	}
)

// crowd is an arche world with one worker.
type crowd struct {
	animation  *systems.Animation
	characters []ecs.Entity
	skin       assets.SkinID
}

func open(c peers.Case, baked bool) (*crowd, error) {
	library := assets.NewLibrary(assets.Exact())
	model, err := gltfio.Open(library, c.File)
	if err != nil {
		return nil, err
	}
	if baked {
		for _, report := range library.Bake(bake.Options{}, nil) {
			for _, clip := range c.Clips {
				if report.Exact && report.Clip == model.Clips[clip] {
					return nil, fmt.Errorf("cannot bake: %v", report)
				}
			}
		}
	}
	world := ecs.NewWorld()
	animation, err := systems.NewAnimation(&world, library, systems.WithWorkers(1))
	if err != nil {
		return nil, err
	}
	crowd := &crowd{animation: animation, skin: model.Skins[0]}
	for i := range c.Characters {
		character, err := animation.Spawn(model, mgl32.Ident4())
		if err != nil {
			return nil, err
		}
		crowd.characters = append(crowd.characters, character)
		player := animation.Player(character)
		if err := play(player, model, c, i); err != nil {
			return nil, err
		}
	}
	return crowd, nil
}

// play starts a character's clips. Two clips play in a crossfade that stays in the middle.
func play(player systems.Player, model *assets.Model, c peers.Case, character int) error {
	for n, clip := range c.Clips {
		begin := player.Play
		if n > 0 {
			begin = func(id assets.ClipID) error { return player.CrossFade(id, 1) }
		}
		if err := begin(model.Clips[clip]); err != nil {
			return err
		}
		if err := player.SetMode(assets.Loop, 0); err != nil {
			return err
		}
		if err := player.Seek(c.Start(character)); err != nil {
			return err
		}
	}
	if blend := player.Blend(); blend.Count > 0 {
		blend.Elapsed, blend.Duration = math.MaxFloat32/2, math.MaxFloat32
	}
	return nil
}

// Update implements [peers.Crowd].
func (c *crowd) Update(seconds float64) {
	if err := c.animation.Update(seconds); err != nil {
		panic(err) // not expected: seconds are valid and no query is open
	}
}

// Palette implements [peers.Crowd].
func (c *crowd) Palette(character int) []float32 {
	return c.animation.Palette(c.characters[character], c.skin)
}
