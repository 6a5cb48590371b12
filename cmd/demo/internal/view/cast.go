//go:build cgo

package view

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// cast puts the scene's characters on a stage.
func cast(scene Scene, o Options) (play, error) {
	models, own := scene.Models, len(scene.Models) == 0
	if own {
		model, err := mannequin.New(scene.Library)
		if err != nil {
			return nil, err
		}
		models = append(models, model)
	}
	if o.Scene == Locomotion {
		s, err := locomotion.New(scene.Library, models[0])
		if err != nil {
			return nil, err
		}
		if len(o.Press) > 0 {
			for _, key := range o.Press {
				if err := press(s, key); err != nil {
					s.Close()
					return nil, err
				}
			}
			return begin(s, o, o.Start)
		}
		// Once through the script beforehand, so that a film ends as it began.
		return begin(s, o, locomotion.Period+math.Mod(o.Start, locomotion.Period))
	}
	if o.Clip != "" {
		found := false
		for _, model := range models {
			found = found || stage.Find(model, o.Clip) != 0
		}
		if !found {
			return nil, fmt.Errorf("--clip: there is no clip %q; %s has %q", o.Clip, models[0].Name, models[0].ClipNames())
		}
	}
	var s *stage.Stage
	var err error
	switch {
	case own && o.Count == 0 && o.Clip == "":
		s, err = stage.NewShow(scene.Library, models[0])
	case o.Count > 0:
		if own {
			if models, err = stage.Dressed(scene.Library, models[0]); err != nil {
				return nil, err
			}
		}
		s, err = stage.NewCrowd(scene.Library, models, o.Count, o.Clip)
	default:
		s, err = stage.NewLineup(scene.Library, models, o.Clip)
	}
	if err != nil {
		return nil, err
	}
	return begin(s, o, o.Start)
}

// press presses a key by its name.
func press(s *locomotion.Scene, key string) error {
	action, err := locomotion.KeyAction(key)
	if err != nil {
		return err
	}
	return s.Press(action)
}

// begin lets the play go on to the moment at which it is to be seen.
func begin(s play, o Options, start float64) (play, error) {
	if o.Skeletons {
		s.ShowSkeletons()
	}
	if err := s.Update(start); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}
