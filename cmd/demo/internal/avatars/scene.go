package avatars

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/assets/vrm"
	"github.com/sinew-go/sinew/cmd/demo/internal/scene"
	"github.com/sinew-go/sinew/cmd/demo/internal/stage"
	"github.com/sinew-go/sinew/cmd/demo/internal/workbench"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
	"github.com/sinew-go/sinew/systems/avatar"
)

// Scene is a scene with avatars.
type Scene struct {
	*scene.Scene
	avatars *avatar.Avatars
	list    []*shown

	habits workbench.Habits
}

// shown is an avatar in the scene.
type shown struct {
	entity ecs.Entity
	file   *vrm.Avatar
	blinks []string // the expressions that close its eyes
	chosen map[string]float32
	eyes   int // the joint between which and the pointer it looks; -1 for none
	// turns reports that the head can follow the pointer, and follows that it does.
	turns, follows bool
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
	s := &Scene{habits: workbench.Habits{Blinks: true, EyesFollow: true, HeadFollows: true}}
	for _, a := range f.list {
		if err := addIdle(f.library, a); err != nil {
			return nil, err
		}
	}
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
			if err != nil {
				return entity, err
			}
			one := newShown(entity, file)
			s.list = append(s.list, one)
			return entity, one.addHead(animation)
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

// headGoal names the goal of the head, and headFade is how long it takes to follow the pointer, and
// to turn back, in seconds.
const (
	headGoal = "head follows the pointer"
	headFade = 0.4
)

// addHead lets neck and head follow a point, within limits, before the springs swing.
func (a *shown) addHead(animation *systems.Animation) error {
	r := restOf(animation.Library(), a.file)
	if r == nil || a.eyes < 0 {
		return nil
	}
	chain := modifier.LookAt{
		Forward: r.inJoint(a.eyes, mgl32.Vec3{0, 0, 1}), Up: r.inJoint(a.eyes, mgl32.Vec3{0, 1, 0}),
		Limits: modifier.LookLimits{Yaw: [2]float32{-0.7, 0.7}, Pitch: [2]float32{-0.45, 0.35}}, Speed: 3,
	}
	if neck, ok := a.file.Bones.Joint("neck"); ok {
		chain.Joints, chain.Shares = append(chain.Joints, r.skeleton.JointName(neck)), []float32{0.35}
	}
	chain.Joints, chain.Shares = append(chain.Joints, r.skeleton.JointName(a.eyes)), append(chain.Shares, 1)
	b := modifier.New(a.file.Model.Name+" and its head", r.skeleton).LookAt(headGoal, chain)
	stack, err := a.file.AddSprings(a.file.AddConstraints(b)).Add(animation.Library())
	if err != nil {
		return err
	}
	if err := animation.Modify(a.entity, stack); err != nil {
		return err
	}
	a.turns = true
	if len(a.file.Springs()) == 0 {
		return nil
	}
	return animation.Modifier(a.entity, vrm.SpringGoal).Fade(1, 0)
}

// turnHead lets the head follow a point, or turn back.
func (s *Scene) turnHead(a *shown, follows bool, point mgl32.Vec3) error {
	if !a.turns {
		return nil
	}
	head := s.Animation().Modifier(a.entity, headGoal)
	if follows {
		if err := head.Aim(point); err != nil {
			return err
		}
	}
	if follows == a.follows {
		return nil
	}
	a.follows = follows
	if follows {
		return head.Fade(1, headFade)
	}
	return head.Release(headFade)
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
		if s.habits.Blinks {
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
	inside := x > 0 && x < 1 && y > 0 && y < 1
	for _, a := range s.list {
		point, seen := mgl32.Vec3{}, false
		if inside && a.eyes >= 0 {
			var err error
			if point, seen, err = s.pointed(a, clip, eye, x, y); err != nil {
				return err
			}
			if !seen {
				continue
			}
		}
		handle := s.avatars.Avatar(a.entity)
		var err error
		if seen && s.habits.EyesFollow {
			err = handle.LookAt(point)
		} else {
			err = handle.LookBy(0, 0)
		}
		if err != nil {
			return err
		}
		if err := s.turnHead(a, seen && s.habits.HeadFollows, point); err != nil {
			return err
		}
	}
	return nil
}

// pointed returns the point at which an avatar looks that follows the pointer, and reports whether
// there is one.
func (s *Scene) pointed(a *shown, clip mgl32.Mat4, eye mgl32.Vec3, x, y float64) (point mgl32.Vec3, ok bool,
	err error,
) {
	head, err := s.Animation().JointWorldAt(a.entity, a.eyes)
	if err != nil {
		return point, false, err
	}
	h := clip.Mul4x1(head.Col(3).Vec3().Vec4(1))
	if h[3] == 0 {
		return point, false, nil
	}
	p := clip.Inv().Mul4x1(mgl32.Vec4{2*float32(x) - 1, 1 - 2*float32(y), h[2] / h[3], 1})
	if p[3] == 0 {
		return point, false, nil
	}
	point = eye.Add(p.Vec3().Mul(1 / p[3]).Sub(eye).Mul(lookDistance))
	return point, point.Len() < math.MaxFloat32, nil
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

// Habits returns what the avatars do by themselves.
func (s *Scene) Habits() workbench.Habits { return s.habits }

// SetHabits changes it.
func (s *Scene) SetHabits(habits workbench.Habits) { s.habits = habits }
