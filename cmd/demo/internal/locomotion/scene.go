package locomotion

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/graph"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Scene is a scene with one character that is steered.
type Scene struct {
	*scene.Scene
	library    *assets.Library
	entity     ecs.Entity
	controller systems.Controller
	transforms generic.Map1[components.Transform]
	steering   steering
	steps      *footsteps
	place      scene.Endless
	saved      savedState
	recording  recording

	manual     bool    // keys steer, not the script
	yielded    bool    // neither steers: somebody else sets the parameters and the layers
	nextAction int     // index into the script
	scriptTime float64 // seconds since the script's last start
}

// New returns the scene of a mannequin, and adds the assets that it needs to the library.
func New(library *assets.Library, model *assets.Model) (*Scene, error) {
	if err := AddAssets(library, model); err != nil {
		return nil, err
	}
	graph, err := readGraph(library, model)
	if err != nil {
		return nil, err
	}
	lineup, err := scene.NewLineup(library, []*assets.Model{model}, "idle")
	if err != nil {
		return nil, err
	}
	s := &Scene{
		Scene: lineup, library: library, entity: lineup.Entity(0),
		transforms: generic.NewMap1[components.Transform](lineup.World()),
	}
	animation := s.Animation()
	if err = animation.EnableRootMotion(s.entity); err == nil {
		err = animation.EnableModelMatrices(s.entity)
	}
	if err == nil {
		s.controller, err = animation.Control(s.entity, graph)
	}
	if err == nil {
		err = s.addOverlays(model)
	}
	if err == nil {
		err = lineup.StandOnFloor(0)
	}
	if err == nil {
		s.place, err = lineup.AddEndless(stonesX, stonesZ)
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

// maxStep is the longest frame, in seconds. Input and events take effect between frames.
const maxStep = 1.0 / 60

// Update advances time by seconds, which must not be negative.
func (s *Scene) Update(seconds float64) error {
	if !(seconds >= 0) || math.IsInf(seconds, 0) {
		return fmt.Errorf("locomotion: update: expected a finite time that is not negative, found %v s", seconds)
	}
	if err := s.advance(seconds); err != nil {
		return err
	}
	return s.recordFrame(seconds)
}

// advance advances time in frames that end where the script acts.
func (s *Scene) advance(seconds float64) error {
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
	if s.yielded {
		s.readParameters()
	} else if err := s.steer(seconds * clock.Scale); err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	if err := s.Scene.Update(seconds); err != nil {
		return err
	}
	s.steps.advance(seconds * clock.Scale)
	s.place.GoTo(s.Transform().Col(3).Vec3())
	return nil
}

// steer sets the parameters and the overlay layers as the keys or the script ask for, after some
// seconds of animation.
func (s *Scene) steer(seconds float64) error {
	s.steering.advance(seconds)
	err := s.fadeOverlays()
	set := func(name string, of graph.ParameterType, set func() error) {
		if _, found, ok := s.controller.Graph().Parameter(name); ok && found == of { // or a user has renamed it
			err = errors.Join(err, set())
		}
	}
	set(speedParameter, graph.FloatParameter, func() error { return s.controller.SetFloat(speedParameter, s.steering.speed) })
	set(turnParameter, graph.FloatParameter, func() error { return s.controller.SetFloat(turnParameter, s.steering.turn) })
	set(waveParameter, graph.BoolParameter, func() error { return s.controller.SetBool(waveParameter, s.steering.wave) })
	set(inertializedParameter, graph.BoolParameter, func() error {
		return s.controller.SetBool(inertializedParameter, s.steering.inertialized)
	})
	if s.steering.jump {
		s.steering.jump = false
		set(jumpParameter, graph.TriggerParameter, func() error { return s.controller.Trigger(jumpParameter) })
	}
	return err
}

// Yield lets somebody else set the parameters and the layers, until the next action.
func (s *Scene) Yield() { s.manual, s.yielded = true, true }

// ResumeSchedule lets the script steer again.
func (s *Scene) ResumeSchedule() error { return s.Press(Script) }

// readParameters takes over the parameters that somebody else has set, so that the next action
// continues from there.
func (s *Scene) readParameters() {
	machine, values := s.controller.Graph(), &s.controller.Component().Parameters
	value := func(name string) uint32 {
		index, _, ok := machine.Parameter(name)
		if !ok { // a user has renamed it
			return 0
		}
		return values[index]
	}
	c := &s.steering
	c.speed, c.turn = math.Float32frombits(value(speedParameter)), math.Float32frombits(value(turnParameter))
	c.wave, c.inertialized = value(waveParameter) != 0, value(inertializedParameter) != 0
	c.gear = 0
	for gear, speed := range gearSpeeds {
		if c.speed > (speed+gearSpeeds[max(gear-1, 0)])/2 {
			c.gear = gear
		}
	}
}

// Transform returns the character's model-to-world matrix.
func (s *Scene) Transform() mgl32.Mat4 { return s.transforms.Get(s.entity).Matrix }

// joint returns a joint's position in world space.
func (s *Scene) joint(index int) mgl32.Vec3 {
	m := rig.MatrixAt(s.Animation().ModelMatrices(s.entity), index)
	return mgl32.TransformCoordinate(mgl32.Vec3{m[3], m[7], m[11]}, s.Transform())
}

func (s *Scene) skeleton() *assets.Skeleton { return s.controller.Graph().Skeleton() }

// Bounds returns a box around the character at the start, in world space, with room for a leap and
// some footprints.
func (s *Scene) Bounds() assets.Box {
	return assets.Box{Min: mgl32.Vec3{-1, 0, -1}, Max: mgl32.Vec3{1, 2.7, 1}}
}

// Viewpoint returns a view from the side and a little above; see [scene.Scene.Viewpoint].
func (s *Scene) Viewpoint() (yaw, pitch, distance float64) { return 52, 8, 0.92 }

// savedState is the state of the scene at one moment.
type savedState struct {
	snapshot   []byte // of the animation; empty if nothing was saved
	steering   steering
	manual     bool
	nextAction int
	scriptTime float64
	steps      footsteps
}

// save stores the present state.
func (s *Scene) save() {
	s.saved = savedState{
		s.Animation().AppendSnapshot(s.saved.snapshot[:0]), s.steering, s.manual, s.nextAction, s.scriptTime, *s.steps,
	}
}

// Keep returns a function that brings back all that decides about the future besides the world, as
// it is now. Keys that are held remain so.
func (s *Scene) Keep() (bringBack func()) {
	scene := s.Scene.Keep()
	steering, manual, yielded, next, time, steps := s.steering, s.manual, s.yielded, s.nextAction, s.scriptTime, *s.steps
	return func() {
		scene()
		steering.left, steering.right = s.steering.left, s.steering.right
		s.steering, s.manual, s.yielded, s.nextAction, s.scriptTime = steering, manual, yielded, next, time
		*s.steps = steps
	}
}

// restore returns to the stored state, if there is one. Keys that are held remain so.
func (s *Scene) restore() error {
	if len(s.saved.snapshot) == 0 {
		return nil
	}
	if err := s.Animation().Restore(s.saved.snapshot); err != nil {
		return fmt.Errorf("locomotion: %w", err)
	}
	left, right := s.steering.left, s.steering.right
	s.steering, s.manual, s.nextAction, s.scriptTime = s.saved.steering, s.saved.manual, s.saved.nextAction,
		s.saved.scriptTime
	s.steering.left, s.steering.right = left, right
	*s.steps = s.saved.steps
	s.steps.placeAll()
	return nil
}
