package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// physics moves bodies before each frame. It is an interface, so that programs with scenes without
// physics need not link it.
type physics interface {
	step(time, seconds float64) error
}

// Scene is a world with animated characters.
type Scene struct {
	world      ecs.World
	library    *assets.Library
	animation  *systems.Animation
	transforms generic.Map1[components.Transform]
	characters []*character
	find       func() []*character // finds the characters of now; nil if they stay the same
	bounds     assets.Box
	clipBounds map[clipOfModel]assets.Box
	time       float64
	yaw        float64 // of the viewpoint, in degrees; so is pitch
	pitch      float64
	distance   float64
	set        *Set    // the place; nil for a bare ground
	falls      physics // nil in scenes without
	// changes what is played, before the frame that ends at a time; nil for nothing
	direct     func(time float64) error
	observe    func(seconds float64) error // looks at the result of a frame of some seconds; nil for nothing
	texts      []label                     // over characters
	report     func() string               // describes the present state; nil for nothing
	belts      []*belt                     // below those who walk on the spot
	kept       []func() (bringBack func()) // what the functions above remember; see remember
	longest    float64                     // the longest frame in seconds; 0 for any
	spawn      Spawner                     // of the characters that add adds; at first the animation's own
	companions []*Scene                    // further worlds, which are not drawn
	manual     bool                        // the user has chosen a clip: scheduled crossfades and paths end
	scheduled  struct {
		snapshot []byte // of the animation, when the user chose the first clip
		time     float64
	}
}

// Spawner spawns a character of a model, as [systems.Animation.Spawn] does.
type Spawner func(model *assets.Model, transform mgl32.Mat4) (ecs.Entity, error)

// character is a character with its schedule and its path.
type character struct {
	entity ecs.Entity
	model  *assets.Model
	path   func(seconds float64) mgl32.Mat4 // transform at a time; nil if the character stays in place
	fades  []scheduledFade
	period float64 // seconds after which the scheduled fades repeat
}

// scheduledFade is a crossfade to a clip at a set time.
type scheduledFade struct {
	at       float64 // seconds from the start of the period
	clip     assets.ClipID
	duration float64
	options  []systems.FadeOption
}

func newScene(library *assets.Library, options ...systems.Option) (*Scene, error) {
	s := &Scene{
		world: ecs.NewWorld(), library: library, yaw: 24, pitch: 12, distance: 0.9, bounds: emptyBox(),
		clipBounds: map[clipOfModel]assets.Box{},
	}
	var err error
	if s.animation, err = systems.NewAnimation(&s.world, library, options...); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	s.spawn = s.animation.Spawn
	s.transforms = generic.NewMap1[components.Transform](&s.world)
	return s, nil
}

// spawnBy lets a spawner for the scene's animation spawn the characters, the last one of several.
func (s *Scene) spawnBy(spawners []func(*systems.Animation) (Spawner, error)) (err error) {
	for _, spawner := range spawners {
		if s.spawn, err = spawner(s.animation); err != nil {
			return fmt.Errorf("scene: %w", err)
		}
	}
	return nil
}

// newColoredScene returns a scene without characters, and the model in several colors.
func newColoredScene(library *assets.Library, model *assets.Model) (*Scene, []*assets.Model, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, nil, err
	}
	models, err := Recolored(library, model)
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	return s, models, nil
}

// newCastScene returns a scene without characters, and the models of [cast].
func newCastScene(library *assets.Library, model *assets.Model) (*Scene, []*assets.Model, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, nil, err
	}
	models, err := cast(library, model)
	if err != nil {
		s.Close()
		return nil, nil, err
	}
	return s, models, nil
}

// Close frees the animation's workers.
func (s *Scene) Close() {
	for _, c := range s.companions {
		c.Close()
	}
	s.animation.Close()
}

// Status returns a few lines of text about the present state, or "" in scenes that have nothing to
// tell.
func (s *Scene) Status() string {
	if s.report == nil {
		return ""
	}
	return s.report()
}

// World returns the ECS world with the characters.
func (s *Scene) World() *ecs.World { return &s.world }

// Animation returns the animation schedule of the characters.
func (s *Scene) Animation() *systems.Animation { return s.animation }

// slowMotion is the clock's scale in slow motion.
const slowMotion = 0.25

// ToggleSlowMotion begins slow motion, or ends it.
func (s *Scene) ToggleSlowMotion() {
	clock := s.animation.Clock()
	if clock.Scale == 1 {
		clock.Scale = slowMotion
	} else {
		clock.Scale = 1
	}
}

// Bounds returns a box, in world space, that encloses the characters while they move.
func (s *Scene) Bounds() assets.Box { return s.bounds }

// Characters returns the number of characters.
func (s *Scene) Characters() int { return len(s.present()) }

// present returns the characters of now.
func (s *Scene) present() []*character {
	if s.find != nil {
		s.characters = s.find()
	}
	return s.characters
}

// Joints returns the number of joints of all characters together.
func (s *Scene) Joints() int {
	n := 0
	for _, a := range s.present() {
		n += s.library.Skeleton(a.model.Skeleton).Len()
	}
	return n
}

// add spawns a character that loops a clip, starting at a phase from 0 to 1 of its duration.
func (s *Scene) add(model *assets.Model, transform mgl32.Mat4, clip assets.ClipID, phase float64) (*character, error) {
	entity, err := s.spawn(model, transform)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	a := &character{entity: entity, model: model}
	if err := s.play(a, clip, phase); err != nil {
		return nil, err
	}
	s.characters = append(s.characters, a)
	s.bounds = union(s.bounds, transformed(s.boundsOfClip(model, clip), transform))
	return a, nil
}

// play plays a clip from a phase on. With clip 0, of a model without clips, the character shows its
// rest pose.
func (s *Scene) play(a *character, id assets.ClipID, phase float64) error {
	if id == 0 {
		return nil
	}
	player := s.animation.Player(a.entity)
	if err := player.Play(id); err != nil {
		return fmt.Errorf("scene: %w", err)
	}
	if clip := s.library.Clip(id); clip != nil {
		return player.Seek(clip.Start() + phase*clip.Duration())
	}
	return nil
}

// Viewpoint returns the direction that shows the scene best, in degrees to the right and upward,
// and the camera's distance as a fraction of the distance at which the whole scene fits into the
// image.
func (s *Scene) Viewpoint() (yaw, pitch, distance float64) { return s.yaw, s.pitch, s.distance }

// Ground returns the height of the ground: 0, or the lowest point of a scene that reaches well
// below 0.
func (s *Scene) Ground() float32 {
	low, high := s.bounds.Min[1], s.bounds.Max[1]
	if high > low && low < -0.05*(high-low) {
		return low
	}
	return 0
}

// Entity returns the entity of a character, by the order of adding.
func (s *Scene) Entity(index int) ecs.Entity { return s.characters[index].entity }
