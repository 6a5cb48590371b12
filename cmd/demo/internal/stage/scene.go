package stage

import (
	"fmt"
	"strconv"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/cmd/demo/internal/locomotion"
	"github.com/sinew-go/sinew/cmd/demo/internal/roam"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/internal/names"
	"github.com/sinew-go/sinew/systems"
)

// Scene is a world that can be drawn.
type Scene interface {
	World() *ecs.World
	Animation() *systems.Animation
	Update(seconds float64) error
	Scrub(seconds float64) error
	CrossFade(steps int, seconds float64) error
	CrossFadeTo(index int, seconds float64) error
	ResumeSchedule() error
	ShowSkeletons() error
	Playing() (name string, at, duration float64)
	Showing() string
	Characters() int
	Joints() int
	Bounds() assets.Box
	Viewpoint() (yaw, pitch, distance float64)
	Ground() float32
	Close()
}

// Steerable is a scene with a character that is steered, and that the camera follows.
type Steerable interface {
	Scene
	Press(action locomotion.Action) error
	Release(action locomotion.Action)
	Status() string
	Transform() mgl32.Mat4
}

// Guided is a scene with a character that goes to a place which somebody points at.
type Guided interface {
	Steerable
	GoTo(place mgl32.Vec3)
}

var (
	_ Steerable = (*locomotion.Scene)(nil)
	_ Steerable = (*locomotion.Replay)(nil)
	_ Guided    = (*roam.Scene)(nil)
)

// Input is the models to draw.
type Input struct {
	Library *assets.Library
	Models  []*assets.Model // empty for the built-in mannequin
	// Lineup, if not nil, makes the scene of models that are not the mannequin, in another way than
	// this package does.
	Lineup func(models []*assets.Model, count int, clip string) (Scene, error)

	builtin bool // Models is the mannequin
}

// WithMannequin returns the input, with the built-in mannequin if it has no models.
func (input Input) WithMannequin() (Input, error) {
	if len(input.Models) > 0 {
		return input, nil
	}
	model, err := mannequin.New(input.Library)
	if err != nil {
		return input, err
	}
	return Input{Library: input.Library, Models: []*assets.Model{model}, builtin: true}, nil
}

// Open makes the scene of that name. The scene [Show] is for mannequins: other models, and
// mannequins that play the named clip, stand side by side instead, or for a count above 0 in a
// crowd.
func Open(input Input, name string, count int, clip string) (Scene, error) {
	if name == "" {
		name = Show
	}
	entry, err := Find(name)
	if err != nil {
		return nil, err
	}
	if input, err = input.WithMannequin(); err != nil {
		return nil, err
	}
	library, models, builtin := input.Library, input.Models, input.builtin
	if clip != "" {
		found := false
		for _, model := range models {
			found = found || scene.FindClip(model, clip) != 0
		}
		if !found {
			return nil, fmt.Errorf("--clip: %w",
				names.NotFound(nil, "model "+strconv.Quote(models[0].Name), "clip", clip, models[0].ClipNames()))
		}
	}
	switch {
	case name == Locomotion:
		return opened(locomotion.New(library, models[0]))
	case name == Matching:
		return opened(roam.New(library, models[0]))
	case name == Recordings:
		return openRecordings(input)
	case entry.make != nil:
		return opened(entry.make(library, models[0]))
	case name == Stadium && count == 0:
		return opened(scene.NewStadium(library, models[0], scene.StadiumCount()))
	case name == Stadium:
		return opened(scene.NewStadium(library, models[0], count))
	case builtin && count == 0 && clip == "":
		return opened(scene.NewShow(library, models[0]))
	case input.Lineup != nil && !builtin:
		return input.Lineup(models, count, clip)
	case count > 0:
		if builtin {
			if models, err = scene.Recolored(library, models[0]); err != nil {
				return nil, err
			}
		}
		return opened(scene.NewCrowd(library, models, count, clip))
	default:
		return opened(scene.NewLineup(library, models, clip))
	}
}

// openRecordings makes the scene of recordings: those of the input, or else generated ones.
func openRecordings(input Input) (Scene, error) {
	if input.builtin {
		return opened(scene.NewRecordings(input.Library, input.Models[0], nil))
	}
	body, err := mannequin.New(input.Library)
	if err != nil {
		return nil, err
	}
	return opened(scene.NewRecordings(input.Library, body, input.Models))
}

// opened returns the scene, or a nil interface for an error.
func opened[S Scene](s S, err error) (Scene, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// Placement is the position of a fixed camera, relative to its target.
type Placement struct {
	Yaw, Pitch float64 // degrees to the right and upward
	Distance   float64 // meters; 0 fits the scene into the image
}
