package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/blendspace"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/id"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/assets/mesh"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/ecs"
	"github.com/sinew-go/sinew/systems"
)

// mixture is a mannequin of [NewBlend] that walks and runs at once.
type mixture struct {
	sign   string
	weight float64 // of the run; negative if it moves up and down
	synced bool    // the legs are in phase
}

var mixtures = []mixture{
	{"walk", 0, true},
	{"half", 0.5, true},
	{"run", 1, true},
	{"in sync", -1, true},
	{"not in sync", -1, false},
}

// NewBlend returns a scene of mannequins that blend a walk and a run by weight, with a sync group
// that keeps the legs in phase, and one without.
func NewBlend(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	walk, run := model.Clip("walk"), model.Clip("run")
	gauges := make([]gauge, len(mixtures))
	weight := 0.0
	for i, x := range spread(len(mixtures), 1.25) {
		m := mixtures[i]
		a, err := s.signed(models[i], m.sign, x, walk)
		if err != nil {
			return nil, err
		}
		player := s.animation.Player(a.entity)
		runner := player.Layer(1)
		if err := errors.Join(runner.Overlay(run, systems.WholeBody, 0), runner.FadeWeight(0, 0)); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		if m.synced {
			if err := errors.Join(player.SetSync(1), runner.SetSync(1)); err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
		}
		if err := s.addBelt(x, func() float64 {
			w := m.weight
			if w < 0 {
				w = weight
			}
			return mannequin.WalkSpeed + w*(mannequin.RunSpeed-mannequin.WalkSpeed)
		}); err != nil {
			return nil, err
		}
		if gauges[i], err = s.addGauge(x, inFront, 0.8, 0.5); err != nil {
			return nil, err
		}
	}
	ratio := library.Clip(run).Duration() / library.Clip(walk).Duration()
	remember(s, &weight)
	s.direct = func(time float64) error {
		weight = swing(time, 2*Period)
		for i, a := range s.characters {
			w := mixtures[i].weight
			if w < 0 {
				w = weight
			}
			player := s.animation.Player(a.entity)
			if err := player.Layer(1).FadeWeight(float32(w), 0); err != nil {
				return err
			}
			s.show(gauges[i], w)
			if mixtures[i].synced { // both clips take as long as their blend
				if err := player.SetSpeed(float32(1 / (1 + w*(ratio-1)))); err != nil {
					return err
				}
			}
		}
		return nil
	}
	s.report = func() string { return fmt.Sprintf("walk %3.0f%%  run %3.0f%%", 100*(1-weight), 100*weight) }
	s.fit()
	if err := s.addHall(area{half: 3.2}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 10, 10, 1
	return s, s.Update(0)
}

// traveling adds a clip with the steps of a gait for a speed, in meters per second, and a turn, in
// radians per second. Its movement over the ground is root motion: without that it plays in place.
func (s *Scene) traveling(skeleton *assets.Skeleton, name, gait string, speed, turn float64) (assets.ClipID, error) {
	c, err := courses.Stepping(name, skeleton, gait, speed, turn)
	if err != nil {
		return 0, err
	}
	if c, err = clip.ExtractRootMotion(c, clip.RootMotionOptions{}); err != nil {
		return 0, err
	}
	return s.library.AddClip(c), nil
}

// gaits are the speeds of the samples of the blend spaces: standing, walking and running, in meters
// per second.
var gaits = [...]struct {
	name, steps string
	speed       float64
	turn        float64 // to the side, in radians per second
}{{"turn", "walk", 0, 1.4}, {"walk", "walk", mannequin.WalkSpeed, 0.9}, {"run", "run", mannequin.RunSpeed, 1.1}}

// NewBlendSpace returns a scene of two mannequins, one in a blend space along a line, by speed, and
// one in a plane, by turn and speed. Balls on the ground show the position.
func NewBlendSpace(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	skeleton := library.Skeleton(model.Skeleton)
	line := blendspace.New1D("speed").At(0, model.Clip("idle")).SyncByTime().
		SyncByMarkers(mannequin.LeftFoot, mannequin.RightFoot)
	plane := blendspace.New2D("turn and speed", blendspace.Delaunay).At2(0, 0, model.Clip("idle")).SyncByTime().
		SyncByMarkers(mannequin.LeftFoot, mannequin.RightFoot)
	for gear, gait := range gaits {
		for side := -1; side <= 1; side++ {
			if gear == 0 && side == 0 {
				continue
			}
			name := gait.name + map[int]string{-1: " right", 1: " left"}[side]
			id, err := s.traveling(skeleton, name, gait.steps, gait.speed, float64(side)*gait.turn)
			if err != nil {
				return nil, fmt.Errorf("scene: %w", err)
			}
			if plane.At2(float32(side), float32(gear), id); side == 0 {
				line.At(float32(gait.speed), id)
			}
		}
	}
	speeds, err := line.Add(library)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	turns, err := plane.Add(library)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	const left, right, half = -1, 1, 0.5
	one, err := s.add(models[1], mgl32.Translate3D(left, 0, 0), model.Clip("run"), 0)
	if err != nil {
		return nil, err
	}
	two, err := s.add(models[2], mgl32.Translate3D(right, 0, 0), model.Clip("run"), 0)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.animation.Player(one.entity).Play(speeds), s.animation.Player(two.entity).Play(turns)); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	speed, err := s.addGauge(left, inFront, 1.4, 0, mannequin.WalkSpeed/mannequin.RunSpeed, 1)
	if err != nil {
		return nil, err
	}
	ball, err := s.addPad(right, inFront+half, half)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(s.sign("speed", left, inFront-0.15),
		s.sign("turn and speed", right, inFront+2*half+0.4)); err != nil {
		return nil, err
	}
	x, y, v := 0.0, 0.0, 0.0
	if err := s.addBelt(left, func() float64 { return v }); err != nil {
		return nil, err
	}
	remember(s, &v)
	s.direct = func(time float64) error {
		v = mannequin.RunSpeed * swing(time, 2*Period)
		x, y = math.Sin(2*math.Pi*time/Period), 2*swing(time, 2*Period)
		s.show(speed, v/mannequin.RunSpeed)
		s.move(ball, mgl32.Translate3D(right-float32(half*x), 0.05, inFront+half+float32(half*(y-1))))
		return errors.Join(s.animation.Player(one.entity).SetPosition(float32(v), 0),
			s.animation.Player(two.entity).SetPosition(float32(x), float32(y)))
	}
	s.report = func() string {
		return fmt.Sprintf("speed %.1f m/s:%s\nturn %+.1f, gear %.1f:%s", v, s.weights(speeds, v, 0), x, y,
			s.weights(turns, x, y))
	}
	s.bounds = union(s.bounds,
		assets.Box{Min: mgl32.Vec3{left - 0.8, 0, 0}, Max: mgl32.Vec3{right + 0.8, 1.8, inFront + 2*half + 0.45}})
	if err := s.addHall(area{half: 2.6}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 12, 20, 0.9
	return s, s.Update(0)
}

// addPad adds a square on the ground with a dot for each sample of the plane, and returns the ball
// that shows the position.
func (s *Scene) addPad(x, z, half float32) (ball ecs.Entity, err error) {
	if _, err := s.put("pad", slate, mgl32.Translate3D(x, 0.005, z),
		prop.Box(mgl32.Vec3{half * 1.12, 0.005, half * 1.12})); err != nil {
		return ball, err
	}
	var dots []mesh.Primitive
	for gear := range gaits {
		for side := -1; side <= 1; side++ {
			dots = append(dots,
				prop.Moved(prop.Ring(0, 0.035), mgl32.Translate3D(half*float32(side), 0.015, half*float32(gear-1))))
		}
	}
	if _, err := s.put("samples", mgl32.Vec3{0.8, 0.8, 0.8}, mgl32.Translate3D(x, 0, z), dots...); err != nil {
		return ball, err
	}
	return s.put("position", orange, mgl32.Translate3D(x, 0.05, z), prop.Ball(0.05))
}

// weights lists the clips that a blend space mixes at a position.
func (s *Scene) weights(id id.BlendSpace, x, y float64) (text string) {
	for _, input := range s.library.Motion(id).Still(0, float32(x), float32(y)).Inputs {
		if input.Weight >= 0.005 {
			text += fmt.Sprintf("  %s %.0f%%", s.library.Clip(input.Clip).Name(), 100*input.Weight)
		}
	}
	return text
}
