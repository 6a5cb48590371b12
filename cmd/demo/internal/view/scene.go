//go:build cgo

package view

import (
	"fmt"
	"math"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
)

// newScene returns the scene that the options select, at the time of its first frame.
func newScene(input Input, o Options) (animatedScene, error) {
	if o.Past != nil {
		return advanceToStart(o.Past, o, o.Start)
	}
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
	if o.Graph != "" || o.Stack != "" || o.Definitions != "" {
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

// newControlled returns a scene whose characters play what a graph selects, or are changed by a stack
// of modifiers, which are in files, as are masks and blend spaces that it may use.
func newControlled(input Input, o Options) (animatedScene, error) {
	input, err := input.WithMannequin()
	if err != nil {
		return nil, err
	}
	var definitionsFile, graphFile, stackFile assetFile
	if o.Definitions != "" {
		if definitionsFile, err = readDefinitions(input, o.Definitions); err != nil {
			return nil, err
		}
	}
	if o.Graph != "" {
		if graphFile, err = readGraph(input, o.Graph); err != nil {
			return nil, err
		}
	}
	if o.Stack != "" {
		if stackFile, err = readStack(input, o.Stack); err != nil {
			return nil, err
		}
	}
	s, err := stage.Open(input, Show, o.Count, firstClipOf(input))
	if err != nil {
		return nil, err
	}
	controlled, ok := s.(interface {
		Control(graph assets.GraphID) error
		Modify(stack id.ModifierStack) error
	})
	if !ok {
		s.Close()
		return nil, fmt.Errorf("expected characters that take a graph or a stack, found an avatar, which has its own")
	}
	for _, f := range []assetFile{definitionsFile, graphFile, stackFile} {
		if f.path == "" {
			continue
		}
		switch {
		case f.graph != 0:
			err = controlled.Control(f.graph)
		case f.stack != 0:
			err = controlled.Modify(f.stack)
		}
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("%s: %w", f.path, err)
		}
		if o.files != nil {
			*o.files = append(*o.files, f)
		}
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
