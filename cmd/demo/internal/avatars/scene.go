package avatars

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/avatar"
)

// Scene is a scene with avatars.
type Scene struct {
	*scene.Scene
	avatars *avatar.Avatars
	list    []*shown

	isStill  bool // the eyes do not blink by themselves
	isDreamy bool // the eyes do not follow the pointer
}

// shown is an avatar in the scene.
type shown struct {
	entity ecs.Entity
	file   *vrm.Avatar
	blinks []string // the expressions that close its eyes
	chosen map[string]float32
	eyes   int // the joint between which and the pointer it looks; -1 for none
}

// Input returns what package stage opens a scene of: models of which those of the list are avatars.
func (f *Files) Input(models []*assets.Model) stage.Input {
	input := stage.Input{Library: f.library, Models: models}
	if f.Len() > 0 {
		input.Lineup = func(models []*assets.Model, count int, clip string) (stage.Scene, error) {
			s, err := f.lineup(models, count, clip)
			if err != nil {
				return nil, err
			}
			return s, nil
		}
	}
	return input
}

// lineup returns a scene of models, of which those of the list are avatars: side by side, or with a
// count above 0 a crowd of them.
func (f *Files) lineup(models []*assets.Model, count int, clip string) (*Scene, error) {
	s := &Scene{}
	spawner := func(animation *systems.Animation) (scene.Spawner, error) {
		var err error
		if s.avatars, err = avatar.New(animation); err != nil {
			return nil, err
		}
		return func(model *assets.Model, at mgl32.Mat4) (ecs.Entity, error) {
			file := f.of(model)
			if file == nil {
				return animation.Spawn(model, at)
			}
			entity, err := s.avatars.Spawn(file, at)
			if err == nil {
				s.list = append(s.list, newShown(entity, file))
			}
			return entity, err
		}, nil
	}
	var err error
	if count > 0 {
		s.Scene, err = scene.NewCrowd(f.library, models, count, clip, spawner)
	} else {
		s.Scene, err = scene.NewLineup(f.library, models, clip, spawner)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

func newShown(entity ecs.Entity, file *vrm.Avatar) *shown {
	a := &shown{entity: entity, file: file, chosen: map[string]float32{}, eyes: -1}
	for _, names := range [][]string{{"blink"}, {"blinkLeft", "blinkRight"}} {
		for _, name := range names {
			if _, err := file.ExpressionIndex(name); err == nil {
				a.blinks = append(a.blinks, name)
			}
		}
		if len(a.blinks) > 0 {
			break
		}
	}
	if file.Numbers().Count == 0 {
		a.blinks = nil
	}
	if file.Bones != nil {
		if head, ok := file.Bones.Joint("head"); ok {
			a.eyes = head
		}
	}
	return a
}

// Viewpoint returns a direction from ahead.
func (s *Scene) Viewpoint() (yaw, pitch, distance float64) { return 0, 4, 1 }

// Light returns the fractions of the usual light and rim light in which the colors of avatars look
// as they were painted: those are made for light of strength 1, all together.
func (s *Scene) Light() (directional, rim float32) { return 0.4, 0.3 }

// Update advances time by seconds, and lets the eyes blink.
func (s *Scene) Update(seconds float64) error {
	for i, a := range s.list {
		weight := float32(0)
		if !s.isStill {
			weight = blinking(s.Time()+seconds, i)
		}
		for _, name := range a.blinks {
			if err := s.avatars.Avatar(a.entity).Express(name, max(weight, a.chosen[name])); err != nil {
				return err
			}
		}
	}
	return s.Scene.Update(seconds)
}

// Blinking: eyes close and open again within a moment, a few seconds apart, which vary.
const (
	blinkInterval = 3.7 // seconds, on average
	blinkLength   = 0.22
	blinkClosed   = 0.4 // the fraction of a blink after which eyes are closed
)

// blinking returns how far eyes are closed at a time, 0 to 1. Avatars blink at different moments.
func blinking(seconds float64, avatar int) float32 {
	turn := seconds/blinkInterval + 0.31*float64(avatar)
	n := math.Floor(turn)
	wait := 0.5 + 0.35*math.Sin(2.4*n*n+float64(avatar)) // where in its interval the blink begins
	at := ((turn - n) - wait) * blinkInterval / blinkLength
	switch {
	case at < 0 || at > 1:
		return 0
	case at < blinkClosed:
		return float32(at / blinkClosed)
	}
	return float32((1 - at) / (1 - blinkClosed))
}

// lookDistance is where between the camera and an avatar a point is at which it looks: 0 is at the
// camera, 1 as far away as the avatar.
const lookDistance = 0.5

// Watch makes the avatars look at the pointer, which is at x and y in the picture: 0 to 1 from the
// left and from above. Outside of the picture they look ahead. The matrix takes world space to clip
// space; the camera stands at eye.
func (s *Scene) Watch(clip mgl32.Mat4, eye mgl32.Vec3, x, y float64) error {
	inside := !s.isDreamy && x > 0 && x < 1 && y > 0 && y < 1
	for _, a := range s.list {
		handle := s.avatars.Avatar(a.entity)
		if !inside || a.eyes < 0 {
			if err := handle.LookBy(0, 0); err != nil {
				return err
			}
			continue
		}
		head, err := s.Animation().JointWorldAt(a.entity, a.eyes)
		if err != nil {
			return err
		}
		at := head.Col(3).Vec3()
		h := clip.Mul4x1(at.Vec4(1))
		if h[3] == 0 {
			continue
		}
		p := clip.Inv().Mul4x1(mgl32.Vec4{2*float32(x) - 1, 1 - 2*float32(y), h[2] / h[3], 1})
		if p[3] == 0 {
			continue
		}
		point := eye.Add(p.Vec3().Mul(1 / p[3]).Sub(eye).Mul(lookDistance))
		if point.Len() < math.MaxFloat32 {
			if err := handle.LookAt(point); err != nil {
				return err
			}
		}
	}
	return nil
}

// find returns the avatar that is an entity, or nil.
func (s *Scene) find(character ecs.Entity) *shown {
	for _, a := range s.list {
		if a.entity == character {
			return a
		}
	}
	return nil
}

// Expressions returns the names of the expressions of a character and their weights: what was
// chosen, and what shows with blinking, clips and overrides.
func (s *Scene) Expressions(character ecs.Entity) (names []string, chosen, shows []float32) {
	a := s.find(character)
	if a == nil || a.file.Numbers().Count == 0 {
		return nil, nil, nil
	}
	for i := range a.file.Expressions {
		name := a.file.Expressions[i].Name
		names, chosen = append(names, name), append(chosen, a.chosen[name])
		shows = append(shows, s.avatars.Avatar(character).Shown(name))
	}
	return names, chosen, shows
}

// Express sets the weight of an expression of a character, 0 to 1.
func (s *Scene) Express(character ecs.Entity, name string, weight float32) error {
	if err := s.avatars.Avatar(character).Express(name, weight); err != nil {
		return err
	}
	s.find(character).chosen[name] = weight
	return nil
}

// FaceNumbers returns the morph weights of a character that hold its face.
func (s *Scene) FaceNumbers(character ecs.Entity) rig.MorphChannel {
	if a := s.find(character); a != nil {
		return a.file.Numbers()
	}
	return rig.MorphChannel{}
}

// Habits reports whether eyes blink by themselves, and whether they follow the pointer.
func (s *Scene) Habits() (blink, follow bool) { return !s.isStill, !s.isDreamy }

// SetHabits changes them.
func (s *Scene) SetHabits(blink, follow bool) { s.isStill, s.isDreamy = !blink, !follow }
