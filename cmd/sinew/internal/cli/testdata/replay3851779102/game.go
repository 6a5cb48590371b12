package game

import (
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/pack"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/rewind"
	"github.com/sinew-go/sinew/systems/rollback"
)

func Replay(file *rewind.File) (*rollback.Session, func(input []byte, seconds float64) error, error) {
	world, library := ecs.NewWorld(), assets.NewLibrary()
	loaded, err := pack.Parse(library, "steps", file.Assets)
	if err != nil {
		return nil, nil, err
	}
	model := loaded.Models()[0]
	animation, err := systems.NewAnimation(&world, library)
	if err != nil {
		return nil, nil, err
	}
	session, err := rollback.NewSession(animation)
	return session, func(input []byte, seconds float64) error {
		if len(input) == 2 {
			guard := animation.Store().Pools()[0].Owner(0)
			if err := animation.Player(guard).CrossFade(model.Clip("run"), 0.2); err != nil {
				return err
			}
		}
		return animation.Update(seconds)
	}, err
}
