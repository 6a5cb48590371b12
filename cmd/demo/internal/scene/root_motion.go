package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/assets/mannequin"
	"github.com/sinew-go/sinew/assets/mannequin/courses"
	"github.com/sinew-go/sinew/cmd/demo/internal/prop"
)

// The circle of [NewRootMotion].
const (
	circleTurn   = 2 * math.Pi / (3 * Period) // radians per second: a round takes three periods
	circleRadius = mannequin.WalkSpeed / circleTurn
	dropInterval = 0.15 // seconds from a dot of a path to the next
)

// onCircle returns the place of one who walks on the circle, at an angle in radians.
func onCircle(angle float64) mgl32.Mat4 {
	at := mgl32.Translate3D(float32(circleRadius*math.Cos(angle)), 0, float32(-circleRadius*math.Sin(angle)))
	return at.Mul4(mgl32.HomogRotate3DY(float32(angle + math.Pi)))
}

// NewRootMotion returns a scene of mannequins on a circle: the root motion of its clip moves one,
// the program moves the other one along the formula of the circle. In the middle, one plays the
// same clip as it is authored, without extraction.
func NewRootMotion(library *assets.Library, model *assets.Model) (*Scene, error) {
	s, models, err := newColoredScene(library, model)
	if err != nil {
		return nil, err
	}
	skeleton := library.Skeleton(model.Skeleton)
	extracted, err := s.traveling(skeleton, "walk in a circle", "walk", mannequin.WalkSpeed, circleTurn)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	authored, err := courses.Stepping("walk as authored", skeleton, "walk", mannequin.WalkSpeed, circleTurn)
	if err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	line := float32(0.02)
	if _, err := s.put("circle", slate, mgl32.Translate3D(0, 0.004, 0),
		prop.Ring(circleRadius-line, circleRadius+line)); err != nil {
		return nil, err
	}
	moved, err := s.add(models[2], onCircle(math.Pi/2), extracted, 0)
	if err != nil {
		return nil, err
	}
	carried, err := s.add(models[1], onCircle(3*math.Pi/2), extracted, 0)
	if err != nil {
		return nil, err
	}
	if _, err := s.add(models[0], mgl32.Ident4(), library.AddClip(authored), 0); err != nil {
		return nil, err
	}
	if err := s.animation.EnableRootMotion(moved.entity); err != nil {
		return nil, fmt.Errorf("scene: %w", err)
	}
	carried.path = func(seconds float64) mgl32.Mat4 { return onCircle(3*math.Pi/2 + circleTurn*seconds) }
	for i, text := range []string{"root motion", "formula", "not extracted"} {
		if err := s.label(s.characters[i], text); err != nil {
			return nil, err
		}
	}
	path, err := s.addTrail(int(2*math.Pi/circleTurn/dropInterval)-4, 0.035, orange)
	if err != nil {
		return nil, err
	}
	s.longest = dropInterval / 5
	dropped, apart := -dropInterval, 0.0
	remember(s, &dropped)
	s.observe = func(float64) error {
		s.placeLabels()
		at := s.transforms.Get(moved.entity).Matrix.Col(3).Vec3()
		if s.time-dropped >= dropInterval || s.time < dropped {
			path.drop(at)
			dropped = s.time
		}
		apart = float64(at.Sub(onCircle(math.Pi/2 + circleTurn*s.time).Col(3).Vec3()).Len())
		return nil
	}
	s.report = func() string {
		return fmt.Sprintf("after %.0f s root motion is %.2f mm off the formula", s.time, 1000*apart)
	}
	s.bounds = assets.Box{
		Min: mgl32.Vec3{-circleRadius - 0.3, 0, -circleRadius},
		Max: mgl32.Vec3{circleRadius + 0.3, 1.8, circleRadius + 0.3},
	}
	if err := s.addCourt(area{half: 3.4, back: 5}); err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 12, 24, 0.8
	return s, s.Update(0)
}
