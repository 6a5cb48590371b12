package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/ragdoll"
	"github.com/sinew-go/sinew/cmd/demo/internal/rigidbody"
	"github.com/sinew-go/sinew/cmd/demo/internal/tumble"
	"github.com/sinew-go/sinew/ecs"
)

// pushed is a mannequin of the ragdoll scene that somebody pushes over once in a period.
type pushed struct {
	x, z     float32
	facing   float32 // degrees
	clip     string
	at       float64 // seconds from the start of the period
	joint    string
	toward   float64 // degrees from +z, in which it is pushed
	strength float64 // newton seconds
}

var pushedOnes = []pushed{
	{-3.2, 0.1, 25, "idle", 0.5, "spine_4", 195, 95},
	{-0.9, -0.6, -8, "idle", 0.9, "spine_2", 5, 85},
	{0.9, 0.7, 10, "wave", 1.3, "spine_2", 140, 85},
	{2.9, -0.4, -25, "wave", 1.7, "hips", 150, 90},
}

// pushPeriod is the time in seconds after which all are pushed again, the other way.
const pushPeriod = 8

// fallStep is the longest step in which bodies move, in seconds.
const fallStep = 1.0 / 60

// falls is the physics of a scene.
type falls struct {
	world  *rigidbody.World
	actors []*tumble.Actor
}

// NewRagdoll returns a scene of mannequins that are pushed over, fall by physics, and get up again.
func NewRagdoll(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	bodies, err := ragdoll.Propose(library, model, ragdoll.Options{Mass: 75})
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	clips, err := tumble.AddClips(library, model)
	if err != nil {
		return nil, err
	}
	if err := s.addCourt(area{half: 3.8, back: 5.5}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 12, 18, 0.86
	physics := &falls{world: rigidbody.NewWorld()}
	s.falls, s.longest = physics, fallStep
	s.kept = append(s.kept, physics.keep)
	for i, p := range pushedOnes {
		transform := mgl32.Translate3D(p.x, 0, p.z).Mul4(mgl32.HomogRotate3DY(mgl32.DegToRad(p.facing)))
		idle := model.Clip(p.clip)
		a, err := s.add(models[i%len(models)], transform, idle, 0.2*float64(i))
		if err != nil {
			return nil, err
		}
		actor, err := tumble.NewActor(s.animation, physics.world, bodies, clips, a.entity, idle)
		if err != nil {
			return nil, err
		}
		physics.actors = append(physics.actors, actor)
	}
	s.bounds = union(s.bounds, assets.Box{Min: mgl32.Vec3{-3.4, 0, -2}, Max: mgl32.Vec3{3.4, 1.8, 1.8}})
	if err := s.animation.Update(0); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	return s, nil
}

// keep returns a function that brings back the bodies and what the actors do, as they are now.
func (f *falls) keep() (bringBack func()) {
	back := []func(){f.world.Keep()}
	for _, actor := range f.actors {
		back = append(back, actor.Keep())
	}
	return func() {
		for _, bring := range back {
			bring()
		}
	}
}

// step pushes the actors whose time has come, moves the bodies by some seconds up to a time, and
// lets the actors show them.
func (f *falls) step(time, seconds float64) error {
	for i, actor := range f.actors {
		p := &pushedOnes[i]
		due := math.Floor((time - p.at + timeTolerance) / pushPeriod)
		if before := math.Floor((time - seconds - p.at + timeTolerance) / pushPeriod); due > before && due >= 0 {
			if err := actor.Push(p.joint, tumble.Toward(p.toward+180*due, p.strength)); err != nil {
				return err
			}
		}
		if err := actor.Drive(); err != nil {
			return err
		}
	}
	f.world.Step(seconds)
	for _, actor := range f.actors {
		if err := actor.Show(seconds); err != nil {
			return err
		}
	}
	return nil
}

// Ragdoll returns the bodies of a character, or nil for one without.
func (s *Scene) Ragdoll(character ecs.Entity) *ragdoll.Definition {
	if f, ok := s.falls.(*falls); ok {
		for _, actor := range f.actors {
			if actor.Entity == character {
				return actor.Bodies()
			}
		}
	}
	return nil
}

// ReplaceRagdoll gives all characters with bodies other ones. If one cannot take them, none does.
func (s *Scene) ReplaceRagdoll(bodies *ragdoll.Definition) error {
	f, ok := s.falls.(*falls)
	if !ok {
		return fmt.Errorf("scene: expected characters with bodies, found none")
	}
	for i, actor := range f.actors {
		before := actor.Bodies()
		if err := actor.Replace(bodies); err != nil {
			for _, done := range f.actors[:i] {
				err = errors.Join(err, done.Replace(before))
			}
			return err
		}
	}
	return nil
}
