package scene

import (
	"errors"
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/clip"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/rig"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
	"github.com/sinew-go/sinew/systems"
)

// layered is a mannequin of [NewLayers], with what lies over its walk.
type layered struct {
	sign        string
	wave, dance bool
	whole       bool // the wave covers all joints
}

// The tints of what layers move, over a white walk.
var (
	waveTint  = mgl32.Vec3{1, 0.28, 0.03}
	danceTint = mgl32.Vec3{0.08, 0.42, 1}
)

// blend returns a color between two.
func blend(a, b mgl32.Vec3, share float32) mgl32.Vec3 { return a.Mul(1 - share).Add(b.Mul(share)) }

var layereds = []layered{
	{sign: "walk"},
	{sign: "+ whole wave", wave: true, whole: true},
	{sign: "+ arm", wave: true},
	{sign: "+ dance", dance: true},
	{sign: "+ both", wave: true, dance: true},
}

// NewLayers returns a scene of mannequins that walk, with layers over the walk whose weights rise
// and fall: a wave on all joints, the same on the joints of a mask, the differences of a dance,
// which are added, and both of the last. What a layer moves has its color.
func NewLayers(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	skeleton := library.Skeleton(model.Skeleton)
	arm, err := rig.NewMask("right arm", skeleton).Subtree(1, "right_clavicle").Joints(0.5, "spine_4").Add(library)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	trunk, err := rig.NewMask("trunk and head", skeleton).Subtree(1, "spine_1").Subtree(0, "left_clavicle").
		Subtree(0, "right_clavicle").Add(library)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	difference, err := clip.MakeAdditive(library.Clip(model.Clip("dance")), rig.NewPose(skeleton))
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	dance := library.AddClip(difference)
	weight := 0.0
	var gauges []gauge
	for i, x := range spread(len(layereds), 1.3) {
		l := layereds[i]
		painted, err := figure.Tinted(library, model, func(joint int) mgl32.Vec3 {
			tint := mgl32.Vec3{1, 1, 1}
			if l.dance {
				tint = blend(tint, danceTint, library.Mask(trunk).Weight(joint))
			}
			switch {
			case l.whole:
				tint = waveTint
			case l.wave:
				tint = blend(tint, waveTint, library.Mask(arm).Weight(joint))
			}
			return tint
		})
		if err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		a, err := s.signed(painted, l.sign, x, model.Clip("walk"))
		if err != nil {
			return nil, err
		}
		if err := s.addBelt(x, func() float64 {
			if l.whole { // the wave stands still
				return (1 - weight) * mannequin.WalkSpeed
			}
			return mannequin.WalkSpeed
		}); err != nil {
			return nil, err
		}
		player := s.animation.Player(a.entity)
		if l.wave {
			mask := arm
			if l.whole {
				mask = systems.WholeBody
			}
			err = errors.Join(player.Layer(1).Overlay(model.Clip("wave"), mask, 0), player.Layer(1).Seek(0.6))
		}
		if l.dance {
			err = errors.Join(err, player.Layer(2).Overlay(dance, trunk, 0), player.Layer(2).SetBlend(clip.Additive))
		}
		if err != nil {
			return nil, fmt.Errorf("scene: %w", err)
		}
		g, err := s.addGauge(x, inFront, 0.9)
		if err != nil {
			return nil, err
		}
		gauges = append(gauges, g)
	}
	const added = 0.5 // the largest weight of the additive layer
	remember(s, &weight)
	s.direct = func(time float64) error {
		weight = swing(time, Period)
		for i, a := range s.characters {
			l, player := layereds[i], s.animation.Player(a.entity)
			shown := 0.0
			if l.wave {
				shown = weight
				err = player.Layer(1).FadeWeight(float32(weight), 0)
			}
			if l.dance {
				shown = weight
				err = errors.Join(err, player.Layer(2).FadeWeight(float32(added*weight), 0))
			}
			if err != nil {
				return err
			}
			s.show(gauges[i], shown)
		}
		return nil
	}
	s.report = func() string { return fmt.Sprintf("wave %3.0f%%  dance added %3.0f%%", 100*weight, 100*added*weight) }
	if err := s.addHall(area{half: 3.2}); err != nil {
		return nil, err
	}
	s.fit()
	s.yaw, s.pitch, s.distance = 0, 10, 0.94
	return s, s.Update(0)
}
