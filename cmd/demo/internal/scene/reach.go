package scene

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/modifier"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
	"github.com/sinew-go/sinew/ecs"
)

// reacher is a mannequin of [NewReach].
type reacher struct {
	sign     string
	softness float32
	pole     bool // the elbow follows a second ball
}

var reachers = []reacher{{sign: "reach"}, {sign: "soft", softness: 0.15}, {sign: "elbow", pole: true}}

// NewReach returns a scene of mannequins whose right hands reach for a ball that leaves their reach
// and comes back: by two-bone inverse kinematics, by the same with softness, and with an elbow that
// follows a second ball.
func NewReach(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	type balls struct{ target, pole ecs.Entity }
	var all []balls
	for i, x := range spread(len(reachers), 1.6) {
		r := reachers[i]
		stack, err := modifier.New(r.sign, library.Skeleton(model.Skeleton)).TwoBone("hand", modifier.TwoBone{
			Root: "right_upper_arm", Middle: "right_forearm", End: "right_hand", Bend: mgl32.Vec3{0, 0, -1},
			Softness: r.softness,
		}).Add(library)
		if err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		a, err := s.signed(models[i+1], r.sign, x, model.Clip("idle"))
		if err != nil {
			return nil, err
		}
		hand := s.animation.Modifier(a.entity, "hand")
		if err := s.animation.Modify(a.entity, stack); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		if err := errors.Join(hand.Aim(mgl32.Vec3{x, 1.35, 0.5}), hand.Fade(1, 0)); err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		var b balls
		if b.target, err = s.put("target", orange, outOfSight, prop.Ball(0.05)); err != nil {
			return nil, err
		}
		if b.pole, err = s.put("pole", blue, outOfSight, prop.Ball(0.035)); err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	s.direct = func(time float64) error {
		phase := 2 * math.Pi * time / Period
		for i, a := range s.characters {
			x := s.transforms.Get(a.entity).Matrix[12]
			hand := s.animation.Modifier(a.entity, "hand")
			at := mgl32.Vec3{
				x - 0.36 + 0.25*float32(math.Sin(phase)), 1.35 + 0.28*float32(math.Sin(2*phase)),
				0.5 + 0.22*float32(math.Cos(phase)),
			}
			s.move(all[i].target, mgl32.Translate3D(at[0], at[1], at[2]))
			err := hand.Aim(at)
			if reachers[i].pole {
				pole := mgl32.Vec3{x - 0.75, 1.3 + 0.5*float32(math.Cos(phase)), 0.05}
				s.move(all[i].pole, mgl32.Translate3D(pole[0], pole[1], pole[2]))
				err = errors.Join(err, hand.Pole(pole))
			}
			if err != nil {
				return err
			}
		}
		return nil
	}
	off := make([]float64, len(reachers))
	s.observe = func(float64) error {
		for i, a := range s.characters {
			hand, err := s.animation.JointWorld(a.entity, "right_hand")
			if err != nil {
				return err
			}
			off[i] = float64(hand.Col(3).Sub(s.transforms.Get(all[i].target).Matrix.Col(3)).Vec3().Len())
		}
		return nil
	}
	s.report = func() (text string) {
		for i, r := range reachers {
			text += fmt.Sprintf("%s: %.0f mm off  ", r.sign, 1000*off[i])
		}
		return text
	}
	s.fit()
	s.bounds.Max[1] = max(s.bounds.Max[1], 1.9)
	if err := s.addHall(area{half: 2.6}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 12, 10, 0.96
	return s, s.Update(0)
}
