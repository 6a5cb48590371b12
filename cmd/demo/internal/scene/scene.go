package scene

import (
	"fmt"
	"time"

	"github.com/go-gl/mathgl/mgl32"
	"github.com/mlange-42/arche/generic"
	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/components"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// Stage is a world with characters in it.
type Scene struct {
	world     ecs.World
	library   *assets.Library
	animation *systems.Animation
	places    generic.Map1[components.Transform]
	actors    []*character
	bounds    assets.Box
	acted     map[clipOfModel]assets.Box
	time      float64
	yaw       float64 // of the viewpoint, degrees
	pitch     float64
	distance  float64
	free      bool // nobody follows cues any more
}

// actor is a character, what it does and where it goes.
type character struct {
	entity ecs.Entity
	model  *assets.Model
	path   func(seconds float64) mgl32.Mat4 // nil: it stays where it is
	cues   []scheduledFade
	period float64 // seconds after which the cues begin anew
}

// cue is a change of clip.
type scheduledFade struct {
	at   float64 // seconds from the start of the period
	clip assets.ClipID
	fade time.Duration
}

func newScene(library *assets.Library) (*Scene, error) {
	s := &Scene{world: ecs.NewWorld(), library: library, yaw: 24, pitch: 12, distance: 0.9, bounds: emptyBox(), acted: map[clipOfModel]assets.Box{}}
	var err error
	if s.animation, err = systems.NewAnimation(&s.world, library); err != nil {
		return nil, fmt.Errorf("stage: %w", err)
	}
	s.places = generic.NewMap1[components.Transform](&s.world)
	return s, nil
}

// Close ends what the stage runs.
func (s *Scene) Close() { s.animation.Close() }

// World returns the world that the characters live in.
func (s *Scene) World() *ecs.World { return &s.world }

// Animation returns what animates the characters.
func (s *Scene) Animation() *systems.Animation { return s.animation }

// Bounds returns the box, in world space, that the characters act in.
func (s *Scene) Bounds() assets.Box { return s.bounds }

// Characters returns how many there are.
func (s *Scene) Characters() int { return len(s.actors) }

// Joints returns how many joints are animated, over all characters.
func (s *Scene) Joints() int {
	n := 0
	for _, a := range s.actors {
		n += s.library.Skeleton(a.model.Skeleton).Len()
	}
	return n
}

// add spawns a character at a place, looping a clip from a phase of 0 to 1 of its duration on.
func (s *Scene) add(model *assets.Model, place mgl32.Mat4, clip assets.ClipID, phase float64) (*character, error) {
	a := &character{entity: s.animation.Spawn(model, place), model: model}
	if err := s.play(a, clip, phase); err != nil {
		return nil, err
	}
	s.actors = append(s.actors, a)
	s.bounds = union(s.bounds, transformed(s.actedBounds(model, clip), place))
	return a, nil
}

func (s *Scene) play(a *character, id assets.ClipID, phase float64) error {
	player := s.animation.Player(a.entity)
	if err := player.Play(id); err != nil {
		return fmt.Errorf("stage: %w", err)
	}
	if clip := s.library.Clip(id); clip != nil {
		return player.Seek(clip.Start() + phase*clip.Duration())
	}
	return nil
}

// Viewpoint returns where the scene is best seen from: degrees to the right and upward, and how far compared with the
// distance from which all of it fits into the picture.
func (s *Scene) Viewpoint() (yaw, pitch, distance float64) { return s.yaw, s.pitch, s.distance }

// Ground returns the height of the ground: 0, or less where something reaches well below that.
func (s *Scene) Ground() float32 {
	low, high := s.bounds.Min[1], s.bounds.Max[1]
	if high > low && low < -0.05*(high-low) {
		return low
	}
	return 0
}

// Entity returns a character of the stage, in the order in which they were added.
func (s *Scene) Entity(index int) ecs.Entity { return s.actors[index].entity }
