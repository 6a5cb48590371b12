package locomotion

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Scene is a stage with one character that is steered.
type Scene struct {
	*scene.Scene
	library    *assets.Library
	entity     ecs.Entity
	controller systems.Controller
	transforms generic.Map1[components.Transform]
	steering   steering
	steps      *footsteps
	saved      savedState

	manual     bool
	nextAction int     // the next of the script
	scriptTime float64 // seconds since the script began anew
}

// New sets the scene for a mannequin.
func New(library *assets.Library, model *assets.Model) (*Scene, error) {
	if err := AddAssets(library, model); err != nil {
		return nil, err
	}
	graph, err := readGraph(library, model)
	if err != nil {
		return nil, err
	}
	solo, err := scene.NewLineup(library, []*assets.Model{model}, "idle")
	if err != nil {
		return nil, err
	}
	s := &Scene{Scene: solo, library: library, entity: solo.Entity(0), transforms: generic.NewMap1[components.Transform](solo.World())}
	animation := s.Animation()
	animation.EnableRootMotion(s.entity)
	animation.EnableModelMatrices(s.entity)
	if s.controller, err = animation.Control(s.entity, graph); err == nil {
		err = s.addOverlays(model)
	}
	if err == nil {
		s.steps, err = newFootsteps(s)
	}
	if err == nil {
		err = s.step(0)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// longestStep is how many seconds pass between two looks at what steers and what happened.
const maxStep = 1.0 / 60

// Update moves time on by seconds, which must not be negative.
func (s *Scene) Update(seconds float64) error {
	if !(seconds >= 0) || math.IsInf(seconds, 0) {
		return fmt.Errorf("locomotion: time cannot move on by %v s", seconds)
	}
	for {
		if err := s.runScript(); err != nil {
			return err
		}
		if seconds < timeTolerance {
			return s.step(max(seconds, 0))
		}
		step := min(seconds, maxStep, s.untilNextAction())
		if err := s.step(step); err != nil {
			return err
		}
		seconds -= step
	}
}

// step runs one frame.
func (s *Scene) step(seconds float64) error {
	clock := s.Animation().Clock()
	s.scriptTime += seconds
	s.steering.advance(seconds * clock.Scale)
	err := errors.Join(
		s.controller.SetFloat(speedParameter, s.steering.speed), s.controller.SetFloat(turnParameter, s.steering.turn),
		s.controller.SetBool(waveParameter, s.steering.wave), s.controller.SetBool(inertializedParameter, s.steering.inertialized),
	)
	err = errors.Join(err, s.fadeOverlays())
	if s.steering.jump {
		s.steering.jump = false
		err = errors.Join(err, s.controller.Trigger(jumpParameter))
	}
	if err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	if err := s.Scene.Update(seconds); err != nil {
		return err
	}
	s.steps.advance(seconds * clock.Scale)
	return nil
}

// Place returns where the character is and which way it looks.
func (s *Scene) Transform() mgl32.Mat4 { return s.transforms.Get(s.entity).Matrix }

// joint returns where a joint is in the world.
func (s *Scene) joint(index int) mgl32.Vec3 {
	m := rig.MatrixAt(s.Animation().ModelMatrices(s.entity), index)
	return mgl32.TransformCoordinate(mgl32.Vec3{m[3], m[7], m[11]}, s.Transform())
}

func (s *Scene) skeleton() *assets.Skeleton { return s.controller.Graph().Skeleton() }

// Bounds returns the room around the character at the start that is to be seen: for a leap, and some prints.
func (s *Scene) Bounds() assets.Box {
	return assets.Box{Min: mgl32.Vec3{-1, 0, -1}, Max: mgl32.Vec3{1, 2.7, 1}}
}

// Viewpoint returns where the character is best seen from: from the side and a little above.
func (s *Scene) Viewpoint() (yaw, pitch, distance float64) { return 52, 15, 0.92 }

// record is a moment that can be gone back to.
type savedState struct {
	snapshot   []byte // a snapshot; empty where nothing was recorded
	steering   steering
	manual     bool
	nextAction int
	scriptTime float64 // of the script
	steps      footsteps
}

// record keeps this moment.
func (s *Scene) save() {
	s.saved = savedState{
		s.Animation().AppendSnapshot(s.saved.snapshot[:0]), s.steering, s.manual, s.nextAction, s.scriptTime, *s.steps,
	}
}

// rewind goes back to the moment that was recorded, where one was. Keys that are held stay so.
func (s *Scene) restore() error {
	if len(s.saved.snapshot) == 0 {
		return nil
	}
	if err := s.Animation().Restore(s.saved.snapshot); err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	left, right := s.steering.left, s.steering.right
	s.steering, s.manual, s.nextAction, s.scriptTime = s.saved.steering, s.saved.manual, s.saved.nextAction, s.saved.scriptTime
	s.steering.left, s.steering.right = left, right
	*s.steps = s.saved.steps
	s.steps.placeAll()
	return nil
}
