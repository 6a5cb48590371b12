//go:build cgo

package view

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// newScene returns the scene that the options select, at the time of its first frame.
func newScene(input Input, o Options) (animatedScene, error) {
	models, builtin := input.Models, len(input.Models) == 0
	if builtin {
		model, err := mannequin.New(input.Library)
		if err != nil {
			return nil, err
		}
		models = append(models, model)
	}
	if o.Replay != nil {
		s, err := locomotion.NewReplay(input.Library, models[0], o.Replay)
		if err != nil {
			return nil, err
		}
		return advanceToStart(s, o, o.Start)
	}
	if o.Scene == Locomotion {
		s, err := locomotion.New(input.Library, models[0])
		if err != nil {
			return nil, err
		}
		if o.Record != "" {
			if err := s.Record(o.Record); err != nil {
				s.Close()
				return nil, err
			}
		}
		if len(o.Press) > 0 {
			for _, key := range o.Press {
				if err := pressKey(s, key); err != nil {
					s.Close()
					return nil, err
				}
			}
			return advanceToStart(s, o, o.Start)
		}
		// Start after one run of the script: the footprints are then the same at the beginning and the end of a recording.
		return advanceToStart(s, o, locomotion.Period+math.Mod(o.Start, locomotion.Period))
	}
	if o.Clip != "" {
		found := false
		for _, model := range models {
			found = found || scene.FindClip(model, o.Clip) != 0
		}
		if !found {
			return nil, fmt.Errorf("--clip: no model has a clip %q; %s has %q", o.Clip, models[0].Name, models[0].ClipNames())
		}
	}
	var s *scene.Scene
	var err error
	switch {
	case o.Scene == Springs:
		s, err = scene.NewSprings(input.Library, models[0])
	case o.Scene == Slopes:
		s, err = scene.NewSlopes(input.Library, models[0])
	case o.Scene == LookAt:
		s, err = scene.NewLookAt(input.Library, models[0])
	case builtin && o.Count == 0 && o.Clip == "":
		s, err = scene.NewShow(input.Library, models[0])
	case o.Count > 0:
		if builtin {
			if models, err = scene.Recolored(input.Library, models[0]); err != nil {
				return nil, err
			}
		}
		s, err = scene.NewCrowd(input.Library, models, o.Count, o.Clip)
	default:
		s, err = scene.NewLineup(input.Library, models, o.Clip)
	}
	if err != nil {
		return nil, err
	}
	return advanceToStart(s, o, o.Start)
}

// pressKey carries out the action of a key.
func pressKey(s *locomotion.Scene, key string) error {
	action, err := locomotion.KeyAction(key)
	if err != nil {
		return err
	}
	return s.Press(action)
}

// advanceToStart advances the scene to the time of the first frame.
func advanceToStart(s animatedScene, o Options, start float64) (animatedScene, error) {
	if o.Skeletons {
		if err := s.ShowSkeletons(); err != nil {
			s.Close()
			return nil, err
		}
	}
	if err := s.Update(start); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// animatedScene is a scene that view can draw.
type animatedScene interface {
	World() *ecs.World
	Animation() *systems.Animation
	Update(seconds float64) error
	Scrub(seconds float64) error
	CrossFade(steps int) error
	CrossFadeTo(index int) error
	ShowSkeletons() error
	Playing() (name string, at, duration float64)
	Characters() int
	Joints() int
	Bounds() assets.Box
	Viewpoint() (yaw, pitch, distance float64)
	Ground() float32
	Close()
}

// steerableScene is a scene with a character that is steered, and that the camera follows.
type steerableScene interface {
	animatedScene
	Press(action locomotion.Action) error
	Release(action locomotion.Action)
	Status() string
	Transform() mgl32.Mat4
}

var (
	_ steerableScene = (*locomotion.Scene)(nil)
	_ steerableScene = (*locomotion.Replay)(nil)
)

// finish ends a recording, or returns the first difference from the one that was played.
func finish(s animatedScene) error {
	if recorded, ok := s.(interface{ Finish() error }); ok {
		return recorded.Finish()
	}
	return nil
}
