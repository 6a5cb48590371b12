//go:build cgo

package view

import (
	"fmt"
	"math"
	"os"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// newScene returns the scene that the options select, at the time of its first frame.
func newScene(input Input, o Options) (animatedScene, error) {
	if o.Replay != nil {
		input, err := input.WithMannequin()
		if err != nil {
			return nil, err
		}
		s, err := locomotion.NewReplay(input.Library, input.Models[0], o.Replay)
		if err != nil {
			return nil, err
		}
		return advanceToStart(s, o, o.Start)
	}
	if o.Graph != "" {
		return newControlled(input, o)
	}
	clip := o.Clip
	if len(o.Clips) > 0 && len(o.Clip) == 0 { // one character that plays them, in place of a group
		clip = firstClipOf(input)
	}
	s, err := stage.Open(input, o.Scene, o.Count, clip)
	if err != nil {
		return nil, err
	}
	if recorded, ok := s.(interface{ Record(path string) error }); ok && o.Record != "" {
		if err := recorded.Record(o.Record); err != nil {
			s.Close()
			return nil, err
		}
	}
	steered, ok := s.(*locomotion.Scene)
	if !ok {
		return advanceToStart(s, o, o.Start)
	}
	if len(o.Press) > 0 {
		for _, key := range o.Press {
			if err := pressKey(steered, key); err != nil {
				s.Close()
				return nil, err
			}
		}
		return advanceToStart(s, o, o.Start)
	}
	// Start after one run of the script: the footprints are then the same at the beginning and the
	// end of a recording.
	return advanceToStart(s, o, locomotion.Period+math.Mod(o.Start, locomotion.Period))
}

// newControlled returns a scene whose characters play what a graph selects, which is in a file.
func newControlled(input Input, o Options) (animatedScene, error) {
	input, err := input.WithMannequin()
	if err != nil {
		return nil, err
	}
	file, err := os.Open(o.Graph)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	models := make([]graph.Model, len(input.Models))
	for i, model := range input.Models {
		models[i] = model
	}
	g, err := graph.Read(file, input.Library, models...)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Graph, err)
	}
	id, err := input.Library.AddGraph(g)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", o.Graph, err)
	}
	s, err := stage.Open(input, Show, o.Count, firstClipOf(input))
	if err != nil {
		return nil, err
	}
	controlled := s.(interface {
		Control(graph assets.GraphID) error
	})
	if err := controlled.Control(id); err != nil {
		s.Close()
		return nil, fmt.Errorf("%s: %w", o.Graph, err)
	}
	return advanceToStart(s, o, o.Start)
}

// firstClipOf returns the name of a clip of the first model, or "" for none: with one, mannequins
// do not come as a group that has a schedule.
func firstClipOf(input Input) string {
	if names := input.Models[0].ClipNames(); len(names) > 0 {
		return names[0]
	}
	return ""
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
type animatedScene = stage.Scene

// tellingScene is a scene that describes itself in a line of text.
type tellingScene interface {
	Status() string
}

// steerableScene is a scene with a character that is steered, and that the camera follows.
type steerableScene = stage.Steerable

// finish ends a recording, or returns the first difference from the one that was played.
func finish(s animatedScene) error {
	if recorded, ok := s.(interface{ Finish() error }); ok {
		return recorded.Finish()
	}
	return nil
}
