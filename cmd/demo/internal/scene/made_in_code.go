package scene

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"

	"github.com/sinew-go/sinew/assets"
	"github.com/sinew-go/sinew/cmd/demo/internal/figure"
)

// NewSkinning returns a scene of three tubes that twist by up to 180 degrees, and of three that
// bend: from left to right skinned linearly, by the heaviest joint alone and by dual quaternions.
// The mannequin has no part in it.
func NewSkinning(library *assets.Library, _ *assets.Model) (*Scene, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	s.yaw, s.pitch, s.distance = 0, 9, 0.86
	tubes, err := figure.Pillars(library, Period)
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("scene: %w", err)
	}
	for i, tube := range tubes {
		for k, x := range []float32{-2.75 + 0.95*float32(i), 0.35 + 1.3*float32(i)} {
			if err := s.sign([]string{"linear", "rigid", "dual"}[i], x, 0.6); err != nil {
				s.Close()
				return nil, err
			}
			if _, err := s.add(tube, mgl32.Translate3D(x, 0, 0), tube.Clips[k], 0); err != nil {
				s.Close()
				return nil, err
			}
		}
	}
	s.bounds.Min[0], s.bounds.Max[0] = -3.2, 3.9 // those that bend reach out
	s.bounds.Max[2] = 0.8
	if err := s.addHall(area{half: 3.8}); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// The walk of [NewMillipede].
const (
	millipedeRadius = 1.45                       // of the circle, in meters
	millipedeTurn   = 2 * math.Pi / (4 * Period) // radians per second: a round takes four periods
	millipedeStep   = Period / 6                 // seconds
	segments        = 24
)

// NewMillipede returns a scene of two millipedes that follow each other on a circle. The mannequin
// has no part in it.
func NewMillipede(library *assets.Library, _ *assets.Model) (*Scene, error) {
	s, err := newScene(library)
	if err != nil {
		return nil, err
	}
	joints := 0
	for i, color := range []mgl32.Vec4{{0.3, 0.045, 0.02, 1}, {0.04, 0.13, 0.16, 1}} {
		creature, err := figure.Millipede{
			Segments: segments, Radius: millipedeRadius, Turn: millipedeTurn,
			Step: millipedeStep, Color: color,
		}.Add(library)
		if err != nil {
			s.Close()
			return nil, fmt.Errorf("scene: %w", err)
		}
		path := func(seconds float64) mgl32.Mat4 {
			angle := millipedeTurn*seconds + math.Pi*float64(i)
			at := mgl32.Translate3D(float32(millipedeRadius*math.Cos(angle)), 0,
				float32(-millipedeRadius*math.Sin(angle)))
			return at.Mul4(mgl32.HomogRotate3DY(float32(angle + math.Pi)))
		}
		a, err := s.add(creature, path(0), creature.Clips[0], 0.4*float64(i))
		if err != nil {
			s.Close()
			return nil, err
		}
		a.path, joints = path, library.Skeleton(creature.Skeleton).Len()
	}
	s.report = func() string { return fmt.Sprintf("each has %d joints and %d legs", joints, 2*segments) }
	const wide = millipedeRadius + 0.4
	s.bounds = assets.Box{Min: mgl32.Vec3{-wide, 0, -wide}, Max: mgl32.Vec3{wide, 0.6, wide}}
	s.yaw, s.pitch, s.distance = 20, 26, 0.7
	if err := s.addCourt(area{half: 3.2}); err != nil {
		s.Close()
		return nil, err
	}
	return s, s.Update(0)
}
